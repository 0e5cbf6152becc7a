"""Turn events in Redis streams: written once by the runner, read by any number of tabs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

from django.conf import settings
from redis.asyncio import Redis

from chat.protocol import FINAL_EVENTS, Event, EventType

_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, Redis] = WeakKeyDictionary()


def redis_client() -> Redis:
    """Client of the running loop; connections cannot move between loops."""
    loop = asyncio.get_running_loop()
    if loop not in _clients:
        _clients[loop] = Redis.from_url(
            settings.REDIS_URL, decode_responses=True, socket_timeout=None
        )
    return _clients[loop]


async def close_client() -> None:
    """Close the client of the running loop."""
    client = _clients.pop(asyncio.get_running_loop(), None)
    if client is not None:
        await client.aclose()


def _stream(turn_id: UUID) -> str:
    return f"poly:turn:{turn_id}"


def _cancel_key(turn_id: UUID) -> str:
    return f"poly:turn:{turn_id}:cancel"


async def publish(event: Event) -> str:
    """Append an event; returns its stream id. Streams expire after TURN_STREAM_TTL."""
    client = redis_client()
    payload: Any = {"type": event.type.value, "data": json.dumps(event.data, ensure_ascii=False)}
    name = _stream(event.turn)
    stream_id = str(await client.xadd(name, payload))
    if event.type is EventType.SESSION_CREATED or event.type in FINAL_EVENTS:
        await client.expire(name, settings.TURN_STREAM_TTL)
    return stream_id


async def read(turn_id: UUID, after: str = "0") -> AsyncIterator[Event | None]:
    """Events after the id `after`, then live ones, until the final one.

    Yields None after each TURN_HEARTBEAT_SECONDS of silence, so that the caller can send
    a heartbeat and look whether the turn is still alive.
    """
    client = redis_client()
    last = after
    while True:
        # The client types its answers for every protocol version; with RESP2/3 and decoded
        # replies it is a list or a dict of (id, fields).
        rows: Any = await client.xread(
            {_stream(turn_id): last}, count=100, block=settings.TURN_HEARTBEAT_SECONDS * 1000
        )
        if not rows:
            yield None
            continue
        for stream_id, payload in rows[0][1]:
            last = stream_id
            event = Event(
                id=stream_id,
                type=EventType(payload["type"]),
                turn=turn_id,
                data=json.loads(payload["data"]),
            )
            yield event
            if event.type in FINAL_EVENTS:
                return


async def exists(turn_id: UUID) -> bool:
    """Whether the turn's stream is still kept."""
    return bool(await redis_client().exists(_stream(turn_id)))


async def clear(turn_id: UUID) -> None:
    """Forget the events of a turn that starts again."""
    await redis_client().delete(_stream(turn_id), _cancel_key(turn_id))


async def request_cancel(turn_id: UUID) -> None:
    """Ask the turn's runner, in whatever process, to stop."""
    await redis_client().set(_cancel_key(turn_id), "1", ex=settings.TURN_STREAM_TTL)


async def cancel_requested(turn_id: UUID) -> bool:
    return bool(await redis_client().exists(_cancel_key(turn_id)))
