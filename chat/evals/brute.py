"""Every number of a shown text looked up in whole stored texts: a second opinion that shares
no code with the checks of the answer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_SCALES = {"십": 10, "백": 100, "천": 1_000, "만": 10_000, "억": 100_000_000}
_TOKEN = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_CLASSES = (
    ("won", re.compile(r"\s*[십백천만억]*\s*원")),
    ("won", re.compile(r"\s*[십백천]?[만억]")),
    ("age", re.compile(r"\s*(?:세(?!대)|살)")),
    ("share", re.compile(r"\s*(?:%|퍼센트|프로)")),
    ("year", re.compile(r"\s*(?:년|개월|달)")),
    ("day", re.compile(r"\s*(?:월|일)")),
)
_OWN = re.compile(r"\[\d+\]|^\s*(?:[-*•]\s*)?\d{1,2}[.)]\s", re.MULTILINE)


def numbers(text: str) -> set[tuple[float, str]]:
    """(value, class of unit) of every number; list numbers and citation marks left out."""
    text = unicodedata.normalize("NFKC", _OWN.sub(" ", text))
    text = "".join(str(unicodedata.digit(s)) if s.isdigit() else s for s in text)
    found: set[tuple[float, str]] = set()
    for match in _TOKEN.finditer(text):
        value = float(match.group().replace(",", ""))
        rest = text[match.end() :]
        for sign in re.match(r"\s*([십백천만억]*)", rest)[1]:  # type: ignore[index]
            value *= _SCALES[sign]
        name = next((name for name, pattern in _CLASSES if pattern.match(rest)), "")
        found.add((value, name))
    return found


def strangers(text: str, sources: Iterable[str]) -> list[str]:
    """Numbers of `text` that no source has with the same class of unit."""
    known: set[tuple[float, str]] = set()
    for source in sources:
        known |= numbers(source)
    values = {value for value, _ in known}
    return [
        f"{value:g} {name}".strip()
        for value, name in sorted(numbers(text))
        if (value, name) not in known and (name or value not in values)
    ]
