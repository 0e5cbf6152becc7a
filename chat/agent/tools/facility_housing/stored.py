"""Stored rows of facilities, notices and rental homes, as items of an answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from chat.agent.tools.types import ResultItem
from policies.entities import (
    Found,
    competition_of,
    complexes_in,
    facilities_in,
    notices_open,
)
from policies.geography import Region
from policies.guides.places import FacilityKind
from policies.korean import long_date, won
from policies.models import HousingNotice, RentalComplex, WelfareFacility
from policies.retrieval.types import RegionFilter

# Words of a question that name a kind of notice as the sources do.
_KINDS = (
    "행복주택", "국민임대", "영구임대", "통합공공임대", "매입임대", "전세임대", "장기전세",
    "공공분양", "신혼희망타운", "오피스텔", "도시형",
)  # fmt: skip
_LATEST_RANK = 1


@dataclass(frozen=True)
class Stored:
    """Items of stored rows; `told` begins the sentence on them with their day."""

    rows: list[ResultItem] = field(default_factory=list)
    total: int = 0
    held: bool = False
    told: str = ""


def listed_facilities(kind: FacilityKind, region: RegionFilter) -> Stored:
    """Facilities of the official list in the 시군구."""
    found = facilities_in(Region(region.sido, region.sigungu), words=kind.words)
    return _stored(found, [_facility_item(row) for row in found.rows])


def stored_notices(question: str, region: RegionFilter, day: date) -> Stored:
    """Notices that one can apply for, of the kind that the question names."""
    words = [kind for kind in _KINDS if kind in question.replace(" ", "")]
    found = notices_open(Region(region.sido, region.sigungu), day=day, words=words[:1])
    return _stored(found, [_notice_item(row) for row in found.rows])


def stored_complexes(question: str, region: RegionFilter) -> Stored:
    """Rental homes of the place, where the question is about renting them."""
    asked = re.sub(r"\s", "", question)
    kind = next((each for each in _KINDS if each in asked), "")
    if "임대" not in asked and not kind:
        return Stored()
    found = complexes_in(Region(region.sido, region.sigungu), kind=kind)
    return _stored(found, [_complex_item(row) for row in found.rows])


def _stored(found: Found[Any], items: list[ResultItem]) -> Stored:
    told = f"{long_date(found.as_of)} 기준으로 " if found.as_of else ""
    return Stored(items, found.total, found.held, told)


def _facility_item(row: WelfareFacility) -> ResultItem:
    if row.masked:
        content = "이용하는 분의 안전을 위해 이름과 주소를 공개하지 않는 시설이에요."
    else:
        parts = [row.kind, row.address, row.phone]
        parts += [f"정원 {row.capacity}명"] if row.capacity else []
        content = " · ".join(part for part in parts if part)
    return ResultItem(
        id=f"facility:{row.source}:{row.external_id}", title=row.name, content=content,
        kind="facility", url=row.homepage,
        metadata={
            "phone": row.phone, "facility": row.kind, "source": "사회복지시설 목록",
            "collected_on": row.collected_on.isoformat(),
        },
    )  # fmt: skip


def _notice_item(row: HousingNotice) -> ResultItem:
    parts = [" ".join(filter(None, [row.kind or row.category, row.rent_kind]))]
    parts += [f"{row.households:,}세대"] if row.households else []
    parts += [row.address or row.area_name]
    parts += [f"특별공급 {_span(row.special_from, row.special_to)}"] if row.special_to else []
    parts += [f"접수 {_span(row.apply_from, row.apply_to)}"] if row.apply_to else []
    parts += [f"당첨자 발표 {row.winners_on:%Y.%m.%d}"] if row.winners_on else []
    parts += [f"문의 {row.phone}"] if row.phone else []
    parts += [_competition(row)]
    parts += [f"정정: {row.correction}"] if row.correction else []
    return ResultItem(
        id=f"notice:{row.source}:{row.external_id}", title=row.name, kind="housing_notice",
        content=" · ".join(part for part in parts if part), url=row.url or row.homepage,
        metadata={
            "deadline": row.apply_to.isoformat() if row.apply_to else "",
            "region": f"{row.sido} {row.sigungu}".strip(), "provider": row.provider,
            "collected_on": row.collected_on.isoformat(),
        },
    )  # fmt: skip


def _complex_item(row: RentalComplex) -> ResultItem:
    parts = [row.kind]
    parts += [f"보증금 {_money(row.deposit_from, row.deposit_to)}"] if row.deposit_from else []
    parts += [f"월임대료 {_money(row.rent_from, row.rent_to)}"] if row.rent_from else []
    parts += [f"전용 {row.area_from:.0f}~{row.area_to:.0f}㎡"] if row.area_from else []
    parts += [f"총 {row.households:,}세대"] if row.households else []
    return ResultItem(
        id=f"complex:{row.source}:{row.external_id}", title=row.name, kind="rental_complex",
        content=" · ".join(part for part in parts if part),
        metadata={
            "region": f"{row.sido} {row.sigungu}".strip(),
            "collected_on": row.collected_on.isoformat(),
        },
    )  # fmt: skip


def _competition(row: HousingNotice) -> str:
    """The range of first-rank competition, where it is published already."""
    rates = [
        stat.rate
        for stat in competition_of(row)
        if stat.rate is not None and stat.rank in (None, _LATEST_RANK)
    ]
    if not rates:
        return ""
    low, high = min(rates), max(rates)
    return f"1순위 경쟁률 {low}" + (f"~{high}" if high != low else "") + " 대 1"


def _span(start: date | None, end: date | None) -> str:
    first = f"{start:%Y.%m.%d}" if start else ""
    last = f"{end:%Y.%m.%d}" if end else ""
    return first if first == last else f"{first}~{last}"


def _money(low: int | None, high: int | None) -> str:
    if low is None or high is None or low == high:
        return won(low if low is not None else high or 0)
    return f"{won(low)}~{won(high)}"
