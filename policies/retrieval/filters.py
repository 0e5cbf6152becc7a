"""Hard filters of a search as one SQL condition over `policies_policy p`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
    a 시군구 every district of the 시도 stays, other 시도 never do.
    """
    parts = ["TRUE"]
    params: dict[str, Any] = {}
    if not query.include_closed:
        parts.append("p.status <> %(closed)s")
        params["closed"] = PolicyStatus.CLOSED.value
    if query.persons_only:
        parts.append("p.for_persons")
    if query.only is not None:
        parts.append("p.id = ANY(%(only)s)")
        params["only"] = list(query.only)
    if query.region is not None:
        local = "r.sido = %(sido)s"
        params["sido"] = query.region.sido
        if query.region.sigungu:
            local += " AND (r.sigungu = '' OR r.sigungu = %(sigungu)s)"
            params["sigungu"] = query.region.sigungu
        parts.append(
            "(p.nationwide OR EXISTS (SELECT 1 FROM policies_policy_regions pr "
            "JOIN policies_region r ON r.id = pr.region_id "
            f"WHERE pr.policy_id = p.id AND {local}))"
        )
    return Scope(" AND ".join(parts), params)
