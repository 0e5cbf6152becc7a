"""Settings shared by every environment; the others state only what differs."""

from pathlib import Path

import django_stubs_ext

from config.env import env_float, env_list, env_str
from config.settings.parts.auth import *
from config.settings.parts.celery import *
from config.settings.parts.channels import *
from config.settings.parts.crawl import *
from config.settings.parts.crawl_runs import *
from config.settings.parts.database import *
from config.settings.parts.database import EMBEDDED_DIR
from config.settings.parts.llm import *
from config.settings.parts.logging import *
from config.settings.parts.retrieval import *
from config.settings.parts.security import *
from config.settings.parts.sources import *
from config.settings.parts.tool_access import *
from config.settings.parts.tools import *

# Generic classes of Django (ModelAdmin[...], QuerySet[...]) become subscriptable at run time.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent.parent

INSTALLED_APPS = [
    "daphne",
    "config",
    "accounts",
    "profiles",
    "policies",
    "chat",
    "crawling",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "django.contrib.sites",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "ninja",
    "django_celery_beat",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.kakao",
    "allauth.socialaccount.providers.naver",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
SITE_ID = 1

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["config.templatetags.korean"],
        },
    }
]

LANGUAGE_CODE = "ko-kr"
LANGUAGES = [("ko", "한국어")]
TIME_ZONE = "Asia/Seoul"
USE_I18N = True
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The page that corrects a rule posts every field of every criterion: a long list of criteria
# passes Django's limit of 1,000.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
# Rules read with less confidence wait first for a caseworker. The parser gives 0.5 and less to
# words it only quotes as a question, 0.8 and more to conditions it knows.
RULE_LOW_CONFIDENCE = env_float("RULE_LOW_CONFIDENCE", 0.7)

STATIC_URL = "/static/"
STATIC_ROOT = EMBEDDED_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Only files that caseworkers upload; the admin hands them out, no address serves them.
MEDIA_ROOT = EMBEDDED_DIR / "media"

ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", [])
DEFAULT_FROM_EMAIL = env_str("DEFAULT_FROM_EMAIL", "poly@localhost")
EMAIL_BACKEND = env_str("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 20,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {"TITLE": "Poly", "VERSION": "1"}
