"""Tests: own embedded servers (started by conftest), no outside network, no key."""

from config.settings.base import *

DEBUG = False
SECRET_KEY = "test-only-key-that-protects-nothing-at-all"  # noqa: S105
OPENAI_API_KEY = ""
OPENAI_BASE_URL = ""
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = ["*"]
