"""How long ago a couple married (혼인신고일)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from policies.eligibility import derive, labels
from policies.eligibility.criteria.base import Context, Finding, Known, evaluates
from policies.eligibility.criteria.days import in_window, span, window_text, years_said
from policies.eligibility.dates import add_months, day_after, months_between, reached_on
from policies.eligibility.outcome import State
from policies.eligibility.rule import MarriedWithinCriterion
from policies.korean import long_date, months
from policies.vocabulary import MaritalStatus

_NOT_MARRIED = frozenset(
    {
        MaritalStatus.SINGLE,
        MaritalStatus.ENGAGED,
        MaritalStatus.DIVORCED,
        MaritalStatus.WIDOWED,
    }
)


def _need(criterion: MarriedWithinCriterion) -> str:
    """ "혼인신고 후 7년 이내인 부부", "2023년 1월 1일 이후에 혼인신고한 부부"."""
    parts = []
    if criterion.married_from is not None or criterion.married_to is not None:
        parts.append(f"{window_text(criterion.married_from, criterion.married_to)}에 혼인신고한")
    if criterion.min_months is not None:
        parts.append(f"혼인신고 후 {months(criterion.min_months)} 이상 지난")
    if criterion.max_months is not None:
        parts.append(f"혼인신고 후 {months(criterion.max_months)} 이내인")
    return " ".join((*parts, "부부"))


def _missed(criterion: MarriedWithinCriterion, wed: date, on: date) -> Iterator[str]:
    """For each limit that fails: by how much, "" where that says nothing."""
    if wed > on or not in_window(wed, criterion.married_from, criterion.married_to):
        yield ""
    if criterion.min_months is not None and on < reached_on(wed, criterion.min_months):
        yield f"{criterion.min_months - max(months_between(wed, on), 0)}개월 부족"
    if criterion.max_months is not None:
        last = add_months(wed, criterion.max_months)
        if on > last:
            yield f"{span(last, on)} 초과"


def _single(context: Context) -> Known | None:
    """Why someone is certainly not married, None where that is not so."""
    status = context.facts.marital_status
    if status is not None:
        return Known.noun(labels.MARITAL_STATUS[status]) if status in _NOT_MARRIED else None
    possible = derive.possible_marital(context.facts)
    return None if possible is None else Known.noun(years_said(context.facts))


@evaluates(MarriedWithinCriterion)
def married_within(criterion: MarriedWithinCriterion, context: Context) -> Finding:
    """Married, and the wedding day inside every limit, both ends inclusive. A wedding date alone
    counts as married; a stated end of the marriage does not."""
    need, wed = _need(criterion), context.facts.married_on
    single = _single(context)
    if single is not None:
        return Finding(State.NOT_MET, need, single)
    if wed is None:
        return Finding(State.UNKNOWN, need, missing=("married_on",))
    known = Known(f"혼인신고일이 {long_date(wed)}로", f"혼인신고일이 {long_date(wed)}입니다")
    turns = [wed]
    if criterion.min_months is not None:
        turns.append(reached_on(wed, criterion.min_months))
    if criterion.max_months is not None:
        turns.append(day_after(add_months(wed, criterion.max_months)))
    missed = list(_missed(criterion, wed, context.on))
    state = State.NOT_MET if missed else State.MET
    distance = missed[0] if missed else ""
    return Finding(state, need, known, turns=tuple(turns), distance=distance)
