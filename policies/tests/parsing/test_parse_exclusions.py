"""Exclusions, what is excepted from them, and openings that let further people in."""

from __future__ import annotations

from typing import Any

import pytest

from policies.tests.parsing.deciding import (
    DISABLED,
    NOT_POOR,
    OLD,
    POOR,
    SOUND,
    YOUNG,
    kinds,
    parsed,
    verdict,
    verdict_on,
)

LIKELY, OPEN, UNLIKELY = "likely", "needs_more_info", "unlikely"
AGED: dict[str, Any] = {"birth_date": OLD}
YOUTH: dict[str, Any] = {"birth_date": YOUNG}
NOT_AT_ALL_POOR: dict[str, Any] = {**NOT_POOR, "health_insurance": "employee"}


@pytest.mark.parametrize(
    "target",
    [
        "만 65세 이상 어르신(기초생활수급자 제외)",
        "만 65세 이상 어르신 (단, 기초생활수급자는 제외)",
        "만 65세 이상 어르신 ※ 기초생활수급자 제외",
        "만 65세 이상 어르신. 단, 기초생활수급자는 제외",
        "만 65세 이상 어르신\n다만, 기초생활수급자는 지원 대상에서 제외",
        "○ 만 65세 이상 어르신\n - 기초생활수급자 지원 불가",
        "○ 지원대상 : 만 65세 이상 어르신\n○ 제외대상 : 기초생활수급자",
        "○ 만 65세 이상 어르신\n○ 지원제외 대상\n - 기초생활수급자",
        "[지원대상]\n만 65세 이상 어르신\n[제외대상]\n기초생활수급자",
        "만 65세 이상 어르신\n※ 제외 : 기초생활수급자",
        "만 65세 이상 어르신\n※ 기초생활수급자는 신청할 수 없음",
    ],
)
def test_who_is_shut_out(target: str) -> None:
    rule = parsed(target)
    assert verdict(rule, **AGED, **NOT_AT_ALL_POOR) == LIKELY
    assert verdict(rule, **AGED) == OPEN
    assert verdict(rule, **AGED, **POOR) == UNLIKELY
    assert verdict(rule, **YOUTH, **NOT_AT_ALL_POOR) == UNLIKELY


def test_every_item_under_a_head_of_exclusions_shuts_out() -> None:
    target = "○ 만 65세 이상 어르신\n○ 지원제외 대상\n ① 기초생활수급자\n ② 등록장애인"
    rule = parsed(target)
    assert verdict(rule, **AGED, **NOT_AT_ALL_POOR, **SOUND) == LIKELY
    assert verdict(rule, **AGED, **NOT_AT_ALL_POOR) == OPEN
    assert verdict(rule, **AGED, **DISABLED) == UNLIKELY
    assert verdict(rule, **AGED, **POOR) == UNLIKELY


def test_a_list_of_those_excluded_needs_one() -> None:
    rule = parsed("만 65세 이상. 단, 기초생활수급자, 차상위계층은 제외")
    assert verdict(rule, **AGED, near_poor=True) == UNLIKELY
    assert verdict(rule, **AGED, **POOR) == UNLIKELY
    assert verdict(rule, **AGED, **NOT_AT_ALL_POOR) == LIKELY


@pytest.mark.parametrize(
    "target",
    [
        "만 65세 이상\n- 제외: 국가유공자 (단, 참전유공자는 신청 가능)",
        "만 65세 이상 어르신 ※ 국가유공자는 제외(단, 참전유공자는 지원 가능)",
    ],
)
def test_an_exception_lets_back_in(target: str) -> None:
    rule = parsed(target)
    assert verdict(rule, **AGED, veteran=False) == LIKELY
    assert verdict(rule, **AGED, veteran=True, other={"참전유공자": True}) == LIKELY
    shut_out = {"국가유공자": True, "참전유공자": False}
    assert verdict(rule, **AGED, veteran=True, other=shut_out) == UNLIKELY


def test_free_words_of_an_exclusion_are_asked() -> None:
    rule = parsed("만 18세 이상 등록장애인. 단, 시설 입소자 제외")
    facts: dict[str, Any] = {"birth_date": YOUNG, **DISABLED}
    assert verdict(rule, **facts) == OPEN
    assert verdict(rule, **facts, other={"시설 입소": True}) == UNLIKELY
    assert verdict(rule, **facts, other={"시설 입소": False}) == LIKELY


@pytest.mark.parametrize(
    "target",
    [
        "만 65세 이상 어르신. 다만, 등록장애인도 신청 가능",
        "만 65세 이상 어르신 ※ 등록장애인도 지원 가능",
    ],
)
def test_openings_let_further_people_in(target: str) -> None:
    rule = parsed(target)
    assert verdict(rule, **AGED, **SOUND) == LIKELY
    assert verdict(rule, **YOUTH, **DISABLED) == LIKELY
    assert verdict(rule, **YOUTH, **SOUND) == UNLIKELY


def test_an_opening_with_a_limit_of_its_own() -> None:
    rule = parsed("만 65세 이상 어르신. 단, 등록장애인은 만 60세 이상도 가능")
    assert verdict(rule, birth_date="1965-01-01", **DISABLED) == LIKELY
    assert verdict(rule, birth_date="1965-01-01", **SOUND) == UNLIKELY
    assert verdict(rule, **AGED, **SOUND) == LIKELY


@pytest.mark.parametrize(
    "target",
    [
        "만 65세 이상 어르신. 단, 기초생활수급자에 한함",
        "만 65세 이상 어르신(기초생활수급자에 한함)",
        "만 65세 이상 어르신 ※ 기초생활수급자에 한하여 지원",
    ],
)
def test_only_narrows(target: str) -> None:
    assert verdict_on(target, {**AGED, **POOR}) == LIKELY
    assert verdict_on(target, {**AGED, **NOT_AT_ALL_POOR}) == UNLIKELY
    assert verdict_on(target, {**AGED}) == OPEN


@pytest.mark.parametrize(
    "target",
    [
        "등록장애인\n※ 허위 신청 시 지원금 환수",
        "등록장애인\n※ 지난 달 분은 소급하여 지급하지 않음",
        "등록장애인\n※ 자격 요건 미충족자 제외",
    ],
)
def test_what_shuts_nobody_out(target: str) -> None:
    rule = parsed(target)
    assert kinds(rule) == {"disability"}
    assert verdict(rule, **DISABLED) == LIKELY


def test_exclusions_alone_promise_nothing_and_shut_out() -> None:
    rule = parsed("군 복무 중인 자, 외국인 제외")
    assert verdict(rule, nationality="foreign") == UNLIKELY
    assert verdict(rule, nationality="korean") == OPEN


def test_exclusions_may_stand_in_the_other_section() -> None:
    rule = parsed("만 65세 이상 어르신", "○ 지원제외 대상 : 기초생활수급자")
    assert verdict(rule, **AGED, **POOR) == UNLIKELY
    assert verdict(rule, **AGED, **NOT_AT_ALL_POOR) == LIKELY


def test_conditions_said_again_as_exclusions_are_dropped() -> None:
    """Some agencies fill the field for who may not with who may."""
    said = "해외 봉사활동에 꾸준히 참여한 사람"
    rule = parsed(f"만 19세 이상으로 {said}\n○ 제외대상 : {said}")
    assert verdict(rule, birth_date=YOUNG, other={said: True}) == LIKELY
