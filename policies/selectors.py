"""Reads for the pages and the API: lists, one policy, regions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache
from uuid import UUID

from django.db.models import Case, Min, Q, QuerySet, When
from django.utils import timezone

from policies.catalogue.records import SOURCE
from policies.errors import PolicyNotFound
from policies.geography import region_table
from policies.models import (
    ListingRound,
    Policy,
    PolicyAttachment,
    PolicyRelation,
    PolicyVersion,
)
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


def policy_files(version: PolicyVersion) -> list[PolicyAttachment]:
    """Files of a version that a citizen can open or read."""
    return list(version.attachments.exclude(text="", url=""))


def policy_relations(policies: Sequence[Policy]) -> Relations:
    """Related and mutually exclusive policies of the records of one programme, whichever side
    named the other; none that a caseworker rejected."""
    own = {policy.id for policy in policies}
    rows = (
        PolicyRelation.objects.filter(Q(origin__in=own) | Q(target__in=own), rejected=False)
        .select_related("origin__agency", "target__agency")
        .order_by("pk")
    )
    found: dict[str, dict[UUID, Policy]] = {}
    for row in rows:
        outgoing = row.origin_id in own
        other = row.target if outgoing else row.origin
        if other.current_version_id is None or other.id in own:
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


def deadlines_from(ids: Sequence[UUID], day: date) -> dict[str, date]:
    """Next published deadline from `day` on, by policy id; policies without one left out."""
    rows = ListingRound.objects.filter(listing_id__in=ids, end__gte=day)
    ends = rows.values_list("listing_id").annotate(next=Min("end")).order_by()
    return {str(key): end for key, end in ends}


def deadlines_held() -> bool:
    """Whether any published period of applications is held at all."""
    return ListingRound.objects.exists()


def versions_since(
    day: date, *, sido: str = "", sigungu: str | None = None, theme: str = ""
) -> QuerySet[PolicyVersion]:
    """Current versions that were stored on `day` (Asia/Seoul) or later, the newest first; of
    the nation and of the region where one is given."""
    since = datetime.combine(day, time.min, timezone.get_default_timezone())
    policies = Policy.objects.published()
    if sido:
        policies = policies.in_region(sido, sigungu)
    if theme:
        policies = policies.filter(themes__name=theme)
    return (
        PolicyVersion.objects.filter(current_for__in=policies, created_at__gte=since)
        .select_related("policy__agency")
        .order_by("-created_at", "policy__name")
    )


def versions_of(policy_id: UUID) -> list[PolicyVersion]:
    """Every version of a policy as it was published, the newest first."""
    return list(PolicyVersion.objects.filter(policy_id=policy_id).order_by("-number"))


def legal_basis_of(version_id: int) -> list[str]:
    """Laws with their articles that a version names, [] where it names none."""
    basis = PolicyVersion.objects.filter(pk=version_id).values_list("legal_basis", flat=True)
    return [str(law) for law in basis.first() or []]


def versions_before(versions: Sequence[PolicyVersion]) -> dict[int, PolicyVersion]:
    """The version before each, by the id of the later one; first versions have none."""
    wanted = Q()
    for version in versions:
        wanted |= Q(policy_id=version.policy_id, number=version.number - 1)
    rows = PolicyVersion.objects.filter(wanted) if versions else PolicyVersion.objects.none()
    before = {(row.policy_id, row.number): row for row in rows}
    pairs = {each.pk: before.get((each.policy_id, each.number - 1)) for each in versions}
    return {key: row for key, row in pairs.items() if row is not None}


def local_policy_ids(sido: str, sigungu: str | None) -> list[UUID]:
    """Policies of the 시도, and of the 시군구, that can be applied for; none of the nation's."""
    found = Policy.objects.recommendable().open_on(timezone.localdate())
    local = found.in_region(sido, sigungu).filter(nationwide=False).once_each()
    return list(in_reading_order(local).values_list("id", flat=True))
