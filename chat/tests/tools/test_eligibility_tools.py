"""Tools that judge: one policy, a family, a change, days to come."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from chat.agent.tools.eligibility.said_change import said_change
from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import ResultStatus
from chat.tests.tools.family import DONGJAK, asking, known
from policies.eligibility.events import Event
from policies.models import PolicyVersion
from policies.tests.factories import AGE_RULE, make_policy
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
OLD = {"criterion": "age", "min": 65, "quote": "만 65세 이상", "section": "target"}
LOST_JOB = {"criterion": "employment", "one_of": ["unemployed"], "quote": "일자리를 잃은 분"}
TEXT = {"target": "만 65세 이상 어르신", "benefit": "매달 10만원"}


def test_a_verdict_comes_with_its_reason_distance_and_day() -> None:
    policy = make_policy("어르신 수당", rule=OLD, sections=TEXT)
    context = asking(members={"self": known(birth_date=date(1961, 12, 3))})
    result = run_tool("check_policy_eligibility", {"policy": "어르신수당"}, context)
    assert result.status is ResultStatus.OK
    verdict, row = result.items
    assert verdict.metadata["verdict"] == "unlikely"
    assert "1살 부족" in row.content
    assert "2026년 12월 3일" in " ".join(result.notices)
    assert row.section is Section.TARGET
    version = PolicyVersion.objects.get(pk=row.version_id)
    assert version.sections["target"][row.start : row.end] == "만 65세 이상"
    assert row.metadata["policy_id"] == str(policy.id)


def test_with_nothing_known_the_most_decisive_fact_is_asked() -> None:
    make_policy("어르신 수당", rule=OLD)
    result = run_tool("check_policy_eligibility", {"policy": "어르신 수당"}, asking())
    assert result.status is ResultStatus.NEEDS_USER_INPUT
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "birth_date"
    missing = run_tool("check_policy_eligibility", {}, asking())
    assert missing.needs_user_input is not None
    assert missing.needs_user_input.argument == "policy"


def test_a_policy_without_a_rule_is_neither_promised_nor_refused() -> None:
    make_policy("새 수당")
    context = asking(members={"self": known(age=70)})
    result = run_tool("check_policy_eligibility", {"policy": "새 수당"}, context)
    assert result.items[0].metadata["verdict"] == "needs_more_info"
    assert "판단하지 못했어요" in result.summary
    explained = run_tool("explain_verdict", {"policy": "새 수당"}, context)
    assert explained.status is ResultStatus.UNAVAILABLE


def test_no_such_policy_no_such_member_no_such_place() -> None:
    make_policy("어르신 수당", rule=OLD)
    context = asking(members={"self": known(age=70)})
    found = run_tool("check_policy_eligibility", {"policy": "없는 수당"}, context)
    assert found.status is ResultStatus.NO_SUCH_POLICY
    member = {"policy": "어르신 수당", "member": "우주인"}
    wrong = run_tool("check_policy_eligibility", member, context)
    assert (wrong.status, "우주인" in wrong.summary) == (ResultStatus.INVALID, True)
    place = {"policy": "어르신 수당", "sido": "달나라"}
    assert run_tool("check_policy_eligibility", place, context).status is ResultStatus.INVALID


def test_an_explanation_leaves_no_criterion_out() -> None:
    make_policy("어르신 수당", rule={"all_of": [OLD, LOST_JOB]}, sections=TEXT)
    context = asking(members={"mother": known(age=60)})
    result = run_tool("explain_verdict", {"policy": "어르신 수당", "member": "엄마"}, context)
    assert "조건 2개" in result.summary
    assert [item.metadata["state"] for item in result.items[1:]] == ["not_met", "unknown"]
    assert "원문: “만 65세 이상”" in result.items[1].content


def test_what_is_received_already_is_said() -> None:
    make_policy("어르신 수당", rule=OLD)
    context = asking(members={"self": known(age=70, receives=["어르신 수당"])})
    result = run_tool("check_policy_eligibility", {"policy": "어르신 수당"}, context)
    assert "지금 받고 있다고" in result.summary


def test_a_family_is_screened_member_by_member() -> None:
    make_policy("예순 정책", rule=AGE_RULE)
    make_policy("청년 정책", rule={"criterion": "age", "max": 34})
    members = {"self": known(age=30), "mother": known(age=70), "father": known()}
    result = run_tool("screen_family", {}, asking(members=members))
    titles = [item.title for item in result.items]
    assert "어머니 · 받을 가능성 높음 · 예순 정책" in titles
    assert "본인 · 받을 가능성 높음 · 청년 정책" in titles
    assert any("아버지" in notice for notice in result.notices)
    asked = run_tool("screen_family", {}, asking())
    assert asked.status is ResultStatus.NEEDS_USER_INPUT


def test_the_next_question_settles_most_and_is_not_asked_again() -> None:
    make_policy("예순 정책", rule=AGE_RULE)
    make_policy("실직 정책", rule={"all_of": [AGE_RULE["all_of"][0], LOST_JOB]})
    context = asking(members={"self": known(sex="female")})
    result = run_tool("suggest_next_question", {}, context)
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "birth_date"
    assert result.items[0].metadata["bears_on"] == 2
    declined = {"declined": ["birth_date", "employment"]}
    assert run_tool("suggest_next_question", declined, context).status is ResultStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("given", "question"),
    [
        ({}, "직장을 그만두면 뭐가 달라져요?"),
        ({"event": "quit"}, ""),
        ({"changes": {"employment": "unemployed"}}, ""),
    ],
)
def test_a_change_tells_what_turns_and_saves_nothing(given: dict[str, Any], question: str) -> None:
    policy = make_policy("실직 정책", rule=LOST_JOB)
    context = asking(members={"self": known(employment="employed")}, question=question)
    result = run_tool("what_if", given, context)
    (item,) = result.items
    assert item.metadata["policy_id"] == str(policy.id)
    assert (item.metadata["before"], item.metadata["after"]) == ("unlikely", "likely")
    assert context.members["self"].employment == "employed"


@pytest.mark.parametrize(
    ("given", "question", "argument"),
    [
        ({}, "오늘 날씨가 좋네요", "changes"),
        ({}, "이사하면 어떻게 돼요?", "sido"),
        ({}, "65세가 되면요?", "birth_date"),
        ({"event": "income"}, "", "monthly_income"),
    ],
)
def test_a_change_asks_for_what_it_needs(
    given: dict[str, Any], question: str, argument: str
) -> None:
    result = run_tool("what_if", given, asking(members={"self": known()}, question=question))
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == argument


@pytest.mark.parametrize(
    "changes",
    [{"employment": "놀아요"}, {"nonsense": 1}, {"birth_date": "1960-13-01"}],
)
def test_wrong_changes_are_refused_in_korean(changes: dict[str, Any]) -> None:
    result = run_tool("what_if", {"changes": changes}, asking(members={"self": known()}))
    assert result.status is ResultStatus.INVALID
    assert next(iter(changes)) in result.summary


def test_who_moves_out_leaves_the_income_unknown() -> None:
    make_policy("정책", rule=AGE_RULE)
    facts = known(household_size=3, monthly_income=2_800_000)
    context = asking(members={"self": facts}, question="아들이 세대분리하면 수급 될까요")
    result = run_tool("what_if", {}, context)
    assert "시행령 제2조" in " ".join(result.notices)
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "monthly_income"


@pytest.mark.parametrize(
    ("text", "event", "details"),
    [
        ("퇴사하면 뭘 받나요", Event.QUIT, {}),
        ("취직하게 되면 수급 끊기나요?", Event.WORK, {}),
        ("둘째 낳으면 얼마나", Event.BIRTH, {}),
        ("임신하게 되면", Event.PREGNANT, {}),
        ("엄마가 일흔 살이 되면", Event.AGE, {"age": 70}),
        ("만 65세가 되면", Event.AGE, {"age": 65}),
        ("소득이 200만원으로 줄면", Event.INCOME, {"monthly_income": 2_000_000}),
        ("가구원이 4명이 되면", Event.SIZE, {"household_size": 4}),
        ("어머니랑 같이 살게 되면", Event.SIZE, {"household_size": 3}),
        ("경기도 광명시로 이사 가면", Event.MOVE, {"sido": "경기도", "sigungu": "광명시"}),
        ("심하지 않은 장애로 등록하면", Event.DISABILITY, {"disability": "mild"}),
        ("결혼하면 불리한가요", Event.MARRY, {}),
    ],
)
def test_changes_are_read_from_questions(text: str, event: Event, details: dict[str, Any]) -> None:
    found = said_change(text, known(household_size=2))
    assert found is not None
    assert found.event is event
    region = found.details.get("region")
    told = region.model_dump() if region else found.details
    assert told == details


@pytest.mark.parametrize("text", ["직장을 그만뒀어요", "지금 65세예요", "이사했어요", ""])
def test_what_is_stated_is_no_supposition(text: str) -> None:
    assert said_change(text, known()) is None


def test_what_time_opens_is_told_with_its_day() -> None:
    policy = make_policy("어르신 수당", rule=OLD)
    make_policy("중년 정책", rule={"criterion": "age", "max": 64})
    make_policy("먼 정책", rule={"criterion": "age", "min": 70})
    context = asking(members={"self": known(birth_date=date(1961, 12, 3), region=DONGJAK)})
    result = run_tool("find_upcoming_eligibility", {"months": 12}, context)
    opened, ended = result.items
    assert opened.title == "2026년 12월 3일부터 어르신 수당"
    assert opened.metadata["policy_id"] == str(policy.id)
    assert (opened.metadata["before"], opened.metadata["after"]) == ("unlikely", "likely")
    assert (ended.metadata["day"], ended.metadata["after"]) == ("2026-12-03", "unlikely")
    months = {"months": 37}
    assert run_tool("find_upcoming_eligibility", months, context).status is ResultStatus.INVALID


def test_days_to_come_need_a_birth_date() -> None:
    make_policy("어르신 수당", rule=OLD)
    context = asking(members={"self": known(age=64)})
    result = run_tool("find_upcoming_eligibility", {}, context)
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "birth_date"
    context = asking(members={"self": known(birth_date=date(1990, 1, 1))})
    found = run_tool("find_upcoming_eligibility", {}, context)
    assert found.status is ResultStatus.NOT_FOUND


def test_the_last_day_of_a_span_counts_and_the_next_does_not() -> None:
    make_policy("어르신 수당", rule=OLD)
    for born, status in ((date(1961, 12, 30), ResultStatus.OK), (date(1962, 1, 1), None)):
        context = asking(members={"self": known(birth_date=born)})
        result = run_tool("find_upcoming_eligibility", {"months": 1}, context)
        assert result.status is (status or ResultStatus.NOT_FOUND)
