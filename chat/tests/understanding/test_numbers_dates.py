from __future__ import annotations

from datetime import date

import pytest

from chat.agent.understanding.dates import DATE, date_range, full_year, said_date
from chat.agent.understanding.numbers import native_number, sino_number, won
from chat.tests.understanding.helpers import DAY


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("280만원", 2_800_000),
        ("9만8천원", 98_000),
        ("2억3천", 230_000_000),
        ("1억 5천만원", 150_000_000),
        ("71,200원", 71_200),
        ("3천만원", 30_000_000),
        ("백이십만원", 1_200_000),
        ("5만 2천원", 52_000),
        ("6억", 600_000_000),
        ("12.5만원", 125_000),
        ("0원", 0),
    ],
)
def test_amounts_as_people_write_them(text: str, amount: int) -> None:
    assert won(text) == amount


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("예순일곱", 67),
        ("일흔하나", 71),
        ("스무", 20),
        ("칠십하나", 71),
        ("쉰", 50),
        ("세", 3),
        ("42", 42),
    ],
)
def test_native_numerals(word: str, value: int) -> None:
    assert native_number(word) == value


def test_a_word_that_is_no_numeral_is_none() -> None:
    assert native_number("복지") is None
    assert sino_number("") is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026년 3월 5일", "2026-03-05"),
        ("작년 6월", "2025-06"),
        ("지난달", "2026-10"),
        ("다음 달", "2026-12"),
        ("12월", "2025-12"),
        ("11월 10일", "2026-11-10"),
        ("재작년", "2024"),
        ("어제", "2026-11-28"),
        ("2026년 2월 30일", None),
    ],
)
def test_said_dates_keep_the_precision_they_were_said_with(text: str, day: str | None) -> None:
    match = DATE.search(text)
    assert match is not None
    assert said_date(match, DAY) == day


def test_a_month_ahead_is_next_years_when_a_future_day_is_meant() -> None:
    match = DATE.search("2월")
    assert match is not None
    assert said_date(match, DAY, future=True) == "2027-02"


def test_two_digit_years_never_lie_in_the_future() -> None:
    assert full_year(26, DAY) == 2026
    assert full_year(27, DAY) == 1927


def test_partial_dates_become_ranges() -> None:
    assert date_range("2026-02") == (date(2026, 2, 1), date(2026, 2, 28))
    assert date_range("2025") == (date(2025, 1, 1), date(2025, 12, 31))
    assert date_range("2025-03-04") == (date(2025, 3, 4), date(2025, 3, 4))
