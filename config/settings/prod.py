"""Production: everything from the environment, nothing defaulted that must be chosen."""

from django.core.exceptions import ImproperlyConfigured

from config.env import env_str
from config.settings.base import *

DEBUG = False
for _name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS"):
    if not env_str(_name):
        raise ImproperlyConfigured(f"운영 환경에는 환경 변수 {_name} 이(가) 필요합니다")

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
# Probes inside the cluster speak plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
