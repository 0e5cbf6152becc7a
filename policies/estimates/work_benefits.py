"""Benefits for work and lost work by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from policies.eligibility.dates import MONTHS_A_YEAR, age_in_years
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.asked import BenefitDetails, Estimator
from policies.estimates.of_facts import ages_of, is_couple
from policies.estimates.types import Estimate
from policies.estimates.work_credits import (
    EarnerKind,
    TaxHousehold,
    child_credit,
    earned_income_credit,
    tax_credits,
)
from policies.estimates.work_job_seeker import JobSeeker, job_seeker_support
from policies.estimates.work_unemployment import LostJob, unemployment_benefit
from policies.korean import won
from policies.vocabulary import BasicLivelihood, Disability

_CHILD_BELOW = 18


def age_of(facts: ApplicantFacts) -> int | None:
    """Age in full years, where what is known leaves only one."""
    ages = ages_of(facts)
    return ages[0] if ages is not None and ages[0] == ages[1] else None


def seeker_of(facts: ApplicantFacts, dependents: int | None = None) -> JobSeeker:
    """For 국민취업지원제도."""
    received = facts.basic_livelihood
    return JobSeeker(
        age=age_of(facts),
        ratio=facts.median_income_ratio,
        assets=facts.assets,
        dependents=dependents,
        livelihood_recipient=None if received is None else BasicLivelihood.LIVELIHOOD in received,
    )


def lost_job_of(facts: ApplicantFacts) -> LostJob:
    """For 구직급여: who left today; wage and insured months are no facts of a person."""
    disabled = None if facts.disability is None else facts.disability is not Disability.NONE
    return LostJob(left_on=facts.as_of, age=age_of(facts), disabled=disabled)


def tax_household_of(facts: ApplicantFacts, child_count: int | None = None) -> TaxHousehold:
    """For 근로·자녀장려금, without last year's earnings, which are no fact of today."""
    children = child_count
    if children is None and facts.children is not None:
        young = [day for day in facts.children if age_in_years(day, facts.as_of) < _CHILD_BELOW]
        children = len(young)
    return TaxHousehold(kinds=_kinds(facts, children), assets=facts.assets, children=children)


def _kinds(facts: ApplicantFacts, children: int | None) -> tuple[EarnerKind, ...]:
    """Kinds of household that may hold; parents of 70 or more are not known of."""
    couple = is_couple(facts)
    if couple is False:
        return (EarnerKind.ONE_EARNER,) if children else (EarnerKind.SINGLE,)
    if couple or children:
        return EarnerKind.ONE_EARNER, EarnerKind.TWO_EARNER
    return tuple(EarnerKind)


def _job_seeker(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return job_seeker_support(as_of=facts.as_of, seeker=seeker_of(facts))


def _unemployment(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return unemployment_benefit(lost_job_of(facts))


def _credit(rule: Callable[..., Estimate]) -> Estimator:
    """A credit by this year's earnings, taken to have been last year's too."""

    def estimator(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
        earnings = yearly_earnings(facts)
        household = replace(tax_household_of(facts, details.child_count), earnings=earnings)
        estimate = rule(as_of=facts.as_of, household=household)
        return earnings_taken(estimate, earnings)

    return estimator


def yearly_earnings(facts: ApplicantFacts) -> int | None:
    """Earnings of twelve months like this one; a 소득인정액 is no earnings."""
    if facts.monthly_income is None or facts.income_is_recognised:
        return None
    return max(0, facts.monthly_income) * MONTHS_A_YEAR


def earnings_taken(estimate: Estimate, earnings: int | None) -> Estimate:
    """Says that last year's earnings were taken from this year's, or asks for these."""
    if earnings is None:
        renamed = [
            "monthly_income" if one == "annual_earnings" else one for one in estimate.missing
        ]
        return estimate.model_copy(update={"missing": renamed})
    said = f"지난해 소득이 지금 한 달 소득의 열두 달 치인 {won(earnings)}이었던 것으로 보았습니다."
    return estimate.model_copy(update={"assumptions": [said, *estimate.assumptions]})


BENEFITS: Mapping[tuple[str, ...], Estimator] = {
    ("국민취업지원제도", "구직촉진수당", "국취제", "한국형 실업부조"): _job_seeker,
    ("구직급여", "실업급여", "구직급여(실업급여)", "실업수당"): _unemployment,
    ("근로장려금", "EITC"): _credit(earned_income_credit),
    ("자녀장려금",): _credit(child_credit),
    ("근로·자녀장려금", "장려금"): _credit(tax_credits),
}
