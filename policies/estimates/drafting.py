"""A draft of an estimate, for rules that tell their steps one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import ParamSpec

from policies.estimates.parameters import NoParameters, Parameters
from policies.estimates.results import built
from policies.estimates.spans import Span, floored, share
from policies.estimates.types import Estimate, EstimateStatus

P = ParamSpec("P")


def portion(amount: int, rate: float) -> int:
    """`rate` (0.15 = 15 %) of an amount in whole won, fractions cut off."""
    return floored(amount * share(rate))


def percent(rate: float) -> int:
    """A share as whole per cent: 0.15 → 15."""
    return round(rate * 100)


@dataclass
class Draft:
    """An estimate in the making; ended by `amount`, `nothing` or `open`."""

    benefit: str
    figures: Parameters
    unit: str = "원"
    formula: str = ""
    steps: list[str] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    reason: str = ""  # why there is nothing, told before all notes

    def amount(self, low: int, high: int | None = None) -> Estimate:
        """An amount, or a range where something is open."""
        return self._ended(EstimateStatus.ESTIMATED, Span(low, low if high is None else high))

    def nothing(self, reason: str) -> Estimate:
        """By the stated facts the amount is 0, and why, as a whole sentence."""
        self.reason = reason
        self.missing.clear()
        return self._ended(EstimateStatus.NOT_ENTITLED, Span.exactly(0))

    def outside(self, reason: str) -> Estimate:
        """The rule does not reach this person, so there is no amount to pay either."""
        self.reason = reason
        return self._ended(EstimateStatus.NOT_ENTITLED, None)

    def open(self, *deciding: str) -> Estimate:
        """Nothing can be said before these are known."""
        self.missing = [*deciding, *(one for one in self.missing if one not in deciding)]
        return self._ended(EstimateStatus.MISSING, None)

    def _ended(self, status: EstimateStatus, span: Span | None) -> Estimate:
        return built(
            self.benefit, status, span, [self.figures], unit=self.unit, formula=self.formula,
            steps=self.steps, assumptions=self.assumptions, missing=self.missing,
            reason=self.reason, notes=self.notes,
        )  # fmt: skip


def estimates(benefit: str, unit: str) -> Callable[[Callable[P, Estimate]], Callable[P, Estimate]]:
    """Where no figures of the asked year are held, the estimate says so instead of raising."""

    def wrap(rule: Callable[P, Estimate]) -> Callable[P, Estimate]:
        @wraps(rule)
        def run(*args: P.args, **named: P.kwargs) -> Estimate:
            try:
                return rule(*args, **named)
            except NoParameters as error:
                return Estimate(
                    benefit=benefit, status=EstimateStatus.NO_PARAMETERS, unit=unit,
                    notes=[str(error)],
                )  # fmt: skip

        return run

    return wrap
