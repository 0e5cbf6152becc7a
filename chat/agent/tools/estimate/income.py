"""Income beside 기준 중위소득, 소득인정액 and 차상위."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, Field

from chat.agent.tools.estimate.arguments import (
    Amount,
    IncomeArguments,
    MeansArguments,
    known_facts,
)
from chat.agent.tools.estimate.telling import NO_PROPERTY, condition, figure_item, told
from chat.agent.tools.registry import from_fact, needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.livelihood import NEAR_POOR, estimate_entitlement
from policies.estimates.median import income_limit, median_ratio, ratio_percent, told_percent
from policies.estimates.of_facts import (
    IncomeKind,
    household_of,
    income_kind,
    means_of,
    pension_case_of,
)
from policies.estimates.pension_income import estimate_pension_income
from policies.estimates.recognised import estimate_recognised, without_property
from policies.estimates.types import Estimate, EstimateStatus
from policies.korean import number, won

_LISTED = 10


class RatioArguments(IncomeArguments):
    """한 달 소득과 가구원 수."""


class LimitArguments(BaseModel):
    """기준 중위소득의 몇 %인지와 가구원 수."""

    percent: float = Field(
        gt=0, le=1000, description="기준 중위소득에 대한 비율(%, 예: 50이면 50%)"
    )
    household_size: int | None = from_fact(
        "household_size", ge=1, le=30, description="가구원 수(명). 모르면 1~10인을 모두 보여 줌"
    )


class RecognisedArguments(MeansArguments):
    """소득, 재산의 종류별 금액, 빚."""

    programme: Literal["basic", "pension"] = Field(
        default="basic",
        description="어느 제도의 소득인정액인지(basic 기초생활보장, pension 기초연금)",
    )
    other_income: Amount | None = Field(default=None, description="벌이 말고 연금 같은 소득(원/월)")
    housing: Amount | None = Field(default=None, description="사는 집 값이나 전월세 보증금(원)")
    general: Amount | None = Field(default=None, description="그 밖의 땅·건물 같은 일반재산(원)")
    financial: Amount | None = Field(
        default=None, description="예금·적금·주식·보험 같은 금융재산(원)"
    )
    car: Amount | None = Field(default=None, description="전부 소득으로 환산하는 자동차 값(원)")
    debt: Amount | None = Field(default=None, description="인정되는 빚(원)")


class NearPoorArguments(MeansArguments):
    """소득, 재산, 가구원 수."""


@tool(arguments=RatioArguments)
def calculate_median_income_ratio(
    arguments: RatioArguments, context: ToolContext
) -> RetrievalResult:
    """한 달 소득(원/월)이 기준 중위소득의 몇 %인지 계산합니다.

    가구원 수별 기준 중위소득은 보건복지부 고시(국민기초생활 보장법 제6조의2)를 씁니다.
    """
    source = "calculate_median_income_ratio"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    income, size = facts.monthly_income, facts.household_size
    if income is None:
        return needs(source, "monthly_income")
    if size is None:
        return needs(source, "household_size", reason="기준 중위소득은 가구원 수에 따라 달라요.")
    estimate = median_ratio(income, size, context.as_of)
    if estimate.status is EstimateStatus.NO_PARAMETERS:
        return told(source, estimate)
    if income_kind(facts) is not IncomeKind.RECOGNISED:
        note = "복지 제도는 대개 이 소득이 아니라 재산까지 환산한 소득인정액으로 비율을 정해요."
        estimate = estimate.model_copy(update={"notes": [*estimate.notes, note]})
    percent = told_percent(ratio_percent(income, size, context.as_of))
    return RetrievalResult(
        source=source, query=estimate.benefit, estimate=estimate,
        summary=f"월 {won(max(income, 0))}은 {size}인 가구 기준 중위소득의 {percent}예요.",
    )  # fmt: skip


@tool(arguments=LimitArguments)
def calculate_income_limit(arguments: LimitArguments, context: ToolContext) -> RetrievalResult:
    """기준 중위소득의 몇 %가 월 얼마(원/월)인지 계산합니다. 비율에서 금액을 거꾸로 구할 때 씁니다.

    가구원 수별 기준 중위소득은 보건복지부 고시(국민기초생활 보장법 제6조의2)를 씁니다.
    """
    source = "calculate_income_limit"
    share = f"기준 중위소득의 {number(arguments.percent)}%"
    if arguments.household_size is not None:
        estimate = income_limit(arguments.percent, arguments.household_size, context.as_of)
        if estimate.low is None:
            return told(source, estimate)
        size = f"{arguments.household_size}인 가구 {share}"
        return RetrievalResult(
            source=source, query=share, estimate=estimate,
            summary=f"{size}는 월 {won(estimate.low)}이에요.",
        )  # fmt: skip
    found = [income_limit(arguments.percent, size, context.as_of) for size in _sizes()]
    items = [_limit_item(size, one) for size, one in zip(_sizes(), found, strict=True)]
    listed = [item for item in items if item is not None]
    if not listed:
        return told(source, found[0])
    return RetrievalResult(
        source=source, query=share, items=listed, total=len(listed),
        summary=f"{share}를 1인부터 {_LISTED}인 가구까지 알려 드려요.",
    )  # fmt: skip


def _sizes() -> range:
    return range(1, _LISTED + 1)


def _limit_item(size: int, estimate: Estimate) -> ResultItem | None:
    if estimate.low is None:
        return None
    return figure_item(f"income_limit:{size}", f"{size}인 가구", f"월 {won(estimate.low)}")


@tool(arguments=RecognisedArguments)
def estimate_recognised_income(
    arguments: RecognisedArguments, context: ToolContext
) -> RetrievalResult:
    """소득과 재산(원)으로 기초생활보장이나 기초연금의 소득인정액(원/월)을 예상합니다.

    국민기초생활 보장법 제6조의3, 기초연금법 제2조의 근로소득 공제, 기본재산액, 환산율을 씁니다.
    """
    source = "estimate_recognised_income"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    if arguments.programme == "pension":
        return _for_pension(source, arguments, facts)
    means = means_of(facts)
    kinds = {key: getattr(arguments, key) for key in ("housing", "general", "financial")}
    means = replace(means, **kinds, car=arguments.car, debt=arguments.debt)
    if arguments.other_income is not None:
        means = replace(means, other=arguments.other_income)
    estimate = estimate_recognised(means, context.as_of)
    likely = estimate_recognised(without_property(means), context.as_of)
    if estimate.status is EstimateStatus.MISSING and estimate.missing[0] == "assets":
        return needs(source, "assets", reason="재산을 소득으로 바꾼 금액을 더해야 해요.")
    return told(source, estimate, likely=likely, on=condition([NO_PROPERTY]))


def _for_pension(
    source: str, arguments: RecognisedArguments, facts: ApplicantFacts
) -> RetrievalResult:
    case = pension_case_of(facts)
    homes = [one for one in (arguments.housing, arguments.general) if one is not None]
    means = replace(
        case.means,
        national_pension=case.national_pension,
        general=sum(homes) if homes else None,
        financial=arguments.financial,
        debt=arguments.debt,
    )
    if arguments.other_income is not None:
        means = replace(means, other=arguments.other_income)
    return told(source, estimate_pension_income(means, facts.as_of))


@tool(arguments=NearPoorArguments)
def estimate_near_poor(arguments: NearPoorArguments, context: ToolContext) -> RetrievalResult:
    """차상위계층(소득인정액이 기준 중위소득 50% 이하이고 수급자가 아님)에 드는지 예상합니다.

    소득·재산은 원, 소득은 한 달 기준입니다. 국민기초생활 보장법 제2조 제10호, 시행령 제3조.
    """
    source = "estimate_near_poor"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    if facts.basic_livelihood:
        return RetrievalResult(
            source=source, query=NEAR_POOR,
            summary="기초생활급여를 받고 계시면 차상위계층이 아니라 수급자예요.",
        )  # fmt: skip
    household = household_of(facts)
    estimate = estimate_entitlement(NEAR_POOR, household)
    if estimate.status is not EstimateStatus.MISSING or estimate.missing[0] != "assets":
        return told(source, estimate)
    likely = estimate_entitlement(
        NEAR_POOR, replace(household, means=without_property(household.means))
    )
    within = likely.status is EstimateStatus.ESTIMATED
    ending = "차상위계층 기준에 들 것으로" if within else "차상위계층 기준에 들지 못할 것으로"
    return RetrievalResult(
        source=source, status=ResultStatus.OK, query=NEAR_POOR, estimate=estimate,
        summary=f"재산을 몰라 정할 수 없어요. {condition([NO_PROPERTY])} {ending} 예상돼요.",
    )  # fmt: skip
