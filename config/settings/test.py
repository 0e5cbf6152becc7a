"""Tests: own embedded servers (started by conftest), no outside network, no key."""

from config.env import env_bool, env_int, env_list, env_str
from config.settings.base import *

DEBUG = False
SECRET_KEY = "test-only-key-that-protects-nothing-at-all"  # noqa: S105
# Set only for the site process of the live tests (chat/tests/live): a scripted model on
# loopback, short leases, real host names. A key of the environment is never used.
OPENAI_BASE_URL = env_str("TEST_OPENAI_BASE_URL")
OPENAI_API_KEY = "scripted" if OPENAI_BASE_URL else ""
TURN_LEASE_SECONDS = env_int("TEST_TURN_LEASE_SECONDS", 20, minimum=1)
TURN_HEARTBEAT_SECONDS = env_int("TEST_TURN_HEARTBEAT_SECONDS", 10, minimum=1)
# Tests write rows past the services, which alone tell the cache; its own tests switch it on.
if not env_bool("TEST_SHARED_CACHE"):
    CACHES["shared"] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
# The line on the citizens' pages follows at once what a test changes.
COVERAGE_SECONDS = 0.0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = env_list("TEST_ALLOWED_HOSTS", ["*"])
# Static files straight from the source tree: nothing is collected for a test.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
