"""Events of a turn for one reader, whatever has become of the turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

from channels.db import database_sync_to_async

from chat import runner, services, streams
from chat.errors import TurnNotFound
from chat.models import Message, Turn
from chat.protocol import Event, EventType
from chat.querysets import Owner
from chat.telling import ERRORS


async def follow(*, owner: Owner, turn_id: UUID, after: str = "0") -> AsyncIterator[Event | None]:
    """Events after `after` to the final one; None marks a heartbeat.

    A turn whose process died ends with ERROR "interrupted"; one whose stream has expired,
    or lost its final event with Redis, is told from the stored message. Raises TurnNotFound
    for a stranger's turn.
    """
    turn = await database_sync_to_async(services.turn_of)(owner=owner, turn_id=turn_id)
    outcome = await _recovered(turn)
    if outcome is not None and not await streams.exists(turn_id):
        yield outcome
        return
    async for event in streams.read(turn_id, after):
        if event is not None:
            yield event
            continue
        # Known at the last heartbeat and still not in the stream: it will not come.
        if outcome is not None:
            yield outcome
            return
        yield None
        outcome = await _recovered(turn)


async def _recovered(turn: Turn) -> Event | None:
    """The stored outcome of the turn, None while it runs (a dead one is ended first)."""
    await runner.recover_turns(conversation_id=turn.conversation_id)
    return await database_sync_to_async(_stored)(turn.id)


def _stored(turn_id: UUID) -> Event | None:
    turn = Turn.objects.filter(id=turn_id).first()
    if turn is None:
        raise TurnNotFound
    if turn.status == Turn.Status.RUNNING:
        return None
    message = Message.objects.filter(turn=turn, role=Message.Role.ASSISTANT).first()
    if turn.status in {Turn.Status.DONE, Turn.Status.CANCELLED}:
        data = {
            "status": turn.status,
            "answer": message.answer if message else None,
            "text": message.text if message else "",
            "message": message.pk if message else None,
        }
        return Event(type=EventType.DONE, turn=turn_id, data=data)
    text, retryable = ERRORS["interrupted"]
    data = {"code": "interrupted", "message": text, "retryable": retryable}
    return Event(type=EventType.ERROR, turn=turn_id, data=data)
