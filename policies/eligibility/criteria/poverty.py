"""Poverty by status and by word: 차상위계층, and "저소득층" without a limit of its own."""

from __future__ import annotations

from policies.eligibility import derive
from policies.eligibility.bounds import Interval
from policies.eligibility.criteria.base import Context, Finding, Known, evaluates, flag
from policies.eligibility.criteria.income import median_of
from policies.eligibility.outcome import ReferenceUse, State
from policies.eligibility.rule import LowIncomeCriterion, NearPoorCriterion
from policies.korean import number

_MEDIAN = 100.0


@evaluates(NearPoorCriterion)
def near_poor(criterion: NearPoorCriterion, context: Context) -> Finding:
    """Stated, or ruled out by an income over half of the median."""
    stated = context.facts.near_poor
    value = derive.near_poor(context.facts)
    finding = flag("near_poor", value, criterion.equals, "차상위계층")
    if stated is not None or value is None:
        return finding
    ratio = f"기준중위소득 {number(context.facts.median_income_ratio or 0)}%"
    return Finding(finding.state, finding.need, Known.noun(ratio))


def _ratio(context: Context) -> tuple[Interval | None, ReferenceUse | None]:
    """The ratio as stated, through the table, or as a benefit caps it."""
    facts = context.facts
    if facts.median_income_ratio is None and facts.monthly_income is not None:
        median = median_of(context)
        if facts.monthly_income <= 0:
            return Interval(0, 0), None
        if median is not None:
            ratio = facts.monthly_income * 100 / median.amount
            return Interval(ratio, ratio), median.use
    return derive.ratio_interval(facts), None


def _asked(context: Context) -> tuple[str, ...]:
    """What would settle it: a status that is still open, and the income."""
    facts = context.facts
    status = [key for key in ("basic_livelihood", "near_poor") if getattr(facts, key) is None]
    income_known = facts.monthly_income is not None and derive.household_size(facts) is None
    return (*status, "household_size" if income_known else "median_income_ratio")


@evaluates(LowIncomeCriterion)
def low_income(criterion: LowIncomeCriterion, context: Context) -> Finding:
    """Recipients, near-poor people and those as poor as they are what every agency means by the
    word; over the median nobody is. Between the two the text may set its own line."""
    need, facts = "저소득층", context.facts
    if facts.basic_livelihood:
        return Finding(State.MET, need, Known.noun("기초생활수급자"))
    if facts.near_poor:
        return Finding(State.MET, need, Known.noun("차상위계층"))
    ratio, use = _ratio(context)
    if ratio is None:
        return Finding(State.UNKNOWN, need, missing=_asked(context))
    known = Known.noun(f"기준중위소득의 {number(ratio.high)}%")
    if ratio.high <= derive.NEAR_POOR_CAP:
        return Finding(State.MET, need, known, reference=use)
    if ratio.low > _MEDIAN:
        return Finding(State.NOT_MET, need, known, reference=use)
    unclear = "‘저소득’의 소득 기준이 적혀 있지 않아 담당자에게 확인해야 합니다."
    return Finding(State.UNKNOWN, need, known, unclear=unclear, reference=use)
