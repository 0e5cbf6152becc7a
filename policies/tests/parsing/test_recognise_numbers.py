"""Numbers, amounts, shares, dates and periods."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.eligibility.parsing.recognise.numbers import (
    AMOUNT,
    DATE,
    PERIOD,
    SHARE,
    Period,
    in_year,
    period,
    share,
    stretch,
    whole,
    won,
)


@pytest.mark.parametrize(
    ("words", "value"),
    [("3", 3), ("1,200", 1200), ("세", 3), ("둘", 2), ("다섯", 5), ("삼십", 30), ("백", 100)],
)
def test_whole(words: str, value: int) -> None:
    assert whole(words) == value


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("4천만원", 40_000_000),
        ("1억5천", 150_000_000),
        ("1억5천만원", 150_000_000),
        ("9천7백만원", 97_000_000),
        ("3,952,000원", 3_952_000),
        ("1,200천원", 1_200_000),
        ("122백만원", 122_000_000),
        ("7.5천만원", 75_000_000),
        ("삼백만원", 3_000_000),
        ("1억원", 100_000_000),
    ],
)
def test_won(words: str, value: int) -> None:
    assert re.fullmatch(AMOUNT, words)
    assert won(words) == value


@pytest.mark.parametrize(
    ("words", "value"), [("150%", 150), ("100분의20", 20), ("72.5%", 72.5), ("50퍼센트", 50)]
)
def test_share(words: str, value: float) -> None:
    assert re.fullmatch(SHARE, words)
    assert share(words) == value


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("'22.1.1.", date(2022, 1, 1), date(2022, 1, 1)),
        ("1960.12.31.", date(1960, 12, 31), date(1960, 12, 31)),
        ("2026년3월1일", date(2026, 3, 1), date(2026, 3, 1)),
        ("2012-01-05", date(2012, 1, 5), date(2012, 1, 5)),
        ("46.1.1.", date(1946, 1, 1), date(1946, 1, 1)),
        ("'23년", date(2023, 1, 1), date(2023, 12, 31)),
        ("2024.2.", date(2024, 2, 1), date(2024, 2, 29)),
        ("2014년도", date(2014, 1, 1), date(2014, 12, 31)),
    ],
)
def test_stretch(words: str, first: date, last: date) -> None:
    assert re.fullmatch(DATE, words)
    days = stretch(words)
    assert days is not None
    assert (days.first, days.last) == (first, last)


def test_days_of_a_known_year() -> None:
    days, month = in_year("12.31.", 2019), in_year("2월", 2023)
    assert days is not None
    assert month is not None
    assert days.first == date(2019, 12, 31)
    assert month.last == date(2023, 2, 28)


@pytest.mark.parametrize("words", ["2023.2.30.", "2023.13.1.", ""])
def test_days_that_are_none(words: str) -> None:
    assert stretch(words) is None


@pytest.mark.parametrize(
    ("words", "length"),
    [
        ("1년6개월", Period(months=18)),
        ("6개월", Period(months=6)),
        ("만2년", Period(months=24)),
        ("180일", Period(days=180)),
        ("2주", Period(days=14)),
        ("한달", Period(months=1)),
    ],
)
def test_period(words: str, length: Period) -> None:
    assert re.fullmatch(PERIOD, words)
    assert period(words) == length


@given(st.text(alphabet="0123456789.,'년월일개만억천백십원주%분의한두세", max_size=14))
def test_nothing_raises(words: str) -> None:
    for read in (whole, won, share, stretch, period):
        read(words)
    in_year(words, 2026)
