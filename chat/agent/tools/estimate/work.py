"""국민취업지원, 구직급여, 근로·자녀장려금."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pydantic import BaseModel, Field

from chat.agent.tools.estimate.arguments import Amount, MeansArguments, known_facts
from chat.agent.tools.estimate.costs import insured_said, told_support, voluntary_said, wage_said
from chat.agent.tools.registry import from_fact, needs, tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from policies.estimates.work_benefits import (
    age_of,
    earnings_taken,
    lost_job_of,
    seeker_of,
    tax_household_of,
    yearly_earnings,
)
from policies.estimates.work_credits import (
    EarnerKind,
    child_credit,
    earned_income_credit,
    tax_credits,
)
from policies.estimates.work_job_seeker import job_seeker_support
from policies.estimates.work_unemployment import unemployment_benefit
from policies.vocabulary import Disability


class JobSeekerArguments(MeansArguments):
    """나이, 소득 수준, 재산, 부양가족."""

    median_income_ratio: float | None = from_fact(
        "median_income_ratio", ge=0, description="가구 소득이 기준 중위소득의 몇 %인지(%)"
    )
    dependents: int | None = Field(
        default=None,
        ge=0,
        le=20,
        description="18세 이하, 70세 이상, 중증장애인 가구원 수(명). 없으면 0",
    )
    worked_recently: bool | None = Field(
        default=None, description="최근 2년 안에 100일 또는 800시간 이상 일했는지"
    )


@tool(arguments=JobSeekerArguments)
def estimate_job_seeker_support(
    arguments: JobSeekerArguments, context: ToolContext
) -> RetrievalResult:
    """국민취업지원제도 Ⅰ유형 구직촉진수당(원/월, 6개월)을 예상합니다.

    월 60만 원에 부양가족 한 명마다 10만 원을 더해 100만 원까지입니다(2026년). 구직자 취업촉진 및
    생활안정지원에 관한 법률 제18조.
    """
    source = "estimate_job_seeker_support"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    seeker = replace(seeker_of(facts, arguments.dependents), worked=arguments.worked_recently)
    return told_support(source, job_seeker_support(as_of=context.as_of, seeker=seeker))


class UnemploymentArguments(BaseModel):
    """월급, 고용보험 가입 기간, 나이."""

    monthly_wage: Amount | None = Field(
        default=None, description="퇴직 전 석 달의 세전 월급 평균(원/월)"
    )
    insured_months: int | None = Field(
        default=None, ge=0, le=720, description="고용보험에 가입해 일한 기간(개월)"
    )
    age: int | None = from_fact("age", ge=0, le=130, description="퇴직할 때의 만 나이(세)")
    disability: Disability | None = from_fact(
        "disability", description="장애 정도(none 없음, severe 심함, mild 심하지 않음)"
    )
    daily_hours: int | None = Field(
        default=None, ge=1, le=24, description="하루 소정근로시간(시간). 모르면 8시간"
    )
    left_on: date | None = Field(default=None, description="퇴직일(YYYY-MM-DD). 모르면 오늘")
    voluntary: bool | None = Field(default=None, description="스스로 원해서 그만두었는지")


@tool(arguments=UnemploymentArguments)
def estimate_unemployment_benefit(
    arguments: UnemploymentArguments, context: ToolContext
) -> RetrievalResult:
    """구직급여(실업급여)를 며칠 동안 모두 얼마(원) 받을지 예상합니다.

    하루 평균임금의 60%를 상한액과 하한액(최저임금의 80%) 안에서 정하고 120~270일을 곱합니다.
    고용보험법 제45조·제46조·제50조와 별표 1.
    """
    source = "estimate_unemployment_benefit"
    job = lost_job_of(context.facts)
    disabled = None
    if arguments.disability is not None:
        disabled = arguments.disability is not Disability.NONE
    job = replace(
        job,
        left_on=arguments.left_on or context.as_of,
        wage=_known(arguments.monthly_wage, wage_said(context.question)),
        insured=_known(arguments.insured_months, insured_said(context.question)),
        age=_known(arguments.age, age_of(context.facts)),
        disabled=job.disabled if disabled is None else disabled,
        hours=arguments.daily_hours,
        voluntary=(
            voluntary_said(context.question) if arguments.voluntary is None else arguments.voluntary
        ),
    )
    estimate = unemployment_benefit(job)
    result = told_support(source, estimate)
    if not estimate.high:
        return result
    return result.model_copy(update={"summary": f"{result.summary} {estimate.steps[-1]}"})


def _known(given: int | None, else_: int | None) -> int | None:
    """0 is a given value."""
    return else_ if given is None else given


class CreditArguments(MeansArguments):
    """지난해 소득, 재산, 가구 구성."""

    annual_earnings: Amount | None = Field(
        default=None, description="지난해 부부의 총급여액 등(원/년). 근로·사업·종교인소득의 합"
    )
    household_kind: EarnerKind | None = Field(
        default=None,
        description="가구 구분(single 단독, one_earner 홑벌이, "
        "two_earner 맞벌이: 배우자 소득이 한 해 300만 원 이상)",
    )
    child_count: int | None = Field(
        default=None, ge=0, le=20, description="18세 미만 부양자녀 수(명). 없으면 0"
    )
    credit: str | None = Field(
        default=None,
        pattern="^(earned|child)$",
        description="한 가지만 물으면 earned 근로장려금, child 자녀장려금",
    )
    late: bool = Field(default=False, description="신청 기간이 지난 뒤에 신청하는지")


@tool(arguments=CreditArguments)
def estimate_tax_credits(arguments: CreditArguments, context: ToolContext) -> RetrievalResult:
    """근로장려금과 자녀장려금으로 받을 금액(원/년)을 예상합니다.

    지난해 부부의 총급여액 등과 가구 구분, 자녀 수, 재산으로 계산합니다. 재산이 1.7억 원 이상이면
    절반, 2.4억 원 이상이면 받지 못합니다. 조세특례제한법 제100조의5·제100조의29.
    """
    source = "estimate_tax_credits"
    facts = known_facts(source, arguments, context)
    if isinstance(facts, RetrievalResult):
        return facts
    household = tax_household_of(facts, arguments.child_count)
    taken = yearly_earnings(facts) if arguments.annual_earnings is None else None
    earnings = _known(arguments.annual_earnings, taken)
    if earnings is None:
        return needs(source, "annual_earnings", reason="지난해 소득에 따라 금액이 달라져요.")
    kinds = (arguments.household_kind,) if arguments.household_kind else household.kinds
    household = replace(household, earnings=earnings, kinds=kinds, late=arguments.late)
    rules = {"earned": earned_income_credit, "child": child_credit}
    rule = rules.get(arguments.credit or _credit_said(context.question), tax_credits)
    estimate = rule(as_of=context.as_of, household=household)
    return told_support(source, estimate if taken is None else earnings_taken(estimate, taken))


def _credit_said(question: str) -> str:
    earned, child = "근로장려" in question, "자녀장려" in question
    if earned == child:
        return ""
    return "earned" if earned else "child"
