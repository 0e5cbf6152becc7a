"""Amounts known only roughly, and the roundings of the laws. Whole KRW; no floats in between."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Span:
    """Closed range of KRW; `high` None where nothing bounds it."""

    low: int
    high: int | None

    @classmethod
    def exactly(cls, amount: int) -> Span:
        return cls(amount, amount)

    @classmethod
    def around(cls, spans: Iterable[Span]) -> Span:
        """The smallest range that holds all of them; at least one is needed."""
        listed = list(spans)
        tops = [one.high for one in listed]
        top = None if None in tops else max(each for each in tops if each is not None)
        return cls(min(one.low for one in listed), top)

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def plus(self, other: Span) -> Span:
        high = None if self.high is None or other.high is None else self.high + other.high
        return Span(self.low + other.low, high)


def share(rate: float | str) -> Fraction:
    """A published rate as the exact fraction it is written as: 0.0417 → 417/10000."""
    return Fraction(str(rate))


def rounded(amount: Fraction) -> int:
    """To the won, halves up."""
    return int(amount + Fraction(1, 2))


def floored(amount: Fraction | int, unit: int = 1) -> int:
    """Down to a multiple of `unit` (끝수 버림)."""
    return int(Fraction(amount) // unit) * unit


def raised(amount: Fraction | int, unit: int = 1) -> int:
    """Up to a multiple of `unit` (절상)."""
    return -(int(-Fraction(amount) // unit)) * unit


def half_up(value: Fraction, places: int) -> Fraction:
    """Rounded to decimals, but never onto a whole number the value is above: 50.001 % is not
    told as 50 %."""
    scale = 10**places
    told = Fraction(rounded(value * scale), scale)
    return told + Fraction(1, scale) if told.denominator == 1 and value > told else told
