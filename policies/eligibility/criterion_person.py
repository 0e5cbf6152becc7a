"""Criteria about the person: age, place, body, work, status."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field, model_validator

from policies.eligibility.criterion_base import AgeUnit, Bounded, CriterionBase, Dated
from policies.vocabulary import (
    AgeGroup,
    CareGrade,
    Disability,
    Education,
    Employment,
    MaritalStatus,
    Nationality,
    Pregnancy,
    Sex,
)


class AgeCriterion(Dated, Bounded):
    """만 나이. `max` inclusive ("34세 이하", "~34세"); "19세 미만" is `below` 19."""

    criterion: Literal["age"]
    unit: AgeUnit = AgeUnit.YEARS
    min: int | None = Field(default=None, ge=0)
    max: int | None = Field(default=None, ge=0)
    above: int | None = Field(default=None, ge=0)
    below: int | None = Field(default=None, ge=0)


class AgeGroupCriterion(CriterionBase):
    """A word for an age ("노인", "청년") whose limits the text itself does not give. What the law
    puts inside is MET, what no ordinance reaches NOT_MET, the rest unknown."""

    criterion: Literal["age_group"]
    group: AgeGroup


class BirthWindowCriterion(CriterionBase):
    """Born within [from, to], both inclusive, either open."""

    criterion: Literal["birth_window"]
    born_from: date | None = None
    born_to: date | None = None

    @model_validator(mode="after")
    def _has_an_end(self) -> BirthWindowCriterion:
        if self.born_from is None and self.born_to is None:
            raise ValueError("born_from 또는 born_to 가 있어야 합니다")
        return self


class SexCriterion(CriterionBase):
    criterion: Literal["sex"]
    one_of: list[Sex] = Field(min_length=1)


class RegionCriterion(CriterionBase):
    """Residence in the 시도, or in the 시군구 when it is given."""

    criterion: Literal["region"]
    sido: str
    sigungu: str | None = None


class ResidenceCriterion(Dated):
    """How long someone has lived in the policy's region (전입일, moved_in_on).

    `min_*`: at least so long before the reference day; `max_months`: moved in at most so long
    ago ("전입 3년 이내"); `moved_from`/`moved_to`: the move fell in this window, both inclusive.
    With `min_months` 0 the present residence is enough.
    """

    criterion: Literal["residence"]
    min_months: int | None = Field(default=None, ge=0)
    min_days: int | None = Field(default=None, ge=0)
    max_months: int | None = Field(default=None, ge=0)
    moved_from: date | None = None
    moved_to: date | None = None

    @model_validator(mode="after")
    def _has_a_limit(self) -> ResidenceCriterion:
        limits = (
            self.min_months,
            self.min_days,
            self.max_months,
            self.moved_from,
            self.moved_to,
        )
        if all(limit is None for limit in limits):
            raise ValueError("거주 기간이나 전입 시기가 있어야 합니다")
        return self


class NationalityCriterion(CriterionBase):
    criterion: Literal["nationality"]
    one_of: list[Nationality] = Field(min_length=1)


class MaritalStatusCriterion(CriterionBase):
    criterion: Literal["marital_status"]
    one_of: list[MaritalStatus] = Field(min_length=1)


class MarriedWithinCriterion(CriterionBase):
    """Married, and the wedding (혼인신고일) is at most `max_months` or at least `min_months`
    ago, or lies in the window, both ends inclusive."""

    criterion: Literal["married_within"]
    max_months: int | None = Field(default=None, ge=0)
    min_months: int | None = Field(default=None, ge=0)
    married_from: date | None = None
    married_to: date | None = None

    @model_validator(mode="after")
    def _has_a_limit(self) -> MarriedWithinCriterion:
        limits = (self.max_months, self.min_months, self.married_from, self.married_to)
        if all(limit is None for limit in limits):
            raise ValueError("혼인 기간이나 혼인신고 시기가 있어야 합니다")
        return self


class PregnancyCriterion(CriterionBase):
    """`one_of` states; with `within_months`, postpartum counts only so long after birth.
    `min_weeks`/`max_weeks`: week of pregnancy, both inclusive, counted back from the due date."""

    criterion: Literal["pregnancy"]
    one_of: list[Pregnancy] = Field(min_length=1)
    within_months: int | None = Field(default=None, ge=0)
    min_weeks: int | None = Field(default=None, ge=0, le=45)
    max_weeks: int | None = Field(default=None, ge=0, le=45)


class InfertilityCriterion(CriterionBase):
    criterion: Literal["infertility_treatment"]
    equals: bool = True


class DisabilityCriterion(CriterionBase):
    """Registered disability by degree; `types` narrows to kinds (지체, 시각, 발달 …)."""

    criterion: Literal["disability"]
    one_of: list[Disability] = Field(min_length=1)
    types: list[str] = Field(default_factory=list)
    legacy_grade_max: int | None = Field(default=None, ge=1, le=6)


class CareGradeCriterion(CriterionBase):
    criterion: Literal["long_term_care_grade"]
    one_of: list[CareGrade] = Field(min_length=1)


class ConditionCriterion(CriterionBase):
    """Has any of the diseases or states, by Korean name (synonyms are resolved by the engine)."""

    criterion: Literal["condition"]
    any_of: list[str] = Field(min_length=1)


class EmploymentCriterion(CriterionBase):
    criterion: Literal["employment"]
    one_of: list[Employment] = Field(min_length=1)


class EducationCriterion(CriterionBase):
    criterion: Literal["education"]
    one_of: list[Education] = Field(min_length=1)


class VeteranCriterion(CriterionBase):
    """국가보훈대상자. `kinds` narrows to named ones ("참전유공자"); `family`: survivors or family
    of such a person count as well or alone, as the quote says."""

    criterion: Literal["veteran"]
    equals: bool = True
    kinds: list[str] = Field(default_factory=list)
    family: bool = False
