"""복지로 service in the fields of the official API → PolicyRecord.

중앙부처 (servId, jurMnofNm, tgtrDtlCn, alwServCn …) and 지자체 (ctpvNm, sprtTrgtCn, aplyMtdCn …)
share most names; where they differ the first one present is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from crawling.errors import RecordError
from crawling.periods import parse_compact_date, parse_stamp
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
from crawling.text import clean_url, content_or_empty, storable
from crawling.vocabulary import life_stages, target_groups, themes
from policies.geography import regions_of_agency, split_department
from policies.records import PolicyRecord, RecordContact
from policies.vocabulary import PolicyStatus, Section

if TYPE_CHECKING:
    from crawling.sources.base import Source

# 중앙부처 (servSe…) and 지자체 (wlfareInfo…) rows of contacts, laws and files.
_ROW_NAME = ("servSeDetailNm", "wlfareInfoReldNm")
_ROW_LINK = ("servSeDetailLink", "wlfareInfoReldCn")
_OPEN_END = "99991231"


def parse_official(item: RawItem, *, source: Source, collected_on: date | None) -> PolicyRecord:
    """See `Source.parse`. The detail comes first, the list fills what it lacks."""
    key = item.external_id
    if item.problem:
        raise RecordError(key, item.problem)
    service = _Service(key, item)
    published = service.agency
    local = not service.line("jurMnofNm")
    agency, department = split_department(published, local=local)
    contacts = service.contacts()
    detail_url = service.url("servDtlLink")
    return require_content(
        PolicyRecord(
            source=source.name,
            external_id=checked_name(key, key, label="서비스ID", limit=MAX_ID),
            name=checked_name(key, service.line("servNm"), label="서비스명", limit=MAX_NAME),
            agency=checked_name(key, agency, label="소관기관", limit=MAX_AGENCY),
            sections=_sections(service, contacts, department),
            regions=regions_of_agency(published) if local else [],
            life_stages=life_stages(service.names("lifeArray", "lifeNmArray")),
            target_groups=target_groups(
                service.names("trgterIndvdlArray", "TrgterIndvdlArray", "trgterIndvdlNmArray")
            ),
            themes=themes(service.names("intrsThemaArray", "intrsThemaNmArray")),
            contacts=contacts,
            legal_basis=service.row_names("baslawList"),
            status=_status(service, collected_on),
            year=_year(service.line("crtrYr")),
            apply_url=detail_url if service.line("onapPsbltYn") == "Y" else "",
            detail_url=detail_url,
            source_title=source.title,
            collected_on=collected_on,
            source_updated_at=parse_stamp(service.line("lastModYmd")),
            rule_note=NO_RULE_NOTE,
            raw=storable(item.parts),
        )
    )


class _Service:
    """Detail and list of one service looked at as one."""

    def __init__(self, key: str, item: RawItem) -> None:
        self.detail = Fields(key, item.parts.get("detail"))
        self.listed = Fields(key, item.parts.get("list"))

    @property
    def agency(self) -> str:
        """소관부처 소관조직 of 중앙부처; 시·도 시·군·구 담당부서 of 지자체."""
        ministry = self.detail.line("jurMnofNm") or self.listed.line("jurMnofNm")
        if ministry:
            office = self.listed.line("jurOrgNm")
            return ministry if not office or office in ministry else f"{ministry} {office}"
        place = f"{self.line('ctpvNm')} {self.line('sggNm')}".strip()
        office = self.line("bizChrDeptNm")
        return office if office.startswith(place) else f"{place} {office}".strip()

    def line(self, *names: str) -> str:
        return self.detail.line(*names) or self.listed.line(*names)

    def content(self, *names: str) -> str:
        return self.detail.content(*names) or self.listed.content(*names)

    def url(self, *names: str) -> str:
        return self.detail.url(*names) or self.listed.url(*names)

    def names(self, *fields: str) -> list[str]:
        return [name.strip() for name in self.line(*fields).split(",") if name.strip()]

    def row_names(self, field: str) -> list[str]:
        return _distinct(row.line(*_ROW_NAME) for row in self.detail.rows(field))

    def contacts(self) -> list[RecordContact]:
        found = {}
        for row in self.detail.rows("inqplCtadrList"):
            contact = RecordContact(row.line(*_ROW_NAME), row.line(*_ROW_LINK))
            if contact.name or contact.phone:
                found[(contact.name, contact.phone)] = contact
        phone = self.line("rprsCtadr")
        if not found and phone:
            return [RecordContact("대표 문의", phone)]
        return list(found.values())


def _sections(
    service: _Service, contacts: list[RecordContact], department: str
) -> dict[Section, str]:
    lines = [f"{contact.name} {contact.phone}".strip() for contact in contacts]
    if department:
        lines.append(f"담당부서: {department}")
    texts = {
        Section.SUMMARY: service.content("wlfareInfoOutlCn", "servDgst"),
        Section.TARGET: service.content("tgtrDtlCn", "sprtTrgtCn"),
        Section.CRITERIA: service.content("slctCritCn"),
        Section.BENEFIT: benefit_text(
            service.content("alwServCn"),
            cycle=service.line("sprtCycNm"),
            provision=service.line("srvPvsnNm"),
        ),
        Section.APPLICATION: _application(service),
        Section.DOCUMENTS: forms_text(service.row_names("basfrmList")),
        Section.CONTACT: "\n".join(lines),
        Section.NOTICE: _notice(service),
    }
    return {section: text for section, text in texts.items() if text}


def _application(service: _Service) -> str:
    """Steps of 중앙부처 (published twice at times); way and text of 지자체."""
    steps = _distinct(
        content_or_empty(row.text("servSeDetailLink")) for row in service.detail.rows("applmetList")
    )
    text = "\n".join(f"- {step}" for step in steps) or service.content("aplyMtdCn")
    ways = service.content("aplyMtdNm")
    return "\n\n".join(filter(None, [text, f"신청 방법: {ways}" if ways else ""]))


def _notice(service: _Service) -> str:
    """시행기간 of 지자체 and the pages published with the service."""
    start = parse_compact_date(service.line("enfcBgngYmd"))
    end_text = service.line("enfcEndYmd")
    end = parse_compact_date(end_text) if end_text != _OPEN_END else None
    first = f"{start:%Y.%m.%d}" if start else ""
    last = f"{end:%Y.%m.%d}" if end else ""
    lines = [f"시행기간: {first} ~ {last}".strip()] if start or end else []
    lines += [
        f"{row.line(*_ROW_NAME) or '누리집'}: {address}"
        for row in service.detail.rows("inqplHmpgReldList")
        if (address := clean_url(row.text(*_ROW_LINK)))
    ]
    return "\n".join(dict.fromkeys(lines))


def _status(service: _Service, collected_on: date | None) -> PolicyStatus:
    end = parse_compact_date(service.line("enfcEndYmd"))
    ended = end is not None and collected_on is not None and end < collected_on
    return PolicyStatus.CLOSED if ended else PolicyStatus.OPEN


def _year(text: str) -> int | None:
    return int(text) if text.isdecimal() and 2000 <= int(text) <= 2100 else None


def _distinct(values: Iterable[str]) -> list[str]:
    return [value for value in dict.fromkeys(values) if value]
