"""Children: how many, how old, born when, in which place among the siblings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from policies.eligibility import derive
from policies.eligibility.bounds import Bounds, Interval
from policies.eligibility.criteria.ages import MEASURE, WORDS, crossings
from policies.eligibility.criteria.base import Context, Finding, Known, evaluates
from policies.eligibility.criteria.days import (
    CHILD_HAS_NONE,
    add_days,
    asked_from,
    in_window,
    reckoning,
    window_text,
)
from policies.eligibility.dates import add_months, day_after
from policies.eligibility.outcome import State
from policies.eligibility.rule import ChildrenCriterion
from policies.korean import long_date, months

_PLACES = ("첫째", "둘째", "셋째", "넷째", "다섯째", "여섯째", "일곱째", "여덟째", "아홉째")


def _ages(criterion: ChildrenCriterion) -> Bounds:
    return Bounds(min=criterion.min, max=criterion.max, below=criterion.below)


def _child(criterion: ChildrenCriterion) -> str:
    """Which children count: "만 18세 미만 자녀", "출생 후 1년 이내인 셋째 이상 자녀"."""
    parts = []
    if criterion.born_from is not None or criterion.born_to is not None:
        parts.append(f"{window_text(criterion.born_from, criterion.born_to)}에 태어난")
    if criterion.within_months is not None:
        parts.append(f"출생 후 {months(criterion.within_months)} 이내인")
    if criterion.within_days is not None:
        parts.append(f"출생 후 {criterion.within_days}일 이내인")
    before, suffix, _ = WORDS[criterion.unit]
    if limits := _ages(criterion).text(suffix):
        parts.append(f"{before}{limits}")
    if criterion.ordinal > 1:
        known = criterion.ordinal <= len(_PLACES)
        place = _PLACES[criterion.ordinal - 1] if known else f"{criterion.ordinal}번째"
        parts.append(f"{place} 이상")
    return " ".join((*parts, "자녀"))


def _need(criterion: ChildrenCriterion) -> str:
    child, least, most = _child(criterion), criterion.min_count, criterion.max_count
    if most is None:
        return f"{child}가 {least}명 이상인 사람"
    if least == most:
        return f"{child}가 {most}명인 사람"
    if least == 0:
        return f"{child}가 {most}명 이하인 사람"
    return f"{child}가 {least}명 이상 {most}명 이하인 사람"


def _last_days(criterion: ChildrenCriterion, birth: date) -> Iterable[date]:
    """Last days of the periods after a birth; the anniversary itself is inside."""
    if criterion.within_months is not None:
        yield add_months(birth, criterion.within_months)
    if criterion.within_days is not None:
        yield add_days(birth, criterion.within_days)


def _counts(criterion: ChildrenCriterion, birth: date, day: date) -> bool:
    """Whether one child counts on the reference day, its place among the siblings aside."""
    if birth > day or not in_window(birth, criterion.born_from, criterion.born_to):
        return False
    if any(day > last for last in _last_days(criterion, birth)):
        return False
    return _ages(criterion).holds(MEASURE[criterion.unit](birth, day))


def _just_born(criterion: ChildrenCriterion, context: Context, need: str) -> Finding | None:
    """A child just born is there, whatever other children there are."""
    delivered = context.facts.delivered_on
    if delivered is None or delivered > context.on or criterion.max_count is not None:
        return None
    day = reckoning(criterion, context).day
    if day is None or criterion.min_count > 1 or criterion.ordinal > 1:
        return None
    if not _counts(criterion, delivered, day):
        return None
    return Finding(State.MET, need, Known.noun(f"{long_date(delivered)}에 출산한 분"))


def _spoken_of(criterion: ChildrenCriterion, context: Context, need: str) -> Finding | None:
    """Enough of the children spoken of count, whenever they were born; others change nothing."""
    if criterion.max_count is not None or criterion.ordinal > 1 or criterion.min_count < 1:
        return None
    day = reckoning(criterion, context).day
    count = sum(
        day is not None and all(_counts(criterion, end, day) for end in span)
        for span in context.facts.child_births
    )
    if count < criterion.min_count:
        return None
    known = Known(f"해당하는 자녀가 {count}명으로", f"해당하는 자녀가 {count}명입니다")
    return Finding(State.MET, need, known)


def _turns(criterion: ChildrenCriterion, born: Iterable[date]) -> tuple[date, ...]:
    crossed: list[date] = []
    for birth in born:
        crossed += [birth, *crossings(criterion.unit, _ages(criterion), birth)]
        crossed += [day_after(last) for last in _last_days(criterion, birth)]
    return (*born, *asked_from(criterion, crossed))


@evaluates(ChildrenCriterion)
def children(criterion: ChildrenCriterion, context: Context) -> Finding:
    """Number of born children that count; [] is a known zero, and a child has none.

    Places are given by birth order among all children, those too old included.
    """
    day = reckoning(criterion, context)
    need = day.prefix + _need(criterion)
    births = derive.births(context.facts)
    if births is None:
        found = _just_born(criterion, context, need) or _spoken_of(criterion, context, need)
        return found or Finding(State.UNKNOWN, need, missing=("children",))
    born = sorted(birth for birth in births if birth <= context.on)
    count = sum(
        _counts(criterion, birth, day.day or context.on) for birth in born[criterion.ordinal - 1 :]
    )
    number, value = Bounds(min=criterion.min_count, max=criterion.max_count), Interval(count, count)
    if count:
        known = Known(f"해당하는 자녀가 {count}명으로", f"해당하는 자녀가 {count}명입니다")
    elif context.facts.children is None:
        known = CHILD_HAS_NONE
    else:
        known = Known("해당하는 자녀가 없어", "해당하는 자녀가 없습니다")
    return Finding(
        number.state(value),
        need,
        known,
        turns=_turns(criterion, births),
        distance=number.distance(value, "명"),
    )
