"""Ids and snake_case names are ours, not the reader's."""

from __future__ import annotations

import re

_INTERNAL = re.compile(
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[a-z]+(?:_[a-z]+)+\b"
)
_URL = re.compile(r"https?://\S+")


def without_internals(text: str) -> tuple[str, list[str]]:
    """`text` without ids and snake_case names (addresses keep theirs), and what was cut."""
    kept = [match.span() for match in _URL.finditer(text)]
    cut: list[str] = []

    def replace(match: re.Match[str]) -> str:
        if any(start <= match.start() < end for start, end in kept):
            return match.group()
        cut.append(match.group())
        return ""

    return _INTERNAL.sub(replace, text), cut
