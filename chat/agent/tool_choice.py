"""Which tool a turn uses when no model chooses: a rule's, else the best card where it is sure."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from chat.tool_cards.search import ToolHit

# What the branches of the graph do themselves, with cards, verdicts and cited lines.
NATIVE = frozenset(
    {
        "search_welfare",
        "get_policy_detail",
        "check_policy_eligibility",
        "application_steps",
        "application_office",
        "required_documents",
    }
)


def chosen_tool(rule: str, learnt: str, offered: Sequence[ToolHit]) -> str:
    """Name of the tool, "" where neither a rule nor a card is sure, or the rule's tool was
    taken out. `learnt`: the tool of the learnt way, before the first one offered."""
    if rule:
        return rule if any(one.tool == rule for one in offered) else ""
    best = next((one for one in offered if one.tool == learnt), next(iter(offered), None))
    return best.tool if best and best.score >= settings.TOOLS["sure_score"] else ""
