"""Medical benefits by name, and what a person's facts mean to the medical estimates.

Benefits that need a bill (재난적의료비, 본인부담상한제, 산정특례 …) have tools of their own.
"""

from __future__ import annotations

from collections.abc import Mapping

from policies.eligibility.facts import ApplicantFacts
from policies.estimates.asked import BenefitDetails, Estimator
from policies.estimates.health_care import Reduction
from policies.estimates.health_catastrophic import Means
from policies.estimates.health_pregnancy import (
    high_risk_pregnancy_support,
    infertility_support,
    pregnancy_voucher,
)
from policies.estimates.types import Estimate
from policies.vocabulary import BasicLivelihood, HealthInsurance

MEDICAL_AID = {HealthInsurance.MEDICAL_AID_1: 1, HealthInsurance.MEDICAL_AID_2: 2}


def means_of(facts: ApplicantFacts) -> Means:
    """Income class of the household for 재난적의료비."""
    recipient: bool | None = None
    if facts.basic_livelihood or facts.near_poor:
        recipient = True
    elif facts.basic_livelihood is not None and facts.near_poor is not None:
        recipient = False
    return Means(
        recipient=recipient,
        ratio=facts.median_income_ratio,
        household_size=facts.household_size,
        monthly_income=None if facts.monthly_income is None else max(0, facts.monthly_income),
        assets=facts.assets,
    )


def reduction_of(facts: ApplicantFacts) -> Reduction | None:
    """감경 of the care co-payment that is certain: 기초생활보장 의료급여 pays nothing."""
    received = facts.basic_livelihood or []
    aided = facts.health_insurance in MEDICAL_AID and bool(received)
    return Reduction.EXEMPT if aided or BasicLivelihood.MEDICAL in received else None


def most_reduced_of(facts: ApplicantFacts) -> Reduction | None:
    """The furthest 감경 that may hold: other recipients may have 의료급여 too, and 의료급여 by
    another law or 차상위 lowers the co-payment."""
    if facts.basic_livelihood or facts.near_poor or facts.health_insurance in MEDICAL_AID:
        return Reduction.EXEMPT
    return None


def _voucher(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    aided = facts.health_insurance in MEDICAL_AID
    return pregnancy_voucher(as_of=facts.as_of, medical_aid=aided)


def _infertility(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return infertility_support(as_of=facts.as_of, treatment=None)


def _high_risk(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return high_risk_pregnancy_support(as_of=facts.as_of)


BENEFITS: Mapping[tuple[str, ...], Estimator] = {
    (
        "건강보험 임신·출산 진료비(국민행복카드)", "건강보험 임신출산 진료비", "임신출산 진료비",
        "임신·출산 진료비 지원", "국민행복카드", "임신 바우처", "임신 지원금",
        "의료급여 임신·출산 진료비 지원",
    ): _voucher,
    ("난임부부 시술비 지원", "난임 시술비", "난임 지원", "시험관 지원"): _infertility,
    ("고위험 임산부 의료비 지원", "고위험임산부 의료비", "고위험 임신 입원비"): _high_risk,
}  # fmt: skip
