"""Which policies are worth judging for a person: what SQL can tell without a rule.

What the filters drop is counted with the reason, never judged. A policy is dropped only when
its verdict could be nothing but unlikely: residence elsewhere, or an age or sex outside of the
necessary conditions stored with its rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Case, Count, FilteredRelation, Q, QuerySet, Sum, Value, When

from policies.eligibility.dates import age_in_months
from policies.eligibility.derive import born_between
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.models import Policy
from policies.querysets import PolicyQuerySet
from policies.residence import residence_regions
from policies.screening.rules import JUDGED_BY

_SURE, _OPEN, _NO_RULE = "sure", "open", "no_rule"


class Dropped(StrEnum):
    """Why a policy was left out before judging."""

    REGION = "region"
    AGE = "age"
    SEX = "sex"


@dataclass(frozen=True)
class Candidates:
    """Policies to judge: `sure` hold where the person lives, `open` may, depending on an
    address not known (well enough). `no_rule` counts those of the place without a rule."""

    sure: tuple[UUID, ...]
    open: tuple[UUID, ...]
    dropped: Counter[Dropped]
    no_rule: int


@dataclass(frozen=True)
class _Places:
    """Regions (ids) the person surely or possibly lives in; None = nothing is known."""

    sure: tuple[int, ...]
    possible: tuple[int, ...] | None


def open_policies(day: date) -> PolicyQuerySet:
    """Published policies for persons that can be applied for on the day."""
    return Policy.objects.recommendable().open_on(day)


def candidates(facts: ApplicantFacts, *, lives: RegionFact | None = None) -> Candidates:
    """Policies open on `facts.as_of` that may be for this person.

    `lives` stands in for a residence that the facts do not tell.
    """
    places = _places(facts.region or lives)
    sorted_out = open_policies(facts.as_of).annotate(
        rule=FilteredRelation(
            "rules", condition=Q(rules__in_force=True, rules__status__in=JUDGED_BY)
        ),
        pile=Case(
            When(~_in(places.possible), then=Value(Dropped.REGION.value)),
            When(rule__isnull=True, then=Value(_NO_RULE)),
            When(_too_young_or_old(facts), then=Value(Dropped.AGE.value)),
            When(_other_sex(facts), then=Value(Dropped.SEX.value)),
            When(_in(places.sure), then=Value(_SURE)),
            default=Value(_OPEN),
        ),
        ruled=Case(When(rule__isnull=True, then=Value(0)), default=Value(1)),
    )
    listed = ArrayAgg("pk", filter=Q(pile__in=[_SURE, _OPEN]), default=Value([]))
    rows = sorted_out.order_by().values("pile").annotate(Sum("ruled"), Count("pk"), ids=listed)
    piles = {row["pile"]: row for row in rows}
    return Candidates(
        sure=tuple(piles[_SURE]["ids"]) if _SURE in piles else (),
        open=tuple(piles[_OPEN]["ids"]) if _OPEN in piles else (),
        dropped=Counter(
            {each: piles[each]["ruled__sum"] for each in Dropped if each.value in piles}
        ),
        no_rule=piles[_NO_RULE]["pk__count"] if _NO_RULE in piles else 0,
    )


def _in(regions: Sequence[int] | None) -> Q:
    """Policies for the nation or for one of the regions."""
    return Q(nationwide=True) | Q(pk__in=_local(regions))


def _local(regions: Sequence[int] | None) -> QuerySet[Any, Any]:
    """Ids of the policies for one of the regions; for any region without a list."""
    links = Policy.regions.through._default_manager.all()
    if regions is not None:
        links = links.filter(region_id__in=regions)
    return links.values_list("policy_id", flat=True)


def _places(region: RegionFact | None) -> _Places:
    if region is None:
        return _Places((), None)
    lived = residence_regions(region.sido, region.sigungu)
    return _Places(lived.sure, lived.possible)


def _too_young_or_old(facts: ApplicantFacts) -> Q:
    """Ages outside of a rule's bounds, whichever birth date the person may have."""
    born = born_between(facts)
    if born is None or born[1] > facts.as_of:
        return Q(pk__in=[])
    youngest, oldest = (age_in_months(day, facts.as_of) for day in (born[1], born[0]))
    return Q(rule__min_age_months__gt=oldest) | Q(rule__max_age_months__lt=youngest)


def _other_sex(facts: ApplicantFacts) -> Q:
    if facts.sex is None:
        return Q(pk__in=[])
    return ~Q(rule__sex__in=["", facts.sex.value])
