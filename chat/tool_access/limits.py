"""How often somebody may call: counted by the minute in the cache, for all processes at once."""

from __future__ import annotations

import logging
import time

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

from chat.tool_access.errors import TooManyCalls
from chat.tool_access.identity import Caller

logger = logging.getLogger(__name__)
_MINUTE = 60


async def call_count(caller: Caller) -> None:
    """Count a call of a tool or a resource. Raises TooManyCalls."""
    kind = "calls_signed_in" if caller.owner else "calls_anonymous"
    if caller.key:
        await sync_to_async(_count)(f"call:{caller.key}", settings.TOOL_ACCESS[kind])


async def request_count(address: str) -> None:
    """Count a request of any kind from an address. Raises TooManyCalls."""
    await sync_to_async(_count)(f"request:{address}", settings.TOOL_ACCESS["requests"])


def _count(key: str, most: int) -> None:
    now = time.time()
    # No address or account is to be read out of Redis.
    hidden = salted_hmac("chat.tool_access.limits", key).hexdigest()
    name = f"tool-access:{hidden}:{int(now) // _MINUTE}"
    try:
        cache.add(name, 0, timeout=2 * _MINUTE)
        count = cache.incr(name)
    except (RedisError, ValueError) as error:
        # A counter that is away must not take the tools away with it.
        logger.warning("calls are not counted: %s", type(error).__name__)
        return
    if count > most:
        raise TooManyCalls(_MINUTE - int(now) % _MINUTE)
