"""Income: ratios of 기준중위소득, amounts, words for poverty."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Kind, Setting
from policies.eligibility.parsing.recognise.income import IGNORED, RECOGNISERS
from policies.eligibility.parsing.recognise.money_words import won
from policies.tests.parsing.recognising import assert_inside, found, quotes, rules, texts


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("22,340원", 22_340),
        ("15천원", 15_000),
        ("1만5천원", 15_000),
        ("3천6백만원", 36_000_000),
        ("261백만원", 261_000_000),
        ("2억4,100만원", 241_000_000),
        ("1.7억", 170_000_000),
        ("5천억원", 500_000_000_000),
        ("300만", 3_000_000),
        ("300", None),
        ("삼백만원", None),
    ],
)
def test_amounts(words: str, amount: int | None) -> None:
    assert won(words) == amount


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ("기준 중위소득 60% 이하", {"max": 60}),
        ("중위소득 52%이내 가정", {"max": 52}),
        ("기준중위소득 120% 범위 내", {"max": 120}),
        ("중위소득 120%↓", {"max": 120}),
        ("기준중위소득의 100분의 50 이하인 사람", {"max": 50}),
        ("기준 중위소득 100퍼센트까지", {"max": 100}),
        ("당해연도 기준 중위소득 수준의 120% 미만", {"below": 120}),
        ("기준중위소득 150%를 초과하는 가정", {"above": 150}),
        ("기준중위소득 150%를 초과하지 않는 가정", {"max": 150}),
        ("기준중위소득 140% 이상", {"min": 140}),
        ("중위소득 50% 초과 ~ 100% 이하", {"above": 50, "max": 100}),
        ("중위소득 60%초과150%이하", {"above": 60, "max": 150}),
        ("기준 중위소득 120%~160%이하", {"min": 120, "max": 160}),
        ("기준중위소득 50~100% 이하", {"min": 50, "max": 100}),
        ("소득이 기준 중위소득 이하인 가정", {"max": 100}),
        ("월소득 기준중위 120% 이하", {"max": 120}),
        ("기준중위소득 100%(4인 가구 5,121,080원) 이하", {"max": 100}),
        ("건강보험료 기준 중위소득 200%이하", {"max": 200}),
    ],
)
def test_ratios(words: str, bounds: dict[str, float]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "median_income_ratio", **bounds}]
    assert found(RECOGNISERS, words)[0].kind is Kind.SCOPE


def test_about_a_ratio_is_unclear() -> None:
    assert rules(RECOGNISERS, "통상 중위소득 50~80% 내외") == [
        {"criterion": "median_income_ratio", "min": 50, "max": 80, "unclear": True}
    ]


def test_a_ratio_without_a_side_is_a_weaker_upper_limit() -> None:
    (only,) = found(RECOGNISERS, "건강보험료 소득판정기준 중위소득 140%")
    assert rules(RECOGNISERS, "중위소득 140%") == [{"criterion": "median_income_ratio", "max": 140}]
    assert only.confidence < 1


@pytest.mark.parametrize(
    ("words", "quote"),
    [
        (
            "만 19세 이상으로 가구소득이 기준 중위소득 150% 이하인 자",
            "가구소득이 기준 중위소득 150% 이하인",
        ),
        (
            "소득인정액이 기준 중위소득 50% 이하인 가구의 학생",
            "소득인정액이 기준 중위소득 50% 이하인",
        ),
        (
            "기준 중위소득 50% 초과 ~ 150% 이하인 자 (건강보험료 소득판정기준)",
            "기준 중위소득 50% 초과 ~ 150% 이하인 자 (건강보험료 소득판정기준)",
        ),
        (
            "기준 중위소득 150% 이하(건강보험료 납부액 기준) 청년",
            "기준 중위소득 150% 이하(건강보험료 납부액 기준)",
        ),
        (
            "건강보험료 본인부담금 합산액이 기준중위소득 80% 이하 장애인",
            "건강보험료 본인부담금 합산액이 기준중위소득 80% 이하",
        ),
        (
            "중위소득 75% 이하 * 1인기준 1,923천원, 4인기준 4,871천원 - (재산)",
            "중위소득 75% 이하 * 1인기준 1,923천원, 4인기준 4,871천원",
        ),
        ("기준중위소득 60% 이내 저소득가구 지원", "기준중위소득 60% 이내 저소득가구"),
    ],
)
def test_ratios_take_the_words_that_belong_to_them(words: str, quote: str) -> None:
    assert quotes(RECOGNISERS, words)[0].rstrip(" -") == quote


@pytest.mark.parametrize(
    "words",
    [
        "원가구 소득이 기준 중위소득 100% 이하",
        "부양의무자 가구 소득기준(기준 중위소득 200% 미만)",
        "소득이 없으면 부모의 기준중위소득으로 판단",
        "총소득이 기준 중위소득 40%의 60% 이상",
        "도시근로자 가구당 월평균소득 70% 이하",
        "소득 하위 70% 노인",
        "건강보험료 하위 50%",
        "본인 연소득 5천만원 이하",
        "종합소득금액 2천6백만원 이하",
        "월 근로소득 10만원 이상",
        "소득수준과 무관하게 신청",
        "소득에 관계없이 지원",
        "소득 제한 없음",
        "3인 가구 : 7,502,650원",
        "대중교통 이용이 어려운 사람",
        "정보취약계층 교육",
        "저소득층 우선 선정",
    ],
)
def test_not_income_conditions(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@pytest.mark.parametrize(
    "words",
    [
        "소득수준과 무관하게",
        "소득에 관계없이",
        "소득 제한 없음",
        "(소득기준) 없음",
        "소득·재산 기준 없음",
        "3인 가구 : 7,502,650원",
        "소득과 자산요건을 적용하지 않음",
    ],
)
def test_phrases_that_state_no_limit_count_as_read(words: str) -> None:
    assert any(pattern.search(Flat.of(words).text) for pattern in IGNORED)


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ("소득인정액이 월 150만원 이하", {"max": 1_500_000}),
        ("월 소득 인정액 2,000만원 이상 가정", {"min": 20_000_000}),
        ("가구 월평균 소득 300만원 미만", {"below": 3_000_000}),
        ("가구소득이 월 450만원 초과", {"min": 4_500_001}),
    ],
)
def test_monthly_amounts(words: str, bounds: dict[str, int]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "monthly_income", **bounds}]


@pytest.mark.parametrize(
    ("title", "table"), [("기초연금", "basic_pension"), ("장애인연금", "disability_pension")]
)
def test_tables_of_the_pensions(title: str, table: str) -> None:
    words = "가구의 소득인정액이 선정기준액 이하인 자"
    assert rules(RECOGNISERS, words, Setting(title=title)) == [
        {"criterion": "monthly_income", "table": table}
    ]
    assert rules(RECOGNISERS, words) == []


BASIC = {"criterion": "basic_livelihood", "any_of": ["생계", "의료", "주거", "교육"]}
NEAR_POOR = {"criterion": "near_poor"}
SINGLE_PARENT = {"criterion": "household_type", "any_of": ["single_parent"]}
LOW_INCOME = {"criterion": "low_income"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("저소득층 아동", LOW_INCOME),
        ("사회취약계층", LOW_INCOME),
        ("생활이 어려운 가정", LOW_INCOME),
        ("경제적으로 어려운 주민", LOW_INCOME),
        ("저소득층(기초생활수급자, 차상위계층) 노인", {"any_of": [BASIC, NEAR_POOR]}),
        ("취약계층(수급자, 차상위, 한부모)", {"any_of": [BASIC, NEAR_POOR, SINGLE_PARENT]}),
        ("법정저소득층 영유아", {"any_of": [BASIC, NEAR_POOR, SINGLE_PARENT]}),
    ],
)
def test_words_for_poverty(words: str, expected: dict[str, object]) -> None:
    assert rules(RECOGNISERS, words) == [expected]
    assert found(RECOGNISERS, words)[0].kind is Kind.GROUP


def test_a_list_explains_the_word_after_it() -> None:
    words = "기초생활수급자, 차상위계층 등 저소득층"
    assert rules(RECOGNISERS, words) == []
    assert any(pattern.search(Flat.of(words).text) for pattern in IGNORED)


@given(texts)
def test_any_text_is_read_without_error(words: str) -> None:
    assert_inside(RECOGNISERS, words)
