"""한부모가족·청소년한부모 아동양육비 (한부모가족지원법 제12조·제17조의2)."""

from __future__ import annotations

from datetime import date
from typing import Any

from policies.eligibility.dates import age_in_years
from policies.eligibility.derive import born_between
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.asked import BenefitDetails
from policies.estimates.drafting import Draft, estimates
from policies.estimates.family_children import (
    child_spans,
    hangs_on_birth,
    total,
    unknown_births,
)
from policies.estimates.parameters import parameters
from policies.estimates.types import Estimate
from policies.korean import number, won
from policies.vocabulary import BasicLivelihood, HouseholdType, MaritalStatus

_BENEFIT = "한부모가족 아동양육비"
_OLDEST = 130


@estimates(_BENEFIT, "원/월")
def single_parent_support(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    """Support a month (KRW) for all children under 18 of a low-income single parent.

    The parent's age decides the extra amount; unknown, it gives a range.
    """
    draft = Draft(_BENEFIT, parameters("single_parent_support", facts.as_of), "원/월")
    values = draft.figures.values
    draft.formula = (
        f"소득인정액이 기준 중위소득 {values['max_ratio']}% 이하인 한부모·조손가족의 18세 미만 "
        f"자녀마다 월 {won(values['amount'])}입니다. 부모 나이와 자녀 나이에 따라 더해지고, "
        f"24세 이하 부모는 자녀마다 월 {won(values['teen']['amount'])}"
        f"(0~1세 {won(values['teen']['infant_amount'])})입니다."
    )
    ratio = facts.median_income_ratio
    if ratio is not None and ratio > values["max_ratio"]:
        return draft.nothing(
            f"기준 중위소득의 {number(ratio)}%는 기준인 {values['max_ratio']}%를 넘습니다."
        )
    _assume(draft, facts, values)
    spans = child_spans(facts, details)
    if spans is None:
        return draft.open(unknown_births(facts))
    ages = _parent_ages(facts)
    grandparent = HouseholdType.GRANDPARENT in (facts.household_types or [])

    def rule(birth: date) -> tuple[int, int]:
        child = age_in_years(birth, facts.as_of)
        if not 0 <= child < values["child_below"]:
            return 0, 0
        return _of_child(values, child, ages, grandparent, facts.marital_status)

    low, high = total(spans, rule)
    if high == 0:
        return draft.nothing("18세 미만 자녀가 있어야 받습니다.")
    if low != high:
        _say_open(draft, facts, ages, rough=hangs_on_birth(spans, rule))
    draft.steps.append(f"자녀 {len(spans)}명의 금액을 나이에 따라 더했습니다.")
    return draft.amount(low, high)


def _parent_ages(facts: ApplicantFacts) -> range:
    """Possible ages of the parent; all where the child is in focus."""
    born = born_between(facts)
    if born is None or (facts.children is None and facts.delivered_on is None):
        return range(_OLDEST)
    return range(age_in_years(born[1], facts.as_of), age_in_years(born[0], facts.as_of) + 1)


def _of_child(
    values: dict[str, Any], child: int, ages: range, grandparent: bool,
    marital: MaritalStatus | None,
) -> tuple[int, int]:  # fmt: skip
    """Lowest and highest amount for one child."""
    teen, youth = values["teen"], values["youth"]
    base, extra = int(values["amount"]), int(values["extra"])
    small = child < values["extra_child_below"]
    if grandparent:
        amount = base + extra if small else base
        return amount, amount
    amounts: set[int] = set()
    if ages.start < teen["below"]:
        infant = child < teen["infant_below"]
        amounts.add(int(teen["infant_amount"] if infant else teen["amount"]))
    if ages.stop > youth["from"] and ages.start < youth["below"]:
        amounts.add(base + extra)
    if ages.stop > youth["below"]:
        if small and marital in (None, MaritalStatus.SINGLE):
            amounts.add(base + extra)
        if not small or marital is not MaritalStatus.SINGLE:
            amounts.add(base)
    return min(amounts), max(amounts)


def _assume(draft: Draft, facts: ApplicantFacts, values: dict[str, Any]) -> None:
    types = facts.household_types or []
    if not {HouseholdType.SINGLE_PARENT, HouseholdType.GRANDPARENT} & set(types):
        draft.assumptions.append("한부모가족이나 조손가족인 것으로 보았습니다.")
    if facts.median_income_ratio is None:
        draft.assumptions.append(
            f"소득인정액이 기준 중위소득 {values['max_ratio']}% 이하인 것으로 보았습니다."
        )
    if BasicLivelihood.LIVELIHOOD in (facts.basic_livelihood or []):
        draft.notes.append("생계급여와 함께 받을 수 있는 범위는 주민센터에 확인해 주세요.")
    draft.notes.append(
        "고등학교 이하에 다니는 자녀는 22세 미만(고3은 12월)까지 받습니다. 복지로 안내끼리 "
        "청소년한부모의 나이별 금액이 엇갈려 성평등가족부 2026년 지침의 금액으로 계산했습니다."
    )


def _say_open(draft: Draft, facts: ApplicantFacts, ages: range, *, rough: bool) -> None:
    if len(ages) > 1:
        draft.missing.append("parent_age")
    if facts.marital_status is None:
        draft.missing.append("marital_status")
    if rough:
        draft.missing.append("birth_date")
    extra = won(draft.figures.values["extra"])
    draft.notes.append(
        f"25~34세 부모의 자녀와 35세 이상 미혼 부모의 5세 이하 자녀는 월 {extra}을 더 받습니다."
    )
