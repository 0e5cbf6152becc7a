"""Health insurance: membership and premiums."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.recognise.premium import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, rules, texts

MINIMUM = {"criterion": "premium", "minimum": True}


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("건강보험료 13,000원 이하 세대", {"employee_max": 13_000, "regional_max": 13_000}),
        ("국민건강보험료 월 1만5천원 미만", {"employee_max": 14_999, "regional_max": 14_999}),
        ("지역건강보험료 19,780원 이하", {"regional_max": 19_780}),
        (
            "건강보험료 기준(2025년 기준: 직장 127,500원, 지역 60,000원 이하)",
            {"employee_max": 127_500, "regional_max": 60_000},
        ),
        (
            "건강보험료로 판단 : 지역가입자 68,641원 / 직장가입자 138,780원",
            {"employee_max": 138_780, "regional_max": 68_641},
        ),
        (
            "3개월 평균 건강보험료 본인부담금 97,065원 이하",
            {"employee_max": 97_065, "regional_max": 97_065},
        ),
        ("건강보험료 지역가입자의 부과액이 22,340원 이하", {"regional_max": 22_340}),
    ],
)
def test_limits(words: str, limits: dict[str, int]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "premium", **limits}]


def test_at_least_is_the_opposite_of_a_limit() -> None:
    words = "건강보험료 기준 직장가입 311천원, 지역가입 269천원 이상"
    limit = {"criterion": "premium", "employee_max": 310_999, "regional_max": 268_999}
    assert rules(RECOGNISERS, words) == [{"none_of": [limit]}]


@pytest.mark.parametrize(
    "words",
    [
        "국민건강보험료가 보건복지부 장관이 고시하는 최저보험료 이하인 세대",
        "월 최저보험료 이하를 납부하는 사람",
        "건강보험료 최저보험료(22,310원) 이하",
        "보험료 부과금액이 지역가입자의 월별 보험료액의 하한 세대",
        "국민건강보험료 및 장기요양보험료 부과금액이 최저보험료 미만",
    ],
)
def test_the_lowest_premium(words: str) -> None:
    assert rules(RECOGNISERS, words) == [MINIMUM]


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("국민건강보험 지역가입자로서", ["regional"]),
        ("「국민건강보험법」에 따른 지역가입자 중", ["regional"]),
        ("건강보험 직장가입자", ["employee"]),
        ("피부양자", ["dependent"]),
        ("건강보험 가입자", ["employee", "regional", "dependent"]),
    ],
)
def test_membership(words: str, kinds: list[str]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "health_insurance", "one_of": kinds}]


def test_not_a_member() -> None:
    (only,) = found(RECOGNISERS, "4대보험 직장가입자가 아닌 자")
    assert only.negated


@pytest.mark.parametrize(
    "words",
    [
        "건강보험료 기준 중위소득 150% 이하",
        "건강보험료 하위 50%",
        "고용보험 가입자",
        "고용보험료 체납 기업",
        "농어촌 지역 130백만원 이하",
        "건강보험료 지원",
    ],
)
def test_not_premium_conditions(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(texts)
def test_any_text_is_read_without_error(words: str) -> None:
    assert_inside(RECOGNISERS, words)
