"""Ages in words to limits: the grammar shared by ages, birth windows and children.

`AGE` is a source string without named groups; `limits` reads what it matched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from policies.eligibility.criterion_base import AgeUnit
from policies.eligibility.rule import AgeCriterion, ChildrenCriterion

# 세 is also the beginning of 세대, 세트, 세금 and the generation of 고엽제 2세, 한인 1세.
_UNIT = (
    r"(?:세(?!대(?!구|전|학|상|한|출)|트|금(?!정|천)|제곱|환자|[가-힣]?당(?!시|진))|살|"
    r"개월령?(?!간|분|치|동안))"
)
_N = r"(?<!\d)\d{1,3}"
_BEFORE = r"(?:생후|출생후|만나이|연나이|만|연(?=\d))"
_LOW = r"(?:이상|초과|부터|에서|(?:를|을|이|가)?넘(?:는|은))"
_HIGH = r"(?:이하|미만|까지|이내|(?:이|가)?(?:안|아니)된)"
_JOIN = r"(?:인자|이면서|이고|이며|로서)?[,·]?"
_RANGE = (
    rf"{_BEFORE}{{0,2}}{_N}(?:{_UNIT}?(?:\([^()]{{1,12}}\))?{_LOW}?[~\-]|{_UNIT}{_LOW}{_JOIN})"
    rf"{_BEFORE}?\d{{1,3}}{_UNIT}(?:{_HIGH}|사이)?"
)
_SINGLE = rf"{_BEFORE}{{0,2}}{_N}{_UNIT}(?:{_LOW}|{_HIGH})"
_OPEN = rf"{_BEFORE}{{0,2}}{_N}{_UNIT}이상~"
AGE = rf"(?:{_RANGE}|{_OPEN}|{_SINGLE})"
EXACT = rf"(?:{_BEFORE}{{0,2}}(?<!\d)\d{{1,4}}{_UNIT})"

_YEAR = 12
# Months above this are terms of something else, and nobody counts such an age in months.
_MOST_MONTHS = 240
_OLDEST = 130


@dataclass(frozen=True)
class Limits:
    """Bounds on an age; `above` and `below` exclusive."""

    unit: AgeUnit = AgeUnit.YEARS
    min: int | None = None
    max: int | None = None
    above: int | None = None
    below: int | None = None

    @property
    def top(self) -> float | None:
        """The highest age inside, in years; None when there is none."""
        highest = self.max if self.below is None else self.below - 1
        if highest is None or self.unit is not AgeUnit.MONTHS:
            return highest
        return highest / _YEAR

    def person(self) -> AgeCriterion:
        return AgeCriterion(
            criterion="age",
            unit=self.unit,
            min=self.min,
            max=self.max,
            above=self.above,
            below=self.below,
        )

    def children(self, count: int = 1, ordinal: int = 1) -> ChildrenCriterion:
        """At least `count` children of this age; "over 5" is "6 and more" in full years."""
        low = self.min if self.above is None else self.above + 1
        return ChildrenCriterion(
            criterion="children",
            min_count=count,
            unit=self.unit,
            min=low,
            max=self.max,
            below=self.below,
            ordinal=ordinal,
        )


_SIDE = re.compile(rf"(\d{{1,4}})(세|살|개월)?(?:\([^()]*\))?({_LOW}|{_HIGH})?")


def limits(text: str) -> Limits | None:
    """Limits of what `AGE` or `EXACT` matched; None when they contradict each other."""
    sides = _SIDE.findall(text)
    read: Limits | None
    if len(sides) == 1:
        read = _one_sided(*sides[0], dangling=text.endswith("~"), year_age="연" in text)
    elif len(sides) == 2:
        read = _two_sided(sides, year_age="연" in text)
    else:
        return None
    return read if read and _sensible(read) else None


def _unit(word: str, year_age: bool) -> AgeUnit:
    if word == "개월":
        return AgeUnit.MONTHS
    return AgeUnit.YEAR_AGE if year_age else AgeUnit.YEARS


def _one_sided(
    figure: str, word: str, bound: str, *, dangling: bool, year_age: bool
) -> Limits | None:
    value, unit = int(figure), _unit(word, year_age)
    if value > _OLDEST and unit is not AgeUnit.MONTHS:
        return _run_together(figure)
    if not bound and not dangling:
        return Limits(unit, min=value, max=value)
    if bound == "초과" or "넘" in bound:
        return Limits(unit, above=value)
    if bound in ("이하", "까지", "이내"):
        return Limits(unit, max=value)
    if bound == "미만" or "된" in bound:
        return Limits(unit, below=value)
    return Limits(unit, min=value)


def _run_together(figures: str) -> Limits | None:
    """Two ages whose ~ was lost on the way: "518세" is 5 to 18, "1587세" 15 to 87."""
    low, high = int(figures[:-2]), int(figures[-2:])
    return Limits(min=low, max=high) if low < high else None


def _two_sided(sides: list[tuple[str, str, str]], *, year_age: bool) -> Limits | None:
    (low, low_word, low_bound), (high, high_word, high_bound) = sides
    first, last, above = int(low), int(high), low_bound == "초과" or "넘" in low_bound
    unit = _unit(high_word, year_age)
    exclusive = high_bound == "미만" or "된" in high_bound
    if low_word == "개월" and unit is not AgeUnit.MONTHS:
        last, unit, exclusive = (last if exclusive else last + 1) * _YEAR, AgeUnit.MONTHS, True
    if low_word == "세" and high_word == "개월":
        first *= _YEAR
    if first > last:
        return None
    return Limits(
        unit,
        min=None if above else first,
        above=first if above else None,
        max=None if exclusive else last,
        below=last if exclusive else None,
    )


def _sensible(read: Limits) -> bool:
    most = _MOST_MONTHS if read.unit is AgeUnit.MONTHS else _OLDEST
    return all(each is None or each <= most for each in (read.min, read.max, read.below))
