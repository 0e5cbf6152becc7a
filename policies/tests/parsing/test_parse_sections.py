"""Both sections together, long texts, and where everything was read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.eligibility.parsing.parse import LONGEST, parse_policy
from policies.eligibility.rule import rule_from_data, rule_to_data
from policies.tests.parsing.deciding import (
    NOT_POOR,
    OLD,
    POOR,
    YOUNG,
    assert_sources,
    kinds,
    leaves,
    parsed,
    text_of,
    unread,
    verdict,
)
from policies.tests.parsing.words import texts_of
from policies.vocabulary import Section

LIKELY, OPEN, UNLIKELY = "likely", "needs_more_info", "unlikely"
AGED: dict[str, Any] = {"birth_date": OLD}


def test_both_sections_must_hold() -> None:
    rule = parsed("만 65세 이상 노인", "○ 기준 중위소득 80% 이하\n○ 무주택자")
    facts: dict[str, Any] = {**AGED, "median_income_ratio": 70, "owns_home": False}
    assert verdict(rule, **facts) == LIKELY
    for key, value in (("birth_date", YOUNG), ("median_income_ratio", 90), ("owns_home", True)):
        assert verdict(rule, **{**facts, key: value}) == UNLIKELY
    assert {leaf.section for leaf in leaves(rule)} == {Section.TARGET, Section.CRITERIA}


@pytest.mark.parametrize(
    "criteria",
    [
        "",
        " \n",
        "-",
        "없음",
        "해당사항 없음",
        "상동",
        "지원대상과 동일",
        "지원대상 내용을 참고",
        "만 65세 이상 노인",
        "만65세이상  노인",
    ],
)
def test_criteria_that_add_nothing(criteria: str) -> None:
    rule = parsed("만 65세 이상 노인", criteria)
    assert [leaf.section for leaf in leaves(rule)] == [Section.TARGET]
    assert rule.unparsed == ()


def test_the_target_may_be_empty() -> None:
    rule = parsed("", "만 65세 이상 노인")
    assert verdict(rule, **AGED) == LIKELY
    assert [leaf.section for leaf in leaves(rule)] == [Section.CRITERIA]


@pytest.mark.parametrize(
    ("target", "criteria"),
    [
        ("저소득 한부모가족", "기준 중위소득 60% 이하"),
        ("저소득층", "기초생활수급자, 차상위계층"),
        ("기초생활수급자", "저소득층 가정"),
    ],
)
def test_one_section_defines_what_the_other_only_names(target: str, criteria: str) -> None:
    assert "low_income" not in kinds(parsed(target, criteria))


def test_a_condition_said_twice_is_asked_once() -> None:
    rule = parsed("만 65세 이상 기초생활수급자", "○ 연령 : 만 65세 이상\n○ 기초생활수급자")
    assert sorted(str(getattr(leaf, "criterion", "")) for leaf in leaves(rule)) == [
        "age",
        "basic_livelihood",
    ]


def test_free_words_said_twice_are_asked_once() -> None:
    rule = parsed("고독사 위험이 있는 독거노인", "고독사 위험이 있는 것으로 확인된 독거노인 가구")
    free = [leaf for leaf in leaves(rule) if getattr(leaf, "criterion", "") == "other"]
    assert len(free) <= 1


def test_birth_dates_in_the_criteria_replace_the_age() -> None:
    rule = parsed("만 19세 이상 34세 이하 청년", "1991. 1. 1. ~ 2007. 12. 31. 출생자")
    assert kinds(rule) == {"birth_window"}


def test_aspects_of_the_criteria_are_asked_together() -> None:
    criteria = "1. 소득기준 : 기준 중위소득 63% 이하\n2. 재산기준 : 재산 2억원 이하"
    rule = parsed("한부모가족", criteria)
    facts: dict[str, Any] = {
        "household_types": ["single_parent"],
        "median_income_ratio": 60,
        "assets": 100_000_000,
    }
    assert verdict(rule, **facts) == LIKELY
    assert verdict(rule, **{**facts, "assets": 300_000_000}) == UNLIKELY
    assert verdict(rule, **{**facts, "median_income_ratio": 70}) == UNLIKELY


def test_headings_and_a_table_of_incomes() -> None:
    criteria = (
        "<소득기준>\n"
        "○ 기준 중위소득 100% 이하\n"
        "  * 1인가구 2,564천원, 2인가구 4,199천원, 3인가구 5,359천원"
    )
    rule = parsed("만 65세 이상 노인", criteria)
    assert verdict(rule, **AGED, median_income_ratio=90) == LIKELY
    assert verdict(rule, **AGED, median_income_ratio=110) == UNLIKELY


def test_confidence_is_that_of_the_least_sure_criterion() -> None:
    sure = parsed("만 65세 이상 등록장애인")
    vague = parsed("저소득층 등록장애인")
    free = parsed("만 65세 이상으로 고독사 위험이 있는 사람")
    assert sure.confidence == 1.0
    assert vague.confidence < sure.confidence
    assert free.confidence < vague.confidence
    assert free.confidence == min(leaf.confidence for leaf in leaves(free))


def test_quotes_keep_the_spelling_of_the_source() -> None:
    target = "ㅇ 만  65 세이상 기초생활 수급자"
    quotes = [leaf.quote for leaf in leaves(parsed(target))]
    assert quotes == ["만  65 세이상", "기초생활 수급자"]


def test_unread_words_are_pointed_at() -> None:
    target = "만 65세 이상\n○ 신청방법 : 방문 신청\n○ 문의 : 복지과"
    rule = parsed(target)
    assert unread(rule) == "방문 신청 / 복지과"
    assert all(span.section is Section.TARGET for span in rule.unparsed)


LONG = "○ 만 65세 이상 기초생활수급자\n - 동작구 거주자 중 등록장애인 또는 국가유공자\n"


@pytest.mark.parametrize(
    "target",
    [
        LONG * 600,
        "만 65세 이상 " * 3_000,
        "가" * 30_000,
        "(" * 5_000,
        "1) " * 8_000 + "만 65세 이상",
        "기초생활수급자, " * 2_000 + "등록장애인",
        "\n" * 25_000 + "만 65세 이상",
    ],
    ids=["items", "repeated", "one word", "brackets", "numbers", "list", "lines"],
)
def test_long_texts_are_read_to_an_end(target: str) -> None:
    text = text_of(target)
    result = parse_policy(text)
    assert_sources(result, text)
    assert all(span.end <= LONGEST for span in result.unparsed)


def test_what_stands_behind_the_limit_is_not_read() -> None:
    rule = parsed("만 65세 이상\n" + "○ 신청방법 : 방문 신청\n" * 2_000 + "등록장애인")
    assert kinds(rule) == {"age"}


MARKS = (
    "만 65세 이상 34세 이하 기초생활수급자 차상위계층 등록장애인 저소득층 제외 포함 단, 다만 중 "
    "또는 및 , · ( ) ○ - ※ \n 지원대상 : 중위소득 50% 이하 우선 지원 거주하는 자 관내 동작구"
)


@settings(max_examples=120, deadline=None)
@given(texts_of(MARKS), texts_of(MARKS), st.sampled_from(["보건복지부", "서울특별시 동작구"]))
def test_any_text_gives_a_sound_rule(target: str, criteria: str, agency: str) -> None:
    text = text_of(target, criteria, agency=agency)
    result = parse_policy(text)
    assert_sources(result, text)
    assert result == parse_policy(text)
    if result.rule is not None:
        assert rule_from_data(rule_to_data(result.rule)) == result.rule
        verdict(result, **POOR)
        verdict(result, **AGED, **NOT_POOR)
