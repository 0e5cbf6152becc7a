"""What the facts of a person mean to the estimates. What is not certain stays open."""

from __future__ import annotations

import re
from contextlib import suppress
from enum import StrEnum
from fractions import Fraction

from policies.eligibility.dates import age_in_years
from policies.eligibility.derive import born_between
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.disability import HOME_TIERS, DisabledPerson, Tier
from policies.estimates.emergency import Crisis
from policies.estimates.energy import VoucherHome
from policies.estimates.housing import Home
from policies.estimates.livelihood import Household
from policies.estimates.parameters import NoParameters
from policies.estimates.pension import PensionCase
from policies.estimates.pension_income import PensionMeans
from policies.estimates.recognised import Means
from policies.estimates.spans import Span
from policies.estimates.tables import share_of_median
from policies.estimates.youth_rent import Tenant
from policies.vocabulary import (
    BasicLivelihood,
    Disability,
    Education,
    HouseholdType,
    MaritalStatus,
    Pregnancy,
    Tenure,
)

_NATIONAL_PENSION = re.compile(r"(국민|노령)\s?연금")
_TRANSFER = re.compile(r"연금|급여|수당")
_CARE = frozenset({BasicLivelihood.LIVELIHOOD, BasicLivelihood.MEDICAL})
_ALONE = frozenset({MaritalStatus.SINGLE, MaritalStatus.DIVORCED, MaritalStatus.WIDOWED})
_SCHOOL = frozenset({Education.ELEMENTARY, Education.MIDDLE, Education.HIGH})
_SENIOR, _INFANT, _MINOR = 65, 7, 19
_MANY = 2


class IncomeKind(StrEnum):
    """What a person's `monthly_income` is, by the words it was said in."""

    RECOGNISED = "recognised"
    EARNED = "earned"
    NATIONAL_PENSION = "national_pension"
    OTHER = "other"


def income_kind(facts: ApplicantFacts) -> IncomeKind:
    """소득인정액 where the fact says so; a pension by its quote; else earnings."""
    said = facts.provenance.get("monthly_income")
    quote = said.quote if said else ""
    if _NATIONAL_PENSION.search(quote):
        return IncomeKind.NATIONAL_PENSION
    if facts.income_is_recognised:
        return IncomeKind.RECOGNISED
    return IncomeKind.OTHER if _TRANSFER.search(quote) else IncomeKind.EARNED


def ages_of(facts: ApplicantFacts) -> tuple[int, int] | None:
    """Lowest and highest possible age in full years; None where nothing is known."""
    born = born_between(facts)
    if born is None:
        return None
    first, last = born
    return max(age_in_years(last, facts.as_of), 0), max(age_in_years(first, facts.as_of), 0)


def is_couple(facts: ApplicantFacts) -> bool | None:
    """Whether there is a spouse. Who lives alone and says no more is taken to have none."""
    if facts.marital_status is MaritalStatus.MARRIED:
        return True
    if facts.marital_status in _ALONE:
        return False
    alone = facts.household_size == 1 or HouseholdType.ONE_PERSON in (facts.household_types or [])
    return False if alone and facts.marital_status is None else None


def means_of(facts: ApplicantFacts) -> Means:
    """Income and property for 기초생활보장. A known ratio of the median stands for 소득인정액."""
    kind, amount = income_kind(facts), facts.monthly_income
    return Means(
        recognised=amount if kind is IncomeKind.RECOGNISED else None,
        earned=amount if kind is IncomeKind.EARNED else None,
        other=amount if kind in (IncomeKind.NATIONAL_PENSION, IncomeKind.OTHER) else None,
        assets=facts.assets,
        region=facts.region,
        ages=ages_of(facts),
        disabled=None if facts.disability is None else facts.disability is not Disability.NONE,
    )


def household_of(facts: ApplicantFacts) -> Household:
    """Household size and means; a ratio counts where its year has a table of the median."""
    means = means_of(facts)
    ratio, size = facts.median_income_ratio, facts.household_size
    if not means.income_known and ratio is not None and size is not None:
        with suppress(NoParameters):
            told = share_of_median(facts.as_of, size, str(Fraction(str(ratio)) / 100)).amount
            means = Means(recognised=told, region=facts.region)
    return Household(size, means, facts.as_of)


def home_of(facts: ApplicantFacts, rent: int | None = None, deposit: int | None = None) -> Home:
    """How somebody lives, for 주거급여."""
    owned = {Tenure.OWNED: True, None: None}.get(facts.tenure, False)
    return Home(owned=owned, rent=rent, deposit=deposit)


def pension_case_of(facts: ApplicantFacts) -> PensionCase:
    """For 기초연금; 국민연금 that was said as the income is taken for what it is."""
    kind, amount = income_kind(facts), facts.monthly_income
    basic = None if facts.basic_livelihood is None else bool(facts.basic_livelihood)
    return PensionCase(
        as_of=facts.as_of,
        ages=ages_of(facts),
        couple=is_couple(facts),
        national_pension=amount if kind is IncomeKind.NATIONAL_PENSION else None,
        basic_recipient=basic,
        means=PensionMeans(
            recognised=amount if kind is IncomeKind.RECOGNISED else None,
            earned=amount if kind is IncomeKind.EARNED else None,
            other=amount if kind is IncomeKind.OTHER else None,
            assets=facts.assets,
            region=facts.region,
        ),
    )


def tiers_of(facts: ApplicantFacts) -> tuple[Tier, ...]:
    """What the household may receive, as disability benefits differ by it."""
    received = facts.basic_livelihood
    if received and _CARE & set(received):
        return (Tier.RECIPIENT,)
    if received or facts.near_poor:
        return (Tier.NEAR_POOR,)
    if received is None:
        return HOME_TIERS
    return (Tier.ABOVE,) if facts.near_poor is False else (Tier.NEAR_POOR, Tier.ABOVE)


def disabled_person_of(
    facts: ApplicantFacts, *, both_receive: bool | None = None
) -> DisabledPerson:  # fmt: skip
    """For 장애인연금, 장애수당 and 장애아동수당."""
    severity = {Disability.SEVERE: True, Disability.MILD: False}
    return DisabledPerson(
        as_of=facts.as_of,
        ages=ages_of(facts),
        registered=None if facts.disability is None else facts.disability is not Disability.NONE,
        severe=severity.get(facts.disability) if facts.disability else None,
        tiers=tiers_of(facts),
        income=_disability_income(facts),
        open_income="monthly_income" if facts.monthly_income is None else "assets",
        couple=is_couple(facts),
        both_receive=both_receive,
        pupil=None if facts.education is None else facts.education in _SCHOOL,
    )


def _disability_income(facts: ApplicantFacts) -> Span:
    """소득인정액 of 장애인연금. Deductions only lower earnings: without property they bound it."""
    if facts.monthly_income is None:
        return Span(0, None)
    said = max(facts.monthly_income, 0)
    if income_kind(facts) is IncomeKind.RECOGNISED:
        return Span.exactly(said)
    return Span(0, said if facts.assets == 0 else None)


def crisis_of(facts: ApplicantFacts) -> Crisis:
    """For 긴급복지; assets as they were said, the home in them is not known."""
    return Crisis(
        as_of=facts.as_of,
        size=facts.household_size,
        income=facts.monthly_income,
        assets=facts.assets,
        home=0 if facts.owns_home is False and facts.tenure is None else None,
        region=facts.region,
    )


def voucher_home_of(facts: ApplicantFacts) -> VoucherHome:
    """For 에너지바우처. A member that fits is only ever known to be there, never not to be."""
    recipient = None if facts.basic_livelihood is None else bool(facts.basic_livelihood)
    return VoucherHome(
        as_of=facts.as_of,
        size=facts.household_size,
        recipient=recipient,
        member_fits=True if _fits_voucher(facts) else None,
    )


def _fits_voucher(facts: ApplicantFacts) -> bool:
    ages = ages_of(facts)
    children = [age_in_years(born, facts.as_of) for born in facts.children or []]
    types = set(facts.household_types or [])
    return (
        (ages is not None and (ages[0] >= _SENIOR or ages[1] <= _INFANT))
        or facts.disability in (Disability.SEVERE, Disability.MILD)
        or facts.pregnancy is Pregnancy.PREGNANT
        or bool(types & {HouseholdType.SINGLE_PARENT, HouseholdType.CHILD_HEADED})
        or any(0 <= age <= _INFANT for age in children)
        or sum(0 <= age < _MINOR for age in children) >= _MANY
    )


def tenant_of(facts: ApplicantFacts, rent: int | None = None) -> Tenant:
    """For 청년월세 지원."""
    married = None if facts.marital_status is None else facts.marital_status in _MARRIED
    return Tenant(
        as_of=facts.as_of,
        ages=ages_of(facts),
        rent=rent,
        size=facts.household_size,
        income=facts.monthly_income,
        assets=facts.assets,
        owns_home=True if facts.tenure is Tenure.OWNED else facts.owns_home,
        public_rental=None if facts.tenure is None else facts.tenure is Tenure.PUBLIC_RENTAL,
        married=married,
    )


# 혼인(이혼): who was married counts as living apart from the parents.
_MARRIED = frozenset({MaritalStatus.MARRIED, MaritalStatus.DIVORCED, MaritalStatus.WIDOWED})
