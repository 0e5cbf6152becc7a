"""Rules: an expression tree over typed criteria, and its JSON/YAML form.

A node is either a group (`all_of`, `any_of`, `none_of`, `at_least`) or one criterion
tagged by `criterion`. Bounds are inclusive unless the field says otherwise; money is KRW
a month; ratios are percentages of the published 기준중위소득. Every criterion carries the
`section` and the exact `quote` it was read from.
"""

from __future__ import annotations

from typing import Annotated, Any, get_args

from pydantic import Discriminator, Field, Tag, TypeAdapter, model_validator

from policies.eligibility.criterion_base import AgeUnit, CriterionBase, ReferenceDay, Strict
from policies.eligibility.criterion_household import (
    AssetsCriterion,
    BasicLivelihoodCriterion,
    ChildrenCriterion,
    HealthInsuranceCriterion,
    HouseholdSizeCriterion,
    HouseholdTypeCriterion,
    LowIncomeCriterion,
    MedianIncomeRatioCriterion,
    MonthlyIncomeCriterion,
    NearPoorCriterion,
    OtherCriterion,
    OwnsHomeCriterion,
    PremiumCriterion,
    ReceivesCriterion,
    TenureCriterion,
)
from policies.eligibility.criterion_person import (
    AgeCriterion,
    AgeGroupCriterion,
    BirthWindowCriterion,
    CareGradeCriterion,
    ConditionCriterion,
    DisabilityCriterion,
    EducationCriterion,
    EmploymentCriterion,
    InfertilityCriterion,
    MaritalStatusCriterion,
    MarriedWithinCriterion,
    NationalityCriterion,
    PregnancyCriterion,
    RegionCriterion,
    ResidenceCriterion,
    SexCriterion,
    VeteranCriterion,
)

__all__ = [
    "CRITERION_MODELS",
    "GROUP_TAGS",
    "RULE_ADAPTER",
    "AgeCriterion",
    "AgeGroupCriterion",
    "AgeUnit",
    "AllOf",
    "AnyOf",
    "AssetsCriterion",
    "AtLeast",
    "BasicLivelihoodCriterion",
    "BirthWindowCriterion",
    "CareGradeCriterion",
    "ChildrenCriterion",
    "ConditionCriterion",
    "Criterion",
    "CriterionBase",
    "DisabilityCriterion",
    "EducationCriterion",
    "EmploymentCriterion",
    "HealthInsuranceCriterion",
    "HouseholdSizeCriterion",
    "HouseholdTypeCriterion",
    "InfertilityCriterion",
    "LowIncomeCriterion",
    "MaritalStatusCriterion",
    "MarriedWithinCriterion",
    "MedianIncomeRatioCriterion",
    "MonthlyIncomeCriterion",
    "NationalityCriterion",
    "NearPoorCriterion",
    "NoneOf",
    "OtherCriterion",
    "OwnsHomeCriterion",
    "PregnancyCriterion",
    "PremiumCriterion",
    "ReceivesCriterion",
    "ReferenceDay",
    "RegionCriterion",
    "ResidenceCriterion",
    "Rule",
    "SexCriterion",
    "TenureCriterion",
    "VeteranCriterion",
    "rule_from_data",
    "rule_json_schema",
    "rule_leaves",
    "rule_to_data",
]

Criterion = (
    AgeCriterion
    | AgeGroupCriterion
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
    | LowIncomeCriterion
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


class AllOf(Strict):
    """Every branch must hold."""

    all_of: list[Rule] = Field(min_length=1)


class AnyOf(Strict):
    """One branch is enough."""

    any_of: list[Rule] = Field(min_length=1)


class NoneOf(Strict):
    """Exclusion: no branch may hold."""

    none_of: list[Rule] = Field(min_length=1)


class AtLeast(Strict):
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


def rule_leaves(rule: Any) -> list[CriterionBase]:
    """All criteria of a rule, left to right."""
    if isinstance(rule, AllOf):
        branches = rule.all_of
    elif isinstance(rule, AnyOf):
        branches = rule.any_of
    elif isinstance(rule, NoneOf):
        branches = rule.none_of
    elif isinstance(rule, AtLeast):
        branches = rule.of
    else:
        return [rule]
    return [leaf for branch in branches for leaf in rule_leaves(branch)]
