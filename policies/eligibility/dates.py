"""Ages and periods as Korean civil law counts them. Dates are days in Asia/Seoul.

민법 제158조: the day of birth counts, age is in full years (만 나이). 제160조 제3항: where
the last month has no such day, the period ends with the last day of that month. Someone born
on 29 February therefore completes a year with the end of 28 February in a common year and is
a year older *on 1 March*; someone born on the 31st is a month older on the 1st after a short
month. Periods after an event (“출산 후 6개월 이내”) do not count the first day (제157조), so
their last day is the same day of the month, or the month's last day.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

MONTHS_A_YEAR = 12
_ONE_DAY = timedelta(days=1)


def _shift(day: date, months: int) -> tuple[int, int]:
    """Year and month `months` after the month of `day`."""
    index = day.year * MONTHS_A_YEAR + day.month - 1 + months
    return index // MONTHS_A_YEAR, index % MONTHS_A_YEAR + 1


def add_months(day: date, months: int) -> date:
    """Last day of a period of `months` after `day`; clamped to the end of a short month.

    A limit beyond the calendar (a misread number) is the calendar's last day.
    """
    year, month = _shift(day, months)
    if year > date.max.year:
        return date.max
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def reached_on(start: date, months: int) -> date:
    """First day on which `months` full months from `start` are over (start day counted)."""
    year, month = _shift(start, months)
    if year > date.max.year:
        return date.max
    last = monthrange(year, month)[1]
    if start.day <= last:
        return date(year, month, start.day)
    return day_after(date(year, month, last))


def age_reached_on(birth: date, years: int) -> date:
    """First day on which someone born on `birth` is `years` old (만 나이)."""
    return reached_on(birth, years * MONTHS_A_YEAR)


def months_between(start: date, on: date) -> int:
    """Full months from `start` to `on`; negative when `on` lies before `start`."""
    months = (on.year - start.year) * MONTHS_A_YEAR + on.month - start.month
    return months - 1 if on.day < start.day else months


def age_in_months(birth: date, on: date) -> int:
    """Age in full months; negative before birth."""
    return months_between(birth, on)


def age_in_years(birth: date, on: date) -> int:
    """International age (만 나이) in full years; negative before birth."""
    return months_between(birth, on) // MONTHS_A_YEAR


def year_age(birth: date, on: date) -> int:
    """연 나이: year of the question minus year of birth."""
    return on.year - birth.year


def year_age_reached_on(birth: date, years: int) -> date:
    """First day on which the 연 나이 is `years`: always a New Year's Day."""
    return date(min(birth.year + years, date.max.year), 1, 1)


def day_after(day: date) -> date:
    """The next day; the calendar's last day stays itself."""
    return day if day == date.max else day + _ONE_DAY


def birth_range(age: int, on: date) -> tuple[date, date]:
    """Earliest and latest birth date of someone whose 만 나이 on `on` is `age`."""
    latest = add_months(on, -age * MONTHS_A_YEAR)
    earliest = add_months(on, -(age + 1) * MONTHS_A_YEAR)
    # A leap-day anniversary shifts an end by one day, so both ends are settled by asking.
    while age_in_years(earliest, on) > age:
        earliest += _ONE_DAY
    while age_in_years(day_after(latest), on) >= age:
        latest += _ONE_DAY
    return earliest, latest
