"""긴급복지 and 청년월세 지원."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from chat.agent.tools.estimate.arguments import (
    Amount,
    HomeArguments,
    MeansArguments,
    known_facts,
)
from chat.agent.tools.estimate.telling import condition, told
from chat.agent.tools.registry import tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from policies.estimates import emergency, youth_rent
from policies.estimates.of_facts import crisis_of, tenant_of


class EmergencyArguments(MeansArguments):
    """가구원 수, 소득, 재산."""

    home_value: Amount | None = Field(default=None, description="재산 가운데 지금 사는 집의 값(원)")
    financial_assets: Amount | None = Field(default=None, description="예금 같은 금융재산(원)")


class YouthRentArguments(HomeArguments):
    """나이, 월세, 소득, 재산."""

    family_within_limits: bool | None = Field(
        default=None,
        description="부모님을 포함한 가구의 소득이 기준 중위소득 100%, 재산이 4.7억 원 이하인지",
    )
    housing_benefit: Amount | None = Field(
        default=None, description="주거급여로 받는 월세 금액(원/월). 없으면 0"
    )
    paid_months: int | None = Field(
        default=None, ge=0, le=120, description="청년월세 지원을 이미 받은 횟수(번)"
    )


@tool(arguments=EmergencyArguments)
def estimate_emergency_support(
    arguments: EmergencyArguments, context: ToolContext
) -> RetrievalResult:
    """긴급복지 생계지원을 한 달에 얼마(원/월) 받을지와 소득·재산 기준에 드는지 예상합니다.

    가구원 수별 금액과 기준은 긴급복지지원법 제9조와 그해 보건복지부 고시를 씁니다.
    """
    source = "estimate_emergency_support"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    crisis = replace(crisis_of(facts), financial=arguments.financial_assets)
    if arguments.home_value is not None:
        crisis = replace(crisis, home=arguments.home_value)
    estimate = emergency.estimate_emergency(crisis)
    plain = replace(
        crisis,
        income=crisis.income if crisis.income is not None else 0,
        assets=crisis.assets if crisis.assets is not None else 0,
        financial=crisis.financial if crisis.financial is not None else 0,
    )
    likely = emergency.estimate_emergency(plain)
    on = condition([("소득·재산·금융재산 기준을 모두 채운", "다면")]) if likely.high else ""
    return told(source, estimate, likely=likely, on=on)


@tool(arguments=YouthRentArguments)
def estimate_youth_rent(arguments: YouthRentArguments, context: ToolContext) -> RetrievalResult:
    """청년월세 지원으로 한 달에 얼마(원/월, 최대 24번)를 받을지 예상합니다.

    국토교통부 청년월세 지원(청년기본법 제20조)의 나이, 소득·재산, 무주택 기준과 월 한도를 씁니다.
    """
    source = "estimate_youth_rent"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    tenant = replace(
        tenant_of(facts, arguments.rent),
        family_ok=arguments.family_within_limits,
        housing_benefit=arguments.housing_benefit,
        paid_months=arguments.paid_months,
    )
    estimate = youth_rent.estimate_youth_rent(tenant)
    likely = youth_rent.estimate_youth_rent(_fitting(tenant))
    return told(source, estimate, likely=likely, on="나이·소득·재산 조건을 모두 채운다면")


def _fitting(tenant: youth_rent.Tenant) -> youth_rent.Tenant:
    """The same person with what is not known as the programme wants it."""
    return replace(
        tenant,
        ages=tenant.ages or (19, 19),
        size=tenant.size or 1,
        income=tenant.income if tenant.income is not None else 0,
        assets=tenant.assets if tenant.assets is not None else 0,
        owns_home=tenant.owns_home or False,
        family_ok=True if tenant.family_ok is None else tenant.family_ok,
    )
