"""Quotes of a rule's criteria marked inside the text they were read from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe


@dataclass(frozen=True)
class Mark:
    """Span of criterion `number` in a text; `end` is exclusive."""

    start: int
    end: int
    number: int


def marked(text: str, marks: Iterable[Mark]) -> SafeString:
    """`text`, escaped, with the spans in <mark> and links to their criteria behind them."""
    spans = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    edges = sorted({0, len(text), *(m.start for m in spans), *(m.end for m in spans)})
    pieces = [_piece(text, start, end, spans) for start, end in pairwise(edges)]
    return mark_safe("".join(pieces))  # noqa: S308 - every piece is escaped


def _piece(text: str, start: int, end: int, spans: Sequence[Mark]) -> str:
    """One stretch in which the same spans hold."""
    part = escape(text[start:end])
    if not any(mark.start <= start and end <= mark.end for mark in spans):
        return part
    links = format_html_join(
        "",
        '<a class="poly-ref" href="#criterion-{0}">조건 {0}</a>',
        ((mark.number,) for mark in sorted(spans, key=lambda m: m.number) if mark.end == end),
    )
    return format_html("<mark>{}</mark>{}", part, links)
