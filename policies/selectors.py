"""Reads for the pages and the API: lists, one policy, regions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from uuid import UUID

from django.db.models import Case, Q, When
from django.utils import timezone

from policies.catalogue.records import SOURCE
from policies.errors import PolicyNotFound
from policies.geography import region_table
from policies.models import Policy, PolicyAttachment, PolicyRelation
from policies.querysets import PolicyQuerySet
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query, RegionFilter

SEARCH_LIMIT = 20


@dataclass(frozen=True)
class PolicyFilter:
    """What a list is narrowed to; an empty value narrows nothing.

    `status` empty = everything that can be applied for today.
    """

    text: str = ""
    sido: str = ""
    sigungu: str = ""
    life_stage: str = ""
    target_group: str = ""
    theme: str = ""
    status: str = ""


@cache
def region_tree() -> dict[str, tuple[str, ...]]:
    """시·도 → its 시·군·구, official names of today."""
    return {
        province.name: tuple(province.sigungu.values()) for province in region_table().provinces
    }


def policies_matching(wanted: PolicyFilter) -> PolicyQuerySet:
    """Published policies by every part of the filter but its text."""
    found = Policy.objects.published()
    if wanted.status:
        found = found.filter(status=wanted.status)
    else:
        found = found.recommendable().open_on(timezone.localdate())
    if wanted.sido:
        found = found.in_region(wanted.sido, wanted.sigungu or None)
    for field in ("life_stage", "target_group", "theme"):
        name = getattr(wanted, field)
        if name:
            found = found.filter(**{f"{field}s__name": name})
    return found


def with_list_relations(policies: PolicyQuerySet) -> PolicyQuerySet:
    """What a row of a list shows, in a fixed number of queries."""
    return policies.select_related("agency", "current_version").prefetch_related(
        "regions", "life_stages", "target_groups", "themes"
    )


def in_reading_order(policies: PolicyQuerySet, *, local_first: bool = False) -> PolicyQuerySet:
    """Those of the checked catalogue first, then by name; where a region was chosen, its own
    policies before the nation's."""
    checked = Case(When(source=SOURCE, then=0), default=1)
    order = ["nationwide"] if local_first else []
    return policies.order_by(*order, checked, "name", "id")


def policies_searched(wanted: PolicyFilter) -> list[Policy]:
    """Policies that answer the text, best first, at most SEARCH_LIMIT.

    None at all when nothing comes near the text: the nearest ones would only mislead.
    """
    narrowed = policies_matching(wanted)
    # An empty filter needs no list of ids: the search has the same scope.
    plain = wanted == PolicyFilter(text=wanted.text, sido=wanted.sido, sigungu=wanted.sigungu)
    query = Query(
        text=wanted.text,
        region=RegionFilter(wanted.sido, wanted.sigungu or None) if wanted.sido else None,
        only=None if plain else tuple(narrowed.values_list("id", flat=True)),
        include_closed=bool(wanted.status),
        limit=SEARCH_LIMIT,
    )
    result = search_policies(query)
    if result.below_floor:
        return []
    return in_order([hit.policy_id for hit in result.hits])


def in_order(ids: Sequence[UUID]) -> list[Policy]:
    """Published policies in the order of their ids."""
    rows = {
        policy.id: policy
        for policy in with_list_relations(Policy.objects.published().filter(id__in=ids))
    }
    return [rows[each] for each in ids if each in rows]


def policy_get(policy_id: UUID) -> Policy:
    """One published policy with everything its page shows. Raises PolicyNotFound."""
    published = with_list_relations(Policy.objects.published())
    policy: Policy | None = published.filter(id=policy_id).first()
    if policy is None:
        raise PolicyNotFound("그런 정책이 없습니다.")
    return policy


@dataclass(frozen=True)
class Relations:
    """Published policies that stand in a relation to one. `national`: the programme of the
    nation that it carries out or adds to; `local`: what regions carry out or add."""

    related: list[Policy]
    exclusive: list[Policy]
    national: list[Policy]
    local: list[Policy]


def policy_files(policy: Policy) -> list[PolicyAttachment]:
    """Files of the current version that a citizen can open or read."""
    if policy.current_version is None:
        return []
    return list(policy.current_version.attachments.exclude(text="", url=""))


def policy_relations(policy: Policy) -> Relations:
    """Related and mutually exclusive policies, whichever side named the other; none that a
    caseworker rejected."""
    rows = (
        PolicyRelation.objects.filter(Q(origin=policy) | Q(target=policy), rejected=False)
        .select_related("origin__agency", "target__agency")
        .order_by("pk")
    )
    found: dict[str, dict[UUID, Policy]] = {}
    for row in rows:
        outgoing = row.origin_id == policy.id
        other = row.target if outgoing else row.origin
        if other.current_version_id is None:
            continue
        place = row.kind
        if place in (PolicyRelation.LOCAL_COPY, PolicyRelation.LOCAL_ADDITION):
            place = "national" if outgoing else "local"
        found.setdefault(place, {})[other.id] = other
    exclusive = found.get(PolicyRelation.EXCLUSIVE, {})
    related = {
        key: other
        for key, other in found.get(PolicyRelation.RELATED, {}).items()
        if key not in exclusive
    }
    return Relations(
        related=_by_name(related),
        exclusive=_by_name(exclusive),
        national=_by_name(found.get("national", {})),
        local=_by_name(found.get("local", {})),
    )


def _by_name(policies: dict[UUID, Policy]) -> list[Policy]:
    return sorted(policies.values(), key=lambda policy: policy.name)
