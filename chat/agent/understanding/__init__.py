"""Deterministic language understanding: guard, route, extract, rewrite, mask. No model needed;
what one reads besides is held against the words here (`model_*`).

Plain Python: no Django and no LangGraph, so that every function can be called and tested alone.
"""

from chat.agent.understanding.crisis import crisis_numbers, crisis_reply, help_notice
from chat.agent.understanding.dates import date_range
from chat.agent.understanding.excluded import excluded_names
from chat.agent.understanding.extract import extract, extract_turns
from chat.agent.understanding.guard import guard_input
from chat.agent.understanding.merge import merge_facts, merge_member
from chat.agent.understanding.pii import find_pii, mask_pii
from chat.agent.understanding.reply import reply
from chat.agent.understanding.rewrite import rewrite
from chat.agent.understanding.route import policy_mentions, route
from chat.agent.understanding.types import (
    Denied,
    Evidence,
    Extraction,
    GuardDecision,
    GuardLabel,
    Rewritten,
    Route,
    RouteDecision,
    Span,
    Triple,
)
from chat.agent.understanding.yes_no import declines

__all__ = [
    "Denied",
    "Evidence",
    "Extraction",
    "GuardDecision",
    "GuardLabel",
    "Rewritten",
    "Route",
    "RouteDecision",
    "Span",
    "Triple",
    "crisis_numbers",
    "crisis_reply",
    "date_range",
    "declines",
    "excluded_names",
    "extract",
    "extract_turns",
    "find_pii",
    "guard_input",
    "help_notice",
    "mask_pii",
    "merge_facts",
    "merge_member",
    "policy_mentions",
    "reply",
    "rewrite",
    "route",
]
