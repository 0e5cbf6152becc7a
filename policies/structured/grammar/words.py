"""A coded field and the words people say for its values."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    """`words`: pattern of what people say; `label`: what the code means."""

    words: re.Pattern[str]
    field: str
    value: str
    label: str


def rows(
    field: str,
    title: str,
    table: dict[str, tuple[str, str]],
    *,
    before: str = "",
    after: str = "",
) -> list[Word]:
    return [
        Word(re.compile(f"{before}(?:{words}){after}"), field, value, f"{title} {label}")
        for value, (label, words) in table.items()
    ]


# What says that a field is filled.
URL = r"(?:주소|링크|URL|url|사이트|홈페이지)"
THERE = r"(?:이|가|도)?\s?(?:있는|적힌|적혀\s?있는|달린|나와\s?있는)"
