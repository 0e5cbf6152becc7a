"""The fields of one 보조금24 service as questions ask for them. Field names as in the API."""

from __future__ import annotations

from crawling.periods import parse_period, parse_ranges, parse_stamp
from crawling.sources.base import Fields
from policies.records import RecordListing, RecordRegion
from policies.structured.places import area_codes
from policies.vocabulary import PeriodKind

_SPLIT = ("사용자구분", "지원유형", "신청방법")
_WHOLE = ("서비스분야", "소관기관유형", "부서명", "접수기관")
_PRESENT = ("선정기준", "접수기관")
_LAWS = ("법령", "자치법규", "행정규칙")
_CONDITION = "JA"
# 신청기한 of a service that takes applications all year; other words leave conditions open.
ALWAYS = "상시신청"


def listing_of(
    listed: Fields, detail: Fields, conditions: Fields, regions: list[RecordRegion]
) -> RecordListing:
    """Values of serviceList, else of serviceDetail; `conditions` are the ticked JA codes."""
    due = listed.line("신청기한") or detail.line("신청기한")
    coded = {field: listed.parts(field, "||") for field in _SPLIT}
    coded |= {field: [text] for field in _WHOLE if (text := listed.line(field))}
    coded["신청기한"] = [due] if due else []
    coded[_CONDITION] = [
        name for name in conditions.values if name[:2] == _CONDITION and _ticked(conditions, name)
    ]
    coded["있음"] = [field for field in _PRESENT if listed.line(field)]
    coded["있음"] += [field for field in (*_LAWS, "온라인신청사이트URL") if detail.line(field)]
    period = parse_period(due)
    kind = "always" if due == ALWAYS else "range" if period.kind is PeriodKind.RANGE else "other"
    return RecordListing(
        agency=listed.line("소관기관명") or detail.line("소관기관명"),
        codes=coded,
        areas=sorted({c for each in regions for c in area_codes(each.sido, each.sigungu or "")}),
        nationwide=not regions,
        period=kind,
        rounds=parse_ranges(due),
        age_from=_number(conditions, "JA0110"),
        age_to=_number(conditions, "JA0111"),
        views=_number(listed, "조회수"),
        registered_at=parse_stamp(listed.line("등록일시")),
        modified_at=parse_stamp(listed.line("수정일시") or detail.line("수정일시")),
    )


def _ticked(conditions: Fields, name: str) -> bool:
    return conditions.line(name) == "Y"


def _number(fields: Fields, name: str) -> int | None:
    text = fields.line(name)
    return int(text) if text.isdecimal() else None
