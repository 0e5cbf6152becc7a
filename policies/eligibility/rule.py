"""Rules: an expression tree over typed criteria, and its JSON/YAML form.

A node is either a group (`all_of`, `any_of`, `none_of`, `at_least`) or one criterion
tagged by `criterion`. Bounds are inclusive unless the field says otherwise; money is KRW
a month; ratios are percentages of the published 기준중위소득. Every criterion carries the
`section` and the exact `quote` it was read from.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, model_validator

from policies.vocabulary import (
    BasicLivelihood,
    CareGrade,
    Disability,
    Education,
    Employment,
    HealthInsurance,
    HouseholdType,
    MaritalStatus,
    Nationality,
    Pregnancy,
    Section,
    Sex,
    Tenure,
)


class AgeUnit(StrEnum):
    YEARS = "years"  # 만 나이
    MONTHS = "months"  # 개월
    YEAR_AGE = "year_age"  # 연 나이: year of the question minus year of birth


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CriterionBase(_Strict):
    """Fields every criterion has.

    `quote` is an exact substring of the policy's `section`. `unclear` marks a clause whose
    text was found but not understood well enough to decide (asks the caseworker).
    """

    section: Section = Section.TARGET
    quote: str = ""
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    unclear: bool = False
    legal_basis: str = ""
    effective_from: date | None = None
    effective_to: date | None = None


class _Bounded(CriterionBase):
    @model_validator(mode="after")
    def _has_a_bound(self) -> _Bounded:
        bounds = [getattr(self, name, None) for name in ("min", "max", "below", "above")]
        if all(bound is None for bound in bounds):
            raise ValueError("min, max, above, below 가운데 하나는 있어야 합니다")
        low, high = bounds[0], bounds[1]
        if low is not None and high is not None and low > high:
            raise ValueError(f"min({low})이 max({high})보다 큽니다")
        return self


class AgeCriterion(_Bounded):
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


class HouseholdTypeCriterion(CriterionBase):
    """Any of the household types."""

    criterion: Literal["household_type"]
    any_of: list[HouseholdType] = Field(min_length=1)


class HouseholdSizeCriterion(_Bounded):
    criterion: Literal["household_size"]
    min: int | None = Field(default=None, ge=1)
    max: int | None = Field(default=None, ge=1)


class MaritalStatusCriterion(CriterionBase):
    criterion: Literal["marital_status"]
    one_of: list[MaritalStatus] = Field(min_length=1)


class MarriedWithinCriterion(CriterionBase):
    """Married, and `max_months` or less since the wedding (혼인신고일)."""

    criterion: Literal["married_within"]
    max_months: int = Field(ge=0)


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


class PregnancyCriterion(CriterionBase):
    """`one_of` states; with `within_months`, postpartum counts only so long after birth."""

    criterion: Literal["pregnancy"]
    one_of: list[Pregnancy] = Field(min_length=1)
    within_months: int | None = Field(default=None, ge=0)


class InfertilityCriterion(CriterionBase):
    criterion: Literal["infertility_treatment"]
    equals: bool = True


class MedianIncomeRatioCriterion(_Bounded):
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


Criterion = (
    AgeCriterion
    | BirthWindowCriterion
    | SexCriterion
    | RegionCriterion
    | ResidenceCriterion
    | NationalityCriterion
    | HouseholdTypeCriterion
    | HouseholdSizeCriterion
    | MaritalStatusCriterion
    | MarriedWithinCriterion
    | ChildrenCriterion
    | PregnancyCriterion
    | InfertilityCriterion
    | MedianIncomeRatioCriterion
    | MonthlyIncomeCriterion
    | HealthInsuranceCriterion
    | PremiumCriterion
    | AssetsCriterion
    | OwnsHomeCriterion
    | TenureCriterion
    | BasicLivelihoodCriterion
    | NearPoorCriterion
    | DisabilityCriterion
    | CareGradeCriterion
    | ConditionCriterion
    | EmploymentCriterion
    | EducationCriterion
    | VeteranCriterion
    | ReceivesCriterion
    | OtherCriterion
)


class AllOf(_Strict):
    """Every branch must hold."""

    all_of: list[Rule] = Field(min_length=1)


class AnyOf(_Strict):
    """One branch is enough."""

    any_of: list[Rule] = Field(min_length=1)


class NoneOf(_Strict):
    """Exclusion: no branch may hold."""

    none_of: list[Rule] = Field(min_length=1)


class AtLeast(_Strict):
    """`at_least` of the branches `of` must hold."""

    at_least: int = Field(ge=1)
    of: list[Rule] = Field(min_length=1)

    @model_validator(mode="after")
    def _reachable(self) -> AtLeast:
        if self.at_least > len(self.of):
            raise ValueError(f"at_least({self.at_least})가 가지 수({len(self.of)})보다 큽니다")
        return self


GROUP_TAGS = ("all_of", "any_of", "none_of", "at_least")
CRITERION_MODELS: dict[str, type[CriterionBase]] = {
    get_args(model.model_fields["criterion"].annotation)[0]: model for model in get_args(Criterion)
}


def _tag(value: Any) -> str | None:
    """Discriminator: the criterion's tag, or the name of the group key."""
    if isinstance(value, dict):
        if "criterion" in value:
            return "criterion"
        return next((tag for tag in GROUP_TAGS if tag in value), None)
    if isinstance(value, CriterionBase):
        return "criterion"
    return next((tag for tag in GROUP_TAGS if hasattr(value, tag)), None)


Rule = Annotated[
    Annotated[AllOf, Tag("all_of")]
    | Annotated[AnyOf, Tag("any_of")]
    | Annotated[NoneOf, Tag("none_of")]
    | Annotated[AtLeast, Tag("at_least")]
    | Annotated[Annotated[Criterion, Field(discriminator="criterion")], Tag("criterion")],
    Discriminator(_tag),
]

for _group in (AllOf, AnyOf, NoneOf, AtLeast):
    _group.model_rebuild()

RULE_ADAPTER: TypeAdapter[Rule] = TypeAdapter(Rule)


def rule_from_data(data: object) -> Rule:
    """Rule from its JSON/YAML form. Raises pydantic.ValidationError when malformed."""
    return RULE_ADAPTER.validate_python(data)


def rule_to_data(rule: Rule) -> dict[str, Any]:
    """JSON form of a rule, without defaults."""
    data: dict[str, Any] = RULE_ADAPTER.dump_python(rule, mode="json", exclude_defaults=True)
    return data


def rule_json_schema() -> dict[str, Any]:
    """Published JSON schema of the rule language."""
    return RULE_ADAPTER.json_schema()
