"""A policy as the agent sees it: stored texts, rule, dates, and spans to cite."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from typing import Any

from pydantic import BaseModel, ConfigDict

from policies.vocabulary import Section

_BULLET = re.compile(r"^[\s○●◦▶※·•\-*①-⑳]+")

# How a policy without a region of its own is told.
NATIONWIDE = "전국"


class Span(BaseModel):
    """Characters `start`..`end` of a section of a policy version, or of its attachment."""

    model_config = ConfigDict(frozen=True)

    section: Section
    start: int
    end: int
    attachment: int | None = None


class Place(BaseModel):
    """A paragraph or row of an attachment and where people find it (“3쪽”)."""

    model_config = ConfigDict(frozen=True)

    start: int
    end: int
    label: str


class AttachmentEvidence(BaseModel):
    """A file of the version, as it was read."""

    model_config = ConfigDict(frozen=True)

    name: str
    url: str
    text: str
    places: list[Place]

    def label(self, span: Span) -> str:
        """“붙임 ‘신청서.hwp’ 3쪽”."""
        place = next((p.label for p in self.places if p.start <= span.start < p.end), "")
        return f"붙임 ‘{self.name}’ {place}".strip()


class PolicyEvidence(BaseModel):
    """One policy with everything an answer may state about it."""

    model_config = ConfigDict(frozen=True)

    policy_id: str
    version_id: int
    source: str
    name: str
    agency: str
    region: str
    sections: dict[Section, str]
    spans: list[Span] = []  # best-matching chunks of a search
    rule: dict[str, Any] | None = None
    rule_status: str = ""
    rule_outdated: bool = False  # decided on by a caseworker for an older text
    status: str = "open"
    period_kind: str = "other"
    period_text: str = ""
    period_end: date | None = None
    apply_url: str = ""
    detail_url: str = ""
    contacts: list[dict[str, str]] = []
    source_title: str = ""
    source_url: str = ""
    collected_on: date | None = None
    checked_on: date | None = None  # last day its source was collected whole
    updated_on: date | None = None  # by the source's own word
    year: int | None = None
    group: int | None = None  # of records that are one programme
    score: float = 0.0
    attachments: dict[int, AttachmentEvidence] = {}  # those that `spans` point into

    def text(self, span: Span) -> str:
        """The words of a span."""
        return self.stored(span.section, span.attachment)[span.start : span.end]

    def stored(self, section: Section, attachment: int | None) -> str:
        """Text of a section or attachment, "" for one that is not there."""
        if attachment is None:
            return self.sections.get(section, "")
        found = self.attachments.get(attachment)
        return found.text if found else ""


def find_span(evidence: PolicyEvidence, section: Section, quote: str) -> Span | None:
    """Where a quote stands in a section, None when it does not."""
    start = evidence.sections.get(section, "").find(quote) if quote else -1
    return Span(section=section, start=start, end=start + len(quote)) if start >= 0 else None


def line_spans(evidence: PolicyEvidence, section: Section) -> list[Span]:
    """Spans of the lines of a section, bullets and blanks left outside."""
    text = evidence.sections.get(section, "")
    spans: list[Span] = []
    for match in re.finditer(r"[^\n]+", text):
        bullet = _BULLET.match(match.group())
        start = match.start() + (bullet.end() if bullet else 0)
        end = match.start() + len(match.group().rstrip())
        if end - start >= 2:
            spans.extend(_sentences(text, section, start, end))
    return spans


def attachment_spans(evidence: PolicyEvidence) -> list[Span]:
    """Paragraphs and rows of the attachments that the search's best chunks hold."""
    spans: list[Span] = []
    for chunk in evidence.spans:
        if chunk.attachment is None or chunk.attachment not in evidence.attachments:
            continue
        for place in evidence.attachments[chunk.attachment].places:
            start, end = max(place.start, chunk.start), min(place.end, chunk.end)
            if end - start >= 2:
                spans.append(chunk.model_copy(update={"start": start, "end": end}))
    return spans


def _sentences(text: str, section: Section, start: int, end: int) -> list[Span]:
    """A line of over 160 characters is cut at sentence ends (flattened sources)."""
    if end - start <= 160:
        return [Span(section=section, start=start, end=end)]
    cuts = [
        start,
        *(
            m.end()
            for m in re.finditer(r"(?<=[가-힣)][.?!])\s+|\s(?=[○●◦▶※①-⑳])", text[:end])
            if m.end() > start
        ),
        end,
    ]
    return [
        Span(section=section, start=low, end=high)
        for low, high in pairwise(cuts)
        if high - low >= 2
    ]
