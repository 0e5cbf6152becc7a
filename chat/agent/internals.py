"""Ids, snake_case names, keys, paths and traces of code are ours, not the reader's."""

from __future__ import annotations

import re

_INTERNAL = re.compile(
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    r"|\b[a-z]+(?:_[a-z0-9]+)+\b(?:\(\))?"
    r"|\b[A-Z]{2,}(?:_[A-Z0-9]+)+\b"
    r"|\b(?:sk|pk|ghp|xoxb)-[A-Za-z0-9_-]{12,}"
    r"|(?<![\w/.])/(?:home|usr|etc|var|srv|opt|root|app|work|tmp)/[\w./-]+"
    r"|\b(?:chat|policies|profiles|accounts|crawling|config)(?:\.[a-z_]+){2,}\b"
    r"|\bTraceback \(most recent call last\):?|\bFile \"[^\"]+\", line \d+"
    r"|</?(?:think|tool_call|system|assistant|user)>|<\|[a-z_]+\|>"
)
_URL = re.compile(r"https?://\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def without_internals(text: str) -> tuple[str, list[str]]:
    """`text` without ids, names of code and the like (addresses keep theirs), and what was
    cut."""
    kept = [match.span() for match in _URL.finditer(text)]
    cut: list[str] = []

    def replace(match: re.Match[str]) -> str:
        if any(start <= match.start() < end for start, end in kept):
            return match.group()
        cut.append(match.group())
        return ""

    return _INTERNAL.sub(replace, text), cut
