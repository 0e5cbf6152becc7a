"""Veterans by kind, poverty by status and word, lowest premium, assets."""

from __future__ import annotations

from typing import Any

import pytest

from policies.eligibility.outcome import State, UnknownReason
from policies.tests.eligibility.people import judged

MET, NOT_MET, UNKNOWN = State.MET, State.NOT_MET, State.UNKNOWN


@pytest.mark.parametrize(
    ("fields", "facts", "state", "missing"),
    [
        ({}, {"veteran": True}, MET, []),
        ({"kinds": ["국가유공자"]}, {"veteran": True}, MET, []),
        ({"kinds": ["참전유공자", "보훈가족"]}, {"veteran": True}, MET, []),
        ({"kinds": ["참전유공자"]}, {"veteran": False}, NOT_MET, []),
        ({"kinds": ["참전유공자"]}, {"veteran": True}, UNKNOWN, ["other.참전유공자"]),
        ({"kinds": ["참전유공자"]}, {}, UNKNOWN, ["veteran", "other.참전유공자"]),
        ({"kinds": ["의사상자"]}, {"veteran": False}, UNKNOWN, ["other.의사상자"]),
        ({"kinds": ["의사상자"]}, {"veteran": True}, UNKNOWN, ["other.의사상자"]),
        ({"kinds": ["의사상자"]}, {"other": {"의사상자": False}}, NOT_MET, []),
        ({"kinds": ["참전유공자"]}, {"other": {"6·25 참전유공자": True}}, MET, []),
        (
            {"kinds": ["참전유공자(6.25)"]},
            {"veteran": True, "other": {"6·25 참전유공자": False}},
            NOT_MET,
            [],
        ),
        (
            {"kinds": ["참전유공자"]},
            {"veteran": True, "other": {"6·25 참전유공자": False}},
            UNKNOWN,
            ["other.참전유공자"],
        ),
        ({"kinds": ["국가유공자"]}, {"other": {"국가유공자등록": True}}, MET, []),
        (
            {"kinds": ["참전유공자"]},
            {"veteran": True, "other": {"참전유공자의 배우자": True}},
            UNKNOWN,
            ["other.참전유공자"],
        ),
        (
            {"kinds": ["국가유공자"], "family": True},
            {"veteran": False},
            UNKNOWN,
            ["other.국가유공자 유족·가족"],
        ),
        ({"kinds": ["국가유공자"], "family": True}, {"veteran": True}, MET, []),
        (
            {"kinds": ["국가유공자", "독립유공자"], "family": True},
            {"veteran": False, "other": {"국가유공자·독립유공자 유족 또는 가족": False}},
            NOT_MET,
            [],
        ),
        ({"equals": False}, {"veteran": True}, NOT_MET, []),
        ({"equals": False, "kinds": ["참전유공자"]}, {"veteran": False}, MET, []),
    ],
)
def test_veterans(
    fields: dict[str, Any], facts: dict[str, Any], state: State, missing: list[str]
) -> None:
    outcome = judged("veteran", fields, **facts)
    assert (outcome.state, outcome.missing) == (state, missing)


def test_veterans_in_words() -> None:
    outcome = judged("veteran", {"kinds": ["참전유공자"]}, veteran=True)
    assert outcome.sentence == "참전유공자인지 확인이 필요해요."
    failed = judged("veteran", {"kinds": ["참전유공자", "독립유공자"]}, veteran=False)
    assert failed.sentence == (
        "참전유공자 또는 독립유공자여야 하는데 참전유공자 또는 독립유공자가 아닙니다."
    )


@pytest.mark.parametrize(
    ("facts", "state", "missing"),
    [
        ({"basic_livelihood": ["주거"]}, MET, []),
        ({"near_poor": True}, MET, []),
        ({"median_income_ratio": 50}, MET, []),
        ({"median_income_ratio": 100}, UNKNOWN, []),
        ({"median_income_ratio": 101}, NOT_MET, []),
        ({"monthly_income": 900_000, "household_size": 1}, MET, []),
        (
            {"monthly_income": 900_000, "basic_livelihood": [], "near_poor": False},
            UNKNOWN,
            ["household_size"],
        ),
        ({"basic_livelihood": [], "near_poor": False}, UNKNOWN, ["median_income_ratio"]),
        ({}, UNKNOWN, ["basic_livelihood", "near_poor", "median_income_ratio"]),
    ],
)
def test_low_income(facts: dict[str, Any], state: State, missing: list[str]) -> None:
    outcome = judged("low_income", {}, **facts)
    assert (outcome.state, outcome.missing) == (state, missing)


@pytest.mark.parametrize(
    ("name", "fields", "ratio", "state"),
    [
        ("near_poor", {}, 50, UNKNOWN),
        ("near_poor", {}, 50.1, NOT_MET),
        ("basic_livelihood", {"any_of": ["생계"]}, 33, NOT_MET),
        ("basic_livelihood", {"any_of": ["생계"]}, 32, UNKNOWN),
        ("basic_livelihood", {"any_of": ["생계", "교육"]}, 45, UNKNOWN),
        ("basic_livelihood", {"any_of": ["생계", "의료", "주거", "교육"]}, 51, NOT_MET),
    ],
)
def test_an_income_over_the_legal_cap_rules_a_status_out(
    name: str, fields: dict[str, Any], ratio: float, state: State
) -> None:
    assert judged(name, fields, median_income_ratio=ratio).state is state


def test_near_poor_says_the_income_that_rules_it_out() -> None:
    outcome = judged("near_poor", {}, median_income_ratio=70)
    assert outcome.sentence == "차상위계층이어야 하는데 기준중위소득 70%입니다."


def test_lowest_premium_is_never_decided_by_the_amount() -> None:
    lowest = {"minimum": True}
    assert judged("premium", lowest).missing == ["health_insurance_premium"]
    paid = judged("premium", lowest, health_insurance_premium=20_160)
    assert (paid.state, paid.missing) == (UNKNOWN, ["other.최저보험료 납부"])
    employee = judged("premium", lowest, health_insurance="employee")
    assert employee.state is UNKNOWN
    quoted = {**lowest, "quote": "최저보험료 납부대상자"}
    said = judged("premium", quoted, other={"최저보험료납부대상자": True})
    assert said.state is MET


def test_assets_below_a_limit() -> None:
    limit = {"below": 100_000_000}
    assert judged("assets", limit, assets=99_999_999).state is MET
    outcome = judged("assets", limit, assets=100_000_000)
    assert (outcome.state, outcome.distance) == (NOT_MET, "1원 초과")
    assert outcome.sentence.startswith("재산 100,000,000원 미만이어야 하는데")


def test_unclear_income_is_for_the_caseworker() -> None:
    outcome = judged("low_income", {}, median_income_ratio=70)
    assert outcome.reason is UnknownReason.RULE_UNCLEAR
    assert outcome.sentence.endswith("담당자에게 확인해야 합니다.")
