"""What a rule demands of everybody in a form that SQL can filter by: age in months and sex.

A condition is necessary when nobody outside of it can get another verdict than unlikely:
every way through the rule demands it. Whatever is not certain (unclear clauses, clauses in
force for a time, ages counted from another day) widens the bounds or leaves them open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from policies.eligibility.age_groups import BANDS
from policies.eligibility.compiled import Gate, Leaf, compile_rule
from policies.eligibility.criterion_base import ReferenceDay
from policies.eligibility.dates import MONTHS_A_YEAR
from policies.eligibility.rule import (
    AgeCriterion,
    AgeGroupCriterion,
    AgeUnit,
    CriterionBase,
    Rule,
    SexCriterion,
)
from policies.vocabulary import Sex

# Nobody is older; also what the column for the bounds can hold.
OLDEST_MONTHS = 200 * MONTHS_A_YEAR
# How far an age on 1 January or 31 December of the year may lie from that of today.
_WITHIN_THE_YEAR = MONTHS_A_YEAR
_EVERYBODY = frozenset(Sex)


@dataclass(frozen=True)
class Necessary:
    """Bounds of the age in full months, both inclusive, None = no bound; `sex` "" = any.

    Ages are those of 민법 제158조 (만 나이 in months) on the day of the question.
    """

    min_age_months: int | None = None
    max_age_months: int | None = None
    sex: str = ""


@dataclass(frozen=True)
class _Reach:
    """Whom a part of a rule can hold for."""

    low: int = 0
    high: int = OLDEST_MONTHS
    sexes: frozenset[Sex] = _EVERYBODY

    def both(self, other: _Reach) -> _Reach:
        return _Reach(
            max(self.low, other.low), min(self.high, other.high), self.sexes & other.sexes
        )

    def either(self, other: _Reach) -> _Reach:
        return _Reach(
            min(self.low, other.low), max(self.high, other.high), self.sexes | other.sexes
        )


_OPEN = _Reach()


def necessary_conditions(rule: Rule) -> Necessary:
    """Age bounds and sex outside of which the verdict is unlikely for certain."""
    reach = _reach(compile_rule(rule).root)
    return Necessary(
        min_age_months=reach.low if reach.low > 0 else None,
        max_age_months=max(reach.high, 0) if reach.high < OLDEST_MONTHS else None,
        sex=next(iter(reach.sexes)).value if len(reach.sexes) == 1 else "",
    )


def _reach(node: Gate | Leaf) -> _Reach:
    """A gate that demands all its branches reaches where all do; any other one as far as the
    branches reach together, each of which may be the one that holds."""
    if isinstance(node, Leaf):
        return _of_criterion(node.criterion, node.exclusion)
    reaches = [_reach(branch) for branch in node.branches]
    if node.needed == len(reaches):
        return _joined(reaches)
    found = reaches[0]
    for reach in reaches[1:]:
        found = found.either(reach)
    return found


def _joined(reaches: Sequence[_Reach]) -> _Reach:
    found = _OPEN
    for reach in reaches:
        found = found.both(reach)
    return found


def _of_criterion(criterion: CriterionBase, exclusion: bool) -> _Reach:
    dated = criterion.effective_from is not None or criterion.effective_to is not None
    if criterion.unclear or dated:
        return _OPEN
    if isinstance(criterion, SexCriterion):
        named = frozenset(criterion.one_of)
        return _Reach(sexes=_EVERYBODY - named if exclusion else named)
    if isinstance(criterion, AgeGroupCriterion):
        band = BANDS[criterion.group]
        return _outside(band.sure) if exclusion else _inside(band.wide)
    if isinstance(criterion, AgeCriterion):
        return _of_age(criterion, exclusion)
    return _OPEN


def _inside(months: tuple[int, int]) -> _Reach:
    low, high = months
    return _Reach(max(low, 0), OLDEST_MONTHS if _unbounded(high) else high)


def _outside(months: tuple[int, int]) -> _Reach:
    """Whom an exclusion of these ages leaves: a part only where it reaches to an end."""
    low, high = months
    if low > high:
        return _OPEN
    if low <= 0:
        return _Reach(low=min(high + 1, OLDEST_MONTHS))
    return _Reach(high=low - 1) if _unbounded(high) else _OPEN


def _unbounded(months: int) -> bool:
    """A limit of 120 years and more is none."""
    return months >= 120 * MONTHS_A_YEAR


def _of_age(criterion: AgeCriterion, exclusion: bool) -> _Reach:
    """Months in which the limit can be met, or, excluded, months in which it surely is."""
    if criterion.on is not None or criterion.at is ReferenceDay.BIRTH:
        return _OPEN
    low = max(criterion.min or 0, 0 if criterion.above is None else criterion.above + 1)
    tops = [criterion.max, None if criterion.below is None else criterion.below - 1]
    high = min((top for top in tops if top is not None), default=None)
    sign = -1 if exclusion else 1
    slack = 0 if criterion.at is ReferenceDay.NOW else sign * _WITHIN_THE_YEAR
    if criterion.unit is AgeUnit.MONTHS:
        first, last = low, OLDEST_MONTHS if high is None else high
    else:
        first = low * MONTHS_A_YEAR
        last = OLDEST_MONTHS if high is None else high * MONTHS_A_YEAR + MONTHS_A_YEAR - 1
    if criterion.unit is AgeUnit.YEAR_AGE:
        # 연 나이 runs up to a year ahead of 만 나이: n there is n - 1 or n here.
        if exclusion:
            last -= MONTHS_A_YEAR if high is not None else 0
        else:
            first -= MONTHS_A_YEAR
    first, last = (first - slack if low else 0), (last + slack if high is not None else last)
    return _outside((first, last)) if exclusion else _inside((first, last))
