"""Tools of income, basic livelihood, pension and support: arguments, facts, words and questions."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from chat.agent.tools.questions import question_of
from chat.agent.tools.registry import get_tool, run_tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.estimates.types import EstimateStatus
from policies.tests.factories import make_policy

DAY = date(2026, 11, 30)
EARNED = {"income_is_recognised": False}
NAMES = (
    "calculate_median_income_ratio", "calculate_income_limit", "estimate_recognised_income",
    "estimate_basic_livelihood", "estimate_near_poor", "estimate_basic_pension",
    "estimate_benefit_amount", "estimate_emergency_support", "estimate_youth_rent",
    "get_reference_table",
)  # fmt: skip


def call(
    name: str, given: dict[str, Any] | None = None, *, question: str = "",
    policies: tuple[str, ...] = (), **known: Any,
) -> RetrievalResult:  # fmt: skip
    members = {"self": ApplicantFacts(as_of=DAY, **known)}
    context = ToolContext(as_of=DAY, members=members, question=question, policies=policies)
    return run_tool(name, given or {}, context)


def asked(result: RetrievalResult) -> str | None:
    assert result.status is ResultStatus.NEEDS_USER_INPUT
    return result.needs_user_input.argument if result.needs_user_input else None


def test_all_are_registered_with_korean_words() -> None:
    for name in NAMES:
        tool = get_tool(name)
        assert tool.module == "estimate"
        assert "원" in tool.description
        for field in tool.arguments.model_fields.values():
            assert field.description


def test_ratio_from_facts() -> None:
    result = call(NAMES[0], household_size=4, monthly_income=3_200_000, **EARNED)
    assert result.summary == "월 3,200,000원은 4인 가구 기준 중위소득의 49.27%예요."
    assert result.estimate is not None
    assert "소득인정액" in result.estimate.notes[-1]
    assert asked(call(NAMES[0], household_size=4)) == "monthly_income"
    assert asked(call(NAMES[0], monthly_income=0)) == "household_size"


def test_limit_of_one_size_and_of_all() -> None:
    one = call("calculate_income_limit", {"percent": 48, "household_size": 3})
    assert one.summary == "3인 가구 기준 중위소득의 48%는 월 2,572,337원이에요."
    every = call("calculate_income_limit", {"percent": 75})
    assert (every.total, every.items[0].content) == (10, "월 1,923,179원")
    assert call("calculate_income_limit", {"percent": 0}).status is ResultStatus.INVALID


def test_livelihood_of_a_told_recognised_income() -> None:
    result = call(NAMES[3], question="생계급여액 계산", household_size=3, monthly_income=650_000)
    assert result.summary == "생계급여는 월 1,064,900원으로 예상돼요."
    assert [item.title for item in result.items] == ["의료급여", "주거급여", "교육급여"]
    richer = call(NAMES[3], household_size=3, monthly_income=9_000_000)
    assert "받지 못할 것으로 예상돼요(0원)" in richer.summary


def test_earnings_are_converted_and_property_is_not_guessed() -> None:
    known = {"household_size": 1, "age": 45, "monthly_income": 400_000, **EARNED}
    result = call(NAMES[3], question="생계급여는 얼마?", disability="none", **known)
    assert result.summary == (
        "생계급여는 월 0원에서 540,560원 사이로 예상돼요. "
        "재산이 기본재산액보다 적다면 월 540,560원이에요."
    )
    assert result.estimate is not None
    assert result.estimate.missing == ["assets"]
    assert any("근로소득 공제" in text for text in result.estimate.assumptions)


def test_income_given_to_the_tool_is_earnings_until_told_otherwise() -> None:
    given = {"household_size": 1, "age": 45, "monthly_income": 1_000_000, "assets": 0}
    earned = call(NAMES[3], {**given, "disability": "none"})
    assert earned.estimate is not None
    assert earned.estimate.high == 120_560  # 820,556 less 70 % of a million
    told = call(NAMES[3], {**given, "income_is_recognised": True})
    assert told.estimate is not None
    assert told.estimate.status is EstimateStatus.NOT_ENTITLED


def test_livelihood_asks_for_what_blocks() -> None:
    assert asked(call(NAMES[3], question="2인가구인데 생계급여 얼마", household_size=2)) == (
        "monthly_income"
    )
    assert asked(call(NAMES[3], monthly_income=0)) == "household_size"


def test_the_benefit_named_in_the_question_is_the_answer() -> None:
    result = call(
        NAMES[3], {"rent": 300_000, "deposit": 0, "sido": "서울특별시"},
        question="주거급여는 얼마나 나와요?", household_size=1, monthly_income=0,
    )  # fmt: skip
    assert result.summary == "주거급여는 월 300,000원으로 예상돼요."
    wrong = call(NAMES[3], {"sido": "아무데도"}, household_size=1, monthly_income=0)
    assert wrong.status is ResultStatus.INVALID


def test_recognised_income_of_both_programmes() -> None:
    """The example of 찾기쉬운 생활법령 (세종), and 복지로's formula of 기초연금."""
    given = {
        "housing": 166_000_000, "general": 30_000_000, "sido": "세종특별자치시",
        "monthly_income": 0,
    }  # fmt: skip
    basic = call("estimate_recognised_income", given)
    assert basic.summary == "소득인정액(기초생활보장)은 월 2,802,600원으로 예상돼요."
    pension = {"programme": "pension", "monthly_income": 2_160_000, "assets": 0}
    result = call("estimate_recognised_income", pension)
    assert result.summary == "소득인정액(기초연금)은 월 700,000원으로 예상돼요."
    assert asked(call("estimate_recognised_income", {"monthly_income": 0})) == "assets"


def test_near_poor() -> None:
    within = call("estimate_near_poor", household_size=1, monthly_income=1_282_119)
    assert within.summary.endswith("차상위계층 기준에 드는 것으로 예상돼요.")
    above = call("estimate_near_poor", household_size=1, monthly_income=1_282_120)
    assert "0원" in above.summary
    recipient = call("estimate_near_poor", household_size=1, basic_livelihood=["생계"])
    assert "수급자예요" in recipient.summary
    open_ = call("estimate_near_poor", household_size=4, monthly_income=1_000_000, age=40, **EARNED)
    assert open_.summary == (
        "재산을 몰라 정할 수 없어요. "
        "재산이 기본재산액보다 적다면 차상위계층 기준에 들 것으로 예상돼요."
    )


def test_pension_of_one_and_of_a_couple() -> None:
    alone = call(NAMES[5], {"national_pension": 0}, age=67, household_size=1,
                 monthly_income=2_000_000)  # fmt: skip
    assert alone.summary == "기초연금은 월 349,700원으로 예상돼요."
    couple = call(
        NAMES[5], {"national_pension": 0}, question="둘이 같이 받으면 깎여서 얼마야?",
        age=72, marital_status="married", monthly_income=900_000,
    )  # fmt: skip
    assert couple.summary == "기초연금은 월 279,760원으로 예상돼요."
    both_pensions = call(
        NAMES[5], {"national_pension": 0}, question="국민연금이랑 기초연금 둘 다 같이 받나요?",
        age=67, household_size=1, monthly_income=0,
    )  # fmt: skip
    assert both_pensions.summary == "기초연금은 월 349,700원으로 예상돼요."
    unknown = call(
        NAMES[5], {"national_pension": 0, "assets": 0}, age=67, monthly_income=0,
        question="국민연금이랑 기초연금 같이 받으면 얼마예요?",
    )  # fmt: skip
    assert "349,700원" in unknown.summary
    linked = call(NAMES[5], {"national_pension": 550_000, "assets": 0}, household_size=1)
    assert linked.summary == "기초연금은 월 324,250원에서 349,700원 사이로 예상돼요."
    open_ = call(NAMES[5], age=67, household_size=1, monthly_income=2_000_000)
    assert open_.summary.endswith(
        "국민연금이 없거나 연계 감액이 없는 금액이라면 월 349,700원이에요."
    )


def test_a_supposition_counts_for_its_own_question_only() -> None:
    ratio = call(NAMES[0], question="3인가구 월소득 100이면 중위 몇 프로예요?", household_size=1)
    assert ratio.summary == "월 1,000,000원은 3인 가구 기준 중위소득의 18.66%예요."
    pension = call(
        NAMES[5], {"national_pension": 0}, age=70,
        question="부부 둘 다 받고 소득인정액 150만원이면 기초연금 얼마씩 나와요?",
    )  # fmt: skip
    assert pension.summary == "기초연금은 월 279,760원으로 예상돼요."
    given = {"household_size": 2, "monthly_income": 4_199_292}
    assert "100%" in call(NAMES[0], given, question="3인가구 월소득 100이면?").summary


def test_national_pension_in_the_question_is_no_wage() -> None:
    result = call(
        NAMES[5], {"assets": 0}, question="혼자 사는데 국민연금 55만원 받으면 기초연금 얼마예요",
        household_size=1, monthly_income=550_000, **EARNED,
    )  # fmt: skip
    assert result.summary == "기초연금은 월 324,250원에서 349,700원 사이로 예상돼요."


def test_children_of_whom_only_the_age_is_known() -> None:
    question = "저소득 한부모 애 둘(3살 9살)이면 양육비 다달이 얼마 받나요"
    result = call(NAMES[6], {"policy": "한부모가족 아동양육비"}, question=question)
    assert result.status is ResultStatus.OK
    assert result.estimate is not None
    assert (result.estimate.low or 0) > 0


def test_support_of_a_crisis_and_of_a_tenant() -> None:
    crisis = call(NAMES[7], household_size=4)
    assert crisis.summary == (
        "긴급복지 생계지원은 월 0원에서 1,994,600원 사이로 예상돼요. "
        "소득·재산·금융재산 기준을 모두 채운다면 월 1,994,600원이에요."
    )
    assert asked(call(NAMES[7])) == "household_size"
    rent = call(
        NAMES[8], {"rent": 150_000, "family_within_limits": True}, age=27, household_size=1,
        monthly_income=1_000_000, owns_home=False, assets=0,
    )  # fmt: skip
    assert rent.summary == "청년월세 지원은 월 150,000원으로 예상돼요."


def test_amount_by_the_policy_in_talk() -> None:
    result = call(
        NAMES[6], policies=("장애인연금",), age=45, disability="severe", household_size=1,
        monthly_income=0, **EARNED,
    )  # fmt: skip
    assert result.summary == (
        "장애인연금은 월 0원에서 439,700원 사이로 예상돼요. "
        "재산이 없다면 월 379,700원에서 439,700원 사이예요."
    )
    assert asked(call(NAMES[6])) == "policy"
    region = RegionFact(sido="서울특별시")
    voucher = call(NAMES[6], {"policy": "에너지 바우처"}, region=region, age=70, household_size=1,
                   basic_livelihood=["생계"])  # fmt: skip
    assert voucher.summary == "에너지바우처는 한 해 295,200원으로 예상돼요."


@pytest.mark.django_db
def test_benefit_without_a_calculation_shows_what_is_published() -> None:
    policy = make_policy("효도 안부 지원금")
    result = call(NAMES[6], {"policy": policy.name})
    assert result.status is ResultStatus.OK
    assert result.estimate is None
    assert "계산하는 식을 갖고 있지 않아요" in result.summary
    assert result.items
    missing = call(NAMES[6], {"policy": "어디에도 없는 지원금"})
    assert missing.status in (ResultStatus.NO_SUCH_POLICY, ResultStatus.NOT_FOUND)


def test_reference_tables() -> None:
    table = call(NAMES[9], {"table": "기준 중위소득", "household_size": 4})
    assert [item.content for item in table.items] == ["월 6,494,738원"]
    assert table.notices == [
        "근거: 2026년 기준 중위소득(보건복지부 고시) · 국민기초생활 보장법 제6조의2"
    ]
    carried = call(NAMES[9], {"table": "에너지바우처 지원금액"})
    assert carried.summary.startswith("2025년")
    assert "2026년 기준 금액을 갖고 있지 않아" in carried.notices[0]
    gone = call(NAMES[9], {"table": "긴급복지 생계지원 금액", "year": 2025})
    assert gone.status is ResultStatus.NOT_FOUND
    assert call(NAMES[9], {"table": "없는 표"}).status is ResultStatus.INVALID


def test_open_arguments_have_questions_of_their_own() -> None:
    plain = question_of("이런 항목은 없음")
    keys = (
        "rent", "deposit", "national_pension", "a_benefit", "spouse_receives", "financial_assets",
        "home_value", "family_within_limits", "member_fits", "repair_grade", "assets", "region",
    )  # fmt: skip
    assert all(question_of(key) != plain for key in keys)
