"""Dates as people say them. A date is as exact as it was said: YYYY, YYYY-MM or YYYY-MM-DD."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from chat.agent.understanding.numbers import SMALL_COUNT, native_number
from policies.eligibility.dates import add_months

_YEAR_WORD = {"올해": 0, "금년": 0, "작년": -1, "지난해": -1, "재작년": -2, "내년": 1, "올": 0}
_MONTH_WORD = {"이번달": 0, "이달": 0, "지난달": -1, "저번달": -1, "다음달": 1, "담달": 1,
               "지지난달": -2, "다다음달": 2}  # fmt: skip
_DAY_WORD = {
    "오늘": 0,
    "어제": -1,
    "그제": -2,
    "그저께": -2,
    "엊그제": -2,
    "내일": 1,
    "모레": 2,
    "글피": 3,
}
_WEEK_WORD = {"이번주": 0, "지난주": -7, "저번주": -7, "다음주": 7}
_SPOKEN_MONTHS = {"한달": 1, "두달": 2, "석달": 3, "세달": 3, "넉달": 4, "네달": 4, "반년": 6}
_SPOKEN_DAYS = {"사흘": 3, "나흘": 4, "닷새": 5, "일주일": 7, "열흘": 10, "보름": 15}
DATE = re.compile(
    r"(?P<y>(?:19|20)\d{2})\s?[년.\-/]\s?(?P<m>\d{1,2})\s?[월.\-/]?(?:\s?(?P<d>\d{1,2})\s?일?)?"
    r"|(?P<y2>\d{2})\s?[년.]\s?(?P<m2>\d{1,2})\s?[월.]\s?(?:(?P<d2>\d{1,2})\s?일?)?"
    r"|(?P<yw>올해|금년|작년|지난해|재작년|내년|"
    r"올)\s?(?P<m3>\d{1,2})\s?월(?:\s?(?P<d3>\d{1,2})\s?일)?"
    r"|(?P<mw>이번\s?달|이달|지지난\s?달|지난\s?달|저번\s?달|다다음\s?달|다음\s?달|담달)"
    r"(?:\s?(?P<d4>\d{1,2})\s?일)?"
    r"|(?P<m5>\d{1,2})\s?월(?:\s?(?P<d5>\d{1,2})\s?일)?"
    r"|(?P<dw>오늘|어제|그제|그저께|엊그제|(?<!내일)(?<!내일\s)모레|글피|내일(?!\s?모레))|"
    r"(?P<ww>이번\s?주|지난\s?주|저번\s?주|다음\s?주)"
    r"|(?P<y6>(?:19|20)\d{2})\s?년|(?P<yw2>올해|작년|지난해|재작년|내년)"
)
AGO = re.compile(
    rf"(?P<n>{SMALL_COUNT})\s?(?P<u>일|주일|주|개월|달|년)\s?(?:\S{{0,2}}\s?)?(?:전|됐|되|지났|"
    rf"째|차)"
    r"|(?P<w>한\s?달|두\s?달|석\s?달|세\s?달|넉\s?달|네\s?달|반년)\s?(?:전|됐|되|지났|째)"
    r"|(?P<days>열흘|보름|일주일|사흘|나흘|닷새)\s?(?:전|됐|되|지났|째|쯤\s?전)"
)


def _day(year: int, month: int | None = None, day: int | None = None) -> str | None:
    if month is None:
        return f"{year:04d}"
    if not 1 <= month <= 12:
        return None
    if day is None:
        return f"{year:04d}-{month:02d}"
    if not 1 <= day <= monthrange(year, month)[1]:
        return None
    return f"{year:04d}-{month:02d}-{day:02d}"


def full_year(two_digits: int, as_of: date) -> int:
    """58 → 1958, 05 → 2005: the latest year that is not after `as_of`."""
    century = as_of.year // 100 * 100
    return two_digits + (century if two_digits <= as_of.year % 100 else century - 100)


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def said_date(match: re.Match[str], as_of: date, *, future: bool = False) -> str | None:
    """The (partial) date of a `DATE` match; None for an impossible one.

    A month without a year is the last one before `as_of`, with `future` the next one.
    """
    if match["y"]:
        return _day(int(match["y"]), int(match["m"]), _number(match["d"]))
    if match["y2"]:
        year = full_year(int(match["y2"]), as_of)
        return _day(year, int(match["m2"]), _number(match["d2"]))
    if match["yw"]:
        year = as_of.year + _YEAR_WORD[match["yw"]]
        return _day(year, int(match["m3"]), _number(match["d3"]))
    if match["mw"]:
        index = as_of.year * 12 + as_of.month - 1 + _MONTH_WORD[match["mw"].replace(" ", "")]
        return _day(index // 12, index % 12 + 1, _number(match["d4"]))
    if match["m5"]:
        return _near_month(int(match["m5"]), _number(match["d5"]), as_of, future)
    if match["dw"]:
        return (as_of + timedelta(days=_DAY_WORD[match["dw"]])).isoformat()
    if match["ww"]:
        day = as_of + timedelta(days=_WEEK_WORD[match["ww"].replace(" ", "")])
        return day.isoformat()[:7]
    if match["y6"]:
        return match["y6"]
    return str(as_of.year + _YEAR_WORD[match["yw2"]])


def _near_month(month: int, day: int | None, as_of: date, future: bool) -> str | None:
    year = as_of.year
    if future and month < as_of.month:
        year += 1
    if not future and month > as_of.month:
        year -= 1
    return _day(year, month, day)


def ago(match: re.Match[str], as_of: date) -> str | None:
    """The month in which something happened ("3주 됐어요", "두 달 전"); the year for years."""
    if match["w"]:
        return add_months(as_of, -_SPOKEN_MONTHS[match["w"].replace(" ", "")]).isoformat()[:7]
    if match["days"]:
        return (as_of - timedelta(days=_SPOKEN_DAYS[match["days"]])).isoformat()
    count = native_number(match["n"])
    if count is None:
        return None
    unit = match["u"]
    if unit in {"일", "주", "주일"}:
        days = count * (1 if unit == "일" else 7)
        return (as_of - timedelta(days=days)).isoformat()[: 10 if unit == "일" else 7]
    months = count if unit in {"개월", "달"} else count * 12
    if as_of.year * 12 - months < 12 * 1900:
        return None
    return add_months(as_of, -months).isoformat()[: 4 if unit == "년" else 7]


def date_range(partial: str) -> tuple[date, date]:
    """First and last day of a (partial) date. Raises ValueError on anything else."""
    year, month, day = (*(int(part) for part in partial.split("-")), 0, 0)[:3]
    if not month:
        return date(year, 1, 1), date(year, 12, 31)
    if not day:
        return date(year, month, 1), date(year, month, monthrange(year, month)[1])
    return date(year, month, day), date(year, month, day)
