"""Channel layer, cache and the turn streams: all on Redis."""

from redis.backoff import NoBackoff
from redis.retry import Retry

from config.settings.parts.celery import REDIS_URL

CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {
            # redis-py 8 closes an idle socket after 5 s by default, which ends WebSockets.
            "hosts": [{"address": REDIS_URL, "socket_timeout": None}],
            "capacity": 1500,
        },
    }
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "poly",
    },
    # Shared results (policies/cache.py): JSON only, and never worth waiting for.
    "shared": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "poly-shared",
        "OPTIONS": {
            "serializer": "policies.cache.JsonSerializer",
            "socket_connect_timeout": 1,
            "socket_timeout": 1,
            # One retry at once: an idle connection may have been closed by the server.
            "retry": Retry(NoBackoff(), 1),
        },
    },
}
# Turn streams (Redis): kept for replay after a reload.
TURN_STREAM_TTL = 3600
TURN_LEASE_SECONDS = 20
TURN_HEARTBEAT_SECONDS = 10
TURN_TIMEOUT_SECONDS = 120
