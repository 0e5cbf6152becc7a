from __future__ import annotations

from datetime import date, timedelta

import pytest

from chat.agent.tools.types import ResultStatus
from chat.tests.tools.asking import DONGJAK, TODAY, ask, check_spans, item_named, titles
from policies.models import Policy
from policies.records import RecordListing
from policies.services import policy_load
from policies.tests.records import load, make_record
from policies.vocabulary import LifeStage, PolicyStatus, Section

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("welfare")]


def listed(key: str, name: str, end: date | None, **fields: object) -> Policy:
    """A youth policy with a published round that ends on a day; always open without one."""
    listing = RecordListing(
        agency="서울특별시",
        period="range" if end else "always",
        rounds=[(TODAY - timedelta(days=30), end)] if end else [],
        nationwide=True,
        age_limited=True,
        age_from=19,
        age_to=34,
    )
    record = make_record(
        key, name=name, listing=listing, life_stages=[LifeStage.YOUTH.value], **fields
    )
    return policy_load(record=record).policy


def test_a_question_finds_policies_with_the_sentence_they_were_found_by() -> None:
    result = ask("search_welfare", "당뇨병 환자 혈당 검사지 지원")
    assert result.status is ResultStatus.OK
    assert "당뇨병 소모성재료" in result.items[0].title
    assert check_spans(result) > 0
    assert any("사는 곳을 알려 주시면" in notice for notice in result.notices)


def test_a_search_that_finds_nothing_near_shows_nothing() -> None:
    result = ask("search_welfare", "화성 이주 보조금")
    assert (result.status, result.items) == (ResultStatus.NOT_FOUND, [])


def test_our_neighbourhood_asks_for_the_place_first() -> None:
    result = ask("search_welfare", "우리 동네에서는 출산하면 뭐 줍니까")
    assert result.status is ResultStatus.NEEDS_USER_INPUT
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "sigungu"
    there = ask("search_welfare", "우리 동네에서는 출산하면 뭐 줍니까", region=DONGJAK)
    assert "동작 출산축하금과 출산축하용품" in titles(there)


def test_who_is_surely_turned_away_comes_last() -> None:
    result = ask("search_welfare", "노인 기초연금 생활비 지원", facts={"age": 30})
    verdicts = [item.metadata["verdict"] for item in result.items]
    assert verdicts == sorted(verdicts, key=lambda each: each == "unlikely")


def test_a_place_that_is_none_is_told() -> None:
    result = ask("search_welfare", "출산 지원", sido="없는도", sigungu="없는군")
    assert result.status is ResultStatus.INVALID
    assert "‘없는도 없는군’이라는" in result.problems["sigungu"]


def test_the_district_of_the_talk_is_none_of_another_province() -> None:
    result = ask("search_local_policies", region=DONGJAK, sido="부산")
    assert result.query == "부산광역시"


def test_youth_policies_leave_out_who_is_too_old() -> None:
    listed("y1", "청년 월세 한시 지원", None)
    young = ask("search_youth_policy", "청년 월세 한시 지원", facts={"age": 25})
    assert "청년 월세 한시 지원" in titles(young)
    assert any("만 25세" in notice for notice in young.notices)
    older = ask(
        "search_youth_policy", "청년 월세 한시 지원", facts={"birth_date": date(1980, 1, 1)}
    )
    assert "청년 월세 한시 지원" not in titles(older)


def test_youth_policies_without_a_topic_are_listed() -> None:
    listed("y2", "청년 면접 정장 대여", None)
    listed("y3", "청년 지난 사업", TODAY - timedelta(days=1))
    result = ask("search_youth_policy", "청년정책 뭐 있어요", facts={"age": 25})
    assert "청년 면접 정장 대여" in titles(result)
    assert "청년 지난 사업" not in titles(result)
    assert "기초연금" not in titles(result)


def test_deadlines_come_by_day_and_say_how_long_is_left() -> None:
    listed("d2", "늦은 마감", TODAY + timedelta(days=20))
    listed("d1", "이른 마감", TODAY)
    listed("d0", "지난 마감", TODAY - timedelta(days=1))
    listed("d3", "먼 마감", TODAY + timedelta(days=31))
    listed("da", "언제나", None)
    result = ask("get_upcoming_deadlines", "마감 얼마 안 남은 거", within_days=30)
    assert titles(result) == ["이른 마감", "늦은 마감"]
    assert "오늘까지" in str(result.items[0].metadata["deadline"])
    assert result.items[1].metadata["days_left"] == 20
    assert "2026년 12월 30일까지 마감" in result.summary


def test_the_months_of_a_question_count_as_they_were_said() -> None:
    listed("n1", "십이월 마감", date(2026, 12, 31))
    listed("n2", "일월 마감", date(2027, 1, 2))
    result = ask("get_upcoming_deadlines", "12월에 끝나는 신청 뭐뭐 있지?")
    assert titles(result) == ["십이월 마감"]


def test_no_deadline_is_not_found_and_says_what_is_not_held() -> None:
    result = ask("get_upcoming_deadlines", "곧 마감되는 거", within_days=1)
    assert result.status is ResultStatus.NOT_FOUND
    assert "모은 자료에 없어요" in result.summary


def test_a_count_is_exact_and_says_how_it_was_understood() -> None:
    result = ask("count_policies", "서울 동작구 주민만 신청할 수 있는 정책은 몇 건이야?")
    assert result.status is ResultStatus.OK
    assert result.items[0].metadata["value"] == 2
    assert "동작구" in result.notices[0]


def test_a_count_with_an_unread_part_is_asked_again() -> None:
    result = ask("count_policies", "외계인 보조금은 몇 개야")
    assert result.status is ResultStatus.NEEDS_USER_INPUT
    assert "외계인" in result.summary


def test_a_disease_is_found_by_its_code_and_by_what_is_noted() -> None:
    by_code = ask("search_by_disease", disease="E11")
    assert "당뇨병 소모성재료·관리기기 요양비" in titles(by_code)
    assert item_named(by_code, "당뇨병").title
    noted = ask("search_by_disease", "지원 뭐 있어요", facts={"conditions": ["당뇨병"]})
    assert "당뇨병 소모성재료·관리기기 요양비" in titles(noted)
    unsaid = ask("search_by_disease", "지원 뭐 있어요")
    assert unsaid.needs_user_input is not None
    assert unsaid.needs_user_input.argument == "disease"


def test_an_event_of_life_brings_policies_and_legal_deadlines() -> None:
    result = ask("search_by_life_event", "애 낳으면 주는 거 다 알려줘", happened_on="2026-11-03")
    assert {"첫만남이용권", "부모급여"} <= set(titles(result))
    duty = item_named(result, "출생신고")
    # 신고기간은 태어난 날부터 센다(가족관계의 등록 등에 관한 법률 제37조).
    assert duty.metadata["until"] == "2026-12-02"
    unknown = ask("search_by_life_event", "날씨가 좋네요")
    assert unknown.status is ResultStatus.NEEDS_USER_INPUT


def test_local_policies_hold_none_of_the_nation() -> None:
    assert ask("search_local_policies").status is ResultStatus.NEEDS_USER_INPUT
    result = ask("search_local_policies", region=DONGJAK)
    assert set(titles(result)) >= {"동작 출산축하금과 출산축하용품", "서울형 긴급복지"}
    assert "기초연금" not in titles(result)
    nowhere = ask("search_local_policies", sido="충청북도", sigungu="옥천군")
    assert nowhere.status is ResultStatus.NOT_FOUND


def test_recent_changes_name_the_changed_sections() -> None:
    load("changing", name="바뀌는 정책")
    load("changing", name="바뀌는 정책", sections={Section.SUMMARY: "새 요약입니다."})
    result = ask("list_recent_changes", limit=20)
    changed = item_named(result, "바뀌는 정책")
    assert changed.metadata["change"] == "바뀜"
    assert "개요" in changed.metadata["sections"]


def test_ended_policies_are_not_found_by_a_search() -> None:
    text = {Section.SUMMARY: "김치를 드립니다."}
    load("gone", name="끝난 김치 지원", status=PolicyStatus.CLOSED, sections=text)
    assert "끝난 김치 지원" not in titles(ask("search_welfare", "김치 지원", region=DONGJAK))
