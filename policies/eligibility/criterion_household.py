"""Criteria about the household: its kind, income, housing and benefits."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from policies.eligibility.criterion_base import AgeUnit, Bounded, CriterionBase, Dated
from policies.eligibility.phrases import checked_phrase
from policies.vocabulary import BasicLivelihood, HealthInsurance, HouseholdType, Tenure

Phrase = Annotated[str, AfterValidator(checked_phrase)]


class HouseholdTypeCriterion(CriterionBase):
    """Any of the household types."""

    criterion: Literal["household_type"]
    any_of: list[HouseholdType] = Field(min_length=1)


class HouseholdSizeCriterion(Bounded):
    criterion: Literal["household_size"]
    min: int | None = Field(default=None, ge=1)
    max: int | None = Field(default=None, ge=1)


class ChildrenCriterion(Dated):
    """At least `min_count` children, of those with an age inside the bounds where given.

    `below` is exclusive ("18세 미만 자녀"), `max` inclusive. `born_from`/`born_to`: born inside
    the window, both inclusive. `within_months`/`within_days`: born at most so long ago, the
    anniversary still included ("출생일로부터 1년 이내"). `ordinal`: only children from this place
    on count, the eldest being the first ("셋째 이상" = 3).
    """

    criterion: Literal["children"]
    min_count: int = Field(default=1, ge=0)
    max_count: int | None = Field(default=None, ge=0)
    unit: AgeUnit = AgeUnit.YEARS
    min: int | None = Field(default=None, ge=0)
    max: int | None = Field(default=None, ge=0)
    below: int | None = Field(default=None, ge=0)
    born_from: date | None = None
    born_to: date | None = None
    within_months: int | None = Field(default=None, ge=0)
    within_days: int | None = Field(default=None, ge=0)
    ordinal: int = Field(default=1, ge=1)


class LowIncomeCriterion(CriterionBase):
    """ "저소득층", "취약계층" without a limit of its own: recipients and near-poor people are
    inside, households over the median outside, the rest unknown."""

    criterion: Literal["low_income"]


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
    """Monthly health-insurance premium in KRW, a limit for each kind of membership, or
    `minimum`: no more than the lowest premium there is (최저보험료)."""

    criterion: Literal["premium"]
    employee_max: int | None = None
    regional_max: int | None = None
    minimum: bool = False

    @model_validator(mode="after")
    def _has_a_limit(self) -> PremiumCriterion:
        if self.employee_max is None and self.regional_max is None and not self.minimum:
            raise ValueError("employee_max, regional_max 또는 minimum 이 있어야 합니다")
        return self


class AssetsCriterion(CriterionBase):
    """Assets in KRW; `below` is exclusive."""

    criterion: Literal["assets"]
    max: int | None = None
    below: int | None = None

    @model_validator(mode="after")
    def _has_a_limit(self) -> AssetsCriterion:
        if self.max is None and self.below is None:
            raise ValueError("max 또는 below 가 있어야 합니다")
        return self


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
    """A criterion without a fact key of its own: decided by what was said of it
    (`facts.other`), by its key or by its words.

    `key` names it in a few words of the text, `terms` are its content words, and `question`
    is the Korean question that would settle it. `negative`: the text says that something is
    *not* so ("받지 않은 자"). `said` and `denied`: phrases (`phrases`) in which people say of
    themselves that what `key` names is so, or is not.
    """

    criterion: Literal["other"]
    key: str = Field(min_length=1)
    equals: bool = True
    question: str = ""
    terms: list[str] = Field(default_factory=list)
    negative: bool = False
    said: list[Phrase] = Field(default_factory=list)
    denied: list[Phrase] = Field(default_factory=list)
