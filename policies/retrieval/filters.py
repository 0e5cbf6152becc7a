"""Hard filters of a search as one SQL condition over `policies_policy p`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from policies.residence import residence_regions
from policies.retrieval.types import Query
from policies.vocabulary import PolicyStatus

# A policy for one of the region ids %(regions)s.
IN_REGIONS = (
    "EXISTS (SELECT 1 FROM policies_policy_regions pr "
    "WHERE pr.policy_id = p.id AND pr.region_id = ANY(%(regions)s))"
)


@dataclass(frozen=True)
class Scope:
    """SQL condition with its parameters."""

    sql: str
    params: dict[str, Any]


def scope_of(query: Query) -> Scope:
    """Status, audience, region and id filters of `query`.

    Region: nationwide policies, those of the whole 시도, and those of the 시군구; without
    a 시군구 every district of the 시도 stays, other 시도 never do (`policies.residence`).
    """
    parts = ["TRUE"]
    params: dict[str, Any] = {}
    if not query.include_closed:
        parts.append(
            "p.status <> %(closed)s AND (p.period_end IS NULL OR p.period_end >= %(today)s)"
        )
        params["today"] = timezone.localdate()
        params["closed"] = PolicyStatus.CLOSED.value
    if query.persons_only:
        parts.append("p.for_persons")
    if query.only is not None:
        parts.append("p.id = ANY(%(only)s)")
        params["only"] = list(query.only)
    if query.region is None and query.nationwide_only:
        parts.append("p.nationwide")
    if query.region is not None:
        lived = residence_regions(query.region.sido, query.region.sigungu)
        parts.append(f"(p.nationwide OR {IN_REGIONS})")
        params["regions"] = list(lived.possible)
    return Scope(" AND ".join(parts), params)
