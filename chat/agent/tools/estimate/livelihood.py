"""생계·의료·주거·교육급여 of a household."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from pydantic import Field

from chat.agent.tools.estimate.arguments import HomeArguments, known_facts
from chat.agent.tools.estimate.telling import NO_PROPERTY, benefit_item, condition, told
from chat.agent.tools.registry import tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from policies.estimates.education import Pupils, estimate_education
from policies.estimates.housing import estimate_housing
from policies.estimates.livelihood import (
    EDUCATION,
    HOUSING,
    LIVELIHOOD,
    MEDICAL,
    Household,
    absent,
    estimate_entitlement,
    estimate_livelihood,
)
from policies.estimates.of_facts import home_of, household_of
from policies.estimates.recognised import without_property
from policies.estimates.types import Estimate, EstimateStatus


class LivelihoodBenefit(StrEnum):
    """Which of the four is asked for."""

    LIVELIHOOD = LIVELIHOOD
    MEDICAL = MEDICAL
    HOUSING = HOUSING
    EDUCATION = EDUCATION


class LivelihoodArguments(HomeArguments):
    """소득, 재산, 가구원 수, 사는 집."""

    benefit: LivelihoodBenefit | None = Field(
        default=None, description="묻는 급여(생계급여·의료급여·주거급여·교육급여). 모르면 비움"
    )
    elementary: int | None = Field(default=None, ge=0, le=20, description="초등학생 수(명)")
    middle: int | None = Field(default=None, ge=0, le=20, description="중학생 수(명)")
    high: int | None = Field(default=None, ge=0, le=20, description="고등학생 수(명)")


@tool(arguments=LivelihoodArguments)
def estimate_basic_livelihood(
    arguments: LivelihoodArguments, context: ToolContext
) -> RetrievalResult:
    """기초생활보장 생계·의료·주거·교육급여에 드는지와 예상 금액(원/월, 교육은 원/년)을 구합니다.

    소득인정액을 기준 중위소득의 32%·40%·48%·50%와 견줍니다. 국민기초생활 보장법 제8조·제12조,
    주거급여법 제5조·제7조, 그해 보건복지부·국토교통부·교육부 고시의 금액을 씁니다.
    """
    source = "estimate_basic_livelihood"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    household = household_of(facts)
    home = home_of(facts, arguments.rent, arguments.deposit)
    pupils = Pupils(arguments.elementary, arguments.middle, arguments.high)
    rules: dict[str, Callable[[Household], Estimate]] = {
        LIVELIHOOD: estimate_livelihood,
        MEDICAL: lambda house: estimate_entitlement(MEDICAL, house),
        HOUSING: lambda house: estimate_housing(house, home),
        EDUCATION: lambda house: estimate_education(house, pupils),
    }
    asked = arguments.benefit or _named(context) or LivelihoodBenefit.LIVELIHOOD
    estimate = rules[asked](household)
    if absent(household) or estimate.status is EstimateStatus.NO_PARAMETERS:
        return told(source, estimate)
    plain, on = plain_household(household, estimate)
    items = [
        benefit_item(rule(household), f"{source}:{name}")
        for name, rule in rules.items()
        if name != asked
    ]
    return told(source, estimate, likely=rules[asked](plain), on=on, items=items)


def plain_household(household: Household, estimate: Estimate) -> tuple[Household, str]:
    """The household with plain answers to what is missing, and how that is said."""
    means, said = household.means, []
    if "assets" in estimate.missing:
        means = without_property(means)
        said.append(NO_PROPERTY)
    if "disability" in estimate.missing:
        means = replace(means, disabled=False)
        said.append(("등록장애인이 아니", "라면"))
    return replace(household, means=means), condition(said)


def _named(context: ToolContext) -> LivelihoodBenefit | None:
    """The benefit that the question names."""
    return next((one for one in LivelihoodBenefit if one in context.question), None)
