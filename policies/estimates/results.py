"""How an estimate is put together: the same fields in the same way for every benefit.

`drafting` is for rules that tell their steps one after the other; it ends here as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from policies.estimates.parameters import NoParameters, Parameters
from policies.estimates.spans import Span
from policies.estimates.types import Estimate, EstimateStatus
from policies.korean import won


def money(span: Span) -> str:
    """ "300,000원" or "300,000원~400,000원"; without an upper bound "300,000원 이상"."""
    if span.high is None:
        return f"{won(span.low)} 이상"
    return won(span.low) if span.exact else f"{won(span.low)}~{won(span.high)}"


def estimated(
    benefit: str,
    span: Span,
    used: Iterable[Parameters],
    *,
    formula: str,
    unit: str = "원/월",
    steps: Iterable[str] = (),
    assumptions: Iterable[str] = (),
    missing: Iterable[str] = (),
    notes: Iterable[str] = (),
) -> Estimate:
    """An amount or a range; where even the upper end is 0 the status is NOT_ENTITLED.

    `used`: the parameters it rests on, the deciding ones first. `span.high` must be bounded.
    """
    if span.high is None:
        raise ValueError(f"{benefit}: an amount has an upper bound")
    status = EstimateStatus.ESTIMATED if span.high else EstimateStatus.NOT_ENTITLED
    return built(
        benefit, status, span, used, unit=unit, formula=formula, steps=steps,
        assumptions=assumptions, missing=missing, notes=notes,
    )  # fmt: skip


def undecided(
    benefit: str, missing: Iterable[str], *, used: Iterable[Parameters] = (), formula: str = "",
    notes: Iterable[str] = (), steps: Iterable[str] = (), assumptions: Iterable[str] = (),
) -> Estimate:  # fmt: skip
    """Nothing can be said before the first of `missing` is known."""
    return built(
        benefit, EstimateStatus.MISSING, None, used, formula=formula, steps=steps,
        assumptions=assumptions, missing=missing, notes=notes,
    )  # fmt: skip


def built(
    benefit: str,
    status: EstimateStatus,
    span: Span | None,
    used: Iterable[Parameters],
    *,
    unit: str = "원/월",
    formula: str = "",
    steps: Iterable[str] = (),
    assumptions: Iterable[str] = (),
    missing: Iterable[str] = (),
    reason: str = "",
    notes: Iterable[str] = (),
) -> Estimate:
    """Every estimate that rests on parameters: their year, notes and sources are told with it.

    `span` None: no amount. `reason` stands before the notes of the parameters.
    """
    figures = list(used)
    told = [note for one in figures for note in one.notes()]
    return Estimate(
        benefit=benefit, status=status, unit=unit, formula=formula,
        low=None if span is None else span.low, high=None if span is None else span.high,
        year=figures[0].year if figures else None,
        year_asked=figures[0].year_asked if figures else None,
        steps=list(steps), assumptions=unique(assumptions), missing=unique(missing),
        notes=unique([reason, *told, *notes]),
        sources=list(dict.fromkeys(source for one in figures for source in one.sources)),
    )  # fmt: skip


def refused(benefit: str, error: NoParameters, as_of: date) -> Estimate:
    """No published figures are held for that day; said, not guessed."""
    return Estimate(
        benefit=benefit, status=EstimateStatus.NO_PARAMETERS, year_asked=as_of.year,
        notes=[str(error)],
    )  # fmt: skip


def unique(texts: Iterable[str]) -> list[str]:
    """In order, each once, empty ones left out."""
    return list(dict.fromkeys(text for text in texts if text))
