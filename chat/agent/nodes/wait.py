"""The question of an answer, as an interrupt of the graph: it rests until the person speaks."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from chat.agent.context import AgentContext
from chat.agent.state import TurnState


async def wait_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Waits where something was asked. What comes is the whole next turn, an answer or not: it
    goes the way of every turn, which tells a reply from a change of subject."""
    ask = (state.get("answer") or {}).get("ask")
    if ask is None:
        return {}
    while True:
        turn: dict[str, Any] = interrupt({"key": ask["key"], "question": ask["question"]})
        # One that was cut off right here is still written down as what came.
        if turn["turn_id"] == runtime.context.turn_id:
            return turn
