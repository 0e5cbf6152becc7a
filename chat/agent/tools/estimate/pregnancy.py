"""임신·출산 진료비와 난임 시술비."""

from __future__ import annotations

from pydantic import BaseModel, Field

from chat.agent.tools.estimate.arguments import Amount
from chat.agent.tools.estimate.costs import told_support
from chat.agent.tools.registry import from_fact, tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from policies.estimates.health_benefits import MEDICAL_AID
from policies.estimates.health_pregnancy import (
    Treatment,
    infertility_support,
    pregnancy_voucher,
)
from policies.vocabulary import HealthInsurance

_FETUSES = {"쌍둥이": 2, "쌍태": 2, "세쌍둥이": 3, "삼둥이": 3, "네쌍둥이": 4}
_TREATMENTS = {
    "신선": Treatment.FRESH,
    "동결": Treatment.FROZEN,
    "냉동배아": Treatment.FROZEN,
    "인공수정": Treatment.INSEMINATION,
}


class VoucherArguments(BaseModel):
    """태아 수와 사는 곳."""

    fetuses: int | None = Field(default=None, ge=1, le=10, description="태아 수(명). 쌍둥이면 2")
    underserved_area: bool | None = Field(
        default=None, description="분만취약지에 사는지(분만취약지면 true)"
    )
    health_insurance: HealthInsurance | None = from_fact(
        "health_insurance", description="건강보험 자격. 의료급여 수급자면 medical_aid_1·2"
    )


@tool(arguments=VoucherArguments)
def estimate_pregnancy_voucher(
    arguments: VoucherArguments, context: ToolContext
) -> RetrievalResult:
    """임신·출산 진료비(국민행복카드) 지원 금액(원, 임신 한 번)을 예상합니다.

    태아 한 명마다 100만 원, 분만취약지는 20만 원을 더합니다. 국민건강보험법 제50조, 시행령 제23조.
    """
    estimate = pregnancy_voucher(
        as_of=context.as_of,
        fetuses=arguments.fetuses or _fetuses_said(context.question),
        underserved=arguments.underserved_area,
        medical_aid=arguments.health_insurance in MEDICAL_AID,
    )
    return told_support("estimate_pregnancy_voucher", estimate)


def _fetuses_said(question: str) -> int | None:
    return max((count for word, count in _FETUSES.items() if word in question), default=None)


class InfertilityArguments(BaseModel):
    """시술 종류와 낸 금액."""

    treatment: Treatment | None = Field(
        default=None,
        description="시술 종류(fresh 체외수정 신선배아, frozen 체외수정 동결배아, "
        "insemination 인공수정)",
    )
    own_cost: Amount | None = Field(
        default=None, description="그 시술에 낸 본인부담금(원). 모르면 한도까지의 범위"
    )
    treatments_done: int | None = Field(
        default=None,
        ge=0,
        le=100,
        description="이번 아이를 위해 지원받은 같은 종류의 시술 횟수(번)",
    )


@tool(arguments=InfertilityArguments)
def estimate_infertility_support(
    arguments: InfertilityArguments, context: ToolContext
) -> RetrievalResult:
    """난임부부 시술비 지원 금액(원, 시술 한 번)을 예상합니다.

    신선배아 110만 원, 동결배아 50만 원, 인공수정 30만 원까지이고 체외수정 20회, 인공수정 5회까지
    지원합니다. 지방자치단체마다 다를 수 있습니다. 모자보건법 제11조.
    """
    estimate = infertility_support(
        as_of=context.as_of,
        treatment=arguments.treatment or _treatment_said(context.question),
        own_cost=arguments.own_cost,
        done=arguments.treatments_done,
    )
    return told_support("estimate_infertility_support", estimate)


def _treatment_said(question: str) -> Treatment | None:
    found = {kind for word, kind in _TREATMENTS.items() if word in question}
    return found.pop() if len(found) == 1 else None
