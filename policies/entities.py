"""Reads of the structured entities: facilities of a place, notices that one can apply for,
public rental homes, and how many applied. Exact rows, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Generic, TypeVar

from django.db.models import Case, Q, QuerySet, Value, When

from policies.geography import Region, known_region
from policies.models import (
    CompetitionStat,
    HousingNotice,
    RentalComplex,
    SourceCheck,
    WelfareFacility,
)
from policies.models.entity import Entity

EntityT = TypeVar("EntityT", bound=Entity)
# A notice without a last day is shown for so long after it was published.
_OPEN_DAYS = 60
_ENDED = ("접수마감", "공고마감", "마감", "취소")


@dataclass(frozen=True)
class Found(Generic[EntityT]):
    """The first rows of `total`. `held`: whether the source was collected at all; `as_of`: the
    day it was last collected whole, or a shown row was stored."""

    rows: list[EntityT]
    total: int
    held: bool
    as_of: date | None = None


def facilities_in(
    region: Region, *, words: Sequence[str], limit: int = 8
) -> Found[WelfareFacility]:
    """Facilities of the 시군구 whose kind or name has one of the words."""
    wanted = Q()
    for word in words:
        wanted |= Q(kind__contains=word) | Q(name__contains=word)
    rows = WelfareFacility.objects.filter(wanted, closed_on__isnull=True)
    return _found(_in_place(rows, region).order_by("masked", "name", "pk"), limit)


def notices_open(
    region: Region, *, day: date, words: Sequence[str] = (), limit: int = 6
) -> Found[HousingNotice]:
    """Notices for homes in the 시도 (or the country as a whole) that one can still apply for,
    those of the own 시군구 first, then by their last day."""
    since = day - timedelta(days=_OPEN_DAYS)
    rows = HousingNotice.objects.filter(
        Q(apply_to__gte=day)
        | Q(apply_to__isnull=True, special_to__gte=day)
        | Q(apply_to__isnull=True, special_to__isnull=True, notice_on__gte=since),
        Q(sido__in=["", *_names(region)[0]]),
        closed_on__isnull=True,
    ).exclude(status_text__in=_ENDED)
    for word in words:
        rows = rows.filter(
            Q(kind__contains=word) | Q(category__contains=word) | Q(name__contains=word)
        )
    return _found(rows.order_by(_own_first(region), "apply_to", "name", "pk"), limit)


def complexes_in(region: Region, *, kind: str = "", limit: int = 5) -> Found[RentalComplex]:
    """Public rental homes of the place, the lowest rent first."""
    rows = RentalComplex.objects.filter(closed_on__isnull=True)
    if kind:
        rows = rows.filter(kind__contains=kind)
    return _found(_in_place(rows, region).order_by("rent_from", "name", "pk"), limit)


def competition_of(notice: HousingNotice) -> list[CompetitionStat]:
    """How many applied for each type of home of a notice of 청약홈."""
    rows = CompetitionStat.objects.filter(notice_key=notice.external_id, closed_on__isnull=True)
    return list(rows.order_by("house_type", "rank", "residence"))


def _found(rows: QuerySet[EntityT], limit: int) -> Found[EntityT]:
    shown = list(rows.defer("raw")[:limit])
    total = rows.count() if len(shown) == limit else len(shown)
    everything = rows.model._default_manager
    held = bool(shown) or everything.exists()
    sources = everything.order_by("source").values_list("source", flat=True).distinct()
    checked = SourceCheck.objects.filter(source__in=sources) if held else SourceCheck.objects.none()
    days = [check.good_on for check in checked] or [row.collected_on for row in shown]
    return Found(shown, total, held, min(days, default=None))


def _in_place(rows: QuerySet[EntityT], region: Region) -> QuerySet[EntityT]:
    sidos, sigungus = _names(region)
    rows = rows.filter(sido__in=sidos)
    return rows.filter(sigungu__in=sigungus) if sigungus else rows


def _own_first(region: Region) -> Case:
    """0 for the own 시군구, 1 for the rest, to order by."""
    own = _names(region)[1]
    return Case(When(sigungu__in=own, then=Value(0)), default=Value(1))


def _names(region: Region) -> tuple[list[str], list[str]]:
    """Names of the place as rows have them: a 구 of a 시 also as its 시."""
    known = known_region(region.sido, region.sigungu) or region
    sigungu = known.sigungu or ""
    return [known.sido], list(dict.fromkeys(filter(None, [sigungu, sigungu.partition(" ")[0]])))
