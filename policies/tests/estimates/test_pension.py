"""기초연금: the rule of the law at its boundaries, and published examples."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.eligibility.facts import RegionFact
from policies.estimates.pension import PensionCase, estimate_basic_pension
from policies.estimates.pension_income import PensionMeans, estimate_pension_income
from policies.estimates.types import Estimate, EstimateStatus

DAY = date(2026, 11, 30)
BASE = 349_700
SEOUL = RegionFact(sido="서울특별시")
ALONE = PensionCase(DAY, ages=(70, 70), couple=False, national_pension=0)
BOTH = PensionCase(DAY, ages=(70, 70), couple=True, both_receive=True, national_pension=0)


def ends(estimate: Estimate) -> tuple[int | None, int | None]:
    return estimate.low, estimate.high


def paid(case: PensionCase, recognised: int) -> int:
    estimate = estimate_basic_pension(replace(case, means=PensionMeans(recognised=recognised)))
    assert estimate.low == estimate.high
    return estimate.low or 0


@pytest.mark.parametrize(
    ("recognised", "amount"),
    [
        (0, BASE),
        (2_000_000, BASE),
        (2_120_300, BASE),  # income and pension together are the limit
        (2_120_310, 349_690),
        (2_350_000, 120_000),  # 시행령 제11조 제1항 제2호: limit less income
        (2_435_030, 34_970),
        (2_470_000, 34_970),  # 제1호: a tenth of the base, up to the limit itself
        (2_470_001, 0),
    ],
)
def test_alone_near_the_limit(recognised: int, amount: int) -> None:
    assert paid(ALONE, recognised) == amount


@pytest.mark.parametrize(
    ("recognised", "amount"),
    [
        (900_000, 279_760),  # 법 제8조 제1항: a fifth off each; 559,520 together
        (3_392_480, 279_760),
        (3_852_000, 50_000),  # 100,000 is left, shared
        (3_952_000, 34_970),  # 시행령 제11조 제2항 제1호: a fifth of the base for both
        (3_952_001, 0),
    ],
)
def test_couple_paid_both(recognised: int, amount: int) -> None:
    assert paid(BOTH, recognised) == amount


def test_couple_of_whom_one_is_paid() -> None:
    one = replace(BOTH, both_receive=False)
    assert paid(one, 900_000) == BASE
    assert paid(one, 3_952_000) == 34_970


@pytest.mark.parametrize(
    ("pension", "a_benefit", "amount"),
    [
        (524_550, 400_000, BASE),  # 법 제6조 제1항: up to 150 % of the base
        (524_551, 400_000, 349_690),  # 시행령 제10조: 874,250 less the pension
        (600_000, 600_000, 274_250),
        (699_400, 699_400, 174_850),  # 250 % less the pension is the half itself
        (800_000, 400_000, 257_880),  # 법 제5조: base − 2/3 A + half the base
        (800_000, 800_000, 174_850),  # never below half the base
        (800_000, 100_000, BASE),  # 법 제7조: never above the base
    ],
)
def test_link_with_the_national_pension(pension: int, a_benefit: int, amount: int) -> None:
    case = replace(ALONE, national_pension=pension, a_benefit=a_benefit)
    assert paid(case, 1_000_000) == amount


def test_recipients_of_basic_livelihood_are_not_reduced_by_the_link() -> None:
    """시행령 제9조 제1항."""
    case = replace(ALONE, national_pension=800_000, a_benefit=800_000, basic_recipient=True)
    assert paid(case, 800_000) == BASE


def test_what_is_not_known_is_a_range() -> None:
    case = replace(ALONE, national_pension=550_000, means=PensionMeans(assets=0))
    estimate = estimate_basic_pension(case)
    assert (ends(estimate), estimate.missing) == ((324_250, BASE), ["a_benefit"])
    nothing_said = estimate_basic_pension(replace(case, means=PensionMeans()))
    assert (ends(nothing_said), nothing_said.missing) == ((0, BASE), ["assets", "a_benefit"])
    low_income = replace(ALONE, national_pension=None, means=PensionMeans(recognised=524_550))
    assert ends(estimate_basic_pension(low_income)) == (BASE, BASE)
    more = replace(low_income, means=PensionMeans(recognised=2_000_000))
    assert ends(estimate_basic_pension(more)) == (174_850, BASE)
    silent = replace(low_income, means=PensionMeans())
    assert estimate_basic_pension(silent).missing == ["monthly_income"]


def test_age_and_year() -> None:
    assert ends(estimate_basic_pension(replace(ALONE, ages=(64, 64)))) == (0, 0)
    assert estimate_basic_pension(replace(ALONE, as_of=date(2025, 1, 1))).status is (
        EstimateStatus.NO_PARAMETERS
    )


@pytest.mark.parametrize(
    ("means", "amount"),
    [
        (PensionMeans(earned=1_160_000, assets=0), 0),  # 복지로: 0.7 × (근로소득 − 116만원)
        (PensionMeans(earned=2_160_000, assets=0), 700_000),
        # (3억 − 1억 3,500만) × 4 % ÷ 12 = 55만원 in a large city.
        (PensionMeans(other=0, general=300_000_000, region=SEOUL), 550_000),
        (PensionMeans(other=0, financial=26_000_000, region=SEOUL), 20_000),
        (PensionMeans(other=0, general=300_000_000, debt=165_000_000, region=SEOUL), 0),
        (PensionMeans(other=100, assets=0, luxury=40_000_000), 40_000_100),
        (PensionMeans(national_pension=550_000, other=50_000, assets=0), 600_000),
    ],
)
def test_income_and_property_as_published(means: PensionMeans, amount: int) -> None:
    assert ends(estimate_pension_income(means, DAY)) == (amount, amount)


def test_place_decides_the_basic_property() -> None:
    """복지로: 대도시·특례시 1억 3,500만, 중소도시 8,500만, 농어촌 7,250만원."""
    means = PensionMeans(other=0, general=135_000_000)
    for sido, sigungu, amount in (
        ("경기도", "수원시", 0), ("강원특별자치도", "춘천시", 166_666),
        ("강원특별자치도", "홍천군", 208_333), ("부산광역시", "기장군", 0),
    ):  # fmt: skip
        lived = replace(means, region=RegionFact(sido=sido, sigungu=sigungu))
        assert ends(estimate_pension_income(lived, DAY)) == (amount, amount)
    assert ends(estimate_pension_income(means, DAY)) == (0, 208_333)


INCOME = st.integers(0, 4_500_000)


@settings(max_examples=60, deadline=None)
@given(INCOME, st.integers(0, 300_000), st.integers(0, 1_500_000), st.sampled_from([ALONE, BOTH]))
def test_more_income_never_pays_more(
    income: int, more: int, pension: int, home: PensionCase
) -> None:
    case = replace(home, national_pension=pension, a_benefit=pension)
    first, second = paid(case, income), paid(case, income + more)
    assert 0 <= second <= first <= BASE
    richer = replace(case, national_pension=pension + more, a_benefit=pension + more)
    assert paid(richer, income) <= first


@settings(max_examples=60, deadline=None)
@given(INCOME, st.integers(0, 1_500_000), st.floats(0, 1), st.booleans(), st.booleans())
def test_a_range_holds_every_completed_answer(
    income: int, pension: int, part: float, couple: bool, both: bool
) -> None:
    pension = min(pension, income)  # 소득인정액 counts the pension whole
    case = replace(
        ALONE, couple=couple, both_receive=both and couple, national_pension=pension,
        a_benefit=int(pension * part), means=PensionMeans(recognised=income),
    )  # fmt: skip
    answer = estimate_basic_pension(case).low or 0
    for vague in (
        replace(case, a_benefit=None),
        replace(case, national_pension=None, a_benefit=None),
        replace(case, couple=None, both_receive=None),
        replace(case, both_receive=None),
    ):
        low, high = ends(estimate_basic_pension(vague))
        assert (low or 0) <= answer <= (high or 0)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 500_000_000), st.floats(0, 1))
def test_property_told_as_a_whole_holds_every_split(assets: int, part: float) -> None:
    bank = int(assets * part)
    split = PensionMeans(other=0, general=assets - bank, financial=bank, region=SEOUL)
    answer = estimate_pension_income(split, DAY).low or 0
    low, high = ends(estimate_pension_income(PensionMeans(other=0, assets=assets), DAY))
    assert (low or 0) <= answer <= (high or 0)
