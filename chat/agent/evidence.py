"""A policy as the agent sees it: stored texts, rule, dates, and spans to cite."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from typing import Any

from pydantic import BaseModel, ConfigDict

from policies.vocabulary import Section

_BULLET = re.compile(r"^[\s○●◦▶※·•\-*①-⑳]+")


class Span(BaseModel):
    """Characters `start`..`end` of a section of a policy version."""

    model_config = ConfigDict(frozen=True)

    section: Section
    start: int
    end: int


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
    year: int | None = None
    score: float = 0.0

    def text(self, span: Span) -> str:
        """The words of a span."""
        return self.sections[span.section][span.start : span.end]


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
