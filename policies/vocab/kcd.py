"""KCD codes and ranges of them, compared to the fourth character ("M35.2")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_WRITTEN = re.compile(r"[A-Z]\d{2}(?:\.\d)?$")
# "E11", "e11.9", "E119" in a text; digits or letters around make it something else, as does
# what counts rooms and buildings ("C203호").
_TYPED = re.compile(
    r"(?<![A-Za-z0-9])([A-Za-z]\d{2})\.?(\d?)\d{0,2}(?![A-Za-z0-9]|\s?(?:호|동|번|실|층))"
)
Range = tuple[str, str]


def plain_code(code: str) -> str | None:
    """A code as it may be typed, in three or four characters without the dot; None when it is
    no code."""
    match = _TYPED.fullmatch(code.strip())
    return f"{match[1].upper()}{match[2]}" if match else None


def code_range(text: str) -> Range:
    """First and last code of "E11", "M35.2" or "E10-E14". Raises ValueError."""
    ends = text.strip().split("-")
    if len(ends) > 2 or not all(map(_WRITTEN.match, ends)):
        raise ValueError(text)
    first, last = ends[0].replace(".", ""), ends[-1].replace(".", "")
    if first > last:
        raise ValueError(text)
    return first, last


def within(code: str, ranges: Iterable[Range]) -> bool:
    """Whether a code lies in one of the ranges; M35 does not lie in M35.2."""
    return any(first <= code and code[: len(last)] <= last for first, last in ranges)


def size(found: Range) -> int:
    """How many four-character codes a range has, to tell the narrower from the wider one."""
    first, last = found[0].ljust(4, "0"), found[1].ljust(4, "9")
    return (ord(last[0]) - ord(first[0])) * 1000 + int(last[1:]) - int(first[1:]) + 1


def typed_codes(text: str) -> Iterator[tuple[str, int, int]]:
    """(code, start, end) of the codes in a text."""
    for match in _TYPED.finditer(text):
        yield f"{match[1].upper()}{match[2]}", *match.span()
