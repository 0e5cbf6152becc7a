"""복지로 service as a public collector stored it (flattened text, own field names).

`welfare_full.json`: rows (benefit = servDgst, tags = 생애주기 and 가구상황, themes = 관심주제);
`central_details.json`: details by id (target, criteria, content, apply, forms, laws, contacts).
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from crawling.errors import RecordError
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
from crawling.sources.bokjiro.shared import benefit_text, forms_text
from crawling.text import is_placeholder, split_contact, storable
from crawling.vocabulary import life_stages, target_groups, themes
from policies.geography import regions_of_agency, split_department
from policies.records import PolicyRecord, RecordContact, RecordRegion
from policies.vocabulary import Section

if TYPE_CHECKING:
    from crawling.sources.base import Source

# Tags of rows with another value were guessed from key words by the collector.
_OFFICIAL_TAGS = "공공데이터포털 공식"
# Longer entries of `apply` are sentences, no ways of applying (방문, 모바일앱, E-mail).
_MAX_WAY = 8
_HOW_TO_TAIL = "복지로 상세 참조"


def parse_collected(item: RawItem, *, source: Source, collected_on: date | None) -> PolicyRecord:
    """See `Source.parse`."""
    key = item.external_id
    if item.problem:
        raise RecordError(key, item.problem)
    service = Fields(key, item.parts["service"])
    detail = Fields(key, item.parts.get("detail"))
    published = service.line("agency")
    ministry = service.line("ministry")
    agency, department = split_department(published, local=not ministry)
    place = service.line("region")
    if not ministry and not regions_of_agency(agency):
        # 「장애인복지과」 alone: the region tells whose.
        agency, department = place.removesuffix("-").strip() or agency, published
    contacts = _contacts(service, detail)
    tags = service.strings("tags") if service.line("confidence") == _OFFICIAL_TAGS else []
    detail_url = service.url("source_url")
    return require_content(
        PolicyRecord(
            source=source.name,
            external_id=checked_name(key, key, label="서비스ID", limit=MAX_ID),
            name=checked_name(key, service.line("name"), label="서비스명", limit=MAX_NAME),
            agency=checked_name(key, agency, label="소관기관", limit=MAX_AGENCY),
            sections=_sections(service, detail, contacts, department),
            regions=[] if ministry else _regions(published, place),
            life_stages=life_stages(tags),
            target_groups=target_groups(tags),
            themes=themes(service.strings("themes")),
            contacts=contacts,
            legal_basis=detail.strings("laws"),
            apply_url=detail_url if service.values.get("online") is True else "",
            detail_url=detail_url,
            source_title=source.title,
            collected_on=collected_on,
            rule_note=NO_RULE_NOTE,
            raw=storable({part: row for part, row in item.parts.items() if row is not None}),
        )
    )


def _sections(
    service: Fields, detail: Fields, contacts: list[RecordContact], department: str
) -> dict[Section, str]:
    lines = [f"{contact.name} {contact.phone}".strip() for contact in contacts]
    if department:
        lines.append(f"담당부서: {department}")
    texts = {
        Section.SUMMARY: service.content("benefit"),
        Section.TARGET: detail.content("target"),
        Section.CRITERIA: detail.content("criteria"),
        Section.BENEFIT: benefit_text(
            detail.content("content"),
            cycle=service.line("cycle"),
            provision=service.line("provision"),
        ),
        Section.APPLICATION: _application(service, detail),
        Section.DOCUMENTS: forms_text([row.line("name") for row in detail.rows("forms")]),
        Section.CONTACT: "\n".join(lines),
        Section.NOTICE: _homepages(detail),
    }
    return {section: text for section, text in texts.items() if text}


def _application(service: Fields, detail: Fields) -> str:
    """Ways (방문, 인터넷 …) on one line, then the longer texts of the detail."""
    steps = [step for step in detail.strings("apply") if not is_placeholder(step)]
    ways = service.line("how_to_apply").removesuffix(_HOW_TO_TAIL).rstrip(" —-")
    short = [step for step in steps if len(step) <= _MAX_WAY] or ways.split(",")
    lines = [", ".join(way.strip() for way in short if way.strip())]
    return "\n".join(filter(None, [*lines, *(step for step in steps if len(step) > _MAX_WAY)]))


def _contacts(service: Fields, detail: Fields) -> list[RecordContact]:
    entries = detail.strings("contacts")
    if entries:
        return [RecordContact(*split_contact(entry)) for entry in entries]
    phone = service.line("contact")
    return [RecordContact("대표 문의", phone)] if phone else []


def _homepages(detail: Fields) -> str:
    lines = [
        f"{row.line('name') or '누리집'}: {address}"
        for row in detail.rows("homepages")
        if (address := row.url("link"))
    ]
    return "\n".join(dict.fromkeys(lines))


def _regions(published: str, place: str) -> list[RecordRegion]:
    return regions_of_agency(published) or regions_of_agency(place)
