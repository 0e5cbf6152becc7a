"""Tells the person, and the trace, which stage has begun."""

from __future__ import annotations

from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.protocol import STAGE_LABELS, EventType


async def stage(runtime: Runtime[AgentContext], name: str) -> None:
    """Emit THINK for a node and record its start."""
    runtime.context.trace.add(name, "start")
    await runtime.context.emit(EventType.THINK, {"stage": name, "label": STAGE_LABELS[name]})
