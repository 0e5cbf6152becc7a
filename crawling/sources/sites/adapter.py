"""A page of a site → PolicyRecord; a page that is no policy is skipped with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import Any

from crawling.errors import RecordError, RecordSkipped
from crawling.extraction.faq import Faq, faq_text
from crawling.extraction.sections import page_sections
from crawling.extraction.verdict import page_verdict
from crawling.periods import SEOUL, Period, parse_period
from crawling.sources.base import (
    MAX_ID,
    MAX_KEYWORD,
    MAX_NAME,
    NO_RULE_NOTE,
    RawItem,
    checked_name,
    require_content,
)
from crawling.sources.sites.collected import collected_pages
from crawling.sources.sites.crawl import page_key
from crawling.sources.sites.files import FileContent
from crawling.sources.sites.pages import blocks_of_parts, cleaned, page_to_parts
from crawling.sources.sites.site import Site
from crawling.text import MAX_URL, storable
from policies.records import PolicyRecord, RecordAttachment, RecordContact
from policies.vocabulary import LifeStage, Section, Theme

_THEMES = [
    (Theme.MENTAL_HEALTH, re.compile(r"정신|마음|자살|치매|우울|중독|심리")),
    (Theme.PREGNANCY, re.compile(r"임신|임산부|임신부|난임|출산|산모|산후|난자|생식|모유|유축기")),
    (Theme.CARE, re.compile(r"방문\s?(?:건강|간호|진료)|돌봄|재활")),
]
_PERIOD = re.compile(r"(?:신청|접수|모집)\s?(?:기간|기한|시기)\s*[:：]?\s*(?P<text>[^\n]{2,120})")
_PHONE = re.compile(r"(?<!\d)0\d{1,2}[-)]\s?\d{3,4}-\d{4}(?!\d)|(?<!\d)1\d{3}-\d{4}(?!\d)")
_NAME_BEFORE = re.compile(r"[^\n:：☎,()]{2,40}$")
_NAME_CHARS = 45
_MAX_CONTACTS = 5
# The longest page of the labelled ones has 20,000 characters.
_MAX_TEXT = 200_000


class SiteSource:
    """See `Source`; one for each site."""

    data_group = "sites"

    def __init__(self, site: Site) -> None:
        self.site = site
        self.name = site.name
        self.title = site.title
        self.publisher = site.publisher
        self.document_url = site.start[0]

    def read(self, path: Path) -> Iterator[RawItem]:
        """Pages that were collected as text (see `collected`)."""
        for page in cleaned(collected_pages(path, self.site)):
            if self.site.is_page(page.url):
                yield RawItem(page_key(page.url), page_to_parts(page))

    def updated_on(self, item: RawItem) -> date | None:
        return _day(item.parts.get("updated_on"))

    def parse(self, item: RawItem, *, collected_on: date | None = None) -> PolicyRecord:
        """See `Source.parse`. Raises RecordSkipped for what is no policy."""
        key, parts = item.external_id, item.parts
        if item.problem:
            raise RecordError(key, item.problem)
        if reason := parts.get("skip"):
            raise RecordSkipped(key, reason)
        title = checked_name(key, parts["title"], label="제목", limit=MAX_NAME)
        blocks = blocks_of_parts(parts)
        if sum(len(block.text) for block in blocks) > _MAX_TEXT:
            raise RecordError(key, f"본문이 {_MAX_TEXT:,}자를 넘습니다")
        verdict = page_verdict(blocks, title=title)
        if not verdict.policy:
            raise RecordSkipped(key, f"정책이 아닌 페이지: {verdict.reason}")
        sections = page_sections(blocks, title=title)
        faqs = [Faq(question, answer) for question, answer in parts.get("faqs", [])]
        if faqs:
            sections[Section.FAQ] = faq_text(faqs)
        contacts = _contacts(parts, sections)
        if contacts and Section.CONTACT not in sections:
            lines = (f"{each.name} {each.phone}".strip() for each in contacts)
            sections[Section.CONTACT] = "\n".join(lines)
        return self._record(item, title, sections, contacts, collected_on)

    def _record(
        self,
        item: RawItem,
        title: str,
        sections: dict[Section, str],
        contacts: list[RecordContact],
        collected_on: date | None,
    ) -> PolicyRecord:
        parts, site = item.parts, self.site
        updated = _day(parts.get("updated_on"))
        period = _period(sections)
        pregnant = Theme.PREGNANCY in _themes(title, site)
        return require_content(
            PolicyRecord(
                source=self.name,
                external_id=checked_name(
                    item.external_id, item.external_id, label="주소", limit=MAX_ID
                ),
                name=title,
                agency=site.publisher,
                sections=sections,
                keywords=[parts["department"][:MAX_KEYWORD]] if parts.get("department") else [],
                regions=[site.region] if site.region else [],
                life_stages=[LifeStage.PREGNANCY.value] if pregnant else [],
                themes=[theme.value for theme in _themes(title, site)],
                contacts=contacts,
                period_kind=period.kind,
                period_text=period.text,
                period_start=period.start,
                period_end=period.end,
                detail_url=parts["url"][:MAX_URL],
                source_title=site.title,
                collected_on=collected_on,
                source_updated_at=datetime.combine(updated, time.min, SEOUL) if updated else None,
                rule_note=NO_RULE_NOTE,
                raw=storable({key: parts[key] for key in ("url", "title", "blocks", "updated_on")}),
                attachments=[_attachment(file) for file in parts.get("files", [])],
            )
        )


def _attachment(file: dict[str, Any]) -> RecordAttachment:
    content = file["content"]
    if not isinstance(content, FileContent):
        return RecordAttachment(name=file["name"], url=file["url"])
    return RecordAttachment(
        name=file["name"], url=file["url"], content=content.read(), sha256=content.sha256
    )


def _contacts(parts: dict[str, Any], sections: dict[Section, str]) -> list[RecordContact]:
    """Numbers of the section on whom to ask, then that of the department that keeps the page."""
    found: dict[str, str] = {}
    text = sections.get(Section.CONTACT, "")
    for match in islice(_PHONE.finditer(text), _MAX_CONTACTS):
        before = text[max(0, match.start() - _NAME_CHARS) : match.start()]
        name = _NAME_BEFORE.search(before.rstrip(" :：☎()"))
        found.setdefault(_plain(match[0]), name[0].strip(" -·○") if name else "")
    department, phone = parts.get("department", ""), parts.get("phone", "")
    if own := _PHONE.search(phone):
        found.setdefault(_plain(own[0]), department)
    pairs = list(found.items())[:_MAX_CONTACTS]
    return [RecordContact(name or department or "담당 부서", number) for number, name in pairs]


def _plain(phone: str) -> str:
    return re.sub(r"\)\s?", "-", phone).replace(" ", "")


def _period(sections: dict[Section, str]) -> Period:
    """The period of applications where a line names it."""
    for section in (Section.APPLICATION, Section.TARGET, Section.BENEFIT, Section.SUMMARY):
        match = _PERIOD.search(sections.get(section, ""))
        if match:
            return parse_period(match["text"])
    return Period()


def _themes(title: str, site: Site) -> list[Theme]:
    named = [theme for theme, words in _THEMES if words.search(title)]
    return named or list(site.themes)


def _day(text: Any) -> date | None:
    try:
        return date.fromisoformat(text) if isinstance(text, str) and text else None
    except ValueError:
        return None
