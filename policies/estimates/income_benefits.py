"""Benefits for income, disability, energy and housing by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from policies.eligibility.facts import ApplicantFacts
from policies.estimates.asked import BenefitDetails, Estimator
from policies.estimates.disability_allowance import (
    estimate_child_disability_allowance,
    estimate_disability_allowance,
)
from policies.estimates.disability_pension import estimate_disability_pension
from policies.estimates.education import Pupils, estimate_education
from policies.estimates.emergency import estimate_emergency
from policies.estimates.energy import estimate_energy_voucher
from policies.estimates.housing import estimate_housing
from policies.estimates.livelihood import MEDICAL, estimate_entitlement, estimate_livelihood
from policies.estimates.of_facts import (
    crisis_of,
    disabled_person_of,
    home_of,
    household_of,
    pension_case_of,
    tenant_of,
    voucher_home_of,
)
from policies.estimates.pension import estimate_basic_pension
from policies.estimates.types import Estimate
from policies.estimates.youth_rent import estimate_youth_rent
from policies.vocabulary import Education


def pupils_of(facts: ApplicantFacts, details: BenefitDetails) -> Pupils:
    """Who goes to which school, as far as the person's own schooling tells."""
    count = 1 if details.child_count is None else details.child_count
    schools = {
        Education.ELEMENTARY: Pupils(elementary=count),
        Education.MIDDLE: Pupils(middle=count),
        Education.HIGH: Pupils(high=count),
    }
    return schools.get(facts.education, Pupils()) if facts.education else Pupils()


def _livelihood(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return estimate_livelihood(household_of(facts))


def _medical(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return estimate_entitlement(MEDICAL, household_of(facts))


def _housing(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    return estimate_housing(household_of(facts), home_of(facts, details.rent, details.deposit))


def _education(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    return estimate_education(household_of(facts), pupils_of(facts, details))


def _basic_pension(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    case = replace(pension_case_of(facts), both_receive=details.couple_both_receive)
    return estimate_basic_pension(case)


def _disability_pension(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    person = disabled_person_of(facts, both_receive=details.couple_both_receive)
    return estimate_disability_pension(person)


def _disability_allowance(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return estimate_disability_allowance(disabled_person_of(facts))


def _child_disability_allowance(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return estimate_child_disability_allowance(disabled_person_of(facts))


def _emergency(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return estimate_emergency(crisis_of(facts))


def _energy_voucher(facts: ApplicantFacts, _: BenefitDetails) -> Estimate:
    return estimate_energy_voucher(voucher_home_of(facts))


def _youth_rent(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    return estimate_youth_rent(tenant_of(facts, details.rent))


BENEFITS: Mapping[tuple[str, ...], Estimator] = {
    ("생계급여", "기초생활 생계급여", "기초생계급여", "기초수급비"): _livelihood,
    ("의료급여", "기초생활 의료급여"): _medical,
    ("주거급여", "기초생활 주거급여", "임차급여"): _housing,
    ("교육급여", "기초생활 교육급여", "교육활동지원비"): _education,
    ("기초연금", "기초노령연금", "노인연금"): _basic_pension,
    ("장애인연금", "중증장애인연금", "장애연금"): _disability_pension,
    ("장애수당", "경증장애수당", "경증장애인 수당"): _disability_allowance,
    ("장애아동수당", "장애아 수당", "장애 어린이 수당"): _child_disability_allowance,
    ("긴급복지 생계지원", "긴급복지지원", "긴급복지", "긴급생계비", "긴급지원"): _emergency,
    ("에너지바우처", "에너지 이용권"): _energy_voucher,
    ("청년월세 지원", "청년월세", "청년월세 한시 특별지원", "청년월세 지원사업"): _youth_rent,
}
