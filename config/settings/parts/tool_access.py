"""Tools from outside (HTTP and MCP): tokens, how much and how often."""

from typing import Any

from config.env import env_int, env_str

# Access and refresh tokens of allauth for programs: POST /_allauth/app/v1/auth/login.
HEADLESS_CLIENTS = ("app",)
HEADLESS_TOKEN_STRATEGY = "allauth.headless.tokens.strategies.jwt.JWTTokenStrategy"  # noqa: S105
HEADLESS_JWT_ALGORITHM = "HS256"
HEADLESS_JWT_ACCESS_TOKEN_EXPIRES_IN = 24 * 3600
# A refresh token dies with its session: no longer than SESSION_COOKIE_AGE.
HEADLESS_JWT_REFRESH_TOKEN_EXPIRES_IN = 30 * 24 * 3600
# Looked up at every call, so that logging out or closing an account ends the token as well.
HEADLESS_JWT_STATEFUL_VALIDATION_ENABLED = True

# Proxies in front whose X-Forwarded-For is believed; 0: the peer's own address counts.
ALLAUTH_TRUSTED_PROXY_COUNT = env_int("TRUSTED_PROXY_COUNT", 0, minimum=0)
TOOL_ACCESS: dict[str, Any] = {
    "max_bytes": env_int("TOOL_ACCESS_MAX_BYTES", 256 * 1024, minimum=1024),
    # Calls a minute: of an account, and of an address that many strangers may share.
    "calls_signed_in": env_int("TOOL_ACCESS_CALLS_SIGNED_IN", 120, minimum=1),
    "calls_anonymous": env_int("TOOL_ACCESS_CALLS_ANONYMOUS", 120, minimum=1),
    # Requests of any kind at /mcp, handshakes and lists among them.
    "requests": env_int("TOOL_ACCESS_REQUESTS", 1200, minimum=1),
}
# Whose tools `manage.py mcp` opens: an access token. Of the environment, because other people
# on the machine see the arguments of a command.
MCP_TOKEN = env_str("POLY_TOKEN")
