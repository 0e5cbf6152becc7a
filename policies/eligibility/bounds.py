"""Numeric limits met by intervals: a value known only roughly passes only when all of it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from policies.eligibility.outcome import State
from policies.korean import number


class HasBounds(Protocol):
    """Any criterion with `min`/`max`; `above`/`below` where it has them."""

    @property
    def min(self) -> float | None: ...
    @property
    def max(self) -> float | None: ...


@dataclass(frozen=True)
class Interval:
    """Closed interval a value is known to lie in; `exact` when both ends are one value."""

    low: float
    high: float

    @property
    def exact(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True)
class Bounds:
    """`min`/`max` inclusive, `above`/`below` exclusive; None = no limit. 0 is a limit."""

    min: float | None = None
    max: float | None = None
    above: float | None = None
    below: float | None = None

    @classmethod
    def of(cls, criterion: HasBounds) -> Bounds:
        return cls(
            criterion.min,
            criterion.max,
            getattr(criterion, "above", None),
            getattr(criterion, "below", None),
        )

    def holds(self, value: float) -> bool:
        return self.short_by(value) is None and self.over_by(value) is None

    def short_by(self, value: float, step: float = 0) -> float | None:
        """How far `value` lies under the lower limit, None if it does not.

        `step` is what is still missing at an exclusive limit itself (1 for whole years).
        """
        if self.min is not None and value < self.min:
            return self.min - value
        if self.above is not None and value <= self.above:
            return self.above - value + step
        return None

    def over_by(self, value: float, step: float = 0) -> float | None:
        """How far `value` lies over the upper limit, None if it does not; `step` as above."""
        if self.max is not None and value > self.max:
            return value - self.max
        if self.below is not None and value >= self.below:
            return value - self.below + step
        return None

    def state(self, value: Interval) -> State:
        """State for a value somewhere in the interval."""
        if self.holds(value.low) and self.holds(value.high):
            return State.MET
        if self.short_by(value.high) is not None or self.over_by(value.low) is not None:
            return State.NOT_MET
        return State.UNKNOWN

    def distance(self, value: Interval, unit: str, step: float = 0) -> str:
        """How far the limits are missed: "3살 부족", "34,000원 초과"; "" if they are not."""
        short, over = self.short_by(value.high, step), self.over_by(value.low, step)
        if short:
            return f"{number(short)}{unit} 부족"
        return f"{number(over)}{unit} 초과" if over else ""

    def text(self, suffix: str) -> str:
        """The limits in words, each number followed by `suffix`: "19세 이상 34세 이하"."""
        if self.min is not None and self.min == self.max:
            return f"{number(self.min)}{suffix}"
        parts = [
            (self.min, "이상"),
            (self.above, "초과"),
            (self.max, "이하"),
            (self.below, "미만"),
        ]
        return " ".join(
            f"{number(value)}{suffix} {word}" for value, word in parts if value is not None
        )
