"""Numbers, amounts, shares, dates and periods as Korean notices write them, spaces removed.

Patterns are source strings without named groups, to be put into larger expressions; the
functions beside them read what such a pattern matched.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date

_NATIVE = {
    **dict.fromkeys(("한", "하나", "첫"), 1),
    **dict.fromkeys(("두", "둘"), 2),
    **dict.fromkeys(("세", "셋", "석"), 3),
    **dict.fromkeys(("네", "넷", "넉"), 4),
    "다섯": 5,
    "여섯": 6,
    "일곱": 7,
    "여덟": 8,
    "아홉": 9,
    "열": 10,
}
_SINO = {sign: value for value, sign in enumerate("영일이삼사오육칠팔구")}
_TENS = {"십": 10, "백": 100, "천": 1_000}
_MYRIADS = {"만": 10_000, "억": 100_000_000, "조": 1_000_000_000_000}

DIGITS = r"(?<![\d.,])\d{1,3}(?:,?\d{3})*(?!\d)"
COUNT = r"(?:\d{1,2}|하나|다섯|여섯|일곱|여덟|아홉|[한두둘세셋네넷열])"
AMOUNT = r"(?:\d[\d,.]*(?:십|백|천)?(?:만|억|조)?|(?:[일이삼사오육칠팔구]?[십백천만억])+)+원?"
SHARE = r"(?:\d+(?:\.\d+)?(?:%|퍼센트|프로)|(?:100|백)분의\d+(?:\.\d+)?)"
_YEAR = r"(?:'?\d{2}|(?:19|20)\d{2})"
DATE = (
    rf"(?<![\d.]){_YEAR}(?:년도?|[.\-/])\d{{1,2}}(?:월|[.\-/])\d{{1,2}}(?!\d)(?:일|\.)?"
    rf"|(?<![\d.]){_YEAR}(?:년도?|\.)\d{{1,2}}(?:월|\.)(?!\d)"
    rf"|(?<![\d.])(?:'\d{{2}}(?!\d)|(?:19|20)\d{{2}}(?!\d)|\d{{2}}(?=년))(?:년도?)?"
)
MONTH_DAY = r"(?<![\d.])\d{1,2}(?:월|\.)\d{1,2}(?:일|\.)?"
PERIOD = (
    r"(?:만)?(?:\d{1,3}년(?:\d{1,2}개월)?|\d{1,3}개월|\d{1,3}주|\d{1,4}일|일년|반년|[한두세]달)"
)

# Births and moves lie in the past, so that two digits above this are of the last century.
_NEWEST_SHORT_YEAR = 35
_DAYS_A_WEEK = 7
_MONTHS_A_YEAR = 12
_LONG_YEAR = 100


def whole(text: str) -> int | None:
    """Whole number: "1,200", "세", "삼십", "백"; None for anything else."""
    plain = text.replace(",", "")
    if plain.isascii() and plain.isdigit():
        return int(plain)
    return _NATIVE.get(text) or (int(value) if (value := _mixed(text)) else None)


def _mixed(text: str) -> float | None:
    """Value of digits and Sino-Korean units: "1억5천" (of 만), "3백만", "7.5천만"."""
    total, part, unit, rest = 0.0, 0.0, "", text.replace(",", "")
    while rest:
        match = re.match(r"(\d+(?:\.\d+)?|[영일이삼사오육칠팔구])?([십백천만억조]*)", rest)
        if match is None or not match.group():
            return None
        figure, units = match.groups()
        value = 1.0 if not figure else float(_SINO.get(figure, 0) or figure)
        for unit in units:
            value, total, part = _weigh(value, unit, total, part)
        part += value
        rest = rest[match.end() :]
    return total + part


def _weigh(value: float, unit: str, total: float, part: float) -> tuple[float, float, float]:
    """One unit sign applied: 십·백·천 to the figure, 만·억·조 to all that was gathered."""
    if unit in _TENS:
        return value * _TENS[unit], total, part
    return 0.0, total + (part + value) * _MYRIADS[unit], 0.0


def won(text: str) -> int | None:
    """KRW of an amount: "4천만원", "1억5천", "3,952,000원", "1,200천원", "122백만원".

    After 억 a bare 천 counts 만 ("1억5천" is 150,000,000).
    """
    plain = text.removesuffix("원").strip(",.")
    short = re.fullmatch(r"(.+억)(\d+천)", plain)
    value = _mixed(f"{short[1]}{short[2]}만" if short and not text.endswith("원") else plain)
    return None if value is None else round(value)


def share(text: str) -> float | None:
    """Percent of "150%", "100분의20"."""
    match = re.search(r"분의(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)", text.removeprefix("100"))
    match = match if "분의" in text else re.search(r"()(\d+(?:\.\d+)?)", text)
    return float(match[1] or match[2]) if match else None


@dataclass(frozen=True)
class Stretch:
    """First and last day of what a date names: a day, a month or a year."""

    first: date
    last: date


def _full_year(text: str) -> int:
    digits = int(text.lstrip("'"))
    if digits >= _LONG_YEAR:
        return digits
    return digits + (2000 if digits <= _NEWEST_SHORT_YEAR else 1900)


def stretch(text: str) -> Stretch | None:
    """Days of what `DATE` matched; None when there is no such day."""
    first, *rest = re.findall(r"'?\d+", text) or [""]
    return _days(_full_year(first), [int(each.lstrip("'")) for each in rest]) if first else None


def in_year(text: str, year: int) -> Stretch | None:
    """Days of a month, or a month and day ("12.31.", "2월"), of the year it belongs to."""
    return _days(year, [int(each) for each in re.findall(r"\d+", text)])


def _days(year: int, rest: list[int]) -> Stretch | None:
    month, day = [*rest, 0, 0][:2]
    try:
        if day:
            return Stretch(date(year, month, day), date(year, month, day))
        last = calendar.monthrange(year, month or _MONTHS_A_YEAR)[1]
        return Stretch(date(year, month or 1, 1), date(year, month or _MONTHS_A_YEAR, last))
    except (ValueError, calendar.IllegalMonthError):
        return None


@dataclass(frozen=True)
class Period:
    """A length of time in whole months, or in days where it is written in days or weeks."""

    months: int | None = None
    days: int | None = None


_WORDED = {"일년": 12, "반년": 6, "한달": 1, "두달": 2, "세달": 3}


def period(text: str) -> Period | None:
    """Length of what `PERIOD` matched: "1년6개월", "180일", "만2년"."""
    plain = text.removeprefix("만")
    if plain in _WORDED:
        return Period(months=_WORDED[plain])
    match = re.fullmatch(r"(?:(\d+)년)?(?:(\d+)개월)?(?:(\d+)주)?(?:(\d+)일)?", plain)
    if match is None or not match.group():
        return None
    years, months, weeks, days = (int(each or 0) for each in match.groups())
    if years or months:
        return Period(months=years * _MONTHS_A_YEAR + months)
    return Period(days=weeks * _DAYS_A_WEEK + days)
