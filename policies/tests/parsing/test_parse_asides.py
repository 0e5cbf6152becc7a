"""What stands around conditions without being one, and brackets that define or include."""

from __future__ import annotations

from typing import Any

import pytest

from policies.tests.parsing.deciding import (
    DISABLED,
    NOT_POOR,
    POOR,
    SOUND,
    kinds,
    parsed,
    unread,
    verdict,
)

LIKELY, OPEN, UNLIKELY = "likely", "needs_more_info", "unlikely"


@pytest.mark.parametrize(
    "aside",
    [
        "○ 지원금액 : 1인당 월 20만원",
        "○ 지원내용 : 기초생활수급자 월 10만원, 차상위계층 월 5만원",
        "○ 우선순위 : 기초생활수급자",
        "○ 우선지원 : 만 65세 이상 기초생활수급자",
        "○ 신청방법 : 읍면동 행정복지센터 방문 신청",
        "○ 신청기간 : 2026. 1. 1. ~ 2026. 12. 31.",
        "○ 구비서류 : 신분증, 통장 사본, 기초생활수급자 증명서",
        "○ 문의 : 복지정책과",
        "○ 근거 : 장애인복지법 제50조",
        "○ 모집인원 : 30명",
        "※ 신청자가 많을 경우 기초생활수급자 우선 선발",
        "※ 선착순 100명",
        "※ 예산 범위 내에서 지원",
        "- 기초생활수급자 : 월 10만원\n- 차상위계층 : 월 5만원",
        "그 밖에 구청장이 필요하다고 인정하는 자",
        "※ 시장이 인정하는 경우 지원 가능",
        "기타 읍면동장이 추천하는 자",
    ],
)
def test_no_condition_comes_of(aside: str) -> None:
    rule = parsed(f"○ 지원대상 : 등록장애인\n{aside}")
    assert kinds(rule) == {"disability"}
    assert verdict(rule, **DISABLED) == LIKELY
    assert verdict(rule, **SOUND, **POOR) == UNLIKELY


@pytest.mark.parametrize(
    "target",
    [
        "등록장애인에게 월 5만원 지급",
        "등록장애인을 대상으로 보장구 무료 대여",
        "등록장애인 (선착순 100명)",
        "등록장애인(기초생활수급자 우선)",
        "등록장애인 (예산 소진 시 조기 마감)",
        "신청일 현재 등록장애인",
        "「장애인복지법」 제32조에 따른 등록장애인",
        "등록장애인 누구나",
        "소득과 관계없이 등록장애인",
    ],
)
def test_nothing_else_is_read_around_a_group(target: str) -> None:
    rule = parsed(target)
    assert kinds(rule) == {"disability"}
    assert verdict(rule, **DISABLED) == LIKELY
    assert rule.confidence == 1.0


def test_what_was_put_aside_is_shown_as_unread() -> None:
    rule = parsed("○ 지원대상 : 등록장애인\n○ 지원금액 : 1인당 월 20만원\n○ 우선순위 : 수급자")
    assert "1인당 월 20만원" in unread(rule)
    assert "수급자" in unread(rule)


def test_discretion_stays_for_the_office() -> None:
    rule = parsed("등록장애인\n그 밖에 구청장이 필요하다고 인정하는 자")
    assert "구청장이 필요하다고 인정" in unread(rule)


@pytest.mark.parametrize(
    "target",
    [
        "저소득층(기초생활수급자, 차상위계층)",
        "저소득 가구 (기초생활수급자·차상위계층)",
        "기초생활수급자, 차상위계층 등 저소득층",
        "사회적 취약계층(기초생활수급자, 차상위계층)",
    ],
)
def test_a_bracket_defines_a_word_for_the_poor(target: str) -> None:
    rule = parsed(target)
    assert "low_income" not in kinds(rule)
    assert verdict(rule, **POOR) == LIKELY
    assert verdict(rule, near_poor=True) == LIKELY
    assert verdict(rule, **NOT_POOR) == UNLIKELY


def test_a_word_for_the_poor_alone_stays_open() -> None:
    rule = parsed("저소득층 가정")
    assert verdict(rule, **POOR) == LIKELY
    assert verdict(rule, **NOT_POOR) == OPEN


@pytest.mark.parametrize(
    ("target", "facts", "expected"),
    [
        ("청년(만 19세 이상 34세 이하)", {"birth_date": "1996-01-01"}, LIKELY),
        ("청년(만 19세 이상 34세 이하)", {"birth_date": "1988-01-01"}, UNLIKELY),
        ("한부모가족(조손가족 포함)", {"household_types": ["grandparent"]}, LIKELY),
        ("한부모가족(조손가족 포함)", {"household_types": ["multicultural"]}, UNLIKELY),
        ("장애인(국가유공자 포함)", {**SOUND, "veteran": True}, LIKELY),
        ("장애인(국가유공자 포함)", {**SOUND, "other": {"국가유공자": True}}, LIKELY),
        ("장애인(국가유공자 포함)", {**SOUND, "veteran": False}, UNLIKELY),
        ("등록장애인(심한 장애)", {"disability": "mild"}, UNLIKELY),
        ("다자녀가구(2자녀 이상)", {"children": ["2018-01-01", "2020-01-01"]}, LIKELY),
        ("다자녀가구(2자녀 이상)", {"children": ["2018-01-01"]}, UNLIKELY),
    ],
)
def test_brackets(target: str, facts: dict[str, Any], expected: str) -> None:
    assert verdict(parsed(target), **facts) == expected


def test_kinds_of_disability_in_a_bracket() -> None:
    rule = parsed("등록장애인(지체, 뇌병변)")
    assert verdict(rule, **DISABLED, disability_type="지체") == LIKELY
    assert verdict(rule, **DISABLED, disability_type="시각") == UNLIKELY


@pytest.mark.parametrize("target", ["", " \n ", "-", ".", "없음", "해당사항 없음", "제한 없음"])
def test_texts_that_say_nothing(target: str) -> None:
    rule = parsed(target)
    assert rule.rule is None
    assert (rule.confidence, rule.read) == (0.0, 0)


@pytest.mark.parametrize("target", ["누구나", "전체", "나이 제한 없음"])
def test_texts_open_to_everyone_give_no_condition(target: str) -> None:
    assert parsed(target).rule is None


@pytest.mark.parametrize("target", ["관내 소재 중소기업", "시설 운영비 지원", "가나다라마바사"])
def test_texts_nobody_understood_promise_nothing(target: str) -> None:
    rule = parsed(target)
    assert verdict(rule, birth_date="1990-01-01", **NOT_POOR) == OPEN
    assert rule.confidence < 0.5
