"""Owns turns: starts them, streams them, keeps their lease, cancels and stores them.

The sole bridge between the web and the graph. A turn belongs to the process that started
it, not to a socket: a reload or a second tab only reads the stream.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError, OperationalError
from django.utils import timezone
from redis.exceptions import RedisError

from chat import services, streams
from chat.agent.checkpoints import (
    begun_from,
    checkpoint_state,
    checkpointer,
    checkpoints_prune,
    close_checkpointer,
    thread_of,
)
from chat.agent.context import AgentContext
from chat.agent.graph import build_graph, next_input
from chat.agent.llm import close_clients, composer_from_settings
from chat.agent.state import TurnState, fresh_turn
from chat.agent.store import AgentStore
from chat.agent.understanding import mask_pii
from chat.answer import Answer, Outcome
from chat.models import Turn
from chat.protocol import Correction, Event, EventType
from chat.querysets import Owner
from chat.telling import emitter, publish, publish_error
from policies.errors import PolicyError

logger = logging.getLogger(__name__)
_tasks: dict[UUID, asyncio.Task[None]] = {}
WATCH_SECONDS = 0.5
# A database that restarts is back in a second or two.
STORE_ATTEMPTS = 4


async def start_turn(
    *,
    owner: Owner,
    text: str,
    conversation_id: UUID | None = None,
    request: UUID | None = None,
    correction: Correction | None = None,
) -> Turn:
    """Start a turn and return at once; its events are in its stream. A `correction` is not
    read as speech: it changes a fact, and the last question is answered again.

    Raises ConversationNotFound, TurnRunning.
    """
    turn, new = await database_sync_to_async(services.turn_start)(
        owner=owner,
        text=text,
        conversation_id=conversation_id,
        request=request,
        correction=correction,
    )
    if new:
        await _launch(turn, owner, mask_pii(text))
    return turn


async def retry_turn(*, owner: Owner, turn_id: UUID) -> Turn:
    """Run an interrupted, failed or stopped turn again.

    Raises TurnNotFound, TurnRunning, TurnNotRetryable.
    """
    turn, text = await database_sync_to_async(services.turn_retry)(owner=owner, turn_id=turn_id)
    await _launch(turn, owner, text, again=True)
    return turn


async def cancel_turn(*, owner: Owner, turn_id: UUID) -> None:
    """Stop a turn, whichever process runs it. Raises TurnNotFound."""
    turn = await database_sync_to_async(services.turn_of)(owner=owner, turn_id=turn_id)
    if turn.status == Turn.Status.RUNNING:
        await streams.request_cancel(turn.id)


async def recover_turns(*, conversation_id: UUID | None = None) -> list[UUID]:
    """End turns whose process died: mark them and tell their readers."""
    ids = await database_sync_to_async(services.turns_recover)(conversation_id=conversation_id)
    for turn_id in ids:
        await publish_error(turn_id, "interrupted")
    return ids


async def drain(seconds: float = 10.0) -> None:
    """Wait for this process's turns (shutdown, tests)."""
    if _tasks:
        await asyncio.wait(list(_tasks.values()), timeout=seconds)


async def close_connections() -> None:
    """Close what this loop opened: model, checkpointer, Redis. Turns must have ended."""
    await close_clients()
    await close_checkpointer()
    await streams.close_client()


def prune_checkpoints(conversation_ids: list[str]) -> None:
    """Keep only the latest checkpoint of conversations at rest."""
    checkpoints_prune(conversation_ids)


def kept_summary(conversation_id: UUID) -> str:
    """The rolling summary of a conversation, "" while there is none."""
    return str(checkpoint_state(str(conversation_id)).get("summary", ""))


async def _launch(turn: Turn, owner: Owner, text: str, *, again: bool = False) -> None:
    # The text as it is kept: the page says so where that is not what was typed.
    data = {"conversation": str(turn.conversation_id), "text": text}
    try:
        await streams.clear(turn.id)
        await streams.publish(Event(type=EventType.SESSION_CREATED, turn=turn.id, data=data))
    except RedisError:
        # Nobody runs it: say so now, not when its lease runs out.
        await _store(turn.id, status=Turn.Status.FAILED)
        raise
    # A context of its own: the one of an HTTP request holds that request's thread, and the
    # turn's database calls would end with it.
    task = asyncio.create_task(
        _run(turn, owner, text, again), name=f"turn-{turn.id}", context=contextvars.Context()
    )
    _tasks[turn.id] = task
    task.add_done_callback(lambda _: _tasks.pop(turn.id, None))


async def _run(turn: Turn, owner: Owner, text: str, again: bool) -> None:
    """One turn under its lease; every way out stores a status and a final event."""
    context = AgentContext(
        turn_id=str(turn.id),
        owner=owner,
        store=AgentStore(),
        emit=emitter(turn.id),
        model=composer_from_settings(),
    )
    work = asyncio.create_task(_answer(turn, text, context, again))
    watch = asyncio.create_task(_watch(turn.id))
    try:
        done, _ = await asyncio.wait(
            {work, watch},
            timeout=settings.TURN_TIMEOUT_SECONDS,
            return_when=asyncio.FIRST_COMPLETED,
        )
        if work in done:
            await _finish(turn, work, context)
        elif watch in done:
            await _stopped(turn, context)
        else:
            await _fail(turn, context, "timeout")
    except asyncio.CancelledError:
        await asyncio.shield(_stopped(turn, context))
        raise
    except DatabaseError:
        logger.exception("turn %s: outcome not stored, its lease will run out", turn.id)
        await publish_error(turn.id, "unavailable")
    finally:
        for task in (work, watch):
            task.cancel()
        await asyncio.gather(work, watch, return_exceptions=True)


async def _answer(turn: Turn, text: str, context: AgentContext, again: bool) -> TurnState:
    saver, thread = await checkpointer(), str(turn.conversation_id)
    graph = build_graph(saver)
    # What it took in before it was cut off is not what the conversation knew when it began.
    begun = await begun_from(saver, thread, str(turn.id)) if again else thread_of(thread)
    as_of = timezone.localdate().isoformat()
    state = fresh_turn(
        turn_id=str(turn.id),
        conversation_id=str(turn.conversation_id),
        text=text,
        as_of=as_of,
        correction=turn.correction,
    )
    result: Any = await graph.ainvoke(
        await next_input(graph, begun, state),
        config=begun,
        context=context,
        durability="async",
    )
    return result  # type: ignore[no-any-return]


async def _watch(turn_id: UUID) -> None:
    """Renews the lease; returns when the turn is to stop, not when a server is away."""
    renew_every = settings.TURN_LEASE_SECONDS / 4
    since = 0.0
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        since += WATCH_SECONDS
        try:
            if since >= renew_every:
                if not await database_sync_to_async(services.lease_renew)(turn_id=turn_id):
                    return
                since = 0.0
            if await streams.cancel_requested(turn_id):
                return
        except (DatabaseError, RedisError) as error:
            logger.warning("turn %s: not watched: %s", turn_id, error)


async def _finish(turn: Turn, work: asyncio.Task[TurnState], context: AgentContext) -> None:
    error = work.exception()
    if error is not None:
        code = "unavailable" if isinstance(error, DatabaseError | PolicyError) else "failed"
        logger.error("turn %s failed", turn.id, exc_info=error)
        context.trace.add("runner", "error", error=f"{type(error).__name__}")
        await _fail(turn, context, code)
        return
    state = work.result()
    answer = Answer.model_validate(state["answer"])
    message_id = await _store(
        turn.id,
        status=Turn.Status.DONE,
        text=state["answer_text"],
        answer=answer,
        prompt_hash=state.get("prompt_hash", ""),
        trace=_trace(context, answer.outcome),
    )
    if answer.ask is not None:
        await publish(turn.id, EventType.ASK, answer.ask.model_dump(mode="json"))
    await publish(
        turn.id,
        EventType.DONE,
        {
            "status": Turn.Status.DONE.value,
            "answer": answer.model_dump(mode="json"),
            "text": state["answer_text"],
            "message": message_id,
        },
    )


async def _stopped(turn: Turn, context: AgentContext) -> None:
    await _store(turn.id, status=Turn.Status.CANCELLED, trace=_trace(context, "cancelled"))
    await publish(
        turn.id,
        EventType.DONE,
        {"status": Turn.Status.CANCELLED.value, "answer": None, "text": "", "message": None},
    )


async def _fail(turn: Turn, context: AgentContext, code: str) -> None:
    try:
        await _store(turn.id, status=Turn.Status.FAILED, trace=_trace(context, code))
    except DatabaseError:
        logger.exception("turn %s: outcome not stored, its lease will run out", turn.id)
    await publish_error(turn.id, code)


async def _store(turn_id: UUID, **outcome: Any) -> int | None:
    """Store an outcome, waiting out a short loss of the database."""
    for attempt in range(1, STORE_ATTEMPTS + 1):
        try:
            return await database_sync_to_async(services.turn_finish)(turn_id=turn_id, **outcome)
        except OperationalError:
            if attempt == STORE_ATTEMPTS:
                raise
            await asyncio.sleep(1)
    return None


def _trace(context: AgentContext, outcome: Outcome | str) -> dict[str, Any]:
    return {
        "route": context.trace.route,
        "outcome": str(outcome),
        "events": context.trace.events,
        "kept": context.trace.kept,
        "duration_ms": context.trace.elapsed_ms(),
    }
