"""Facts that follow with certainty from other facts. Nothing here guesses: None = not certain."""

from __future__ import annotations

from datetime import date

from policies.eligibility.bounds import Interval
from policies.eligibility.dates import add_months, age_in_years, birth_range
from policies.eligibility.facts import ApplicantFacts
from policies.vocabulary import (
    BasicLivelihood,
    Disability,
    Education,
    Employment,
    HealthInsurance,
    HouseholdType,
    MaritalStatus,
    Pregnancy,
    Sex,
    Tenure,
)

# 국민기초생활 보장법 제8조·제12조·제12조의3, 의료급여법 제3조, 주거급여법 제5조: the income limit
# of each benefit, % of 기준중위소득 (2024 on). Earlier years were lower, so as caps they hold.
BENEFIT_CAPS: dict[BasicLivelihood, float] = {
    BasicLivelihood.LIVELIHOOD: 32,
    BasicLivelihood.MEDICAL: 40,
    BasicLivelihood.HOUSING: 48,
    BasicLivelihood.EDUCATION: 50,
}
# 국민기초생활 보장법 제2조 제10호, 시행령 제3조: 차상위계층 is at most 50 %.
NEAR_POOR_CAP = 50.0
# 모자보건법 제2조 제1호: 임산부 is a woman pregnant or less than six months after birth.
CHILDBEARING_END = 60
POSTPARTUM_MONTHS = 6
LOWEST_SEVERE_GRADE = 3
# 민법 제807조 (혼인 18세), 근로기준법 제64조 (15세 미만은 취업 금지): under 14 nobody is married,
# works for a living, studies at a university or, as far as a programme can ask, has children.
CHILD_YEARS = 14
# 초·중등교육법 제13조: school begins in the year after the fifth birthday at the earliest.
_SCHOOL_YEARS = 5
_PRESCHOOL_END = 10
_WORK = frozenset(
    {
        Employment.EMPLOYED,
        Employment.SELF_EMPLOYED,
        Employment.FARMER,
        Employment.FISHER,
        Employment.LIVESTOCK,
        Employment.FORESTER,
        Employment.ON_LEAVE,
        Employment.JOB_SEEKING,
    }
)
_HIGHER = frozenset({Education.UNIVERSITY, Education.GRADUATE})
_SCHOOL = frozenset(
    {Education.ELEMENTARY, Education.MIDDLE, Education.HIGH, Education.OUT_OF_SCHOOL}
)
_NEWLYWED_MONTHS = 7 * 12
_MULTI_CHILD_SOMEWHERE = 2


def born_between(facts: ApplicantFacts) -> tuple[date, date] | None:
    """Earliest and latest possible birth date.

    A said age is 만 나이 on `as_of`, unless its quote gave a birth year ("65년생"): then it is
    that year, whichever day.
    """
    if facts.birth_date is not None:
        return facts.birth_date, facts.birth_date
    if facts.age is None:
        return None
    said = facts.provenance.get("age")
    if said is not None and "년생" in said.quote:
        year = facts.as_of.year - facts.age
        return date(year, 1, 1), min(date(year, 12, 31), facts.as_of)
    return birth_range(facts.age, facts.as_of)


def _younger_than(facts: ApplicantFacts, years: int) -> bool:
    """Certainly younger on the day the facts were told."""
    born = born_between(facts)
    return born is not None and age_in_years(born[0], facts.as_of) < years


def is_child(facts: ApplicantFacts) -> bool:
    """Under 14 for certain."""
    return _younger_than(facts, CHILD_YEARS)


def births(facts: ApplicantFacts) -> list[date] | None:
    """Birth dates of the children: stated, or none for a child, who is nobody's parent."""
    if facts.children is not None:
        return facts.children
    expecting = facts.pregnancy in (Pregnancy.PREGNANT, Pregnancy.POSTPARTUM)
    if is_child(facts) and facts.delivered_on is None and not expecting:
        return []
    return None


def youngest_birth(facts: ApplicantFacts, on: date) -> date | None:
    """Birth of the youngest child born by `on`: the last of the children and the delivery."""
    days = [*(births(facts) or ()), *([facts.delivered_on] if facts.delivered_on else ())]
    return max((day for day in days if day <= on), default=None)


def possible_marital(facts: ApplicantFacts) -> frozenset[MaritalStatus] | None:
    """Marital states that may be; a child is single."""
    if facts.marital_status is not None:
        return frozenset({facts.marital_status})
    alone = facts.married_on is None and is_child(facts)
    return frozenset({MaritalStatus.SINGLE}) if alone else None


def possible_employment(facts: ApplicantFacts) -> frozenset[Employment] | None:
    """Kinds of work that may be; a child has none and looks for none."""
    if facts.employment is not None:
        return frozenset({facts.employment})
    return frozenset(Employment) - _WORK if is_child(facts) else None


def possible_education(facts: ApplicantFacts) -> frozenset[Education] | None:
    """Schools that may be: none before school age, no kindergarten from ten years on."""
    if facts.education is not None:
        return frozenset({facts.education})
    born = born_between(facts)
    if born is None:
        return None
    possible = frozenset(Education)
    if is_child(facts):
        possible -= _HIGHER
    if _younger_than(facts, _SCHOOL_YEARS):
        possible -= _SCHOOL
    if age_in_years(born[1], facts.as_of) >= _PRESCHOOL_END:
        possible -= {Education.PRESCHOOL}
    return possible


def household_size(facts: ApplicantFacts) -> int | None:
    """Stated size, or 1 for a one-person household."""
    if facts.household_size is not None:
        return facts.household_size
    types = facts.household_types
    return 1 if types is not None and HouseholdType.ONE_PERSON in types else None


def has_household_type(facts: ApplicantFacts, kind: HouseholdType, on: date) -> bool | None:
    """Whether the household is of a type: from the stated list, else from facts that prove it."""
    if kind is HouseholdType.ONE_PERSON and facts.household_size is not None:
        return facts.household_size == 1
    if facts.household_types is not None:
        return kind in facts.household_types
    # A child's family may be of any type: the children of the child say nothing of it.
    count = None if facts.children is None or is_child(facts) else len(facts.children)
    if kind is HouseholdType.SINGLE_PARENT and count == 0:
        return False
    # Two children count in some regions only; one never does, three do everywhere.
    if kind is HouseholdType.MULTI_CHILD and count is not None and count != _MULTI_CHILD_SOMEWHERE:
        return count > _MULTI_CHILD_SOMEWHERE
    if kind is HouseholdType.NEWLYWED:
        never = facts.marital_status is MaritalStatus.SINGLE and not is_child(facts)
        wed = facts.married_on
        long_ago = wed is not None and on > add_months(wed, _NEWLYWED_MONTHS)
        return False if never or long_ago else None
    return None


def owns_home(facts: ApplicantFacts) -> bool | None:
    """Stated, or True for someone living in their own home. Renting proves nothing: a tenant
    may own a home elsewhere, so jeonse, rent and public rental leave it unknown."""
    if facts.owns_home is not None:
        return facts.owns_home
    return True if facts.tenure is Tenure.OWNED else None


def possible_tenures(facts: ApplicantFacts) -> frozenset[Tenure] | None:
    """Tenures that may be; without a home of one's own, OWNED is ruled out."""
    if facts.tenure is not None:
        return frozenset({facts.tenure})
    return frozenset(Tenure) - {Tenure.OWNED} if facts.owns_home is False else None


def possible_disabilities(facts: ApplicantFacts) -> frozenset[Disability] | None:
    """Degrees that may be: stated, by old grade (1-3 severe, 4-6 mild), or registered at all."""
    if facts.disability is not None:
        return frozenset({facts.disability})
    grade = facts.legacy_disability_grade
    if grade is not None:
        severe = grade <= LOWEST_SEVERE_GRADE
        return frozenset({Disability.SEVERE if severe else Disability.MILD})
    if facts.disability_type:
        return frozenset({Disability.SEVERE, Disability.MILD})
    return None


def legacy_grades(facts: ApplicantFacts) -> Interval | None:
    """Old grades that may be, from the grade or from the degree."""
    grade = facts.legacy_disability_grade
    if grade is not None:
        return Interval(grade, grade)
    if facts.disability is Disability.SEVERE:
        return Interval(1, LOWEST_SEVERE_GRADE)
    if facts.disability is Disability.MILD:
        return Interval(LOWEST_SEVERE_GRADE + 1, 6)
    return None


def possible_insurances(facts: ApplicantFacts) -> frozenset[HealthInsurance] | None:
    """Kinds of cover that may be; a 의료급여 recipient has 1종 or 2종."""
    if facts.health_insurance is not None:
        return frozenset({facts.health_insurance})
    benefits = facts.basic_livelihood
    if benefits is not None and BasicLivelihood.MEDICAL in benefits:
        return frozenset({HealthInsurance.MEDICAL_AID_1, HealthInsurance.MEDICAL_AID_2})
    return None


def receives_benefit(facts: ApplicantFacts, benefit: BasicLivelihood) -> bool | None:
    """Whether a basic-livelihood benefit is received.

    Insured people are no 의료급여 recipients (국민건강보험법 제5조); the reverse does not hold,
    since 의료급여 is also given under other laws. Nor is anybody whose income ratio lies over the
    limit of the benefit. Named among the benefits received, it is received.
    """
    if any("".join(name.split()) == f"{benefit}급여" for name in facts.receives or ()):
        return True
    if facts.basic_livelihood is not None:
        return benefit in facts.basic_livelihood
    if _ratio_above(facts, BENEFIT_CAPS[benefit]):
        return False
    insured = {
        HealthInsurance.EMPLOYEE,
        HealthInsurance.REGIONAL,
        HealthInsurance.DEPENDENT,
    }
    if benefit is BasicLivelihood.MEDICAL and facts.health_insurance in insured:
        return False
    return None


def _ratio_above(facts: ApplicantFacts, cap: float) -> bool:
    ratio = facts.median_income_ratio
    return ratio is not None and ratio > cap


def near_poor(facts: ApplicantFacts) -> bool | None:
    """차상위: stated, or False over 50 % of the median. Under it the office decides."""
    if facts.near_poor is not None:
        return facts.near_poor
    return False if _ratio_above(facts, NEAR_POOR_CAP) else None


def ratio_interval(facts: ApplicantFacts) -> Interval | None:
    """Where the 기준중위소득 ratio lies: stated, or capped by a benefit received.

    A cap is a bound only: it can pass a higher limit, never say how low the income is.
    """
    if facts.median_income_ratio is not None:
        return Interval(facts.median_income_ratio, facts.median_income_ratio)
    caps = [BENEFIT_CAPS[benefit] for benefit in facts.basic_livelihood or ()]
    if facts.near_poor:
        caps.append(NEAR_POOR_CAP)
    return Interval(0, min(caps)) if caps else None


def pregnancy_on(facts: ApplicantFacts, on: date) -> Pregnancy | None:
    """State on a day: stated, else from the delivery or due date, else none for men."""
    if facts.pregnancy is not None:
        return facts.pregnancy
    if facts.delivered_on is not None and facts.delivered_on <= on:
        end = add_months(facts.delivered_on, POSTPARTUM_MONTHS)
        return Pregnancy.POSTPARTUM if on < end else Pregnancy.NONE
    if facts.due_date is not None and facts.due_date >= on:
        return Pregnancy.PREGNANT
    if facts.sex is Sex.MALE or _past_childbearing(facts, on):
        return Pregnancy.NONE
    return None


def _past_childbearing(facts: ApplicantFacts, on: date) -> bool:
    """Nobody of 60 or more is asked whether she is pregnant."""
    age = facts.age if facts.birth_date is None else age_in_years(facts.birth_date, on)
    return age is not None and age >= CHILDBEARING_END
