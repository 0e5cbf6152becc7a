"""PostgreSQL: from DATABASE_URL, else the embedded server under var/."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.env import env_int, env_str
from config.runtime.paths import DATABASE, current_paths

EMBEDDED_DIR = current_paths().var


def database_from_url(url: str) -> dict[str, Any]:
    """Django DATABASES entry of a postgres:// URL (`?host=/socket/dir` is understood)."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        # The message must not repeat the URL: it may hold a password.
        raise ImproperlyConfigured("환경 변수 DATABASE_URL: 올바른 URL이 아닙니다") from None
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured("환경 변수 DATABASE_URL: postgresql:// 로 시작해야 합니다")
    query = dict(parse_qsl(parts.query))
    host, query_port = query.pop("host", ""), query.pop("port", "")
    user = query.pop("user", "")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or DATABASE,
        "USER": unquote(parts.username or "") or user,
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host or parts.hostname or "",
        "PORT": str(port or query_port),
        "CONN_HEALTH_CHECKS": True,
        # A pool needs CONN_MAX_AGE 0; without it each thread of an ASGI server holds its own.
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            # What is left of the query belongs to libpq: sslmode, sslrootcert and the like.
            **query,
            "pool": {
                "min_size": 1,
                "max_size": env_int("DB_POOL_SIZE", 8, minimum=1),
                "timeout": 10,
                # Attempts come ever later: after a long outage nobody would connect for minutes.
                "reconnect_timeout": 5,
            },
        },
    }


DATABASE_URL = env_str("DATABASE_URL") or current_paths().database_url
DATABASES = {"default": database_from_url(DATABASE_URL)}
# For benchmarks: restarts the database with cold caches (the embedded one only).
DATABASE_RESTART = "config.runtime.restart.database_restart"
