"""Two statements about one person that cannot both be so: asked about once."""

from __future__ import annotations

from datetime import date
from typing import Any

from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.contradictions import contradiction
from chat.agent.nodes.stage import stage
from chat.agent.state import TurnState


async def settle_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """The earlier statement stands until the person says which one is right. An explicit
    correction, the reply to Poly's own question, and what was asked about before are taken."""
    found = contradiction(state, as_of=date.fromisoformat(state["as_of"]))
    if found is None:
        return {}
    await stage(runtime, "settle")
    member, said = found.member, dict(state["said"])
    runtime.context.trace.add(
        "settle", "contradiction", member=member, key=found.key, before=found.old, after=found.new
    )
    said[member] = {key: value for key, value in said[member].items() if key not in found.keys}
    kept = {key: value for key, value in state["members"][member].items() if key not in found.keys}
    kept |= {
        key: state["before"][member][key] for key in found.keys if key in state["before"][member]
    }
    return {
        "said": said,
        "members": {**state["members"], member: kept},
        "focus": member,
        "settled": [*state.get("settled", []), found.mark],
        "ask": found.ask.model_dump(mode="json"),
    }
