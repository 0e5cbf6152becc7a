"""Hard filters of a search as one SQL condition over `policies_policy p`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from policies.retrieval.types import Query
from policies.vocabulary import PolicyStatus


@dataclass(frozen=True)
class Scope:
    """SQL condition with its parameters."""

    sql: str
    params: dict[str, Any]


def scope_of(query: Query) -> Scope:
    """Status, audience, region and id filters of `query`.

    Region: nationwide policies, those of the whole 시도, and those of the 시군구; without
    a 시군구 every district of the 시도 stays, other 시도 never do. 구 of a 시 ("수원시 장안구")
    belong to it: those who live in one are offered what the 시 offers.
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
        local = "r.sido = %(sido)s"
        params["sido"] = _storable(query.region.sido)
        words = _storable(query.region.sigungu or "").split()
        if words:
            local += (
                " AND (r.sigungu IN ('', %(city)s, %(sigungu)s)"
                " OR starts_with(r.sigungu, %(within)s))"
            )
            sigungu = " ".join(words)
            params |= {"city": words[0], "sigungu": sigungu, "within": f"{sigungu} "}
        parts.append(
            "(p.nationwide OR EXISTS (SELECT 1 FROM policies_policy_regions pr "
            "JOIN policies_region r ON r.id = pr.region_id "
            f"WHERE pr.policy_id = p.id AND {local}))"
        )
    return Scope(" AND ".join(parts), params)


def _storable(name: str) -> str:
    """A name as PostgreSQL can compare it: without NUL and lone surrogates."""
    return name.replace("\0", "").encode("utf-8", "replace").decode()
