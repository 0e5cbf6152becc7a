"""Checks of claims against the spans they cite, by code alone."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chat.answer import CitationOut
from policies.retrieval.morphemes import terms

MARK = re.compile(r"\[(\d{1,3})\]")
_LIST_NUMBER = re.compile(r"^\s*(?:[-*]|\d{1,2}[.)])\s+")
_NUMBER = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s*(억|천만|백만|십만|만|천)?")
_SCALE = {
    "억": 100_000_000,
    "천만": 10_000_000,
    "백만": 1_000_000,
    "십만": 100_000,
    "만": 10_000,
    "천": 1_000,
    "": 1,
}
# Share of a claim's content words that its sources must contain: below it the words are
# the writer's own.
OVERLAP = 0.5


def figures(text: str) -> set[float]:
    """Numbers of a text as values: 247만 원 and 2,470,000원 are the same figure."""
    return {
        float(match.group(1).replace(",", "")) * _SCALE[match.group(2) or ""]
        for match in _NUMBER.finditer(MARK.sub(" ", text))
    }


def span_holds(citation: CitationOut, section_text: str) -> bool:
    """The quote is what the stored section says at the cited offsets."""
    return section_text[citation.start : citation.end] == citation.quote


def figures_supported(text: str, sources: Iterable[str]) -> bool:
    """Every number of `text` stands in one of the sources."""
    allowed: set[float] = set()
    for source in sources:
        allowed |= figures(source)
    return figures(text) <= allowed


def words_supported(text: str, sources: Iterable[str]) -> bool:
    """At least `OVERLAP` of the content words of `text` stand in the sources."""
    wanted = set(terms(MARK.sub(" ", text)))
    if not wanted:
        return True
    known = set(terms("\n".join(sources)))
    return len(wanted & known) >= OVERLAP * len(wanted)


def line_fault(
    line: str, *, citations: dict[int, CitationOut], context: list[str], names: set[str]
) -> str | None:
    """Why a model's line may not be shown, None when it may.

    `context`: texts whose figures and words are known without a citation (the person's
    own facts, verdict sentences). `names`: policy names of the evidence.
    """
    line = _LIST_NUMBER.sub("", line)
    marks = [int(number) for number in MARK.findall(line)]
    if any(number not in citations for number in marks):
        return "unknown_citation"
    quotes = [citations[number].quote for number in marks]
    if not figures_supported(line, [*quotes, *context]):
        return "figure_not_in_source"
    if not marks and len(terms(line)) > 6 and not any(name in line for name in names):
        return "no_citation"
    titles = [citations[number].policy_name for number in marks]
    if not words_supported(line, [*quotes, *titles, *context, *names]):
        return "words_not_in_source"
    return None
