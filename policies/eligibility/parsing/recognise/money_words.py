"""Amounts of money as texts write them: 22,340원, 15천원, 3천6백만원, 2억4,100만원, 1.7억."""

from __future__ import annotations

import re
from fractions import Fraction

_FIGURE = r"\d[\d,]*(?:\.\d+)?"
_LARGE = (("억", 100_000_000), ("만", 10_000))
_SMALL = {"천": 1_000, "백": 100, "십": 10, "": 1}
_PART = re.compile(rf"({_FIGURE})([천백십]?)")

# An amount ends in 원, or in 억 or 만 where the 원 was left out.
AMOUNT = rf"{_FIGURE}(?:[천백십만억]|\d[\d,.]*)*(?:원|(?<=[억만]))(?!단위)"
_AMOUNT = re.compile(AMOUNT)


def _value(part: str) -> Fraction:
    total = Fraction(0)
    for figure, unit in _PART.findall(part):
        total += Fraction(figure.replace(",", "").rstrip(".")) * _SMALL[unit]
    return total


def won(words: str) -> int | None:
    """KRW of an amount without spaces, None when the words are no amount."""
    if _AMOUNT.fullmatch(words) is None:
        return None
    rest, total = words.removesuffix("원"), Fraction(0)
    for name, size in _LARGE:
        head, sign, tail = rest.partition(name)
        if sign:
            total += _value(head) * size
            rest = tail
    return int(total + _value(rest))
