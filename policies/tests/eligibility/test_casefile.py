"""Facts in their published form: everything typed, nothing guessed, all faults told at once."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from policies.eligibility.casefile import KEYS, FactsInvalid, check_facts, facts_from_case
from policies.eligibility.questions import ASKING
from policies.tests.eligibility.people import person
from policies.vocabulary import BasicLivelihood, Disability

WHOLE: dict[str, Any] = {
    "as_of": "2026-11-29",
    "birth_date": "1961-11-29",
    "region": {"sido": "서울특별시", "sigungu": "동작구"},
    "children": ["1990-01-01"],
    "basic_livelihood": ["생계"],
    "near_poor": False,
    "disability": "none",
    "median_income_ratio": 52,
    "monthly_income": 0,
    "due_date": "2027-03-01",
    "receives": [],
    "other": {"세대주": True},
}


def test_known_values_arrive_with_their_types() -> None:
    facts = facts_from_case(WHOLE)
    assert facts.as_of == date(2026, 11, 29)
    assert facts.basic_livelihood == [BasicLivelihood.LIVELIHOOD]
    assert facts.disability is Disability.NONE
    assert (facts.near_poor, facts.monthly_income, facts.receives) == (False, 0, [])
    assert facts.sex is None
    assert set(facts.known()) == set(WHOLE) - {"as_of"}


def test_a_region_may_be_empty_or_absent() -> None:
    assert facts_from_case({"as_of": "2026-11-29", "region": {}}).region is None
    assert facts_from_case({"as_of": "2026-11-29"}).region is None
    assert facts_from_case({}, as_of=date(2026, 11, 29)).as_of == date(2026, 11, 29)
    given = facts_from_case({"as_of": date(2026, 1, 2), "sex": None})
    assert (given.as_of, given.sex) == (date(2026, 1, 2), None)


def test_every_published_key_is_taken() -> None:
    assert {"as_of", "other", *ASKING} == KEYS


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("favourite_colour", "red", "알 수 없는 항목"),
        ("provenance", {}, "알 수 없는 항목"),
        ("birth_date", "2026-02-30", "달력에 없는 날짜"),
        ("birth_date", "2025-02-29", "달력에 없는 날짜"),
        ("birth_date", "1961-1-1", "YYYY-MM-DD"),
        ("birth_date", "946684800", "YYYY-MM-DD"),
        ("birth_date", 19_610_101, "YYYY-MM-DD"),
        ("birth_date", "2026-11-30", "뒤입니다"),
        ("birth_date", "1899-12-31", "1900년보다 앞섭니다"),
        ("married_on", "2026-12-01", "뒤입니다"),
        ("delivered_on", "2026-12-01", "뒤입니다"),
        ("moved_in_on", "2026-12-01", "뒤입니다"),
        ("children", ["2020-01-01", "2027-01-01"], "뒤입니다"),
        ("children", ["2020-13-01"], "달력에 없는 날짜"),
        ("sex", "female!", "정해진 값"),
        ("basic_livelihood", ["생계", "연금"], "정해진 값"),
        ("basic_livelihood", "생계", "목록"),
        ("near_poor", "false", "true 또는 false"),
        ("near_poor", 0, "true 또는 false"),
        ("household_size", "4", "정수"),
        ("household_size", 0, "1 이상"),
        ("monthly_income", 1.5, "정수"),
        ("median_income_ratio", -1, "0 이상"),
        ("median_income_ratio", float("nan"), "숫자"),
        ("legacy_disability_grade", 7, "6 이하"),
        ("region", {"sigungu": "동작구"}, "값이 있어야"),
        ("other", {"세대주": "네"}, "true 또는 false"),
    ],
)
def test_a_faulty_value_is_refused_by_its_key(key: str, value: Any, told: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        facts_from_case({"as_of": "2026-11-29", key: value})
    (error,) = refused.value.errors
    assert error.startswith(key)
    assert told in error
    assert error.endswith(".")


def test_all_faults_are_told_at_once() -> None:
    faulty = {
        "as_of": "2026-11-29",
        "birth_date": "2026-02-30",
        "unknown": 1,
        "sex": "x",
        "married_on": "2027-01-01",
        "children": ["2027-01-01", "x"],
    }
    with pytest.raises(FactsInvalid) as refused:
        facts_from_case(faulty)
    keys = sorted(error.split(":")[0] for error in refused.value.errors)
    assert keys == ["birth_date", "children.0", "children.1", "married_on", "sex", "unknown"]
    with pytest.raises(FactsInvalid, match="as_of"):
        facts_from_case({"birth_date": "x"})


def test_dates_are_checked_for_facts_from_anywhere() -> None:
    assert check_facts(person(birth_date="1961-11-29", due_date="2027-05-01")) == []
    assert check_facts(person(birth_date="2026-11-29")) == []
    assert check_facts(person(birth_date="1990-05-01", children=["1985-01-01"])) == [
        "children.0: 자녀의 생년월일이 1985년 1월 1일로, 본인의 생년월일보다 앞섭니다."
    ]
    assert check_facts(person(married_on="2026-11-30")) == [
        "married_on: 혼인신고일이 2026년 11월 30일로, 기준일(2026년 11월 29일)보다 뒤입니다."
    ]
