"""생계·의료·주거·교육급여 and 차상위 against the examples printed with the rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.eligibility.facts import RegionFact
from policies.estimates.education import Pupils, estimate_education
from policies.estimates.housing import Home, estimate_housing
from policies.estimates.livelihood import (
    MEDICAL,
    NEAR_POOR,
    Household,
    estimate_entitlement,
    estimate_livelihood,
)
from policies.estimates.recognised import Means
from policies.estimates.types import Estimate, EstimateStatus

DAY = date(2026, 11, 30)
SEOUL = RegionFact(sido="서울특별시")
INCOMES = st.integers(0, 8_000_000)
SIZES = st.integers(1, 10)


def household(size: int | None, recognised: int | None, day: date = DAY) -> Household:
    return Household(size, Means(recognised=recognised, region=SEOUL), day)


def ends(estimate: Estimate) -> tuple[int | None, int | None]:
    return estimate.low, estimate.high


def test_published_example_of_2023() -> None:
    """복지서비스 안내책자 2023: 4인, 소득인정액 60만원이면 1,620,289 − 600,000을 올림."""
    assert ends(estimate_livelihood(household(4, 600_000, date(2023, 5, 1)))) == (1_020_290,) * 2


@pytest.mark.parametrize(
    ("size", "recognised", "amount"),
    [
        (1, 0, 820_560),  # 820,556 in tens upwards
        (3, 650_000, 1_064_900),
        (1, 820_555, 10),
        (1, 820_556, 0),  # at the limit nothing is left to pay
        (1, 820_557, 0),
        (10, 0, 3_965_680),  # 32 % of 12,392,744 is 3,965,678.08
    ],
)
def test_livelihood_2026(size: int, recognised: int, amount: int) -> None:
    assert ends(estimate_livelihood(household(size, recognised))) == (amount, amount)


def test_zero_is_told_as_not_entitled() -> None:
    estimate = estimate_livelihood(household(1, 2_000_000))
    assert estimate.status is EstimateStatus.NOT_ENTITLED
    assert "생계급여 기준(기준 중위소득의 32%): 월 820,556원" in estimate.steps


@pytest.mark.parametrize(
    ("benefit", "limit"), [(MEDICAL, 1_025_695), (NEAR_POOR, 1_282_119)]
)  # 복지로 의료급여, 차상위 1인 2026
def test_entitlement_on_both_sides(benefit: str, limit: int) -> None:
    at, above = (estimate_entitlement(benefit, household(1, limit + step)) for step in (0, 1))
    assert (at.status, ends(at)) == (EstimateStatus.ESTIMATED, (None, None))
    assert (above.status, ends(above)) == (EstimateStatus.NOT_ENTITLED, (0, 0))


def test_what_is_missing_is_asked_for() -> None:
    assert estimate_livelihood(household(2, None)).missing == ["monthly_income"]
    assert estimate_livelihood(household(None, 0)).missing == ["household_size"]
    straddling = estimate_entitlement(MEDICAL, Household(1, Means(earned=0), DAY))
    assert (straddling.status, straddling.missing) == (EstimateStatus.MISSING, ["assets"])
    late = estimate_livelihood(household(1, 0, date(2028, 2, 1)))
    assert late.status is EstimateStatus.NO_PARAMETERS


def test_rent_of_the_published_example() -> None:
    """복지로 주거급여: 서울 3인, 소득인정액 80만원, 월세 50만원이면 기준임대료 전액."""
    estimate = estimate_housing(household(3, 800_000), Home(False, 500_000, 0))
    assert ends(estimate) == (492_000, 492_000)


@pytest.mark.parametrize(
    ("recognised", "rent", "deposit", "amount"),
    [
        (820_556, 300_000, 0, 300_000),  # at the 생계급여 standard nothing is borne
        (920_556, 300_000, 0, 270_000),  # 30 % of 100,000
        (0, 300_000, 15_000_000, 350_000),  # deposit at 4 % a year
        (0, 360_000, 15_000_000, 369_000),  # 기준임대료 of 서울
        (1_230_834, 369_000, 0, 245_916),  # 48 %: 30 % of 410,278 is 123,083.4
        (1_230_835, 369_000, 0, 0),
    ],
)
def test_rent_less_own_share(recognised: int, rent: int, deposit: int, amount: int) -> None:
    estimate = estimate_housing(household(1, recognised), Home(False, rent, deposit))
    assert ends(estimate) == (amount, amount)


def test_rent_without_place_spans_the_grades() -> None:
    somewhere = Household(2, Means(recognised=0), DAY)
    estimate = estimate_housing(somewhere, Home(False, 1_000_000, 0))
    assert ends(estimate) == (238_000, 414_000)
    assert estimate.missing == ["region"]


def test_seven_persons_have_no_reference_rent() -> None:
    assert estimate_housing(household(7, 0), Home(False, 1, 0)).status is (
        EstimateStatus.NO_PARAMETERS
    )


@pytest.mark.parametrize(
    ("recognised", "low", "high"),
    [
        (820_556, 5_900_000, 16_010_000),
        (820_557, 5_310_000, 14_409_000),
        (1_025_695, 5_310_000, 14_409_000),
        (1_025_696, 4_720_000, 12_808_000),
        (1_230_835, 0, 0),
    ],
)
def test_repairs_of_owners(recognised: int, low: int, high: int) -> None:
    """복지로: 수선비용 590·1,095·1,601만원의 100 %, 90 % (40 %까지), 80 % (48 %까지)."""
    estimate = estimate_housing(household(1, recognised), Home(owned=True))
    assert (estimate.unit, *ends(estimate)) == ("원", low, high)


def test_education_by_school() -> None:
    """복지로 교육급여 2026: 502,000 / 699,000 / 860,000원 a year; 2023: 415,000원 …"""
    pupils = Pupils(elementary=2, high=1)
    assert ends(estimate_education(household(4, 3_247_369), pupils)) == (1_864_000,) * 2
    assert ends(estimate_education(household(4, 3_247_370), pupils)) == (0, 0)
    then = household(4, 0, date(2023, 3, 2))
    assert ends(estimate_education(then, Pupils(middle=1))) == (589_000,) * 2
    assert estimate_education(household(4, 0), Pupils()).missing == ["education"]
    unknown = estimate_education(household(4, 0, date(2025, 3, 2)), pupils)
    assert unknown.status is EstimateStatus.NO_PARAMETERS


@settings(max_examples=30, deadline=None)
@given(SIZES, INCOMES, st.integers(0, 500_000), st.integers(0, 1_500_000))
def test_more_income_never_pays_more(size: int, income: int, more: int, rent: int) -> None:
    first, second = (household(size, income + step) for step in (0, more))
    pairs = [(estimate_livelihood(first), estimate_livelihood(second))]
    if size <= 6:
        home = Home(False, rent, 0)
        pairs.append((estimate_housing(first, home), estimate_housing(second, home)))
    for richer_less, richer in ((one, two) for one, two in pairs):
        assert (richer.high or 0) <= (richer_less.high or 0)
        assert (richer.low or 0) >= 0


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), st.integers(0, 3_000_000), st.integers(0, 90_000_000), st.integers(0, 80))
def test_a_range_holds_every_completed_answer(
    size: int, earned: int, assets: int, age: int
) -> None:
    means = Means(earned=earned, financial=assets, region=SEOUL, ages=(age, age), disabled=False)
    whole = Household(size, means, DAY)
    home = Home(False, 400_000, 0)
    vague = replace(whole, means=replace(means, financial=None, ages=None, region=None))
    for answer, span in (
        (estimate_livelihood(whole), estimate_livelihood(vague)),
        (estimate_housing(whole, home), estimate_housing(vague, Home())),
    ):
        assert (span.low or 0) <= (answer.low or 0) <= (answer.high or 0) <= (span.high or 0)
