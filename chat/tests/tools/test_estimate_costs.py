"""Estimates of health, birth and work as tools: filled from facts and talk, said in Korean."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from chat.agent.tools.estimate.costs import (
    bill_said,
    covered_said,
    insured_said,
    uncovered_said,
    voluntary_said,
    wage_said,
)
from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from policies.eligibility.facts import ApplicantFacts

TODAY = date(2026, 11, 30)


def run(
    tool: str, question: str = "", given: dict[str, Any] | None = None, **facts: Any
) -> RetrievalResult:
    """Result of a tool for one person who said `question` and of whom `facts` are known."""
    known = ApplicantFacts.model_validate({"as_of": TODAY, **facts})
    context = ToolContext(as_of=TODAY, question=question, members={"self": known})
    return run_tool(tool, given or {}, context)


@pytest.mark.parametrize(
    ("question", "won"),
    [
        ("올해 병원비 600 썼으면 얼마 돌려받아요", 6_000_000),
        ("수술비 1500 나왔고 3인가구예요", 15_000_000),
        ("아버지 병원비 2200만원인데요", 22_000_000),
        ("병원비가 총 1,234,000원 나왔어요", 1_234_000),
        ("치료비로 3천만원 들었어요", 30_000_000),
        ("병원비 3일치", None),
        ("병원비가 걱정이에요", None),
    ],
)
def test_bills_said_in_a_question(question: str, won: int | None) -> None:
    assert bill_said(question) == won


def test_parts_of_a_bill() -> None:
    question = "병원비 900만원 중에 비급여 300만원, 급여 본인부담금은 600만원이에요"
    said = bill_said(question), uncovered_said(question), covered_said(question)
    assert said == (9_000_000, 3_000_000, 6_000_000)
    assert covered_said("비급여 본인부담금 300만원") is None


def test_wage_and_time_of_work() -> None:
    question = "월급 280만원 받고 3년 6개월 다녔는데 실업급여 얼마 받아요"
    assert (wage_said(question), insured_said(question)) == (2_800_000, 42)
    assert insured_said("3년 전에 퇴사했어요") is None


def test_ceiling_with_an_unknown_decile() -> None:
    result = run(
        "estimate_copayment_ceiling",
        "건보료 7만원 내는 지역가입자인데 올해 병원비 600 썼으면 상한제로 얼마 돌려받아요",
        health_insurance="regional",
        health_insurance_premium=70_000,
    )
    assert result.status is ResultStatus.OK
    assert result.estimate is not None
    assert (result.estimate.low, result.estimate.high) == (0, 5_100_000)
    assert result.summary.startswith("본인부담상한제 환급금은 많으면 한 해 5,100,000원까지")


def test_ceiling_asks_for_the_bill() -> None:
    asked = run("estimate_copayment_ceiling", "상한제로 얼마 돌려받아요").needs_user_input
    assert asked is not None
    assert asked.argument == "medical_cost"


def test_catastrophic_support_from_the_question() -> None:
    result = run(
        "estimate_catastrophic_medical_support",
        "수술비 1500 나왔고 3인가구 중위 80%입니다 재난적의료비 얼마까지 나올까요",
        household_size=3,
        median_income_ratio=80,
    )
    assert result.estimate is not None
    assert (result.estimate.low, result.estimate.high) == (0, 9_000_000)
    assert "9,000,000원까지" in result.summary


def test_long_term_care_asks_for_the_grade() -> None:
    result = run("estimate_long_term_care_copay", "요양보호사 집으로 부르면 한달에 얼마 내요?")
    assert result.status is ResultStatus.NEEDS_USER_INPUT
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "long_term_care_grade"


def test_long_term_care_at_home_and_in_a_home() -> None:
    home = run("estimate_long_term_care_copay", "요양보호사 부르면요", long_term_care_grade="4")
    facility = run("estimate_long_term_care_copay", "요양원 가면요", long_term_care_grade="1")
    assert home.summary == "본인부담은 월 211,455원쯤으로 예상돼요."
    assert facility.summary == "본인부담은 월 558,420원쯤으로 예상돼요."


def test_no_care_copay_for_recipients() -> None:
    result = run(
        "estimate_long_term_care_copay", long_term_care_grade="2", basic_livelihood=["의료"]
    )
    assert result.summary == "본인부담은 없을 것으로 예상돼요."
    other = run(
        "estimate_long_term_care_copay", long_term_care_grade="2", basic_livelihood=["생계"]
    )
    assert other.summary == "본인부담은 월 0원에서 349,680원 사이로 예상돼요."


def test_special_copayment_by_known_disease() -> None:
    assert "5%로" in run("estimate_special_copayment", conditions=["위암"]).summary
    cost = run("estimate_special_copayment", given={"disease": "암", "covered_cost": 10_000_000})
    assert "500,000원쯤" in cost.summary
    unknown = run("estimate_special_copayment", given={"disease": "감기"})
    assert unknown.status is ResultStatus.NOT_FOUND


def test_medical_aid_asks_for_its_kind() -> None:
    result = run("estimate_medical_aid_copay", health_insurance="employee")
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "health_insurance"
    paid = run(
        "estimate_medical_aid_copay", "입원 병원비 200만원", health_insurance="medical_aid_2"
    )
    assert "200,000원쯤" in paid.summary
    assert paid.estimate is not None
    assert "모두 의료급여가 적용되는" in paid.estimate.assumptions[0]


def test_birth_tools() -> None:
    assert "2,000,000원" in run("estimate_pregnancy_voucher", "쌍둥이 임신했어요").summary
    limit = run("estimate_infertility_support", "동결배아 시술하면 얼마 나와요")
    assert "많으면 500,000원까지" in limit.summary


def test_unemployment_says_daily_amount_and_days() -> None:
    result = run("estimate_unemployment_benefit", "월급 280만원 받고 3년 다녔어요", age=45)
    assert result.summary.startswith("구직급여는 11,888,640원으로 예상돼요.")
    assert "66,048원을 180일 동안" in result.summary


def test_who_left_by_choice_is_promised_nothing() -> None:
    said = "월급 280만원 받고 3년 다니다 자진퇴사했는데 실업급여 얼마예요"
    result = run("estimate_unemployment_benefit", said, age=45)
    assert result.summary.startswith("구직급여는 많으면 11,888,640원까지로 예상돼요.")
    assert result.estimate is not None
    assert any("스스로 그만두면" in note for note in result.estimate.notes)
    assert voluntary_said("스스로 그만둔 게 아니라 해고됐어요") is None
    assert voluntary_said("비자발적으로 퇴사했어요") is None
    supposed = "중위소득 70%면 국민취업지원 얼마 받아요"
    assert "받지 못할" in run("estimate_job_seeker_support", supposed, age=45).summary


def test_job_seeker_and_credits() -> None:
    over = run("estimate_job_seeker_support", age=45, median_income_ratio=70)
    assert "받지 못할" in over.summary
    single = {"annual_earnings": 3_000_000, "household_kind": "single"}
    credit = run("estimate_tax_credits", "근로장려금 얼마예요", single)
    assert "1,237,500원" in credit.summary
    asked = run("estimate_tax_credits", "근로장려금 얼마예요").needs_user_input
    assert asked is not None
    assert asked.argument == "annual_earnings"


def test_wrong_arguments_are_told() -> None:
    result = run("estimate_copayment_ceiling", given={"income_decile": 11, "medical_cost": 1})
    assert result.status is ResultStatus.INVALID
    assert "income_decile" in result.problems
