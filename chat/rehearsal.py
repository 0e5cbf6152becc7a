"""A turn that is run without being kept: for measuring, and to see what today's code and data
would answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import uuid4

from chat.agent.checkpoints import checkpointer, thread_of
from chat.agent.context import AgentContext
from chat.agent.graph import TurnGraph, TurnInput, build_graph, next_input
from chat.agent.llm import composer_from_settings
from chat.agent.state import TurnState, fresh_turn
from chat.agent.store import AgentStore
from chat.agent.understanding import mask_pii
from chat.answer import Answer
from chat.protocol import EventType
from chat.querysets import Owner
from policies.eligibility.facts import ApplicantFacts


@dataclass(frozen=True)
class Rehearsed:
    """Answer, its text and the trace's events; there are no rows and no events of a stream."""

    answer: Answer
    text: str
    route: str
    events: list[dict[str, Any]]
    duration_ms: int = 0


class _ReadingStore(AgentStore):
    """Reads as a turn does; a saved profile is not touched by trying something out."""

    async def save_facts(self, owner: Owner, members: dict[str, ApplicantFacts]) -> None:
        """Nothing is saved in a rehearsal."""


async def rehearse(
    *,
    owner: Owner,
    text: str,
    thread: str,
    as_of: date,
    members: dict[str, dict[str, Any]] | None = None,
) -> Rehearsed:
    """Run a turn of a thread as of a day. `members`: facts known before it, by member."""
    state = fresh_turn(
        turn_id=str(uuid4()), conversation_id=thread, text=mask_pii(text), as_of=as_of.isoformat()
    )
    if members is not None:
        state["members"] = members
    graph = build_graph(await checkpointer())
    turn = await next_input(graph, thread_of(thread), state)
    return await _run(graph, turn, _context(owner, state), thread)


async def replay(
    *,
    owner: Owner,
    text: str,
    kept: Mapping[str, Any],
    as_of: date,
    correction: dict[str, Any] | None = None,
) -> Rehearsed:
    """Run a turn once more from what its conversation knew then, in memory alone."""
    thread = str(uuid4())
    state = fresh_turn(
        turn_id=str(uuid4()),
        conversation_id=thread,
        text=mask_pii(text),
        as_of=as_of.isoformat(),
        correction=correction,
    )
    begun: Any = {**kept, **state}
    return await _run(build_graph(), begun, _context(owner, state), thread)


def _context(owner: Owner, state: TurnState) -> AgentContext:
    return AgentContext(
        turn_id=state["turn_id"],
        owner=owner,
        store=_ReadingStore(),
        emit=_unheard,
        model=composer_from_settings(),
    )


async def _run(graph: TurnGraph, turn: TurnInput, context: AgentContext, thread: str) -> Rehearsed:
    result: Any = await graph.ainvoke(turn, config=thread_of(thread), context=context)
    trace = context.trace
    answer = Answer.model_validate(result["answer"])
    return Rehearsed(answer, result["answer_text"], trace.route, trace.events, trace.elapsed_ms())


async def _unheard(kind: EventType, data: dict[str, Any]) -> None:
    """Nobody listens to a rehearsal."""
