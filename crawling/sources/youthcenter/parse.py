"""One 온통청년 policy → PolicyRecord. Field names as in the API."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from crawling.errors import RecordError
from crawling.periods import Period, parse_compact_date, parse_compact_ranges, parse_stamp
from crawling.sources.base import (
    MAX_AGENCY,
    MAX_ID,
    MAX_KEYWORD,
    MAX_NAME,
    NO_RULE_NOTE,
    Fields,
    RawItem,
    checked_name,
    require_content,
)
from crawling.sources.youthcenter import codes
from crawling.sources.youthcenter.criteria import agency_name, criteria_text, policy_regions
from crawling.sources.youthcenter.listing import listing_of
from crawling.text import storable
from policies.records import PolicyRecord, RecordContact, RecordRegion
from policies.vocabulary import LifeStage, PeriodKind, PolicyStatus, Section

if TYPE_CHECKING:
    from crawling.sources.base import Source

_DETAIL_PAGE = "https://www.youthcenter.go.kr/youthPolicy/ythPlcyTotalSearch/ythPlcyDetail/"
# A period that ended this long before the newest record of its file will not be prolonged.
_LONG_AGO = timedelta(days=90)
_GOES_ON = re.compile(r"연중|상시|매년|계속|수시")
_YEAR = re.compile(r"(?<!\d)(20[23]\d)\s*년")


def parse_item(item: RawItem, *, source: Source, collected_on: date | None) -> PolicyRecord:
    """See `Source.parse`."""
    key = item.external_id
    if item.problem:
        raise RecordError(key, item.problem)
    policy = Fields(key, item.parts["policy"])
    approval = policy.line("plcyAprvSttsCd")
    if approval and approval != codes.APPROVED:
        raise RecordError(key, f"승인된 정책이 아닙니다 (plcyAprvSttsCd {approval})")
    found = policy_regions(policy)
    if not found.regions and not found.nationwide:
        raise RecordError(key, f"알 수 없는 지역 코드입니다: {', '.join(found.unknown[:5])}")
    name = checked_name(key, policy.line("plcyNm"), label="정책명", limit=MAX_NAME)
    agency = agency_name(policy, found.regions)
    period = _period(policy)
    year = _YEAR.search(name)
    page = f"{_DETAIL_PAGE}{key}" if key.isdecimal() else ""
    return require_content(
        PolicyRecord(
            source=source.name,
            external_id=checked_name(key, key, label="정책번호", limit=MAX_ID),
            name=name,
            agency=checked_name(key, agency, label="주관기관", limit=MAX_AGENCY),
            sections=_sections(policy, found.regions, period, agency),
            keywords=[k for k in policy.parts("plcyKywdNm", ",") if len(k) <= MAX_KEYWORD],
            regions=found.regions,
            life_stages=[LifeStage.YOUTH.value],
            target_groups=_target_groups(policy),
            themes=_themes(policy),
            contacts=[RecordContact(label) for label in _agencies(policy, agency).values()],
            status=_status(policy, period, item.parts.get("newest")),
            year=int(year.group(1)) if year else None,
            period_kind=period.kind,
            period_text=period.text,
            period_start=period.start,
            period_end=period.end,
            apply_url=policy.url("aplyUrlAddr"),
            detail_url=page or policy.url("refUrlAddr1", "refUrlAddr2"),
            source_title=source.title,
            collected_on=collected_on,
            source_updated_at=parse_stamp(policy.line("lastMdfcnDt", "frstRegDt")),
            rule_note=NO_RULE_NOTE,
            raw=storable(item.parts["policy"]),
            listing=listing_of(policy),
        )
    )


def _sections(
    policy: Fields, regions: list[RecordRegion], period: Period, agency: str
) -> dict[Section, str]:
    texts = {
        Section.SUMMARY: policy.content("plcyExplnCn"),
        Section.TARGET: policy.content("addAplyQlfcCndCn"),
        Section.CRITERIA: criteria_text(policy, regions),
        Section.BENEFIT: policy.content("plcySprtCn"),
        Section.APPLICATION: _application(policy, period),
        Section.DOCUMENTS: policy.content("sbmsnDcmntCn"),
        Section.CONTACT: "\n".join(f"{k}: {v}" for k, v in _agencies(policy, agency).items()),
        Section.NOTICE: _notice(policy),
    }
    if not any(texts[section] for section in (Section.SUMMARY, Section.BENEFIT)):
        raise RecordError(policy.external_id, "정책 설명과 지원 내용이 모두 없습니다")
    return {section: text for section, text in texts.items() if text}


def _application(policy: Fields, period: Period) -> str:
    screening = policy.content("srngMthdCn")
    parts = [
        policy.content("plcyAplyMthdCn"),
        f"신청기간: {period.text}" if period.text else "",
        f"심사·발표: {screening}" if screening else "",
    ]
    return "\n\n".join(filter(None, parts))


def _notice(policy: Fields) -> str:
    start = parse_compact_date(policy.line("bizPrdBgngYmd"))
    end = parse_compact_date(policy.line("bizPrdEndYmd"))
    span = _span_text(start, end) if start or end else policy.content("bizPrdEtcCn")
    count = policy.line("sprtSclCnt")
    limited = count.isdecimal() and int(count) > 0
    lines = [
        f"사업기간: {span}" if span else "",
        f"지원 규모: {int(count):,}(명·팀 등)" if limited else "",
        "선착순으로 지원합니다." if policy.line("sprtArvlSeqYn") == "Y" else "",
    ]
    return "\n\n".join(filter(None, [policy.content("etcMttrCn"), "\n".join(filter(None, lines))]))


def _period(policy: Fields) -> Period:
    """aplyPrdSeCd with the ranges of aplyYmd; several rounds become their whole span."""
    ranges = parse_compact_ranges(policy.text("aplyYmd"))
    if ranges:
        text = ", ".join(_span_text(start, end) for start, end in ranges)
        start, end = min(r[0] for r in ranges), max(r[1] for r in ranges)
        return Period(PeriodKind.RANGE, text, start, end)
    if policy.line("aplyPrdSeCd") == codes.PERIOD_ALWAYS:
        return Period(PeriodKind.ALWAYS, "상시")
    if policy.line("aplyPrdSeCd") == codes.PERIOD_CLOSED:
        return Period(PeriodKind.OTHER, "마감")
    return Period(PeriodKind.OTHER, policy.content("aplyYmd"))


def _status(policy: Fields, period: Period, newest: date | None) -> PolicyStatus:
    closed = policy.line("aplyPrdSeCd") == codes.PERIOD_CLOSED
    ended = newest is not None and _ended(policy, period, newest - _LONG_AGO)
    return PolicyStatus.CLOSED if closed or ended else PolicyStatus.OPEN


def _ended(policy: Fields, period: Period, limit: date) -> bool:
    """Whether the last round and the programme itself ended before `limit`.

    A programme that goes on all year or every year may have its next round.
    """
    if period.end is None or period.end >= limit:
        return False
    end = parse_compact_date(policy.line("bizPrdEndYmd"))
    return end < limit if end else not _GOES_ON.search(policy.text("bizPrdEtcCn"))


def _agencies(policy: Fields, agency: str) -> dict[str, str]:
    operator = policy.line("operInstCdNm")
    same = operator in ("", agency, policy.line("sprvsnInstCdNm"))
    return {"주관기관": agency} if same else {"주관기관": agency, "운영기관": operator}


def _target_groups(policy: Fields) -> list[str]:
    named = policy.parts("sbizCd", ",")
    return [group.value for code, group in codes.TARGET_GROUPS.items() if code in named]


def _themes(policy: Fields) -> list[str]:
    found = [
        theme.value
        for field, table in (("lclsfNm", codes.LARGE_THEMES), ("mclsfNm", codes.MIDDLE_THEMES))
        for name in policy.parts(field, ",")
        for theme in table.get(name, [])
    ]
    return list(dict.fromkeys(found))


def _span_text(start: date | None, end: date | None) -> str:
    first = f"{start:%Y.%m.%d}" if start else ""
    last = f"{end:%Y.%m.%d}" if end else ""
    return f"{first} ~ {last}".strip()
