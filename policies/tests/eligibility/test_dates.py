"""Ages and periods under 민법 제157조-제160조."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.eligibility.dates import (
    add_months,
    age_in_months,
    age_in_years,
    age_reached_on,
    birth_range,
    day_after,
    reached_on,
    year_age,
    year_age_reached_on,
)

DAYS = st.dates(min_value=date(1930, 1, 1), max_value=date(2030, 12, 31))


@pytest.mark.parametrize(
    ("birth", "on", "years"),
    [
        (date(1961, 11, 29), date(2026, 11, 29), 65),
        (date(1961, 11, 30), date(2026, 11, 29), 64),
        (date(2004, 2, 29), date(2023, 2, 28), 18),
        (date(2004, 2, 29), date(2023, 3, 1), 19),
        (date(2004, 2, 29), date(2024, 2, 29), 20),
        (date(2026, 11, 29), date(2026, 11, 29), 0),
        (date(2026, 11, 30), date(2026, 11, 29), -1),
    ],
)
def test_age_in_years(birth: date, on: date, years: int) -> None:
    assert age_in_years(birth, on) == years


def test_leap_day_birthday_in_a_common_year_is_the_first_of_march() -> None:
    assert age_reached_on(date(2004, 2, 29), 19) == date(2023, 3, 1)
    assert age_reached_on(date(2004, 2, 29), 20) == date(2024, 2, 29)


def test_months_count_from_the_day_of_birth() -> None:
    assert age_in_months(date(2026, 1, 31), date(2026, 2, 28)) == 0
    assert age_in_months(date(2026, 1, 31), date(2026, 3, 1)) == 1
    assert reached_on(date(2026, 1, 31), 1) == date(2026, 3, 1)


def test_a_period_after_an_event_ends_on_the_same_day_or_the_last_of_the_month() -> None:
    assert add_months(date(2026, 5, 29), 6) == date(2026, 11, 29)
    assert add_months(date(2026, 8, 31), 6) == date(2027, 2, 28)
    assert add_months(date(2026, 3, 31), -1) == date(2026, 2, 28)


def test_year_age_turns_on_new_year() -> None:
    assert year_age(date(2001, 12, 31), date(2026, 1, 1)) == 25
    assert year_age_reached_on(date(2001, 12, 31), 25) == date(2026, 1, 1)


@given(birth=DAYS, months=st.integers(0, 1200))
def test_an_age_is_reached_on_its_day_and_not_before(birth: date, months: int) -> None:
    day = reached_on(birth, months)
    assert age_in_months(birth, day) >= months
    assert age_in_months(birth, day - timedelta(days=1)) < months


@given(age=st.integers(0, 100), on=DAYS)
def test_birth_range_holds_exactly_the_dates_of_that_age(age: int, on: date) -> None:
    earliest, latest = birth_range(age, on)
    assert age_in_years(earliest, on) == age_in_years(latest, on) == age
    assert age_in_years(earliest - timedelta(days=1), on) == age + 1
    assert age_in_years(latest + timedelta(days=1), on) == age - 1


def test_a_misread_limit_does_not_leave_the_calendar() -> None:
    assert reached_on(date(1990, 5, 1), 12 * 99_999) == date.max
    assert add_months(date(1990, 5, 1), 12 * 99_999) == date.max
    assert day_after(date.max) == date.max
    assert year_age_reached_on(date(1990, 5, 1), 99_999) == date(9999, 1, 1)
