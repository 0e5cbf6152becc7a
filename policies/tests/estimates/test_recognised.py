"""소득인정액 of 기초생활보장 against published examples, at boundaries, and with gaps."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.eligibility.facts import RegionFact
from policies.estimates.recognised import Means, estimate_recognised, recognise, without_property
from policies.estimates.types import EstimateStatus

DAY = date(2026, 11, 30)
SEOUL = RegionFact(sido="서울특별시", sigungu="동작구")
SEJONG = RegionFact(sido="세종특별자치시")
MIDDLE = (40, 40)
WON = st.integers(0, 400_000_000)


def exact(means: Means) -> int:
    span = recognise(means, DAY).span
    assert span.exact
    return span.low


def test_published_example_of_sejong() -> None:
    """찾기쉬운 생활법령 「재산의 소득환산율」: 주거용 1억 6,600만, 일반 3,000만원 in 세종.
    2,000만원 above the limit of 1억 4,600만원 is general property (5,000만원 × 4.17 %);
    기본재산액 7,700만원 leaves 6,900만원 × 1.04 %."""
    means = Means(earned=0, housing=166_000_000, general=30_000_000, region=SEJONG)
    assert exact(means) == 2_085_000 + 717_600


@pytest.mark.parametrize(
    ("kind", "amount"), [("housing", 104_000), ("general", 417_000), ("financial", 626_000)]
)
def test_ten_million_above_the_deductions(kind: str, amount: int) -> None:
    """공제 후 1,000만원: 주거용 10만 4천, 일반 41만 7천, 금융 62만 6천 (고시 제2조의 환산율)."""
    left = 10_000_000 + 99_000_000 + (5_000_000 if kind == "financial" else 0)
    means = Means(earned=0, region=SEOUL)
    assert exact(replace(means, **{kind: left})) == amount
    assert exact(replace(means, **{kind: left - 10_000_000})) == 0


def test_old_worker_of_the_press_release() -> None:
    """2018-08 보도자료: 40만원을 버는 노인은 28만원이 아니라 14만원이 소득(월 14만원 더 받음)."""
    assert exact(Means(earned=400_000, assets=0, ages=(75, 75))) == 140_000
    assert exact(Means(earned=400_000, assets=0, ages=MIDDLE, disabled=True)) == 140_000
    assert exact(Means(earned=400_000, assets=0, ages=MIDDLE, disabled=False)) == 280_000


def test_seniors_of_2025_pass_up_to_1_290_000() -> None:
    """2025: 65세 이상은 월 129만원까지 벌어도 생계급여 기준(765,444원) 안."""
    day, limit = date(2025, 3, 1), 765_444
    senior = Means(earned=1_290_000, assets=0, ages=(65, 65))
    assert (recognise(senior, day).span.high or 0) <= limit
    assert recognise(replace(senior, earned=1_300_000), day).span.low > limit


@pytest.mark.parametrize(
    ("age", "result"), [(34, 280_000), (35, 700_000), (64, 700_000), (65, 560_000)]
)
def test_deduction_at_both_sides_of_the_ages(age: int, result: int) -> None:
    """2026: 34세까지 60만원, 65세부터 20만원을 먼저 빼고 30 %."""
    means = Means(earned=1_000_000, assets=0, ages=(age, age), disabled=False)
    assert exact(means) == result


def test_youth_of_2025_end_at_29() -> None:
    day = date(2025, 6, 1)
    young = Means(earned=1_000_000, assets=0, ages=(29, 29), disabled=False)
    assert recognise(young, day).span.low == 420_000
    assert recognise(replace(young, ages=(30, 30)), day).span.low == 700_000


def test_a_told_recognised_income_is_taken_as_it_is() -> None:
    assert exact(Means(recognised=650_000, earned=9_000_000)) == 650_000
    assert exact(Means(recognised=-5)) == 0


def test_debts_cars_and_areas() -> None:
    means = Means(earned=0, general=100_000_000, region=SEOUL)
    assert exact(means) == 41_700
    assert exact(replace(means, debt=1_000_000)) == 0
    assert exact(replace(means, car=3_000_000)) == 3_041_700
    everywhere = recognise(replace(means, region=None), DAY)
    assert (everywhere.span.low, everywhere.span.high) == (41_700, 1_959_900)
    assert everywhere.missing == ("region",)


def test_missing_property_has_no_upper_end() -> None:
    found = recognise(Means(earned=0), DAY)
    assert (found.span.low, found.span.high, found.missing) == (0, None, ("assets",))
    assert estimate_recognised(Means(earned=0), DAY).status is EstimateStatus.MISSING
    assert estimate_recognised(Means(), DAY).missing == ["monthly_income"]


def test_other_years() -> None:
    assert estimate_recognised(Means(earned=0, assets=0), date(2024, 1, 1)).notes
    refused = estimate_recognised(Means(earned=0, assets=0), date(2024, 1, 1))
    assert refused.status is EstimateStatus.NO_PARAMETERS


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 5_000_000), WON, WON, WON, st.integers(0, 90), st.booleans())
def test_a_range_holds_every_completed_answer(
    earned: int, housing: int, general: int, financial: int, age: int, disabled: bool
) -> None:
    whole = Means(
        earned=earned, housing=housing, general=general, financial=financial, region=SEOUL,
        ages=(age, age), disabled=disabled,
    )  # fmt: skip
    answer = exact(whole)
    total = housing + general + financial
    vaguer = [
        replace(whole, region=None),
        replace(whole, ages=None),
        replace(whole, disabled=None),
        replace(whole, housing=None, general=None, financial=None, assets=total),
        replace(whole, housing=None, general=None, financial=None),
        replace(whole, ages=None, disabled=None, region=None),
    ]
    for means in vaguer:
        span = recognise(means, DAY).span
        assert span.low <= answer
        assert span.high is None or answer <= span.high


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 5_000_000), st.integers(0, 1_000_000), WON, WON, st.integers(0, 90))
def test_more_never_counts_less(earned: int, more: int, general: int, bank: int, age: int) -> None:
    means = Means(
        earned=earned, general=general, financial=bank, region=SEOUL, ages=(age, age),
        disabled=False,
    )  # fmt: skip
    base = exact(means)
    assert base >= 0
    assert exact(replace(means, earned=earned + more)) >= base
    assert exact(replace(means, general=general + more)) >= base
    assert exact(replace(means, financial=bank + more)) >= base
    assert exact(replace(means, debt=more)) <= base
    assert exact(without_property(replace(means, general=None, financial=None))) <= base
