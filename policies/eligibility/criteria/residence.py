"""How long someone has lived in the region of a policy, and when the move was.

The day of the move counts as the first day. `moved_in_on` is the move into the region as the
facts name it: where the rule binds a larger one ("서울특별시", the facts say 동작구), the move may
have been one inside it, so that the stay is at least as long as it looks and may be longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from policies.eligibility.criteria.base import Context, Finding, Known, evaluates
from policies.eligibility.criteria.days import (
    add_days,
    asked_from,
    counted,
    reckoning,
    span,
    window_text,
    without_birth,
)
from policies.eligibility.dates import add_months, day_after, months_between, reached_on
from policies.eligibility.outcome import State
from policies.eligibility.rule import ResidenceCriterion
from policies.eligibility.said import moved_from_outside
from policies.korean import josa, long_date, months

_NOT_YET = Known("아직 전입하지 않아", "아직 전입하지 않았습니다")


@dataclass(frozen=True)
class _Limit:
    """One limit on the day of the move: whether it holds, and whether an earlier move would do
    as well (`longer` stays pass) or worse."""

    holds: bool
    longer: bool
    missed: str = ""


def _limits(criterion: ResidenceCriterion, moved: date, day: date) -> Iterator[_Limit]:
    if criterion.min_months is not None:
        lived = months_between(moved, day)
        short = max(criterion.min_months - lived, 0) if lived >= 0 else 0
        missed = f"{short}개월 부족" if short else ""
        yield _Limit(lived >= criterion.min_months, True, missed)
    if criterion.min_days is not None:
        short = criterion.min_days - (day - moved).days
        yield _Limit(short <= 0, True, f"{short}일 부족" if moved <= day else "")
    if criterion.max_months is not None:
        last = add_months(moved, criterion.max_months)
        yield _Limit(moved <= day, True)
        yield _Limit(day <= last, False, f"{span(last, day)} 초과" if day > last else "")
    if criterion.moved_to is not None:
        yield _Limit(moved <= criterion.moved_to, True)
    if criterion.moved_from is not None:
        yield _Limit(moved >= criterion.moved_from, False)


def _need(criterion: ResidenceCriterion) -> str:
    """ "6개월 이상 거주자", "전입한 지 3년 이내인 사람", "6개월 이상 거주하고 … 전입한 사람"."""
    stays = []
    if criterion.min_months:
        stays.append(f"{months(criterion.min_months)} 이상")
    if criterion.min_days:
        stays.append(f"{criterion.min_days}일 이상")
    moves = []
    if criterion.moved_from is not None or criterion.moved_to is not None:
        moves.append(f"{window_text(criterion.moved_from, criterion.moved_to)}에 전입한")
    if criterion.max_months is not None:
        moves.append(f"전입한 지 {months(criterion.max_months)} 이내인")
    if not moves:
        return f"{' '.join(stays)} 거주자" if stays else "현재 거주자"
    start = f"{' '.join(stays)} 거주하고 " if stays else ""
    return f"{start}{' '.join(moves)} 사람"


def _known(criterion: ResidenceCriterion, moved: date, day: date) -> Known:
    if criterion.min_days is not None and moved <= day:
        return Known.noun(f"거주 기간 {(day - moved).days}일")
    if criterion.min_months is not None and moved <= day:
        lived = months(months_between(moved, day))
        return Known(f"거주 기간이 {josa(lived, '으로/로')}", f"거주 기간이 {lived}입니다")
    return Known(f"전입일이 {long_date(moved)}로", f"전입일이 {long_date(moved)}입니다")


def _turns(criterion: ResidenceCriterion, moved: date) -> tuple[date, ...]:
    crossed = [moved]
    if criterion.min_months is not None:
        crossed.append(reached_on(moved, criterion.min_months))
    if criterion.min_days is not None:
        crossed.append(add_days(moved, criterion.min_days))
    if criterion.max_months is not None:
        crossed.append(day_after(add_months(moved, criterion.max_months)))
    return (moved, *asked_from(criterion, crossed))


def _here_is_enough(criterion: ResidenceCriterion) -> bool:
    """Only the present residence is asked for."""
    others = (
        criterion.min_days,
        criterion.max_months,
        criterion.moved_from,
        criterion.moved_to,
    )
    return criterion.min_months == 0 and all(limit is None for limit in others)


def _state(limits: list[_Limit], coarse: bool) -> State:
    """All limits must hold. A coarse move was on that day or earlier: what a longer stay could
    mend or spoil is open then."""
    states = set()
    for limit in limits:
        if not coarse or limit.holds is limit.longer:
            states.add(State.MET if limit.holds else State.NOT_MET)
        else:
            states.add(State.UNKNOWN)
    for state in (State.NOT_MET, State.UNKNOWN):
        if state in states:
            return state
    return State.MET


@evaluates(ResidenceCriterion)
def residence(criterion: ResidenceCriterion, context: Context) -> Finding:
    """The move against every limit, counted on the reference day."""
    day = reckoning(criterion, context)
    need, facts = day.prefix + _need(criterion), context.facts
    moved = facts.moved_in_on
    if moved is None:
        if _here_is_enough(criterion) and facts.region is not None and not day.prefix:
            return Finding(State.MET, need, Known("지금 살고 있어", "지금 살고 있습니다"))
        unknown_birth = day.day is None and facts.children is None
        missing = ("moved_in_on", "children") if unknown_birth else ("moved_in_on",)
        return Finding(State.UNKNOWN, need, missing=missing)
    if moved > context.on:
        return Finding(State.NOT_MET, need, _NOT_YET, turns=_turns(criterion, moved))
    if day.day is None:
        return without_birth(need, context)
    limits = list(_limits(criterion, moved, day.day))
    around = context.coarse
    coarse = bool(around) and not moved_from_outside(facts.other, around)
    state = _state(limits, coarse)
    known = counted(_known(criterion, moved, day.day), criterion)
    turns = _turns(criterion, moved)
    if state is State.UNKNOWN:
        return Finding(
            state,
            need,
            known,
            missing=("moved_in_on",),
            subject=f"{around} 안으로 처음 전입한 날",
            question=f"{around}에는 언제부터 사셨어요?",
            turns=turns,
        )
    missed = next((limit.missed for limit in limits if not limit.holds), "")
    return Finding(state, need, known, turns=turns, distance=missed)
