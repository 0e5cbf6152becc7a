"""What is injected into the nodes: never part of the state."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chat.agent.toolbox import Toolbox
from chat.agent.trace import TraceRecorder
from chat.protocol import EventType

if TYPE_CHECKING:
    from chat.agent.llm import Composer
    from chat.agent.store import AgentStore
    from chat.querysets import Owner

Emit = Callable[[EventType, dict[str, Any]], Awaitable[None]]


@dataclass
class AgentContext:
    """Runtime of one turn.

    `model` is None without an LLM; `emit` publishes an event to the turn's stream.
    """

    turn_id: str
    owner: Owner
    store: AgentStore
    emit: Emit
    model: Composer | None = None
    toolbox: Toolbox = field(default_factory=Toolbox)
    trace: TraceRecorder = field(default_factory=TraceRecorder)
