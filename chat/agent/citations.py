"""Citation marks in a text, and quotes against the stored text they point into."""

from __future__ import annotations

import re

from chat.answer import CitationOut

MARK = re.compile(r"\[(\d{1,3})\]")


def span_holds(citation: CitationOut, section_text: str) -> bool:
    """The quote is what the stored section says at the cited offsets."""
    return section_text[citation.start : citation.end] == citation.quote
