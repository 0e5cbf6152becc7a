"""A search that cannot be made is no search that found nothing."""

from __future__ import annotations

from functools import wraps
from typing import Any, Protocol

from django.db import DatabaseError
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.edges import MAX_SEARCHES
from chat.agent.state import TurnState
from policies.errors import PolicyError


class Node(Protocol):
    async def __call__(
        self, state: TurnState, runtime: Runtime[AgentContext]
    ) -> dict[str, Any]: ...


def tells_outage(node: Node) -> Node:
    """A retrieval node whose turn goes on when the embedder or the database fails it: with
    the policies that were named, which need no search, else to say that the data cannot be
    reached."""

    @wraps(node)
    async def guarded(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
        try:
            return await node(state, runtime)
        except (PolicyError, DatabaseError) as error:
            named = [ref["id"] for ref in state["mentions"]]
            runtime.context.trace.add(
                "search", "unavailable", error=type(error).__name__, named=len(named)
            )
            return {
                "searches": MAX_SEARCHES,
                "candidates": named,
                "unlikely": [],
                "outcome": "" if named else "unavailable",
            }

    return guarded
