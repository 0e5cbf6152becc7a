"""장애인연금, 장애수당 and 장애아동수당 as printed, at both sides of each boundary."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.estimates.disability import HOME_TIERS, DisabledPerson, Tier
from policies.estimates.disability_allowance import (
    estimate_child_disability_allowance,
    estimate_disability_allowance,
)
from policies.estimates.disability_pension import estimate_disability_pension
from policies.estimates.spans import Span
from policies.estimates.types import Estimate, EstimateStatus

DAY = date(2026, 11, 30)
ADULT = DisabledPerson(
    DAY, ages=(45, 45), registered=True, severe=True, tiers=(Tier.RECIPIENT,),
    income=Span.exactly(0), couple=False,
)  # fmt: skip


def ends(estimate: Estimate) -> tuple[int | None, int | None]:
    return estimate.low, estimate.high


@pytest.mark.parametrize(
    ("tier", "age", "amount"),
    [
        # 복지서비스 안내책자 2023 장애인연금.
        (Tier.RECIPIENT, 64, 403_180), (Tier.NEAR_POOR, 64, 393_180), (Tier.ABOVE, 64, 343_180),
        (Tier.RECIPIENT, 65, 403_180), (Tier.NEAR_POOR, 65, 70_000), (Tier.ABOVE, 65, 40_000),
    ],
)  # fmt: skip
def test_table_of_2023(tier: Tier, age: int, amount: int) -> None:
    person = replace(ADULT, as_of=date(2023, 5, 1), tiers=(tier,), ages=(age, age))
    assert ends(estimate_disability_pension(person)) == (amount, amount)


def test_most_of_2026() -> None:
    """2026: 기초급여 349,700원과 부가급여 90,000원을 더해 최대 439,700원."""
    assert ends(estimate_disability_pension(ADULT)) == (439_700, 439_700)
    everyone = estimate_disability_pension(replace(ADULT, tiers=HOME_TIERS))
    assert ends(everyone) == (379_700, 439_700)
    assert everyone.missing == ["basic_livelihood", "near_poor"]


@pytest.mark.parametrize(
    ("income", "base"),
    [
        (1_050_300, 349_700),  # income and 기초급여 together are the limit of 1,400,000
        (1_060_000, 340_000),  # 시행령 제5조 제2항 제2호: the rest in steps of 20,000 upwards
        (1_065_000, 340_000),
        (1_080_000, 320_000),
        (1_399_999, 20_000),
        (1_400_000, 20_000),  # 제1호
        (1_400_001, None),
    ],
)
def test_reduction_near_the_limit(income: int, base: int | None) -> None:
    person = replace(ADULT, tiers=(Tier.ABOVE,), income=Span.exactly(income))
    amount = 0 if base is None else base + 30_000
    assert ends(estimate_disability_pension(person)) == (amount, amount)


def test_couple_paid_both() -> None:
    """법 제6조 제3항: a fifth off each; 시행령 제5조 제3항: 40,000 for both at the limit."""
    pair = replace(ADULT, couple=True, both_receive=True, tiers=(Tier.ABOVE,))
    assert ends(estimate_disability_pension(pair)) == (309_760, 309_760)
    at_limit = replace(pair, income=Span.exactly(2_240_000))
    assert ends(estimate_disability_pension(at_limit)) == (50_000, 50_000)
    one = replace(pair, both_receive=False)
    assert ends(estimate_disability_pension(one)) == (379_700, 379_700)


def test_who_does_not_get_it() -> None:
    for person in (replace(ADULT, ages=(17, 17)), replace(ADULT, severe=False)):
        estimate = estimate_disability_pension(person)
        assert (estimate.status, ends(estimate)) == (EstimateStatus.NOT_ENTITLED, (0, 0))
    facility = replace(ADULT, tiers=(Tier.FACILITY,))
    assert estimate_disability_pension(facility).status is EstimateStatus.NO_PARAMETERS
    assert estimate_disability_pension(replace(ADULT, as_of=date(2025, 3, 1))).status is (
        EstimateStatus.NO_PARAMETERS
    )


def test_unknown_income_reaches_down_to_nothing() -> None:
    estimate = estimate_disability_pension(replace(ADULT, income=Span(0, None)))
    assert (ends(estimate), estimate.missing) == ((0, 439_700), ["monthly_income"])


@pytest.mark.parametrize(
    ("severe", "tier", "amount"),
    [
        # 복지로 장애아동수당 2026.
        (True, Tier.RECIPIENT, 220_000), (True, Tier.NEAR_POOR, 170_000),
        (True, Tier.FACILITY, 90_000), (False, Tier.RECIPIENT, 110_000),
        (False, Tier.NEAR_POOR, 110_000), (False, Tier.FACILITY, 30_000), (True, Tier.ABOVE, 0),
    ],
)  # fmt: skip
def test_child_allowance(severe: bool, tier: Tier, amount: int) -> None:
    child = replace(ADULT, ages=(10, 10), severe=severe, tiers=(tier,))
    assert ends(estimate_child_disability_allowance(child)) == (amount, amount)


@pytest.mark.parametrize(
    ("age", "pupil", "amount"),
    [(17, None, 220_000), (18, True, 220_000), (18, False, 0), (20, True, 220_000), (21, True, 0)],
)
def test_child_allowance_ends_with_school(age: int, pupil: bool | None, amount: int) -> None:
    child = replace(ADULT, ages=(age, age), pupil=pupil)
    assert ends(estimate_child_disability_allowance(child)) == (amount, amount)


def test_child_of_unknown_degree_and_household() -> None:
    child = replace(ADULT, ages=(10, 10), severe=None, tiers=HOME_TIERS)
    estimate = estimate_child_disability_allowance(child)
    assert ends(estimate) == (0, 220_000)
    assert estimate.missing == ["basic_livelihood", "near_poor", "disability"]


def test_allowance_of_adults() -> None:
    """장애수당: 월 6만원; 2023 in a facility 3만원, later not held."""
    mild = replace(ADULT, severe=False)
    assert ends(estimate_disability_allowance(mild)) == (60_000, 60_000)
    assert ends(estimate_disability_allowance(replace(mild, tiers=(Tier.ABOVE,)))) == (0, 0)
    assert ends(estimate_disability_allowance(replace(mild, ages=(17, 17)))) == (0, 0)
    facility = replace(mild, tiers=(Tier.FACILITY,))
    assert estimate_disability_allowance(facility).status is EstimateStatus.NO_PARAMETERS
    then = replace(facility, as_of=date(2023, 1, 1))
    assert ends(estimate_disability_allowance(then)) == (30_000, 30_000)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2_500_000), st.integers(0, 200_000), st.booleans(), st.sampled_from(Tier))
def test_more_income_never_pays_more(income: int, more: int, couple: bool, tier: Tier) -> None:
    if tier is Tier.FACILITY:
        return
    person = replace(ADULT, couple=couple, both_receive=couple, tiers=(tier,))
    first, second = (
        estimate_disability_pension(replace(person, income=Span.exactly(income + step)))
        for step in (0, more)
    )
    assert 0 <= (second.high or 0) <= (first.high or 0)
    vague = estimate_disability_pension(
        replace(person, tiers=HOME_TIERS, income=Span(0, None), couple=None, both_receive=None)
    )
    assert (vague.low or 0) <= (first.low or 0) <= (vague.high or 0)
