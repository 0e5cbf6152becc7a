"""Income against 기준중위소득 ratios and 선정기준액. All money is KRW a month."""

from __future__ import annotations

import math
from fractions import Fraction

from policies.eligibility.bounds import Bounds, Interval
from policies.eligibility.criteria.base import Context, Finding, Known, evaluates
from policies.eligibility.derive import household_size, ratio_interval
from policies.eligibility.outcome import State
from policies.eligibility.reference import Lookup
from policies.eligibility.rule import MedianIncomeRatioCriterion, MonthlyIncomeCriterion
from policies.korean import number, won
from policies.vocabulary import MaritalStatus

_TABLE_NAMES = {
    "basic_pension": "기초연금 선정기준액",
    "disability_pension": "장애인연금 선정기준액",
}
ASSETS_QUESTION = (
    "집, 예금 같은 재산이 있으신가요? 재산을 더한 소득인정액을 아시면 그 금액을 알려 주세요."
)
_KIND_NAMES = {"single": "단독가구", "couple": "부부가구"}
# 별거 is left out: whether such a couple counts as one household is the caseworker's to find.
_KINDS = {
    MaritalStatus.MARRIED: "couple",
    MaritalStatus.SINGLE: "single",
    MaritalStatus.ENGAGED: "single",
    MaritalStatus.DIVORCED: "single",
    MaritalStatus.WIDOWED: "single",
}
# A stated ratio is a rounded figure, so an amount got from it may be half a point off.
_RATIO_TOLERANCE = Fraction(1, 2)


def _share(median: int, ratio: float) -> Fraction:
    return median * Fraction(str(ratio)) / 100


def _amount_bounds(bounds: Bounds, median: int) -> Bounds:
    """Ratio limits as whole won. Published amounts are rounded up to a won at least, so an
    inclusive limit is never lower than the published one by a fraction."""

    def up(ratio: float | None) -> int | None:
        return None if ratio is None else math.ceil(_share(median, ratio))

    def down(ratio: float | None) -> int | None:
        return None if ratio is None else math.floor(_share(median, ratio))

    return Bounds(down(bounds.min), up(bounds.max), down(bounds.above), up(bounds.below))


def _known_income(amount: int) -> Known:
    return Known.noun(f"소득 월 {won(amount)}")


def median_of(context: Context) -> Lookup | None:
    size = household_size(context.facts)
    return None if size is None else context.tables.median_income(context.on.year, size)


def _ratio_from_income(bounds: Bounds, need: str, context: Context) -> Finding | None:
    """The ratio by income and household size; None when one of them or the table is missing."""
    income = context.facts.monthly_income
    if income is None:
        return None
    if income <= 0:
        # No income is 0 % of any median, whatever the household size.
        return Finding(bounds.state(Interval(0, 0)), need, _known_income(income))
    median = median_of(context)
    if median is None:
        return None
    amounts, value = _amount_bounds(bounds, median.amount), Interval(income, income)
    size = household_size(context.facts)
    said = f"{size}인 가구 소득 월 {won(income)}"
    missed = amounts.distance(value, "원", step=1)
    return Finding(
        amounts.state(value),
        f"{median.use.year_used}년 {need}",
        Known.noun(said),
        distance=f"월 {missed}" if missed else "",
        reference=median.use,
    )


@evaluates(MedianIncomeRatioCriterion)
def median_income_ratio(criterion: MedianIncomeRatioCriterion, context: Context) -> Finding:
    """Stated ratio; else income and size through the table; else the cap of a benefit."""
    bounds = Bounds.of(criterion)
    need = f"기준중위소득 {bounds.text('%')}"
    stated = context.facts.median_income_ratio
    if stated is not None:
        value = Interval(stated, stated)
        known = Known.noun(f"기준중위소득 {number(stated)}%")
        distance = bounds.distance(value, "%p")
        return Finding(bounds.state(value), need, known, distance=distance)
    derived = _ratio_from_income(bounds, need, context)
    if derived is not None:
        return derived
    cap = ratio_interval(context.facts)
    if cap is not None and (state := bounds.state(cap)) is not State.UNKNOWN:
        known = Known.noun(f"기준중위소득 {number(cap.high)}% 이하인 급여 수급·차상위 가구")
        return Finding(state, need, known)
    sized = household_size(context.facts) is not None
    income_known = context.facts.monthly_income is not None
    if income_known and not sized:
        return Finding(State.UNKNOWN, need, missing=("household_size",))
    need = _in_won(bounds, context) + need
    return Finding(State.UNKNOWN, need, missing=("median_income_ratio",))


def _in_won(bounds: Bounds, context: Context) -> str:
    """What a highest ratio is for a household of the size told, before the ratio itself."""
    median = median_of(context)
    if median is None or bounds.max is None or bounds.min is not None:
        return ""
    highest = _amount_bounds(bounds, median.amount).max
    size = household_size(context.facts)
    return f"{median.use.year_used}년 {size}인 가구로 월 {won(math.floor(highest or 0))}인 "


def _income_from_ratio(context: Context) -> tuple[Interval, Lookup] | None:
    """Income as an interval by ratio, size and table."""
    ratio, median = ratio_interval(context.facts), median_of(context)
    if ratio is None or median is None:
        return None
    low = max(Fraction(str(ratio.low)) - _RATIO_TOLERANCE, Fraction(0))
    high = Fraction(str(ratio.high)) + (_RATIO_TOLERANCE if ratio.high else 0)
    span = Interval(float(median.amount * low / 100), float(median.amount * high / 100))
    return span, median


def _plain_income(criterion: MonthlyIncomeCriterion, context: Context) -> Finding:
    bounds = Bounds(min=criterion.min, max=criterion.max, below=criterion.below)
    need = f"월 소득 {bounds.text('원')}"
    income = context.facts.monthly_income
    if income is not None:
        value = Interval(income, income)
        missed = bounds.distance(value, "원", step=1)
        distance = f"월 {missed}" if missed else ""
        return Finding(bounds.state(value), need, _known_income(income), distance=distance)
    derived = _income_from_ratio(context)
    if derived is not None:
        span, median = derived
        state = bounds.state(span)
        if state is not State.UNKNOWN:
            said = f"소득 월 {won(math.floor(span.low))}에서 {won(math.ceil(span.high))} 사이"
            return Finding(state, need, Known.noun(said), reference=median.use)
    return Finding(State.UNKNOWN, need, missing=("monthly_income",))


def _table_bounds(criterion: MonthlyIncomeCriterion, amount: int) -> Bounds:
    highest = amount if criterion.max is None else min(amount, criterion.max)
    return Bounds(min=criterion.min, max=highest, below=criterion.below)


def _table_income(criterion: MonthlyIncomeCriterion, table: str, context: Context) -> Finding:
    """선정기준액 by household kind. Unknown kind: at or under the single amount passes (the
    couple amount is higher), over the couple amount fails, between them must be asked.

    A 기준중위소득 ratio proves nothing here: 소득인정액 of these pensions is reckoned otherwise.
    """
    name, year = _TABLE_NAMES[table], context.on.year
    status = context.facts.marital_status
    kind = None if status is None else _KINDS.get(status)
    found = {
        each: figure
        for each in ([kind] if kind else list(_KIND_NAMES))
        if (figure := context.tables.lookup(table, year, each)) is not None
    }
    if not found:
        unclear = f"{year}년 {name}을 찾지 못해 담당자 확인이 필요합니다."
        return Finding(State.UNKNOWN, f"{name} 이하", unclear=unclear)
    use = next(iter(found.values())).use
    limits = ", ".join(f"{_KIND_NAMES[key]} 월 {won(row.amount)}" for key, row in found.items())
    need = f"{use.year_used}년 {name}({limits}) 이하"
    income = context.facts.monthly_income
    if income is None:
        return Finding(State.UNKNOWN, need, missing=("monthly_income",), reference=use)
    value = Interval(income, income)
    bounds = [_table_bounds(criterion, row.amount) for row in found.values()]
    states = {each.state(value) for each in bounds}
    known = _known_income(income)
    if len(states) > 1:
        return Finding(State.UNKNOWN, need, known, missing=("marital_status",), reference=use)
    recognised = context.facts.income_is_recognised or context.facts.assets == 0
    if states == {State.MET} and not recognised:
        # Under the limit by earnings alone: what the assets add is not known here.
        return Finding(
            State.UNKNOWN,
            need,
            known,
            missing=("assets",),
            subject="재산까지 더한 소득인정액",
            question=ASSETS_QUESTION,
            reference=use,
        )
    # Of the couple and the single limit the nearer one to a failing income is the higher.
    missed = bounds[-1].distance(value, "원", step=1)
    distance = f"월 {missed}" if missed else ""
    return Finding(states.pop(), need, known, distance=distance, reference=use)


@evaluates(MonthlyIncomeCriterion)
def monthly_income(criterion: MonthlyIncomeCriterion, context: Context) -> Finding:
    """Income against amounts of the text, or against the table the text names."""
    if criterion.table is not None:
        return _table_income(criterion, criterion.table, context)
    return _plain_income(criterion, context)
