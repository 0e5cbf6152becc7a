from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.agent.tools.types import ResultStatus, RetrievalResult
from chat.tests.tools.asking import DONGJAK, TODAY, ask, check_spans, item_named, titles
from policies.guides.appeals import appeal_for
from policies.guides.events import Duty, life_events
from policies.tests.records import load
from policies.vocabulary import PeriodKind, PolicyStatus, Section

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("welfare")]


def test_steps_are_the_lines_of_the_official_text() -> None:
    result = ask("application_steps", "온라인으로도 되나?", policies=("주거급여",))
    assert titles(result)[:3] == ["1단계", "2단계", "3단계"]
    assert check_spans(result) == 3
    assert any("온라인으로도" in notice for notice in result.notices)


def test_how_long_a_decision_takes_is_told_by_law_or_not_at_all() -> None:
    known = ask("application_steps", "결과 나오려면 얼마나 걸려요", policies=("생계급여",))
    assert any("30일" in notice and "제26조" in notice for notice in known.notices)
    unknown = ask("application_steps", "결과 나오려면 얼마나 걸려요", policies=("부모급여",))
    assert any("확인하지 못했어요" in notice for notice in unknown.notices)


def test_steps_that_are_not_held_send_to_the_contact() -> None:
    load("noway", name="방법 없는 정책", sections={Section.SUMMARY: "요약입니다."})
    result = ask("application_steps", policy="방법 없는 정책")
    assert result.status is ResultStatus.NOT_FOUND
    assert "보건복지부나 보건복지상담센터(129)에 물어보세요." in result.summary


def test_an_ended_policy_cannot_be_applied_for() -> None:
    load("over", name="끝난 정책", status=PolicyStatus.CLOSED)
    assert "끝난 사업" in ask("application_steps", policy="끝난 정책").summary


def test_the_office_is_told_without_and_with_a_place() -> None:
    anywhere = ask("application_office", "긴급복지는 어디로 전화해요", policy="긴급복지지원")
    assert any("129" in item.content for item in anywhere.items)
    assert any("시·군·구를 알려 주시면" in notice for notice in anywhere.notices)
    here = ask("application_office", policy="긴급복지지원", region=DONGJAK)
    assert any("동작구청" in title for title in titles(here))
    assert ask("application_office").status is ResultStatus.NEEDS_USER_INPUT


@pytest.mark.parametrize(
    ("question", "law", "days"),
    [
        ("긴급복지 거절당했어요 불복하는 방법", "긴급복지지원법 제16조", 30),
        ("기초연금 떨어졌는데 이의신청 하는법", "기초연금법 제22조", 90),
        ("수급자 탈락통보 받았는데 어떻게 따져요", "국민기초생활 보장법 제38조·제39조", 90),
        ("장애심사 결과가 심하지 않은 장애래요", "장애인복지법 제84조", 90),
        ("장기요양 5등급 나왔는데 이의신청은?", "노인장기요양보험법 제55조", 90),
        ("한부모 지원 탈락 이의신청", "한부모가족지원법 제28조", 90),
        ("실업급여 불인정 됐어요", "고용보험법 제87조·제89조", 90),
        ("의료급여 탈락했어요", "의료급여법 제30조", 90),
        ("건강보험료 고지가 이상해요", "국민건강보험법 제87조", 90),
    ],
)
def test_each_benefit_is_objected_to_by_its_own_law(question: str, law: str, days: int) -> None:
    result = ask("appeal_guide", question)
    assert result.status is ResultStatus.OK
    assert (result.items[0].metadata["law"], result.items[0].metadata["days"]) == (law, days)
    assert any("행정심판" in title for title in titles(result))
    assert any(item.kind == "document" for item in result.items)


def test_the_last_day_is_counted_from_the_day_after_the_notice() -> None:
    result = ask("appeal_guide", policies=("기초연금",), notified_on="2026-10-01")
    assert result.items[0].metadata["until"] == "2026-12-30"
    assert "30일 남음" in result.summary
    late = ask("appeal_guide", policies=("기초연금",), notified_on="2026-08-01")
    assert "마지막 날은 2026년 10월 30일이었어요." in late.summary
    ahead = ask("appeal_guide", policies=("기초연금",), notified_on="2026-12-01")
    assert ahead.status is ResultStatus.INVALID
    wrong = ask("appeal_guide", policies=("기초연금",), notified_on="어제")
    assert wrong.problems["notified_on"] == "날짜(YYYY-MM-DD)여야 합니다."


@given(st.dates(date(2020, 1, 1), date(2026, 11, 30)))
@settings(max_examples=25)
def test_an_appeal_never_ends_before_its_days_are_over(notified_on: date) -> None:
    family = appeal_for("긴급복지").family
    assert family is not None
    assert family.steps[0].until(notified_on) - notified_on == timedelta(days=30)


def test_a_regions_own_programme_is_not_given_a_nations_law() -> None:
    result = ask("appeal_guide", policies=("서울형 긴급복지",), region=DONGJAK)
    assert "확인하지 못했어요" in result.summary
    laws = [item.metadata["law"] for item in result.items if "law" in item.metadata]
    assert "긴급복지지원법 제16조" not in laws
    assert any("제17조" in law for law in laws)


def test_what_is_objected_to_is_asked_for() -> None:
    result = ask("appeal_guide", "어떻게 따져요")
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "policy"


def test_every_way_to_object_names_a_law() -> None:
    appeal = appeal_for("")
    assert appeal.family is None
    for family in appeal.general:
        assert all(step.law and step.days > 0 for step in family.steps)


def test_the_calendar_parts_dated_always_and_unknown() -> None:
    load("dated", name="기한 정책", period_kind=PeriodKind.RANGE, period_end=date(2026, 12, 24))
    load("past", name="지난 정책", period_kind=PeriodKind.RANGE, period_end=date(2026, 11, 29))
    names = ["지난 정책", "기초연금", "기한 정책", "우주여행수당"]
    result = ask_calendar(names)
    assert [item.metadata["when"] for item in result.items] == ["dated", "always", "ended"]
    assert "24일 남음" in result.items[0].content
    assert any("우주여행수당" in notice for notice in result.notices)
    assert ask_calendar(["우주여행수당"]).status is ResultStatus.NO_SUCH_POLICY


def ask_calendar(names: list[str]) -> RetrievalResult:
    return ask("make_application_calendar", policies=tuple(names))


def test_registrations_count_their_first_day_and_moves_do_not() -> None:
    duties = {duty.what: duty for event in life_events() for duty in event.duties}
    assert duties["출생신고"].until(date(2026, 1, 31)) == date(2026, 2, 28)
    assert duties["전입신고"].until(date(2026, 11, 1)) == date(2026, 11, 15)
    assert duties["사망신고"].until(TODAY) is None
    assert isinstance(duties["상속 포기나 한정승인"], Duty)
    assert item_named(ask("search_by_life_event", "이사했어요"), "전입신고").metadata["law"]
