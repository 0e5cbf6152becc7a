"""The day a criterion counts on, and what that day is called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from policies.eligibility import derive
from policies.eligibility.criteria.base import Context, Finding, Known
from policies.eligibility.criterion_base import Dated
from policies.eligibility.dates import age_in_years, months_between
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import State
from policies.eligibility.rule import ReferenceDay
from policies.korean import long_date

_CHILDS_CASE = (
    "자녀의 출생일을 기준으로 보호자를 판단하는 조건이라 보호자의 정보를 담당자에게 "
    "확인해야 합니다."
)
_A_MONTH = 31
NO_CHILDREN = Known("자녀가 없어", "자녀가 없습니다")
CHILD_HAS_NONE = Known("만 14세 미만으로 자녀가 없어", "만 14세 미만으로 자녀가 없습니다")


@dataclass(frozen=True)
class Reckoning:
    """`day` None: a birth that is not known, or that never was. `prefix` goes before the
    requirement ("2026년 1월 1일 기준 "), empty for the day of asking."""

    day: date | None
    prefix: str = ""


def reckoning(criterion: Dated, context: Context) -> Reckoning:
    """The reference day of a criterion, seen from `context.on`."""
    if criterion.on is not None:
        return Reckoning(criterion.on, f"{long_date(criterion.on)} 기준 ")
    year = context.on.year
    if criterion.at is ReferenceDay.YEAR_START:
        return Reckoning(date(year, 1, 1), f"{year}년 1월 1일 기준 ")
    if criterion.at is ReferenceDay.YEAR_END:
        return Reckoning(date(year, 12, 31), f"{year}년 12월 31일 기준 ")
    if criterion.at is ReferenceDay.BIRTH:
        born = derive.youngest_birth(context.facts, context.on)
        said = "" if born is None else f"({long_date(born)})"
        return Reckoning(born, f"막내 자녀 출생일{said} 기준 ")
    return Reckoning(context.on)


def without_birth(need: str, context: Context) -> Finding:
    """Finding where the day counts from a birth that is not known, or that never was."""
    facts = context.facts
    if facts.children is None and derive.is_child(facts):
        return Finding(State.UNKNOWN, need, unclear=_CHILDS_CASE)
    if facts.children is None:
        return Finding(State.UNKNOWN, need, missing=("children",))
    return Finding(State.NOT_MET, need, NO_CHILDREN, turns=tuple(facts.children))


def asked_from(criterion: Dated, crossings: Iterable[date]) -> tuple[date, ...]:
    """For each day a limit is crossed on: the first day of asking whose reference day is that
    day or a later one. A fixed day and a birth do not move with the day of asking."""
    if criterion.on is not None or criterion.at is ReferenceDay.BIRTH:
        return ()
    if criterion.at is ReferenceDay.YEAR_END:
        return tuple(date(day.year, 1, 1) for day in crossings)
    if criterion.at is ReferenceDay.YEAR_START:
        return tuple(
            day if (day.month, day.day) == (1, 1) else date(min(day.year + 1, 9999), 1, 1)
            for day in crossings
        )
    return tuple(crossings)


def counted(known: Known, criterion: Dated) -> Known:
    """What is known, said to hold on the reference day where that is not the day of asking."""
    if criterion.on is None and criterion.at is ReferenceDay.NOW:
        return known
    return Known(f"기준일에 {known.so}", f"기준일에 {known.ending}")


def years_said(facts: ApplicantFacts) -> str:
    """Age by birth date or as said: "만 7세", "만 63~64세"; birth or age must be known."""
    born = derive.born_between(facts)
    if born is None:
        return ""
    low, high = (age_in_years(day, facts.as_of) for day in reversed(born))
    return f"만 {low}세" if low == high else f"만 {low}~{high}세"


def window_text(start: date | None, end: date | None) -> str:
    """ "2024년 1월 1일부터 2024년 12월 31일 사이", "… 이후", "… 이전"."""
    if start is not None and end is not None:
        return f"{long_date(start)}부터 {long_date(end)} 사이"
    if start is not None:
        return f"{long_date(start)} 이후"
    return f"{long_date(end or date.max)} 이전"


def in_window(day: date, start: date | None, end: date | None) -> bool:
    """Both ends inclusive, either open."""
    return (start is None or start <= day) and (end is None or day <= end)


def span(start: date, end: date) -> str:
    """Time between two days: days up to a month, full months from there."""
    days = (end - start).days
    return f"{days}일" if days < _A_MONTH else f"{months_between(start, end)}개월"


def add_days(day: date, count: int) -> date:
    """`count` days later; a count beyond the calendar (a misread number) is its last day."""
    return date.max if count > (date.max - day).days else day + timedelta(days=count)
