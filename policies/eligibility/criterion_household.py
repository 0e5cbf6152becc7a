"""Criteria about the household: its kind, income, housing and benefits."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from policies.eligibility.criterion_base import AgeUnit, Bounded, CriterionBase
from policies.vocabulary import BasicLivelihood, HealthInsurance, HouseholdType, Tenure


class HouseholdTypeCriterion(CriterionBase):
    """Any of the household types."""

    criterion: Literal["household_type"]
    any_of: list[HouseholdType] = Field(min_length=1)


class HouseholdSizeCriterion(Bounded):
    criterion: Literal["household_size"]
    min: int | None = Field(default=None, ge=1)
    max: int | None = Field(default=None, ge=1)


class ChildrenCriterion(CriterionBase):
    """At least `min_count` children, of those with an age inside the bounds where given.

    `below` is exclusive ("18세 미만 자녀"), `max` inclusive.
    """

    criterion: Literal["children"]
    min_count: int = Field(default=1, ge=0)
    max_count: int | None = Field(default=None, ge=0)
    unit: AgeUnit = AgeUnit.YEARS
    min: int | None = Field(default=None, ge=0)
    max: int | None = Field(default=None, ge=0)
    below: int | None = Field(default=None, ge=0)


class MedianIncomeRatioCriterion(Bounded):
    """Household income as % of 기준중위소득 of its size."""

    criterion: Literal["median_income_ratio"]
    min: float | None = Field(default=None, ge=0)
    max: float | None = Field(default=None, ge=0)
    above: float | None = Field(default=None, ge=0)
    below: float | None = Field(default=None, ge=0)


class MonthlyIncomeCriterion(CriterionBase):
    """소득인정액 or monthly income, KRW. `table` names a reference table instead of `max`:
    `basic_pension` (기초연금 선정기준액) and `disability_pension` (장애인연금) choose the single
    or the couple amount by marital status."""

    criterion: Literal["monthly_income"]
    min: int | None = None
    max: int | None = None
    below: int | None = None
    table: Literal["basic_pension", "disability_pension"] | None = None

    @model_validator(mode="after")
    def _has_a_limit(self) -> MonthlyIncomeCriterion:
        if self.min is None and self.max is None and self.below is None and self.table is None:
            raise ValueError("min, max, below 또는 table 이 있어야 합니다")
        return self


class HealthInsuranceCriterion(CriterionBase):
    criterion: Literal["health_insurance"]
    one_of: list[HealthInsurance] = Field(min_length=1)


class PremiumCriterion(CriterionBase):
    """Monthly health-insurance premium in KRW, a limit for each kind of membership."""

    criterion: Literal["premium"]
    employee_max: int | None = None
    regional_max: int | None = None

    @model_validator(mode="after")
    def _has_a_limit(self) -> PremiumCriterion:
        if self.employee_max is None and self.regional_max is None:
            raise ValueError("employee_max 또는 regional_max 가 있어야 합니다")
        return self


class AssetsCriterion(CriterionBase):
    criterion: Literal["assets"]
    max: int


class OwnsHomeCriterion(CriterionBase):
    """무주택 = equals false."""

    criterion: Literal["owns_home"]
    equals: bool


class TenureCriterion(CriterionBase):
    criterion: Literal["tenure"]
    one_of: list[Tenure] = Field(min_length=1)


class BasicLivelihoodCriterion(CriterionBase):
    """Recipient of any of the named benefits (all four when the text says 기초생활수급자)."""

    criterion: Literal["basic_livelihood"]
    any_of: list[BasicLivelihood] = Field(min_length=1)


class NearPoorCriterion(CriterionBase):
    criterion: Literal["near_poor"]
    equals: bool = True


class ReceivesCriterion(CriterionBase):
    """Receives any of the named benefits now. Exclusions wrap it in `none_of`."""

    criterion: Literal["receives"]
    any_of: list[str] = Field(min_length=1)


class OtherCriterion(CriterionBase):
    """A criterion without a fact key of its own: decided by `facts.other[key]` alone.

    `question` is the Korean question that would settle it.
    """

    criterion: Literal["other"]
    key: str = Field(min_length=1)
    equals: bool = True
    question: str = ""
