"""A tool called as the agent calls it, and checks of what comes back."""

from __future__ import annotations

from datetime import date
from typing import Any

from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import ResultItem, RetrievalResult, ToolContext
from policies.eligibility.facts import ApplicantFacts
from policies.models import PolicyVersion
from policies.retrieval.types import RegionFilter

TODAY = date(2026, 11, 30)
DONGJAK = RegionFilter("서울특별시", "동작구")
ENTRIES = (
    "basic-pension",
    "livelihood-benefit",
    "housing-benefit",
    "medical-aid",
    "parental-benefit",
    "home-care-allowance",
    "first-meeting-voucher",
    "emergency-welfare",
    "seoul-emergency-welfare",
    "energy-voucher",
    "youth-monthly-rent",
    "diabetes-supplies",
    "dementia-care-center",
    "dongjak-birth-congratulation",
    "dongjak-dementia-screening",
    "happy-housing",
    "permanent-rental",
)


def ask(
    tool: str,
    question: str = "",
    *,
    region: RegionFilter | None = None,
    policies: tuple[str, ...] = (),
    facts: dict[str, Any] | None = None,
    **given: Any,
) -> RetrievalResult:
    """Result of a call with what the talk knows and the arguments that were given."""
    members = {"self": ApplicantFacts(as_of=TODAY, **(facts or {}))}
    context = ToolContext(
        as_of=TODAY, members=members, region=region, question=question, policies=policies
    )
    return run_tool(tool, given, context)


def titles(result: RetrievalResult) -> list[str]:
    return [item.title for item in result.items]


def item_named(result: RetrievalResult, title: str) -> ResultItem:
    return next(item for item in result.items if title in item.title)


def check_spans(result: RetrievalResult) -> int:
    """Every item with a span is word for word what the stored text holds there; how many."""
    spanned = [item for item in result.items if item.section is not None]
    for item in spanned:
        version = PolicyVersion.objects.get(pk=item.version_id)
        text = version.sections[item.section]
        assert text[item.start : item.end] == item.content, item.title
    return len(spanned)
