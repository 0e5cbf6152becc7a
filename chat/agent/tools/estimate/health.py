"""본인부담상한제, 재난적의료비, 산정특례, 의료급여 본인부담."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, Field

from chat.agent.tools.estimate.arguments import Amount, MeansArguments, known_facts
from chat.agent.tools.estimate.costs import (
    bill_said,
    covered_said,
    told_cost,
    told_support,
    uncovered_said,
)
from chat.agent.tools.registry import from_fact, needs, tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from policies.estimates.health_benefits import MEDICAL_AID, means_of
from policies.estimates.health_catastrophic import MedicalBill, catastrophic_support
from policies.estimates.health_ceiling import copayment_ceiling_refund
from policies.estimates.health_medical_aid import Care, medical_aid_copay
from policies.estimates.health_special import LABELS, special_copayment, special_group
from policies.estimates.work_benefits import age_of
from policies.korean import josa
from policies.vocabulary import HealthInsurance


class CeilingArguments(BaseModel):
    """낸 병원비와 소득분위."""

    covered_copayment: Amount | None = Field(
        default=None, description="그해 낸 건강보험 급여 본인부담금(원/년)"
    )
    medical_cost: Amount | None = Field(
        default=None, description="그해 낸 병원비 모두(원/년). 비급여가 섞여 있을 때"
    )
    income_decile: int | None = Field(
        default=None, ge=1, le=10, description="건강보험료 기준 소득분위(1~10)"
    )
    nursing_hospital_over_120: bool | None = Field(
        default=None, description="그해 요양병원에 120일 넘게 입원했는지"
    )
    year: int | None = Field(default=None, ge=2000, le=2100, description="진료받은 해(연도)")
    health_insurance: HealthInsurance | None = from_fact(
        "health_insurance",
        description="건강보험 자격(employee 직장, regional 지역, dependent 피부양자, "
        "medical_aid_1·2 의료급여)",
    )


@tool(arguments=CeilingArguments)
def estimate_copayment_ceiling(
    arguments: CeilingArguments, context: ToolContext
) -> RetrievalResult:
    """건강보험 본인부담상한제로 돌려받을 금액(원/년)을 예상합니다.

    한 해 낸 급여 본인부담금에서 소득분위별 상한액을 뺍니다. 비급여는 들어가지 않습니다. 소득분위를
    모르면 1~10분위의 범위로 보여 줍니다. 국민건강보험법 제44조, 시행령 별표 3.
    """
    covered = arguments.covered_copayment
    total = arguments.medical_cost
    if covered is None and total is None:
        covered = covered_said(context.question)
        total = bill_said(context.question)
    source = "estimate_copayment_ceiling"
    if covered is None and total is None and arguments.health_insurance not in MEDICAL_AID:
        return needs(source, "medical_cost", reason="낸 병원비를 알아야 상한액과 견줄 수 있어요.")
    as_of = context.as_of if arguments.year is None else date(arguments.year, 12, 31)
    estimate = copayment_ceiling_refund(
        as_of=as_of,
        covered=covered,
        total=total,
        decile=arguments.income_decile,
        nursing_over_120=arguments.nursing_hospital_over_120,
        insurance=arguments.health_insurance,
    )
    return told_support(source, estimate)


class CatastrophicArguments(MeansArguments):
    """병원비와 소득 수준."""

    medical_cost: Amount | None = Field(
        default=None, description="본인이 낸 의료비 모두(원). 비급여를 포함"
    )
    uncovered_cost: Amount | None = Field(
        default=None, description="그 가운데 비급여와 전액본인부담금(원)"
    )
    insurance_paid: Amount | None = Field(
        default=None, description="실손보험금이나 다른 의료비 지원으로 받은 금액(원). 없으면 0"
    )
    median_income_ratio: float | None = from_fact(
        "median_income_ratio", ge=0, description="가구 소득이 기준 중위소득의 몇 %인지(%)"
    )


@tool(arguments=CatastrophicArguments)
def estimate_catastrophic_medical_support(
    arguments: CatastrophicArguments, context: ToolContext
) -> RetrievalResult:
    """재난적의료비로 지원받을 금액(원/년)을 예상합니다.

    의료비가 소득구간별 기준금액을 넘으면 비급여 등 본인부담의 50~80%를 한 해 5천만 원까지
    지원합니다. 비급여가 얼마인지 모르면 0원부터의 범위로 보여 줍니다. 재난적의료비 지원에 관한
    법률 제9조·제10조.
    """
    source = "estimate_catastrophic_medical_support"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    uncovered = arguments.uncovered_cost
    if uncovered is None:
        uncovered = uncovered_said(context.question)
    total = arguments.medical_cost
    if total is None:
        total = bill_said(context.question)
    if total is None:
        return needs(
            source, "medical_cost", reason="의료비가 기준금액을 넘어야 지원받을 수 있어요."
        )
    bill = MedicalBill(total, uncovered, arguments.insurance_paid)
    estimate = catastrophic_support(as_of=context.as_of, bill=bill, means=means_of(facts))
    return told_support(source, estimate)


class SpecialArguments(BaseModel):
    """질환과 진료비."""

    disease: str | None = Field(
        default=None, max_length=100, description="질환 이름(예: 위암, 뇌경색, 희귀질환, 결핵)"
    )
    conditions: list[str] | None = from_fact("conditions", description="앓고 있는 질환들")
    covered_cost: Amount | None = Field(
        default=None, description="건강보험이 적용되는 진료비 총액(원). 모르면 본인부담률만 알려 줌"
    )


@tool(arguments=SpecialArguments)
def estimate_special_copayment(
    arguments: SpecialArguments, context: ToolContext
) -> RetrievalResult:
    """산정특례 본인부담률(%)과 적용 기간, 진료비를 알면 본인부담금(원)을 예상합니다.

    암·뇌혈관·심장질환 5%, 결핵 0%, 중증치매 10% 등. 희귀·중증난치질환은 2026년 하반기 인하가
    예고되어 범위로 보여 줍니다. 국민건강보험법 시행령 별표 2, 산정특례에 관한 기준(고시).
    """
    source = "estimate_special_copayment"
    names = [arguments.disease] if arguments.disease else arguments.conditions or []
    if not names:
        return needs(source, "disease", reason="질환에 따라 본인부담률이 달라요.")
    groups = {name: special_group(name) for name in names}
    found = next((name for name in names if groups[name] is not None), None)
    if found is None:
        return RetrievalResult(
            source=source,
            status=ResultStatus.NOT_FOUND,
            query=", ".join(names),
            summary=(
                f"{josa(names[0], '이/가')} 산정특례 대상인지 갖고 있는 자료로는 알 수 없어요. "
                "의사나 공단(1577-1000)에 확인해 주세요."
            ),
        )
    group = groups[found]
    estimate = special_copayment(
        as_of=context.as_of, group=group, covered_cost=arguments.covered_cost
    )
    result = told_cost(source, estimate, query=found)
    name = LABELS[group] if group else found
    return result.model_copy(update={"summary": f"{name} 산정특례의 {result.summary}"})


class MedicalAidArguments(BaseModel):
    """의료급여 종별과 이용한 곳."""

    health_insurance: HealthInsurance | None = from_fact(
        "health_insurance", description="의료급여 종별(medical_aid_1 1종, medical_aid_2 2종)"
    )
    care: Care | None = Field(
        default=None,
        description="이용한 곳(inpatient 입원, clinic 의원, hospital 병원·종합병원, "
        "tertiary 상급종합병원, pharmacy 약국)",
    )
    covered_cost: Amount | None = Field(
        default=None, description="의료급여가 적용되는 진료비 총액(원)"
    )
    visits: int = Field(default=1, ge=1, le=400, description="이용 횟수(번, 30일 안)")
    birth_date: date | None = from_fact("birth_date", description="생년월일(YYYY-MM-DD)")


@tool(arguments=MedicalAidArguments)
def estimate_medical_aid_copay(
    arguments: MedicalAidArguments, context: ToolContext
) -> RetrievalResult:
    """의료급여 1종·2종 수급자가 입원·외래·약국에서 낼 본인부담금(원)을 예상합니다.

    1종 입원 없음·외래 1,000~2,000원, 2종 입원 10%·병원 외래 15%, 약국 500원. 보상제와 상한제는
    따로 알려 줍니다. 의료급여법 시행령 제13조·별표 1.
    """
    source = "estimate_medical_aid_copay"
    kind = MEDICAL_AID.get(arguments.health_insurance) if arguments.health_insurance else None
    if kind is None:
        return needs(
            source,
            "health_insurance",
            question="의료급여 1종과 2종 가운데 어느 쪽이세요?",
            reason="종별에 따라 본인부담이 달라요.",
        )
    said = bill_said(context.question) if arguments.covered_cost is None else None
    estimate = medical_aid_copay(
        as_of=context.as_of,
        kind=kind,
        care=arguments.care or _care_said(context.question),
        cost=arguments.covered_cost if said is None else said,
        visits=arguments.visits,
        age=age_of(context.facts),
    )
    if said is not None:
        taken = "말씀하신 병원비가 모두 의료급여가 적용되는 진료비인 것으로 보았습니다."
        estimate = estimate.model_copy(update={"assumptions": [taken, *estimate.assumptions]})
    return told_cost(source, estimate)


def _care_said(question: str) -> Care | None:
    words = {
        "입원": Care.INPATIENT, "약국": Care.PHARMACY, "상급종합": Care.TERTIARY,
        "대학병원": Care.TERTIARY, "종합병원": Care.HOSPITAL, "의원": Care.CLINIC,
    }  # fmt: skip
    return next((care for word, care in words.items() if word in question), None)
