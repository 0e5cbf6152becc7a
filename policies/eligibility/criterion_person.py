"""Criteria about the person: age, place, body, work, status."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field, model_validator

from policies.eligibility.criterion_base import AgeUnit, Bounded, CriterionBase
from policies.vocabulary import (
    CareGrade,
    Disability,
    Education,
    Employment,
    MaritalStatus,
    Nationality,
    Pregnancy,
    Sex,
)


class AgeCriterion(Bounded):
    """만 나이. `max` inclusive ("34세 이하", "~34세"); "19세 미만" is `below` 19."""

    criterion: Literal["age"]
    unit: AgeUnit = AgeUnit.YEARS
    min: int | None = Field(default=None, ge=0)
    max: int | None = Field(default=None, ge=0)
    above: int | None = Field(default=None, ge=0)
    below: int | None = Field(default=None, ge=0)


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


class ResidenceCriterion(CriterionBase):
    """Lived in the policy's region for at least `min_months` (moved_in_on)."""

    criterion: Literal["residence"]
    min_months: int = Field(ge=0)


class NationalityCriterion(CriterionBase):
    criterion: Literal["nationality"]
    one_of: list[Nationality] = Field(min_length=1)


class MaritalStatusCriterion(CriterionBase):
    criterion: Literal["marital_status"]
    one_of: list[MaritalStatus] = Field(min_length=1)


class MarriedWithinCriterion(CriterionBase):
    """Married, and `max_months` or less since the wedding (혼인신고일)."""

    criterion: Literal["married_within"]
    max_months: int = Field(ge=0)


class PregnancyCriterion(CriterionBase):
    """`one_of` states; with `within_months`, postpartum counts only so long after birth."""

    criterion: Literal["pregnancy"]
    one_of: list[Pregnancy] = Field(min_length=1)
    within_months: int | None = Field(default=None, ge=0)


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
    criterion: Literal["veteran"]
    equals: bool = True
