"""Income, tables, premiums, assets: limits to the won, derivations only when certain."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from policies.eligibility.outcome import State, UnknownReason
from policies.tests.eligibility.people import judged

MET, NOT_MET, UNKNOWN = State.MET, State.NOT_MET, State.UNKNOWN
HALF = {"max": 50}


@pytest.mark.parametrize(
    ("limits", "ratio", "state"),
    [
        ({"max": 50}, 50, MET),
        ({"max": 50}, 50.1, NOT_MET),
        ({"below": 50}, 50, NOT_MET),
        ({"above": 50}, 50, NOT_MET),
        ({"min": 50}, 50, MET),
        ({"above": 50, "max": 100}, 50.5, MET),
        ({"max": 50}, 0, MET),
        ({"max": 0}, 0, MET),
    ],
)
def test_stated_ratio(limits: dict[str, Any], ratio: float, state: State) -> None:
    assert judged("median_income_ratio", limits, median_income_ratio=ratio).state is state


@pytest.mark.parametrize(
    ("income", "size", "state"),
    [
        (3_247_369, 4, MET),
        (3_247_370, 4, NOT_MET),
        (5_236_773, 8, MET),
        (5_237_174, 8, MET),
        (5_237_175, 8, NOT_MET),
        (0, None, MET),
        (-100_000, None, MET),
    ],
)
def test_ratio_from_income_through_the_table(income: int, size: int | None, state: State) -> None:
    outcome = judged("median_income_ratio", HALF, monthly_income=income, household_size=size)
    assert outcome.state is state


def test_a_limit_inside_the_published_rounding_passes() -> None:
    # 50 % of 2,392,013 is 1,196,006.5; the published limit is 1,196,007.
    facts: dict[str, Any] = {"as_of": date(2025, 6, 1), "household_size": 1}
    assert judged("median_income_ratio", HALF, monthly_income=1_196_007, **facts).state is MET
    assert judged("median_income_ratio", HALF, monthly_income=1_196_008, **facts).state is NOT_MET


def test_derived_ratio_says_table_and_distance() -> None:
    outcome = judged("median_income_ratio", HALF, monthly_income=3_281_369, household_size=4)
    assert outcome.distance == "월 34,000원 초과"
    assert outcome.sentence == (
        "2026년 기준중위소득 50% 이하여야 하는데 4인 가구 소득 월 3,281,369원입니다."
    )
    assert outcome.reference is not None
    assert outcome.reference.year_used == 2026


def test_a_missing_year_is_said() -> None:
    facts: dict[str, Any] = {"as_of": date(2027, 3, 1), "household_size": 4}
    outcome = judged("median_income_ratio", HALF, monthly_income=1_000_000, **facts)
    assert outcome.sentence.endswith("2026년 기준중위소득 50% 이하 조건에 맞습니다.")
    assert outcome.reference is not None
    assert (outcome.reference.year_asked, outcome.reference.year_used) == (2027, 2026)


@pytest.mark.parametrize(
    ("limits", "facts", "state"),
    [
        ({"max": 50}, {"basic_livelihood": ["생계"]}, MET),
        ({"max": 32}, {"basic_livelihood": ["생계", "주거"]}, MET),
        ({"max": 30}, {"basic_livelihood": ["생계"]}, UNKNOWN),
        ({"max": 47}, {"basic_livelihood": ["주거"]}, UNKNOWN),
        ({"above": 50}, {"basic_livelihood": ["교육"]}, NOT_MET),
        ({"min": 10, "max": 50}, {"basic_livelihood": ["생계"]}, UNKNOWN),
        ({"max": 50}, {"near_poor": True}, MET),
        ({"max": 50}, {"near_poor": False}, UNKNOWN),
        ({"max": 50}, {"basic_livelihood": []}, UNKNOWN),
    ],
)
def test_benefits_cap_the_ratio(
    limits: dict[str, Any], facts: dict[str, Any], state: State
) -> None:
    assert judged("median_income_ratio", limits, **facts).state is state


def test_what_is_asked_for_a_ratio() -> None:
    assert judged("median_income_ratio", HALF).missing == ["median_income_ratio"]
    asked = judged("median_income_ratio", HALF, monthly_income=2_000_000)
    assert asked.missing == ["household_size"]


@pytest.mark.parametrize(
    ("limits", "income", "state", "distance"),
    [
        ({"max": 2_000_000}, 2_000_000, MET, ""),
        ({"max": 2_000_000}, 2_000_001, NOT_MET, "월 1원 초과"),
        ({"below": 2_000_000}, 2_000_000, NOT_MET, "월 1원 초과"),
        ({"min": 100_000}, 0, NOT_MET, "월 100,000원 부족"),
        ({"max": 0}, 0, MET, ""),
    ],
)
def test_monthly_income(limits: dict[str, int], income: int, state: State, distance: str) -> None:
    outcome = judged("monthly_income", limits, monthly_income=income)
    assert (outcome.state, outcome.distance) == (state, distance)


def test_monthly_income_from_a_ratio_only_when_certain() -> None:
    limits, facts = {"max": 2_500_000}, {"household_size": 1}
    assert judged("monthly_income", limits, median_income_ratio=90, **facts).state is MET
    assert judged("monthly_income", limits, median_income_ratio=110, **facts).state is NOT_MET
    close = judged("monthly_income", limits, median_income_ratio=97.5, **facts)
    assert (close.state, close.missing) == (UNKNOWN, ["monthly_income"])
    assert judged("monthly_income", limits, median_income_ratio=90).state is UNKNOWN


@pytest.mark.parametrize(
    ("income", "status", "state"),
    [
        (2_470_000, None, MET),
        (2_470_001, None, UNKNOWN),
        (3_952_000, None, UNKNOWN),
        (3_952_001, None, NOT_MET),
        (2_470_000, "single", MET),
        (2_470_001, "widowed", NOT_MET),
        (2_470_001, "divorced", NOT_MET),
        (3_952_000, "married", MET),
        (3_952_001, "married", NOT_MET),
        (3_000_000, "separated", UNKNOWN),
    ],
)
def test_basic_pension_limit(income: int, status: str | None, state: State) -> None:
    fields = {"table": "basic_pension"}
    outcome = judged("monthly_income", fields, monthly_income=income, marital_status=status)
    assert outcome.state is state
    assert outcome.missing == (["marital_status"] if state is UNKNOWN else [])


def test_pension_limit_sentences() -> None:
    fields = {"table": "basic_pension"}
    outcome = judged("monthly_income", fields, monthly_income=2_504_000, marital_status="single")
    assert outcome.distance == "월 34,000원 초과"
    assert outcome.sentence == (
        "2026년 기초연금 선정기준액(단독가구 월 2,470,000원) 이하여야 하는데 "
        "소득 월 2,504,000원입니다."
    )
    assert judged("monthly_income", fields, median_income_ratio=10).missing == ["monthly_income"]


def test_a_table_without_any_earlier_year_is_for_the_caseworker() -> None:
    fields = {"table": "basic_pension"}
    outcome = judged("monthly_income", fields, as_of=date(2020, 1, 1), monthly_income=0)
    assert (outcome.state, outcome.reason) == (UNKNOWN, UnknownReason.RULE_UNCLEAR)
    assert outcome.missing == []


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({"health_insurance": "medical_aid_2"}, MET),
        ({"health_insurance": "employee"}, NOT_MET),
        ({"basic_livelihood": ["의료"]}, MET),
        ({"basic_livelihood": ["주거"]}, UNKNOWN),
        ({}, UNKNOWN),
    ],
)
def test_medical_aid(facts: dict[str, Any], state: State) -> None:
    fields = {"one_of": ["medical_aid_1", "medical_aid_2"]}
    assert judged("health_insurance", fields, **facts).state is state


def test_medical_aid_of_one_kind_stays_open() -> None:
    outcome = judged("health_insurance", {"one_of": ["medical_aid_1"]}, basic_livelihood=["의료"])
    assert (outcome.state, outcome.missing) == (UNKNOWN, ["health_insurance"])


BOTH = {"employee_max": 100_000, "regional_max": 50_000}


@pytest.mark.parametrize(
    ("fields", "kind", "paid", "state", "missing"),
    [
        (BOTH, "employee", 100_000, MET, []),
        (BOTH, "employee", 100_001, NOT_MET, []),
        (BOTH, "regional", 50_001, NOT_MET, []),
        (BOTH, "dependent", 90_000, MET, []),
        (BOTH, "regional", 0, MET, []),
        (BOTH, None, 50_000, MET, []),
        (BOTH, None, 100_001, NOT_MET, []),
        (BOTH, None, 70_000, UNKNOWN, ["health_insurance"]),
        (BOTH, None, 0, UNKNOWN, ["health_insurance"]),
        (BOTH, "regional", None, UNKNOWN, ["health_insurance_premium"]),
        (BOTH, None, None, UNKNOWN, ["health_insurance", "health_insurance_premium"]),
        ({"regional_max": 50_000}, None, 40_000, UNKNOWN, ["health_insurance"]),
        ({"regional_max": 50_000}, "employee", 40_000, UNKNOWN, []),
        (BOTH, "medical_aid_1", None, UNKNOWN, []),
    ],
)
def test_premium(
    fields: dict[str, int], kind: str | None, paid: int | None, state: State, missing: list[str]
) -> None:
    facts = {"health_insurance": kind, "health_insurance_premium": paid}
    outcome = judged("premium", fields, **facts)
    assert (outcome.state, outcome.missing) == (state, missing)
    if state is UNKNOWN:
        unclear = UnknownReason.RULE_UNCLEAR
        assert outcome.reason is (UnknownReason.FACT_MISSING if missing else unclear)


def test_assets() -> None:
    limit = {"max": 254_000_000}
    assert judged("assets", limit, assets=254_000_000).state is MET
    assert judged("assets", limit, assets=0).state is MET
    assert judged("assets", limit, assets=255_000_000).distance == "1,000,000원 초과"
    assert judged("assets", limit).missing == ["assets"]


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({"monthly_income": 800_000, "income_is_recognised": False}, UNKNOWN),
        ({"monthly_income": 800_000, "income_is_recognised": False, "assets": 0}, MET),
        ({"monthly_income": 800_000}, MET),
        ({"monthly_income": 9_000_000, "income_is_recognised": False}, NOT_MET),
    ],
)
def test_earnings_under_the_limit_are_not_yet_recognised_income(
    facts: dict[str, Any], state: State
) -> None:
    """선정기준액 is about 소득인정액: what assets add must be known before it passes."""
    outcome = judged("monthly_income", {"table": "basic_pension"}, **facts)
    assert outcome.state is state
    assert outcome.missing == (["assets"] if state is UNKNOWN else [])
