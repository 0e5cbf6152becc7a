"""PostgreSQL: from DATABASE_URL, else the embedded server under var/."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from config.env import env_int, env_str

# Short path: a unix socket's path may not be longer than 107 bytes.
EMBEDDED_DIR = Path(env_str("POLY_VAR") or Path(__file__).resolve().parents[3] / "var")


def database_from_url(url: str) -> dict[str, Any]:
    """Django DATABASES entry of a postgres:// URL (`?host=/socket/dir` is understood)."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "poly",
        "USER": unquote(parts.username or query.get("user", "")),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.get("host") or parts.hostname or "",
        "PORT": str(parts.port or query.get("port", "")),
        "CONN_HEALTH_CHECKS": True,
        # A pool needs CONN_MAX_AGE 0; without it each thread of an ASGI server holds its own.
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": env_int("DB_POOL_SIZE", 8, minimum=1), "timeout": 10}
        },
    }


DATABASE_URL = env_str("DATABASE_URL")
DATABASES = {"default": database_from_url(DATABASE_URL or "postgres:///poly")}
