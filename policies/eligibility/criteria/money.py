"""Health insurance, its premium, and assets. Amounts are KRW (premiums a month)."""

from __future__ import annotations

from policies.eligibility import derive, labels
from policies.eligibility.bounds import Bounds, Interval
from policies.eligibility.criteria.base import Context, Finding, Known, choice, evaluates
from policies.eligibility.outcome import State
from policies.eligibility.questions import OTHER_PREFIX
from policies.eligibility.rule import AssetsCriterion, HealthInsuranceCriterion, PremiumCriterion
from policies.korean import won
from policies.vocabulary import HealthInsurance

# A dependent pays nothing; the premium that counts is the insured employee's.
_EMPLOYEE_SIDE = frozenset({HealthInsurance.EMPLOYEE, HealthInsurance.DEPENDENT})
_MINIMUM = "최저보험료 납부"
_MINIMUM_QUESTION = "내시는 건강보험료가 최저보험료(가장 낮은 보험료)인가요?"
_LIMIT_NAMES = {"employee": "직장가입자", "regional": "지역가입자"}


@evaluates(HealthInsuranceCriterion)
def health_insurance(criterion: HealthInsuranceCriterion, context: Context) -> Finding:
    possible = derive.possible_insurances(context.facts)
    return choice("health_insurance", possible, criterion.one_of, labels.HEALTH_INSURANCE)


def _sides(kinds: frozenset[HealthInsurance] | None) -> list[str]:
    """Which of the two limits may apply; none for people who pay no premium."""
    if kinds is None:
        return list(_LIMIT_NAMES)
    sides = []
    if kinds & _EMPLOYEE_SIDE:
        sides.append("employee")
    if HealthInsurance.REGIONAL in kinds:
        sides.append("regional")
    return sides


def _minimum(context: Context) -> Finding:
    """최저보험료: the office notifies it, no table of it is bundled. So the amount paid settles
    nothing, only the person's word that it is the lowest one."""
    need = "최저보험료 이하 납부자"
    if context.facts.health_insurance_premium is None:
        return Finding(State.UNKNOWN, need, missing=("health_insurance_premium",))
    missing = (f"{OTHER_PREFIX}{_MINIMUM}",)
    return Finding(State.UNKNOWN, need, missing=missing, question=_MINIMUM_QUESTION)


@evaluates(PremiumCriterion)
def premium(criterion: PremiumCriterion, context: Context) -> Finding:
    """Premium against the limit of one's membership.

    Where the text names no limit for that membership, or the person pays no premium, the
    text does not say what holds: the caseworker decides.
    """
    if criterion.minimum and criterion.employee_max is None and criterion.regional_max is None:
        return _minimum(context)
    limits = {"employee": criterion.employee_max, "regional": criterion.regional_max}
    said = [
        f"{_LIMIT_NAMES[side]} 월 {won(limit)}"
        for side, limit in limits.items()
        if limit is not None
    ]
    need = f"건강보험료({', '.join(said)}) 이하"
    kinds = derive.possible_insurances(context.facts)
    sides = _sides(kinds)
    known_limits = [limits[side] for side in sides]
    if kinds is not None and all(limit is None for limit in known_limits):
        kind = labels.HEALTH_INSURANCE[min(kinds)]
        unclear = f"{kind}에게 적용할 건강보험료 기준이 없어 담당자 확인이 필요합니다."
        return Finding(State.UNKNOWN, need, unclear=unclear)
    paid = context.facts.health_insurance_premium
    if paid is None:
        asked = ("health_insurance_premium",)
        missing = asked if kinds is not None else ("health_insurance", *asked)
        return Finding(State.UNKNOWN, need, missing=missing)
    value, known = Interval(paid, paid), Known.noun(f"건강보험료 월 {won(paid)}")
    if None in known_limits:
        # A limit the text does not give cannot be passed before the membership is known.
        return Finding(State.UNKNOWN, need, known, missing=("health_insurance",))
    bounds = [Bounds(max=limit) for limit in known_limits]
    states = {each.state(value) for each in bounds}
    # Someone outside both memberships pays nothing, so only a premium above 0 proves one.
    if len(states) > 1 or (kinds is None and paid == 0):
        return Finding(State.UNKNOWN, need, known, missing=("health_insurance",))
    missed = min(bounds, key=lambda each: each.over_by(paid) or 0).distance(value, "원")
    return Finding(states.pop(), need, known, distance=f"월 {missed}" if missed else "")


@evaluates(AssetsCriterion)
def assets(criterion: AssetsCriterion, context: Context) -> Finding:
    """Assets within the limit; 0 is a known amount."""
    bounds = Bounds(max=criterion.max, below=criterion.below)
    amount = context.facts.assets
    need = f"재산 {bounds.text('원')}"
    if amount is None:
        return Finding(State.UNKNOWN, need, missing=("assets",))
    value = Interval(amount, amount)
    known = Known.noun(f"재산 {won(amount)}")
    distance = bounds.distance(value, "원", step=1)
    return Finding(bounds.state(value), need, known, distance=distance)
