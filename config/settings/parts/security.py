"""Keys, cookies and headers."""

from pathlib import Path

from django.core.management.utils import get_random_secret_key

from config.env import env_str
from config.settings.parts.database import EMBEDDED_DIR


def _secret_key() -> str:
    """SECRET_KEY from the environment, else one made once and kept under var/."""
    given = env_str("SECRET_KEY")
    if given:
        return given
    path = Path(EMBEDDED_DIR) / "secret_key"
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        key = get_random_secret_key()
        path.touch(mode=0o600)
        path.write_text(key, encoding="ascii")
        return key


SECRET_KEY = _secret_key()
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
