"""What may be asked next."""

from __future__ import annotations

import logging
from typing import Any

from django.db import Error
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.facts import region_of
from chat.agent.nodes.stage import stage
from chat.agent.state import TurnState
from chat.agent.suggesting import WITHOUT, follow_ups
from chat.answer import Answer
from policies.errors import PolicyError

logger = logging.getLogger(__name__)


async def suggest_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Up to four questions that the data answer. The answer stands without them."""
    answer = Answer.model_validate(state["answer"])
    found: list[str] = []
    if answer.outcome not in WITHOUT:
        await stage(runtime, "suggest")
        try:
            found = await _found(state, answer, runtime.context)
        except (Error, PolicyError) as error:
            logger.warning("no suggestions: %s", error)
            runtime.context.trace.add("suggest", "error", error=type(error).__name__)
    answer = answer.model_copy(update={"suggestions": found})
    return {"answer": answer.model_dump(mode="json")}


async def _found(state: TurnState, answer: Answer, context: AgentContext) -> list[str]:
    first = answer.items[0].policy_id if answer.items else ""
    themes = await context.store.themes(first) if first else []
    wanted = follow_ups(state, answer, themes)
    state = {**state, "focus": state.get("focus", "self")}
    found = await context.store.answerable(wanted, region_of(state))
    context.trace.add("suggest", "suggested", questions=found, refused=len(wanted) - len(found))
    return found
