"""Age, birth window and children."""

from __future__ import annotations

from datetime import date

from policies.eligibility.bounds import Bounds, Interval
from policies.eligibility.criteria.base import Context, Finding, Known, evaluates
from policies.eligibility.dates import (
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
    AgeUnit,
    BirthWindowCriterion,
    ChildrenCriterion,
)
from policies.korean import long_date

_MEASURE = {
    AgeUnit.YEARS: age_in_years,
    AgeUnit.MONTHS: age_in_months,
    AgeUnit.YEAR_AGE: year_age,
}
_REACHED = {
    AgeUnit.YEARS: age_reached_on,
    AgeUnit.MONTHS: reached_on,
    AgeUnit.YEAR_AGE: year_age_reached_on,
}
_WORDS = {
    AgeUnit.YEARS: ("만 ", "세", "살"),
    AgeUnit.MONTHS: ("생후 ", "개월", "개월"),
    AgeUnit.YEAR_AGE: ("연 나이 ", "세", "살"),
}


def _said(unit: AgeUnit, value: Interval) -> str:
    before, suffix, _ = _WORDS[unit]
    if value.exact:
        return f"{before}{value.low:.0f}{suffix}"
    return f"{before}{value.low:.0f}~{value.high:.0f}{suffix}"


def _turns(unit: AgeUnit, bounds: Bounds, birth: date) -> tuple[date, ...]:
    """Days on which someone born on `birth` crosses a limit."""
    after = [bound + 1 for bound in (bounds.max, bounds.above) if bound is not None]
    at = [bound for bound in (bounds.min, bounds.below) if bound is not None]
    return tuple(_REACHED[unit](birth, int(bound)) for bound in (*at, *after))


@evaluates(AgeCriterion)
def age(criterion: AgeCriterion, context: Context) -> Finding:
    """만 나이, months or year age; a said age is an interval of months and of year ages."""
    bounds = Bounds.of(criterion)
    unit = criterion.unit
    before, suffix, distance_unit = _WORDS[unit]
    need = before + bounds.text(suffix)
    born = born_between(context.facts)
    if born is None or born[1] > context.facts.as_of:
        return Finding(State.UNKNOWN, need, missing=("birth_date",))
    earliest, latest = born
    measure = _MEASURE[unit]
    value = Interval(measure(latest, context.on), measure(earliest, context.on))
    state = bounds.state(value)
    turns = _turns(unit, bounds, latest) if earliest == latest else ()
    known = Known.noun(_said(unit, value))
    if state is State.UNKNOWN:
        return Finding(state, need, known, missing=("birth_date",), subject="생년월일")
    return Finding(
        state, need, known, turns=turns, distance=bounds.distance(value, distance_unit, step=1)
    )


def _window_text(criterion: BirthWindowCriterion) -> str:
    start, end = criterion.born_from, criterion.born_to
    if start is not None and end is not None:
        return f"{long_date(start)}부터 {long_date(end)} 사이 출생자"
    if start is not None:
        return f"{long_date(start)} 이후 출생자"
    return f"{long_date(end or date.max)} 이전 출생자"


@evaluates(BirthWindowCriterion)
def birth_window(criterion: BirthWindowCriterion, context: Context) -> Finding:
    """Born inside the window; a said age decides only when all its birth dates agree."""
    need = _window_text(criterion)
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


def _children_need(criterion: ChildrenCriterion, ages: Bounds) -> str:
    before, suffix, _ = _WORDS[criterion.unit]
    limits = ages.text(suffix)
    child = f"{before}{limits} 자녀" if limits else "자녀"
    least, most = criterion.min_count, criterion.max_count
    if most is None:
        return f"{child}가 {least}명 이상인 사람"
    if least == most:
        return f"{child}가 {most}명인 사람"
    if least == 0:
        return f"{child}가 {most}명 이하인 사람"
    return f"{child}가 {least}명 이상 {most}명 이하인 사람"


@evaluates(ChildrenCriterion)
def children(criterion: ChildrenCriterion, context: Context) -> Finding:
    """Number of born children inside the age limits; [] is a known zero."""
    ages = Bounds(min=criterion.min, max=criterion.max, below=criterion.below)
    need = _children_need(criterion, ages)
    births = context.facts.children
    delivered = context.facts.delivered_on
    if births is None and delivered is not None and criterion.max_count is None:
        # A child just born is there, whatever other children there are.
        age = _MEASURE[criterion.unit](delivered, context.on)
        if criterion.min_count <= 1 and delivered <= context.on and ages.holds(age):
            return Finding(State.MET, need, Known.noun(f"{long_date(delivered)}에 출산한 분"))
    if births is None:
        return Finding(State.UNKNOWN, need, missing=("children",))
    measure = _MEASURE[criterion.unit]
    count = sum(birth <= context.on and ages.holds(measure(birth, context.on)) for birth in births)
    number = Bounds(min=criterion.min_count, max=criterion.max_count)
    value = Interval(count, count)
    turns = list(births)
    for birth in births:
        turns += _turns(criterion.unit, ages, birth)
    if count:
        known = Known(f"해당하는 자녀가 {count}명으로", f"해당하는 자녀가 {count}명입니다")
    else:
        known = Known("해당하는 자녀가 없어", "해당하는 자녀가 없습니다")
    return Finding(
        number.state(value), need, known, turns=tuple(turns), distance=number.distance(value, "명")
    )
