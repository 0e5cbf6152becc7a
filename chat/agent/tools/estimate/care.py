"""장기요양 본인부담."""

from __future__ import annotations

from pydantic import BaseModel, Field

from chat.agent.tools.estimate.arguments import Amount
from chat.agent.tools.estimate.costs import told_cost
from chat.agent.tools.registry import from_fact, needs, tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from policies.estimates.health_benefits import most_reduced_of, reduction_of
from policies.estimates.health_care import CarePlace, Reduction, long_term_care_copay
from policies.vocabulary import CareGrade

_FACILITY_WORDS = ("요양원", "시설", "입소", "공동생활가정")


class CareArguments(BaseModel):
    """장기요양등급과 이용하는 급여."""

    long_term_care_grade: CareGrade | None = from_fact(
        "long_term_care_grade",
        description="장기요양등급(1~5, cognitive 인지지원등급, none 등급 없음)",
    )
    place: CarePlace | None = Field(
        default=None,
        description="급여 종류(home 방문요양·주야간보호 같은 재가급여, "
        "facility 요양원 같은 시설급여)",
    )
    reduction: Reduction | None = Field(
        default=None,
        description="본인부담 감경(none 없음, 40, 60: 줄이는 비율 %, exempt 의료급여 수급자 면제)",
    )
    monthly_use: Amount | None = Field(
        default=None,
        description="한 달에 쓰는 재가급여비용(원/월). 모르면 한도액을 모두 씀",
    )
    days: int | None = Field(default=None, ge=1, le=31, description="한 달에 시설에 있는 날(일)")


@tool(arguments=CareArguments)
def estimate_long_term_care_copay(
    arguments: CareArguments, context: ToolContext
) -> RetrievalResult:
    """노인장기요양보험의 요양보호사·주야간보호·요양원 비용에서 본인이 낼 금액(원/월)을 예상합니다.

    재가급여는 등급별 월 한도액 안의 15%, 시설급여는 20%이고 감경 대상은 40%나 60%를 줄입니다.
    노인장기요양보험법 제40조, 장기요양급여비용 고시.
    """
    source = "estimate_long_term_care_copay"
    if arguments.long_term_care_grade is None:
        return needs(
            source, "long_term_care_grade", reason="등급마다 한 달 한도액과 하루 수가가 달라요."
        )
    estimate = long_term_care_copay(
        as_of=context.as_of,
        grade=arguments.long_term_care_grade,
        place=arguments.place or _place_said(context.question),
        reduction=arguments.reduction or reduction_of(context.facts),
        most_reduced=most_reduced_of(context.facts),
        monthly_use=arguments.monthly_use,
        days=arguments.days,
    )
    return told_cost(source, estimate)


def _place_said(question: str) -> CarePlace:
    named = any(word in question for word in _FACILITY_WORDS)
    return CarePlace.FACILITY if named else CarePlace.HOME
