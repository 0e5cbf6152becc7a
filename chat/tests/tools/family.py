"""A person with a family, asking tools."""

from __future__ import annotations

from datetime import date
from typing import Any

from accounts.models import User
from chat.agent.tools.types import ToolContext
from chat.querysets import Owner
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.models import Policy, PolicyRelation

DAY = date(2026, 11, 30)
DONGJAK = RegionFact(sido="서울특별시", sigungu="동작구")


def known(**facts: Any) -> ApplicantFacts:
    """Facts on the day of the tests."""
    return ApplicantFacts(as_of=DAY, **facts)


def asking(user: User | None = None, **changes: Any) -> ToolContext:
    """A context of the day; of an account where a user is given."""
    owner = Owner(user.pk, "") if user else None
    return ToolContext(as_of=DAY, owner=owner, **changes)


def exclude(one: Policy, other: Policy, section: str, quote: str) -> None:
    """`one` says in a section that it excludes `other`."""
    assert one.current_version is not None
    start = one.current_version.sections[section].index(quote)
    PolicyRelation.objects.create(
        origin=one,
        target=other,
        kind=PolicyRelation.EXCLUSIVE,
        provenance=PolicyRelation.TEXT,
        version=one.current_version,
        section=section,
        start=start,
        end=start + len(quote),
        quote=quote,
    )
