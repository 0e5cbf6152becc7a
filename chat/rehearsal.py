"""A turn that is run without being kept: for measuring, and to see what today's code and data
would answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import uuid4

from chat.agent.checkpoints import checkpointer
from chat.agent.context import AgentContext
from chat.agent.graph import build_graph
from chat.agent.llm import composer_from_settings
from chat.agent.state import fresh_turn
from chat.agent.store import AgentStore
from chat.agent.understanding import mask_pii
from chat.answer import Answer
from chat.protocol import EventType
from chat.querysets import Owner


@dataclass(frozen=True)
class Rehearsed:
    """Answer, its text and the trace's events; there are no rows and no events of a stream."""

    answer: Answer
    text: str
    route: str
    events: list[dict[str, Any]]


async def rehearse(
    *,
    owner: Owner,
    text: str,
    thread: str,
    as_of: date,
    members: dict[str, dict[str, Any]] | None = None,
) -> Rehearsed:
    """Run a turn of a thread as of a day. `members`: facts known before it, by member."""
    context = AgentContext(
        owner=owner, store=AgentStore(), emit=_unheard, model=composer_from_settings()
    )
    state = fresh_turn(
        turn_id=str(uuid4()), conversation_id=thread, text=mask_pii(text), as_of=as_of.isoformat()
    )
    if members is not None:
        state["members"] = members
    graph = build_graph(await checkpointer())
    result: Any = await graph.ainvoke(
        state, config={"configurable": {"thread_id": thread}}, context=context
    )
    answer = Answer.model_validate(result["answer"])
    return Rehearsed(answer, result["answer_text"], context.trace.route, context.trace.events)


async def _unheard(kind: EventType, data: dict[str, Any]) -> None:
    """Nobody listens to a rehearsal."""
