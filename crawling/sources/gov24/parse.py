"""One 보조금24 service → PolicyRecord. Field names as in the API."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from crawling.errors import RecordError
from crawling.periods import parse_period, parse_stamp
from crawling.sources.base import (
    MAX_AGENCY,
    MAX_ID,
    MAX_NAME,
    NO_RULE_NOTE,
    Fields,
    RawItem,
    checked_name,
    require_content,
)
from crawling.sources.gov24.listing import listing_of
from crawling.text import split_contact, storable
from policies.geography import regions_of_agency
from policies.records import PolicyRecord, RecordContact, RecordRegion
from policies.vocabulary import LifeStage, PolicyStatus, Section, Theme

if TYPE_CHECKING:
    from crawling.sources.base import Source

_PERSONS = {"개인", "가구"}
_REGIONAL_BODIES = {"지방출자_출연기관", "지방공기업", "교육청", "시군구", "광역시도"}
_NATIONAL_BODIES = {"중앙행정기관", "공공기관"}
_THEMES = {
    "생활안정": [Theme.LIVING],
    "보육·교육": [Theme.CHILDCARE, Theme.EDUCATION],
    "보건·의료": [Theme.PHYSICAL_HEALTH],
    "임신·출산": [Theme.PREGNANCY],
    "고용·창업": [Theme.WORK],
    "문화·환경": [Theme.CULTURE],
    "행정·안전": [Theme.SAFETY],
    "주거·자립": [Theme.HOUSING],
    "보호·돌봄": [Theme.CARE],
}
_FORM_ONLY = {"직접입력"}
# The API writes 「제0조의0」, 「제0항」 where a law is cited without article or paragraph.
_NO_ARTICLE = re.compile(r"\(제0조(?:의0)?(?:, 제0항)?\)|, 제0항|(?<=조)의0(?=[,)])")
_ENDED = re.compile(r"^(?:신청\s?마감|.*접수\s?마감)$")


def parse_item(item: RawItem, *, source: Source, collected_on: date | None) -> PolicyRecord:
    """See `Source.parse`. The detail has the longer texts; the list fills what it lacks."""
    key = item.external_id
    if item.problem:
        raise RecordError(key, item.problem)
    listed = Fields(key, item.parts.get("list"))
    detail = Fields(key, item.parts.get("detail"))
    agency = detail.line("소관기관명") or listed.line("소관기관명")
    period = parse_period(detail.text("신청기한") or listed.text("신청기한"))
    contacts = _contacts(detail, listed)
    field_name = listed.line("서비스분야")
    regions = _regions(agency, listed.line("소관기관유형"))
    stages = [LifeStage.PREGNANCY.value] if field_name == "임신·출산" else []
    return require_content(
        PolicyRecord(
            source=source.name,
            external_id=checked_name(key, key, label="서비스ID", limit=MAX_ID),
            name=checked_name(
                key,
                listed.line("서비스명") or detail.line("서비스명"),
                label="서비스명",
                limit=MAX_NAME,
            ),
            agency=checked_name(key, agency, label="소관기관명", limit=MAX_AGENCY),
            sections=_sections(listed, detail, contacts),
            regions=regions,
            life_stages=stages,
            themes=[theme.value for theme in _THEMES.get(field_name, [])],
            contacts=contacts,
            legal_basis=_legal_basis(detail),
            status=PolicyStatus.CLOSED if _ENDED.match(period.text) else PolicyStatus.OPEN,
            for_persons=_for_persons(listed),
            period_kind=period.kind,
            period_text=period.text,
            period_start=period.start,
            period_end=period.end,
            apply_url=detail.url("온라인신청사이트URL"),
            detail_url=listed.url("상세조회URL"),
            source_title=source.title,
            collected_on=collected_on,
            source_updated_at=parse_stamp(listed.line("수정일시") or detail.line("수정일시")),
            rule_note=NO_RULE_NOTE,
            raw=storable(item.parts),
            listing=listing_of(listed, detail, Fields(key, item.parts.get("conditions")), regions),
        )
    )


def _sections(listed: Fields, detail: Fields, contacts: list[RecordContact]) -> dict[Section, str]:
    texts = {
        Section.SUMMARY: _summary(listed, detail),
        Section.TARGET: detail.content("지원대상") or listed.content("지원대상"),
        Section.CRITERIA: detail.content("선정기준") or listed.content("선정기준"),
        Section.BENEFIT: _benefit(listed, detail),
        Section.APPLICATION: _application(listed, detail),
        Section.DOCUMENTS: _documents(detail),
        Section.CONTACT: "\n".join(f"{c.name} {c.phone}".strip() for c in contacts),
    }
    return {section: text for section, text in texts.items() if text}


def _summary(listed: Fields, detail: Fields) -> str:
    short, purpose = listed.content("서비스목적요약"), detail.content("서비스목적")
    if not short or short in purpose:
        return purpose
    return short if not purpose or purpose in short else f"{short}\n\n{purpose}"


def _benefit(listed: Fields, detail: Fields) -> str:
    text = detail.content("지원내용") or listed.content("지원내용")
    kinds = detail.parts("지원유형", "||") or listed.parts("지원유형", "||")
    return "\n\n".join(filter(None, [text, f"지원 형태: {', '.join(kinds)}" if kinds else ""]))


def _application(listed: Fields, detail: Fields) -> str:
    ways = [way for way in listed.parts("신청방법", "||") if way not in _FORM_ONLY]
    text = detail.content("신청방법") or ", ".join(ways)
    office = ", ".join(detail.parts("접수기관명", "||") or listed.parts("접수기관", "||"))
    due = detail.content("신청기한") or listed.content("신청기한")
    lines = [f"접수기관: {office}" if office else "", f"신청기한: {due}" if due else ""]
    return "\n\n".join(filter(None, [text, "\n".join(filter(None, lines))]))


def _documents(detail: Fields) -> str:
    """구비서류 in the three groups of the API."""
    groups = [
        ("", detail.content("구비서류")),
        ("본인이 확인해서 내야 하는 서류", detail.content("본인확인필요구비서류")),
        ("담당 공무원이 확인하는 서류(내지 않아도 됨)", detail.content("공무원확인구비서류")),
    ]
    return "\n\n".join(f"{title}\n{text}".strip() for title, text in groups if text)


def _contacts(detail: Fields, listed: Fields) -> list[RecordContact]:
    entries = detail.parts("문의처", "||") or listed.parts("전화문의", "||")
    return [RecordContact(*split_contact(entry)) for entry in entries]


def _legal_basis(detail: Fields) -> list[str]:
    names = ("법령", "자치법규", "행정규칙")
    laws = [_NO_ARTICLE.sub("", law) for name in names for law in detail.parts(name, "||")]
    return list(dict.fromkeys(law.strip() for law in laws if law.strip()))


def _for_persons(listed: Fields) -> bool:
    """False only when 사용자구분 names users and none of them is 개인 or 가구."""
    users = set(listed.parts("사용자구분", "||"))
    return not users or bool(users & _PERSONS)


def _regions(agency: str, kind: str) -> list[RecordRegion]:
    if kind in _NATIONAL_BODIES:
        return []
    return regions_of_agency(agency, local=kind in _REGIONAL_BODIES)
