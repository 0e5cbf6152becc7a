"""Where and with whom someone lives: region, household, home."""

from __future__ import annotations

from policies.eligibility import derive, labels
from policies.eligibility.bounds import Bounds, Interval
from policies.eligibility.criteria.base import Context, Finding, Known, choice, evaluates, flag
from policies.eligibility.outcome import State
from policies.eligibility.regions import lives_in, place
from policies.eligibility.rule import (
    HouseholdSizeCriterion,
    HouseholdTypeCriterion,
    OwnsHomeCriterion,
    RegionCriterion,
    TenureCriterion,
)
from policies.korean import either


@evaluates(RegionCriterion)
def region(criterion: RegionCriterion, context: Context) -> Finding:
    """Residence by normalised names; a 시도 without 시군구 is too coarse for a 시군구."""
    wanted = place(criterion.sido, criterion.sigungu)
    need = f"{wanted.name} 거주자"
    fact = context.facts.region
    if fact is None:
        return Finding(State.UNKNOWN, need, missing=("region",))
    lived = place(fact.sido, fact.sigungu)
    state = lives_in(wanted, lived)
    known = Known.noun(f"{lived.name} 거주자")
    if state is State.UNKNOWN:
        return Finding(state, need, known, missing=("region",), subject="사는 시·군·구")
    return Finding(state, need, known)


@evaluates(HouseholdTypeCriterion)
def household_type(criterion: HouseholdTypeCriterion, context: Context) -> Finding:
    """Any of the types; each is certain by itself or not."""
    need = either(labels.HOUSEHOLD_TYPE[kind] for kind in criterion.any_of)
    answers = {
        kind: derive.has_household_type(context.facts, kind, context.on)
        for kind in criterion.any_of
    }
    held = [kind for kind, answer in answers.items() if answer]
    if held:
        known = Known.noun(either(labels.HOUSEHOLD_TYPE[kind] for kind in held))
        return Finding(State.MET, need, known)
    if None in answers.values():
        return Finding(State.UNKNOWN, need, missing=("household_types",))
    known = Known("해당하는 가구 유형이 아니어서", "해당하는 가구 유형이 아닙니다")
    return Finding(State.NOT_MET, need, known)


@evaluates(HouseholdSizeCriterion)
def household_size(criterion: HouseholdSizeCriterion, context: Context) -> Finding:
    bounds = Bounds.of(criterion)
    need = f"{bounds.text('인')} 가구"
    size = derive.household_size(context.facts)
    if size is None:
        return Finding(State.UNKNOWN, need, missing=("household_size",))
    value = Interval(size, size)
    known = Known.noun(f"{size}인 가구")
    return Finding(bounds.state(value), need, known, distance=bounds.distance(value, "명"))


@evaluates(OwnsHomeCriterion)
def owns_home(criterion: OwnsHomeCriterion, context: Context) -> Finding:
    """무주택 is `equals: false`."""
    value = derive.owns_home(context.facts)
    if criterion.equals:
        return flag("owns_home", value, True, "주택 소유자")
    return flag("owns_home", None if value is None else not value, True, "무주택자")


@evaluates(TenureCriterion)
def tenure(criterion: TenureCriterion, context: Context) -> Finding:
    possible = derive.possible_tenures(context.facts)
    return choice("tenure", possible, criterion.one_of, labels.TENURE)
