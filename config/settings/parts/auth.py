"""Users, log-in and sessions (allauth)."""

from typing import Any

from config.env import env_bool, env_str

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "chat:room"
LOGOUT_REDIRECT_URL = "chat:room"
ACCOUNT_LOGOUT_REDIRECT_URL = "chat:room"

ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
# Verification needs a mail server: "mandatory" in production, where one is configured.
ACCOUNT_EMAIL_VERIFICATION = env_str("ACCOUNT_EMAIL_VERIFICATION", "none")
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = ACCOUNT_EMAIL_VERIFICATION == "mandatory"
ACCOUNT_RATE_LIMITS = {"login_failed": "5/15m/key,20/m/ip", "login": "30/m/ip"}
# A Naver e-mail always comes marked as verified: never log in to an account by e-mail alone.
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False
SOCIALACCOUNT_LOGIN_ON_GET = False

# 30 days: the refresh period of the forerunners.
SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
ADMIN_ENABLED = env_bool("ADMIN_ENABLED", True)


def _social_app(prefix: str) -> list[dict[str, Any]]:
    client_id = env_str(f"{prefix}_CLIENT_ID")
    if not client_id:
        return []
    return [{"client_id": client_id, "secret": env_str(f"{prefix}_CLIENT_SECRET"), "key": ""}]


SOCIALACCOUNT_PROVIDERS = {
    "kakao": {"APPS": _social_app("KAKAO")},
    "naver": {"APPS": _social_app("NAVER")},
}
