"""Newlyweds, civil states and the time since the wedding."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from policies.eligibility.parsing.recognise.marriage import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, rules
from policies.tests.parsing.test_recognise_ages import age_texts

NEWLYWED = {
    "any_of": [
        {"criterion": "household_type", "any_of": ["newlywed"]},
        {"criterion": "married_within", "max_months": 84},
    ]
}


def status(*states: str) -> dict[str, Any]:
    return {"criterion": "marital_status", "one_of": list(states)}


def wed(**limits: Any) -> dict[str, Any]:
    return {"criterion": "married_within", **limits}


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("신혼부부", NEWLYWED),
        ("청년 신혼부부", NEWLYWED),
        ("예비신혼부부", status("engaged")),
        ("(예비)신혼부부", {"any_of": [status("engaged"), NEWLYWED]}),
        ("예비부부", status("engaged")),
        ("결혼예정자", status("engaged")),
        ("혼인신고일로부터 7년 이내 신혼부부", wed(max_months=84)),
        ("혼인 7년 이내", wed(max_months=84)),
        ("신혼부부(최근 10년 이내 혼인신고)", wed(max_months=120)),
        ("혼인신고를 한지 1년이 경과되지 않은 신혼부부", wed(max_months=12)),
        ("혼인신고일 기준 5년 이내인 부부", wed(max_months=60)),
        ("결혼기간 3년 이상", wed(min_months=36)),
        ("혼인신고일로부터 6개월이 경과한 날부터 1년 이내", wed(min_months=6, max_months=12)),
        ("2023.1.1. 이후 혼인신고자", wed(married_from="2023-01-01")),
        ("미혼인 자", status("single", "engaged")),
        ("미혼 청년", status("single", "engaged")),
        ("기혼자", status("married")),
        ("배우자가 있는 자", status("married")),
        ("이혼한 자", status("divorced")),
        ("사별한 자", status("widowed")),
        ("배우자가 없는 자", status("single", "engaged", "divorced", "widowed")),
    ],
)
def test_rule(words: str, rule: dict[str, Any]) -> None:
    assert rules(RECOGNISERS, words) == [rule]


def test_an_unwed_parent_is_both() -> None:
    (rule,) = rules(RECOGNISERS, "미혼모")
    assert status("single") in rule["all_of"]


@pytest.mark.parametrize(
    "words",
    [
        "부부합산 연소득 8천만원 이하",
        "본인 및 배우자",
        "결혼이민자",
        "부모가 이혼한 경우",
        "대출실행일로부터 3개월 이내에 혼인신고할",
        "신혼부부 특별공급",
        "미혼 여부",
        "중구 독신청서",
        "30세 미만 미혼 자녀",
    ],
)
def test_nothing(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(age_texts)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
