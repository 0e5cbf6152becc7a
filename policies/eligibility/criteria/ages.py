"""Age, words for ages, and birth windows."""

from __future__ import annotations

from datetime import date

from policies.eligibility.age_groups import BANDS
from policies.eligibility.bounds import Bounds, Interval
from policies.eligibility.criteria.base import Context, Finding, Known, evaluates
from policies.eligibility.criteria.days import (
    asked_from,
    counted,
    reckoning,
    window_text,
    without_birth,
)
from policies.eligibility.dates import (
    MONTHS_A_YEAR,
    age_in_months,
    age_in_years,
    age_reached_on,
    reached_on,
    year_age,
    year_age_reached_on,
)
from policies.eligibility.derive import born_between
from policies.eligibility.outcome import State
from policies.eligibility.rule import (
    AgeCriterion,
    AgeGroupCriterion,
    AgeUnit,
    BirthWindowCriterion,
)
from policies.korean import josa, long_date

MEASURE = {
    AgeUnit.YEARS: age_in_years,
    AgeUnit.MONTHS: age_in_months,
    AgeUnit.YEAR_AGE: year_age,
}
_REACHED = {
    AgeUnit.YEARS: age_reached_on,
    AgeUnit.MONTHS: reached_on,
    AgeUnit.YEAR_AGE: year_age_reached_on,
}
WORDS = {
    AgeUnit.YEARS: ("만 ", "세", "살"),
    AgeUnit.MONTHS: ("생후 ", "개월", "개월"),
    AgeUnit.YEAR_AGE: ("연 나이 ", "세", "살"),
}

_SAID_IN_MONTHS = 36


def _said(unit: AgeUnit, value: Interval) -> str:
    before, suffix, _ = WORDS[unit]
    if value.exact:
        return f"{before}{value.low:.0f}{suffix}"
    return f"{before}{value.low:.0f}~{value.high:.0f}{suffix}"


def _known(unit: AgeUnit, value: Interval) -> Known:
    if value.low < 0:
        return Known("태어나기 전으로", "태어나기 전입니다")
    return Known.noun(_said(unit, value))


def crossings(unit: AgeUnit, bounds: Bounds, birth: date) -> tuple[date, ...]:
    """Days on which someone born on `birth` crosses a limit."""
    after = [bound + 1 for bound in (bounds.max, bounds.above) if bound is not None]
    at = [bound for bound in (bounds.min, bounds.below) if bound is not None]
    return tuple(_REACHED[unit](birth, int(bound)) for bound in (*at, *after))


@evaluates(AgeCriterion)
def age(criterion: AgeCriterion, context: Context) -> Finding:
    """만 나이, months or year age on the reference day; a said age is an interval of months and
    of year ages."""
    bounds, unit = Bounds.of(criterion), criterion.unit
    before, suffix, distance_unit = WORDS[unit]
    day = reckoning(criterion, context)
    need = day.prefix + before + bounds.text(suffix)
    born = born_between(context.facts)
    if born is None or born[1] > context.facts.as_of:
        return Finding(State.UNKNOWN, need, missing=("birth_date",))
    if day.day is None:
        return without_birth(need, context)
    earliest, latest = born
    measure = MEASURE[unit]
    value = Interval(measure(latest, day.day), measure(earliest, day.day))
    state = bounds.state(value)
    known = counted(_known(unit, value), criterion)
    if state is State.UNKNOWN:
        return Finding(state, need, known, missing=("birth_date",), subject="생년월일")
    crossed = crossings(unit, bounds, latest) if earliest == latest else ()
    return Finding(
        state,
        need,
        known,
        turns=asked_from(criterion, crossed),
        distance=bounds.distance(value, distance_unit, step=1),
    )


def _band_said(value: Interval) -> str:
    """Age in months as it is said: months up to three years, full years from there."""
    if value.high < _SAID_IN_MONTHS:
        return _said(AgeUnit.MONTHS, value)
    years = Interval(value.low // MONTHS_A_YEAR, value.high // MONTHS_A_YEAR)
    return _said(AgeUnit.YEARS, years)


@evaluates(AgeGroupCriterion)
def age_group(criterion: AgeGroupCriterion, context: Context) -> Finding:
    """A word for an age: certain inside the legal limits and outside of the widest ones."""
    band, need = BANDS[criterion.group], criterion.group.value
    born = born_between(context.facts)
    if born is None or born[1] > context.facts.as_of:
        return Finding(State.UNKNOWN, need, missing=("birth_date",))
    value = Interval(age_in_months(born[1], context.on), age_in_months(born[0], context.on))
    sure, wide = Bounds(*band.sure), Bounds(*band.wide)
    said = _band_said(value)
    turns: tuple[date, ...] = ()
    if born[0] == born[1]:
        turns = (
            *crossings(AgeUnit.MONTHS, sure, born[1]),
            *crossings(AgeUnit.MONTHS, wide, born[1]),
        )
    if sure.state(value) is State.MET:
        return Finding(State.MET, need, Known.noun(said), turns=turns)
    if wide.state(value) is State.NOT_MET:
        return Finding(State.NOT_MET, need, Known.noun(said), turns=turns)
    if State.UNKNOWN in (sure.state(value), wide.state(value)):
        return Finding(State.UNKNOWN, need, missing=("birth_date",), subject="생년월일")
    unclear = (
        f"{josa(said, '이/가')} 여기서 말하는 ‘{need}’에 드는지는 나이 범위가 적혀 있지 않아 "
        "담당자에게 확인해야 합니다."
    )
    return Finding(State.UNKNOWN, need, unclear=unclear, turns=turns)


@evaluates(BirthWindowCriterion)
def birth_window(criterion: BirthWindowCriterion, context: Context) -> Finding:
    """Born inside the window; a said age decides only when all its birth dates agree."""
    need = f"{window_text(criterion.born_from, criterion.born_to)} 출생자"
    born = born_between(context.facts)
    if born is None:
        return Finding(State.UNKNOWN, need, missing=("birth_date",), subject="생년월일")
    bounds = Bounds(
        min=criterion.born_from.toordinal() if criterion.born_from else None,
        max=criterion.born_to.toordinal() if criterion.born_to else None,
    )
    earliest, latest = born
    state = bounds.state(Interval(earliest.toordinal(), latest.toordinal()))
    if state is State.UNKNOWN:
        return Finding(state, need, missing=("birth_date",), subject="생년월일")
    if earliest == latest:
        return Finding(state, need, Known.noun(f"{long_date(latest)}생"))
    span = f"{long_date(earliest)}에서 {long_date(latest)} 사이 출생"
    return Finding(state, need, Known.noun(span))
