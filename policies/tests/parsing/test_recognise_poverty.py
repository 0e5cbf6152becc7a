"""Words for poverty: 저소득층 and its brackets, 차상위계층, 수급자, ratios of the median."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise import livelihood, near_poor
from policies.eligibility.parsing.recognise.low_income import low_income
from policies.eligibility.parsing.recognise.ratios import ratios
from policies.tests.parsing.recognising import assert_inside, found, quotes, rules, texts

LOW = (low_income,)
RATIOS = (ratios,)
ALL: dict[str, Any] = {"criterion": "basic_livelihood", "any_of": ["생계", "의료", "주거", "교육"]}
NEAR: dict[str, Any] = {"criterion": "near_poor"}
VAGUE: dict[str, Any] = {"criterion": "low_income"}
AID: dict[str, Any] = {
    "any_of": [
        {"criterion": "basic_livelihood", "any_of": ["의료"]},
        {"criterion": "health_insurance", "one_of": ["medical_aid_1", "medical_aid_2"]},
    ]
}


@pytest.mark.parametrize(
    "words",
    [
        "저소득층",
        "저소득 가구",
        "취약계층",
        "사회적 취약계층",
        "생활이 어려운 자",
        "경제적으로 어려운 가정",
    ],
)
def test_words_without_a_limit(words: str) -> None:
    assert rules(LOW, words) == [VAGUE]
    assert quotes(LOW, words) == [words]
    assert found(LOW, words)[0].confidence < 1


def test_low_income_turned_round() -> None:
    (one,) = found(LOW, "저소득층이 아닌 자")
    assert one.negated


@pytest.mark.parametrize(
    ("words", "rule", "kind"),
    [
        ("저소득층(기초생활수급자, 차상위계층)", {"any_of": [ALL, NEAR]}, Kind.GROUP),
        ("저소득 가구(차상위계층)", NEAR, Kind.GROUP),
        (
            "저소득층(기준 중위소득 50% 이하)",
            {"criterion": "median_income_ratio", "max": 50},
            Kind.SCOPE,
        ),
    ],
)
def test_a_bracket_says_who_is_meant(words: str, rule: dict[str, Any], kind: Kind) -> None:
    assert rules(LOW, words) == [rule]
    assert quotes(LOW, words) == [words]
    assert found(LOW, words)[0].kind is kind


@pytest.mark.parametrize("words", ["저소득층(시장이 정하는 자)", "저소득층(만 65세 이상 노인)"])
def test_a_bracket_that_is_not_read_defines_nothing(words: str) -> None:
    assert rules(LOW, words) == [VAGUE]
    assert quotes(LOW, words) == ["저소득층"]


def test_poor_by_law() -> None:
    (rule,) = rules(LOW, "법정 저소득층")
    assert NEAR in rule["any_of"]
    assert ALL in rule["any_of"]


@pytest.mark.parametrize(
    "words",
    [
        "정보 취약계층",
        "교통 취약계층",
        "저소득층 우선 지원",
        "수급자, 차상위 등 저소득층",
        "저소득 밀집지역",
        "저소득 기준",
        "취약계층 여부",
    ],
)
def test_words_for_poverty_that_ask_nothing(words: str) -> None:
    assert rules(LOW, words) == []


@pytest.mark.parametrize(
    "words",
    [
        "차상위계층",
        "차상위 가구",
        "법정 차상위계층",
        "차상위 본인부담경감 대상자",
        "차상위 자활",
        "차상위 장애수당 수급자",
        "차상위계층 확인서 발급자",
        "차상위계층(본인부담경감, 자활)",
        "국민기초생활 보장법 제2조제10호에 해당하는 사람",
    ],
)
def test_near_poor(words: str) -> None:
    assert rules(near_poor.READERS, words) == [NEAR]
    assert quotes(near_poor.READERS, words) == [words]


def test_near_poor_with_a_turn() -> None:
    assert found(near_poor.READERS, "차상위계층이 아닌 자")[0].negated
    assert rules(near_poor.READERS, "차상위 이하") == [{"any_of": [ALL, NEAR]}]
    assert rules(near_poor.READERS, "차상위 초과") == []
    assert rules(near_poor.READERS, "차상위계층 우선") == []
    assert rules(near_poor.READERS, "잠재적 차상위계층") == [{**NEAR, "unclear": True}]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("기초수급가구", ALL),
        ("맞춤형급여 수급자", ALL),
        ("기초생활보장 수급권자", ALL),
        ("주거급여 수급 가구", {"criterion": "basic_livelihood", "any_of": ["주거"]}),
        ("의료급여 수급자", AID),
        ("「의료급여법」에 따른 수급권자", AID),
        ("의료급여 1종 수급권자", {"criterion": "health_insurance", "one_of": ["medical_aid_1"]}),
    ],
)
def test_recipients(words: str, rule: dict[str, Any]) -> None:
    assert rules(livelihood.READERS, words) == [rule]
    assert quotes(livelihood.READERS, words) == [words]


def test_a_bare_recipient_needs_its_surroundings() -> None:
    assert rules(livelihood.READERS, "수급자") == []
    assert rules(livelihood.READERS, "차상위계층 및 수급자") == [ALL]


@pytest.mark.parametrize(
    "words",
    [
        "실업급여 수급자",
        "육아휴직급여 수급자",
        "활동지원 수급자",
        "긴급생계급여",
        "기초생활수급자 우선",
    ],
)
def test_recipients_of_something_else(words: str) -> None:
    assert rules(livelihood.READERS, words) == []


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("중위소득 100분의 50 이하", {"max": 50}),
        ("기준중위소득 180% 미만", {"below": 180}),
        ("중위소득 50% 초과 100% 이하", {"above": 50, "max": 100}),
        ("기준 중위소득 이하", {"max": 100}),
        ("중위소득 60%↓", {"max": 60}),
        ("중위소득 80프로 이하", {"max": 80}),
        ("중위소득 75% 이상", {"min": 75}),
        ("중위소득의 100분의 60을 넘지 않는 자", {"max": 60}),
        ("중위소득 150% 이하(4인 가구 9,000,000원)", {"max": 150}),
    ],
)
def test_ratios(words: str, limits: dict[str, float]) -> None:
    assert rules(RATIOS, words) == [{"criterion": "median_income_ratio", **limits}]
    assert found(RATIOS, words)[0].dimension == "income"


@pytest.mark.parametrize(
    "words",
    [
        "부양의무자 중위소득 100% 이하",
        "부모의 중위소득 100% 이하",
        "중위소득 50% 이하 우선 지원",
        "중위소득 표",
        "중위소득의 3배 이하",
    ],
)
def test_ratios_of_others_and_of_nothing(words: str) -> None:
    assert rules(RATIOS, words) == []


@given(texts)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside((*LOW, *RATIOS, *near_poor.READERS, *livelihood.READERS), words)
