"""Household types and sizes."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise.household import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, quotes, rules, texts


def kinds(*names: str) -> dict[str, object]:
    return {"criterion": "household_type", "any_of": list(names)}


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("한부모가족", "single_parent"),
        ("법정한부모", "single_parent"),
        ("한부모가족 보호대상자", "single_parent"),
        ("모·부자가족", "single_parent"),
        ("미혼모", "single_parent"),
        ("「한부모가족지원법」 제5조에 따른 지원대상자", "single_parent"),
        ("한부모가족지원법에 의한 보호대상자", "single_parent"),
        ("조손가정", "grandparent"),
        ("다문화가족 자녀", "multicultural"),
        ("북한이탈주민", "north_korean_defector"),
        ("새터민", "north_korean_defector"),
        ("탈북청소년", "north_korean_defector"),
        ("소년·소녀가장", "child_headed"),
        ("소년소녀가정", "child_headed"),
        ("1인 가구", "one_person"),
        ("독거가구", "one_person"),
        ("홀로 사는", "one_person"),
    ],
)
def test_types(words: str, kind: str) -> None:
    assert rules(RECOGNISERS, words) == [kinds(kind)]
    assert quotes(RECOGNISERS, words) == [words]
    assert found(RECOGNISERS, words)[0].kind is Kind.GROUP


@pytest.mark.parametrize(
    "words", ["한부모·조손가족", "한부모(조손)가족", "한부모 가구(조손가구 포함)"]
)
def test_single_parents_with_grandparents(words: str) -> None:
    assert [each["any_of"] for each in rules(RECOGNISERS, words)] == [
        ["single_parent", "grandparent"]
    ]


def test_young_single_parents() -> None:
    assert rules(RECOGNISERS, "청소년 한부모") == [
        {"all_of": [kinds("single_parent"), {"criterion": "age", "max": 24}]}
    ]


def test_poor_single_parents() -> None:
    assert rules(RECOGNISERS, "저소득 한부모가족") == [
        {"all_of": [kinds("single_parent"), {"criterion": "low_income"}]}
    ]


def test_single_parents_with_a_limit() -> None:
    ratio = {"criterion": "median_income_ratio", "max": 63}
    assert rules(RECOGNISERS, "한부모가족(기준중위소득 63% 이하)") == [
        {"all_of": [kinds("single_parent"), ratio]}
    ]


@pytest.mark.parametrize(
    ("words", "bounds"),
    [("2인 이상 가구", {"min": 2}), ("4인 이하 세대", {"max": 4})],
)
def test_sizes(words: str, bounds: dict[str, int]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "household_size", **bounds}]
    assert found(RECOGNISERS, words)[0].kind is Kind.SCOPE


@pytest.mark.parametrize(
    "words",
    [
        "4인 가구 기준",
        "1인 가구 : 2,394,000원",
        "1인 가구 기준중위소득",
        "1인당 30만원",
        "한부모가족지원법",
        "한부모가족 복지시설",
        "다문화가족지원센터",
        "다문화교육",
        "독거노인",
        "단독주택",
        "모자보건법",
        "북한이탈주민 지원센터",
        "한부모가족 우선 선정",
    ],
)
def test_not_household_conditions(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(texts)
def test_any_text_is_read_without_error(words: str) -> None:
    assert_inside(RECOGNISERS, words)
