"""국민취업지원, 구직급여, 근로·자녀장려금."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.eligibility.facts import ApplicantFacts
from policies.estimates.benefits import BenefitDetails, estimator_of
from policies.estimates.types import Estimate, EstimateStatus
from policies.estimates.work_credits import (
    EarnerKind,
    TaxHousehold,
    child_credit,
    earned_income_credit,
    tax_credits,
)
from policies.estimates.work_job_seeker import JobSeeker, job_seeker_support
from policies.estimates.work_unemployment import LostJob, daily_limits, unemployment_benefit

TODAY = date(2026, 11, 30)


def seeker(**said: Any) -> Estimate:
    return job_seeker_support(as_of=TODAY, seeker=JobSeeker(**said))


@pytest.mark.parametrize(
    ("dependents", "amount"), [(0, 600_000), (1, 700_000), (4, 1_000_000), (5, 1_000_000)]
)
def test_job_seeker_allowance(dependents: int, amount: int) -> None:
    """2026: 월 60만~100만원, 부양가족 한 명마다 10만원."""
    estimate = seeker(age=40, dependents=dependents)
    assert (estimate.low, estimate.high) == (amount, amount)


@pytest.mark.parametrize(
    ("said", "entitled"),
    [
        ({"age": 15}, True), ({"age": 14}, False), ({"age": 69}, True), ({"age": 70}, False),
        ({"age": 40, "ratio": 60}, True), ({"age": 40, "ratio": 60.1}, False),
        ({"age": 34, "ratio": 120}, True), ({"age": 34, "ratio": 120.1}, False),
        ({"age": 35, "ratio": 61}, False), ({"age": 17, "ratio": 61}, False),
        ({"age": 40, "assets": 400_000_000}, True), ({"age": 40, "assets": 400_000_001}, False),
        ({"age": 20, "assets": 500_000_000}, True), ({"age": 20, "assets": 500_000_001}, False),
        ({"ratio": 100}, True), ({"livelihood_recipient": True}, False),
    ],
)  # fmt: skip
def test_job_seeker_limits(said: dict[str, Any], entitled: bool) -> None:
    estimate = seeker(dependents=0, **said)
    assert (estimate.status is EstimateStatus.ESTIMATED) is entitled
    assert estimate.high == (600_000 if entitled else 0)


def lost(**said: Any) -> Estimate:
    return unemployment_benefit(LostJob(**{"left_on": TODAY, **said}))


def test_daily_limits_by_year() -> None:
    """2026: 66,048원~68,100원; 2025: 64,192원~66,000원; four hours a day: 33,024원."""
    assert daily_limits(date(2026, 1, 1), 8) == (66_048, 68_100)
    assert daily_limits(date(2025, 12, 31), 8) == (64_192, 66_000)
    assert daily_limits(date(2026, 6, 1), 4) == (33_024, 68_100)
    assert daily_limits(date(2026, 6, 1), 12) == (66_048, 68_100)


@pytest.mark.parametrize(
    ("insured", "younger", "older"),
    [(6, 120, 120), (11, 120, 120), (12, 150, 180), (35, 150, 180), (36, 180, 210),
     (59, 180, 210), (60, 210, 240), (119, 210, 240), (120, 240, 270), (400, 240, 270)],
)  # fmt: skip
def test_days_of_the_table(insured: int, younger: int, older: int) -> None:
    """고용보험법 별표 1; 월 300만원이면 하루 66,048원 (published example of 2026)."""
    said = {"wage": 3_000_000, "insured": insured}
    assert lost(age=49, disabled=False, **said).high == 66_048 * younger
    assert lost(age=50, **said).high == 66_048 * older
    assert lost(age=30, disabled=True, **said).high == 66_048 * older


def test_high_wage_meets_the_cap() -> None:
    assert lost(age=30, wage=7_000_000, insured=12).high == 68_100 * 150


def test_wage_between_floor_and_cap() -> None:
    """Three months to 30 November have 92 days: 3.4 million a month is 110,869원 a day."""
    estimate = lost(age=30, wage=3_400_000, insured=12)
    assert estimate.high == 66_521 * 150


def test_too_short_insurance() -> None:
    assert lost(insured=5, wage=3_000_000).status is EstimateStatus.NOT_ENTITLED


@settings(max_examples=40, deadline=None)
@given(
    wage=st.integers(min_value=0, max_value=20_000_000),
    more=st.integers(min_value=0, max_value=5_000_000),
    insured=st.integers(min_value=6, max_value=500),
    age=st.integers(min_value=18, max_value=64),
)
def test_unemployment_properties(wage: int, more: int, insured: int, age: int) -> None:
    said = {"insured": insured, "age": age, "disabled": False}
    known, richer = lost(wage=wage, **said), lost(wage=wage + more, **said)
    assert known.low is not None
    assert known.high is not None
    assert richer.high is not None
    assert 0 < known.high <= richer.high
    for missing in ({}, {"wage": wage}, {"insured": insured}, {"age": age, "disabled": False}):
        open_ = lost(**missing)
        assert open_.low is not None
        assert open_.high is not None
        assert open_.low <= known.low <= known.high <= open_.high


def earned(kind: EarnerKind, earnings: int, **said: Any) -> int | None:
    household = TaxHousehold(kinds=(kind,), earnings=earnings, **said)
    return earned_income_credit(as_of=TODAY, household=household).high


@pytest.mark.parametrize(
    ("kind", "earnings", "amount"),
    [
        # Published example: 단독, 300만원 → 1,237,500원.
        (EarnerKind.SINGLE, 3_000_000, 1_237_500), (EarnerKind.SINGLE, 3_999_999, 1_649_999),
        (EarnerKind.SINGLE, 4_000_000, 1_650_000), (EarnerKind.SINGLE, 8_999_999, 1_650_000),
        (EarnerKind.SINGLE, 9_000_000, 1_650_000), (EarnerKind.SINGLE, 15_500_000, 825_000),
        (EarnerKind.SINGLE, 22_000_000, 0),
        (EarnerKind.ONE_EARNER, 7_000_000, 2_850_000),
        (EarnerKind.ONE_EARNER, 14_000_000, 2_850_000),
        (EarnerKind.ONE_EARNER, 23_000_000, 1_425_000), (EarnerKind.ONE_EARNER, 32_000_000, 0),
        (EarnerKind.TWO_EARNER, 8_000_000, 3_300_000),
        (EarnerKind.TWO_EARNER, 17_000_000, 3_300_000),
        (EarnerKind.TWO_EARNER, 30_500_000, 1_650_000), (EarnerKind.TWO_EARNER, 44_000_000, 0),
    ],
)  # fmt: skip
def test_earned_income_credit(kind: EarnerKind, earnings: int, amount: int) -> None:
    """복지로 근로·자녀장려금의 산식."""
    assert earned(kind, earnings) == amount


def test_least_amounts() -> None:
    """제100조의7: below 15,000원 nothing; then 100,000원 rising and 30,000원 falling."""
    assert earned(EarnerKind.SINGLE, 30_000) == 0
    assert earned(EarnerKind.SINGLE, 50_000) == 100_000
    assert earned(EarnerKind.SINGLE, 21_800_000) == 30_000
    assert earned(EarnerKind.SINGLE, 21_900_000) == 0


def test_assets_and_late_application() -> None:
    single = EarnerKind.SINGLE
    assert earned(single, 5_000_000, assets=169_999_999) == 1_650_000
    assert earned(single, 5_000_000, assets=170_000_000) == 825_000
    assert earned(single, 5_000_000, assets=239_999_999) == 825_000
    assert earned(single, 5_000_000, assets=240_000_000) == 0
    assert earned(single, 5_000_000, late=True) == 1_567_500


@pytest.mark.parametrize(
    ("kind", "earnings", "each"),
    [(EarnerKind.ONE_EARNER, 20_999_999, 1_000_000), (EarnerKind.ONE_EARNER, 45_500_000, 750_000),
     (EarnerKind.ONE_EARNER, 69_999_999, 500_001), (EarnerKind.ONE_EARNER, 70_000_000, 0),
     (EarnerKind.TWO_EARNER, 25_000_000, 1_000_000), (EarnerKind.TWO_EARNER, 47_500_000, 750_000)],
)  # fmt: skip
def test_child_credit(kind: EarnerKind, earnings: int, each: int) -> None:
    household = TaxHousehold(kinds=(kind,), earnings=earnings, children=2)
    assert child_credit(as_of=TODAY, household=household).high == each * 2


def test_child_credit_needs_children() -> None:
    single = TaxHousehold(kinds=(EarnerKind.SINGLE,), earnings=10_000_000, children=1)
    open_ = TaxHousehold(earnings=10_000_000)
    assert child_credit(as_of=TODAY, household=single).status is EstimateStatus.NOT_ENTITLED
    assert child_credit(as_of=TODAY, household=open_).missing[0] == "child_count"


@settings(max_examples=50, deadline=None)
@given(
    earnings=st.integers(min_value=1, max_value=80_000_000),
    kind=st.sampled_from(list(EarnerKind)),
    children=st.integers(min_value=0, max_value=8),
    assets=st.integers(min_value=0, max_value=300_000_000),
)
def test_credit_properties(earnings: int, kind: EarnerKind, children: int, assets: int) -> None:
    one = TaxHousehold(kinds=(kind,), earnings=earnings, children=children, assets=assets)
    every = TaxHousehold(earnings=earnings, children=children, assets=assets)
    known = tax_credits(as_of=TODAY, household=one)
    open_ = tax_credits(as_of=TODAY, household=every)
    assert known.low is not None
    assert open_.low is not None
    assert open_.high is not None
    assert 0 <= open_.low <= known.low <= open_.high
    assert known.low <= 3_300_000 + 1_000_000 * children


def test_credits_by_name_take_this_years_earnings() -> None:
    estimator = estimator_of("근로장려금")
    assert estimator is not None
    said = {"as_of": TODAY, "household_size": 1, "monthly_income": 1_500_000}
    facts = ApplicantFacts.model_validate({**said, "income_is_recognised": False})
    estimate = estimator(facts, BenefitDetails())
    assert (estimate.low, estimate.high) == (507_693, 507_693)
    assert "18,000,000원" in estimate.assumptions[0]
    recognised = estimator(ApplicantFacts.model_validate(said), BenefitDetails())
    assert recognised.missing == ["monthly_income"]
