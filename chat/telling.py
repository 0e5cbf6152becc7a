"""What a turn tells its readers, whatever becomes of Redis meanwhile."""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

from redis.exceptions import RedisError

from chat import streams
from chat.agent.absence import UNAVAILABLE
from chat.agent.context import Emit
from chat.protocol import Event, EventType

logger = logging.getLogger(__name__)

ERRORS = {
    "unavailable": (UNAVAILABLE, True),
    "timeout": ("답변이 너무 오래 걸려 멈췄어요. 다시 시도해 주세요.", True),
    "failed": ("답변을 만드는 중에 문제가 생겼어요. 다시 시도해 주세요.", True),
    "interrupted": ("답변이 중간에 끊겼어요. 질문은 남아 있으니 다시 시도해 주세요.", True),
}


async def publish_error(turn_id: UUID, code: str) -> None:
    message, retryable = ERRORS[code]
    data = {"code": code, "message": message, "retryable": retryable}
    await publish(turn_id, EventType.ERROR, data)


async def publish(turn_id: UUID, kind: EventType, data: dict[str, Any]) -> None:
    """A closing event. The outcome is stored already: readers find it there when Redis
    is away."""
    try:
        await streams.publish(Event(type=kind, turn=turn_id, data=data))
    except RedisError:
        logger.exception("turn %s: %s not published", turn_id, kind.value)


def emitter(turn_id: UUID) -> Emit:
    """Publishes until Redis is lost: a gap would garble the text, and the final event, or
    the stored message, holds the whole of it."""
    lost = False

    async def emit(kind: EventType, data: dict[str, Any]) -> None:
        nonlocal lost
        if lost:
            return
        try:
            await streams.publish(Event(type=kind, turn=turn_id, data=data))
        except RedisError:
            lost = True
            logger.exception("turn %s: stream lost", turn_id)

    return emit
