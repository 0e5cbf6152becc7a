"""Who calls: an account by its token or browser session, else a stranger at an address."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from allauth.account.adapter import get_adapter
from allauth.headless.tokens.strategies.jwt.internal import validate_access_token
from channels.db import database_sync_to_async
from django.http import HttpRequest

from accounts.models import User
from chat.querysets import Owner
from chat.tool_access.errors import TokenInvalid

# One customer's IPv6 addresses are a whole network of this length.
_IPV6_PREFIX = 64


@dataclass(frozen=True)
class Caller:
    """`owner` is None for a stranger. `key` tells whose calls are counted together, "" for
    nobody's: a process on the person's own machine."""

    owner: Owner | None = None
    key: str = ""

    @classmethod
    def account(cls, user: User) -> Caller:
        return cls(Owner(user.pk, ""), f"account:{user.pk}")


def token_user(token: str) -> User:
    """Account of an access token, looked up anew. Raises TokenInvalid."""
    found = validate_access_token(token)
    if found is None or not isinstance(found.user, User) or not found.user.is_active:
        raise TokenInvalid
    return found.user


def bearer_of(request: HttpRequest) -> str | None:
    """Token of the Authorization header; None without a header. Raises TokenInvalid for a
    header of another kind: whoever sends one must not be taken for a stranger silently."""
    header = request.headers.get("Authorization")
    if not header:
        return None
    scheme, _, token = header.strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise TokenInvalid
    return token.strip()


def address_of(request: HttpRequest) -> str:
    """Key of the address behind a request; proxies as allauth is told of them."""
    address = ip_address(get_adapter().get_client_ip(request))
    if address.version == 6:
        return f"address:{ip_network((address, _IPV6_PREFIX), strict=False)}"
    return f"address:{address}"


async def token_caller(request: HttpRequest) -> Caller | None:
    """Caller of a request with a token, None where it has none. Raises TokenInvalid."""
    token = bearer_of(request)
    if token is None:
        return None
    return Caller.account(await database_sync_to_async(token_user)(token))
