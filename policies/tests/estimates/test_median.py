"""기준 중위소득: ratio of an income and the amount of a ratio, against the printed figures."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.estimates.median import income_limit, median_ratio, ratio_percent, told_percent
from policies.estimates.types import EstimateStatus

DAY = date(2026, 11, 30)
SIZES = st.integers(1, 10)


@pytest.mark.parametrize(
    ("percent", "size", "amount"),
    [
        # 복지로 생계급여 (WLF00001132), 2026: 32 %.
        (32, 1, 820_556), (32, 2, 1_343_773), (32, 3, 1_714_892), (32, 4, 2_078_316),
        (32, 5, 2_418_150), (32, 6, 2_737_905),
        # 복지로 주거급여 (WLF00003201), 2026: 48 %.
        (48, 1, 1_230_834), (48, 2, 2_015_660), (48, 3, 2_572_337), (48, 4, 3_117_474),
        (48, 5, 3_627_225),
        # 차상위 50 % of four: 복지로 장애아동수당 (WLF00003198).
        (50, 4, 3_247_369),
    ],
)  # fmt: skip
def test_limits_are_those_of_the_notice(percent: float, size: int, amount: int) -> None:
    assert income_limit(percent, size, DAY).low == amount


@pytest.mark.parametrize(
    ("size", "amounts"),
    [(1, (765_444, 956_805, 1_148_166)), (4, (1_951_287, 2_439_109, 2_926_931))],
)
def test_limits_of_2025(size: int, amounts: tuple[int, int, int]) -> None:
    """2025년 급여별 선정기준 (32, 40, 48 %) as printed."""
    day = date(2025, 6, 1)
    assert tuple(income_limit(share, size, day).low for share in (32, 40, 48)) == amounts


def test_eight_persons_and_more_follow_the_step() -> None:
    seven = income_limit(100, 7, DAY).low or 0
    eight = income_limit(100, 8, DAY).low or 0
    ten = income_limit(100, 10, DAY).low or 0
    assert (seven, eight - seven, ten - eight) == (9_515_150, 959_198, 2 * 959_198)


def test_ratio_around_a_limit() -> None:
    """One won above 50 % is not told as 50 %."""
    limit = 1_282_119  # 50 % of one person, 2026
    below, above = (median_ratio(limit + step, 1, DAY) for step in (0, 1))
    assert (below.low, below.high) == (50, 50)
    assert (above.low, above.high) == (50, 51)
    assert told_percent(ratio_percent(limit, 1, DAY)) == "50%"
    assert told_percent(ratio_percent(limit + 1, 1, DAY)) == "50.01%"


def test_year_without_table_is_refused_and_the_next_one_marked() -> None:
    assert median_ratio(1_000_000, 1, date(2020, 1, 1)).status is EstimateStatus.NO_PARAMETERS
    assert income_limit(50, 1, date(2029, 1, 1)).status is EstimateStatus.NO_PARAMETERS
    carried = income_limit(50, 1, date(2027, 5, 1))
    assert (carried.year, carried.year_asked) == (2026, 2027)
    assert any("2026년 기준" in note for note in carried.notes)


def test_sources_name_the_law() -> None:
    estimate = median_ratio(0, 1, DAY)
    assert estimate.low == 0
    assert [source.law for source in estimate.sources] == ["국민기초생활 보장법 제6조의2"]


@settings(max_examples=30, deadline=None)
@given(SIZES, st.integers(0, 50_000_000), st.integers(0, 10_000_000))
def test_ratio_grows_with_income_and_shrinks_with_size(size: int, income: int, more: int) -> None:
    assert ratio_percent(income, size, DAY) <= ratio_percent(income + more, size, DAY)
    if size < 10:
        assert ratio_percent(income, size + 1, DAY) <= ratio_percent(income, size, DAY)


@settings(max_examples=30, deadline=None)
@given(SIZES, st.integers(1, 300))
def test_the_reverse_gives_the_ratio_back(size: int, percent: int) -> None:
    limit = income_limit(percent, size, DAY).low or 0
    assert abs(float(ratio_percent(limit, size, DAY)) - percent) < 0.001
