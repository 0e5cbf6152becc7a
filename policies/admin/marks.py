"""Quotes of a rule's criteria marked inside the text they were read from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe


@dataclass(frozen=True)
class Mark:
    """Span of criterion `number` in a text; `end` is exclusive. Number 0: the parser could not
    read it."""

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
    around = [mark for mark in spans if mark.start <= start and end <= mark.end]
    if not around:
        return part
    if any(mark.number for mark in around):
        part = format_html("<mark>{}</mark>", part)
    if any(not mark.number for mark in around):
        part = format_html('<span class="poly-unread">{}</span>', part)
    ending = sorted((mark for mark in around if mark.end == end), key=lambda m: m.number)
    return part + "".join(_reference(mark.number) for mark in ending)


def _reference(number: int) -> str:
    """What stands behind a span: the way to its criterion, or that it has none."""
    if not number:
        return '<span class="poly-ref poly-ref--unread">읽지 못함</span>'
    return format_html('<a class="poly-ref" href="#criterion-{0}">조건 {0}</a>', number)
