"""Guardrails around a turn: the second look at what comes in, and what may go out."""

from chat.agent.guardrails.output import OutputGuard, Removed
from chat.agent.guardrails.second import SecondLook, needs_second_look, second_look

__all__ = ["OutputGuard", "Removed", "SecondLook", "needs_second_look", "second_look"]
