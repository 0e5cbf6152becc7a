"""신청기한 and 신청기간 as published → kind and dates. What is not understood keeps its text."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from crawling.text import clean_line, is_placeholder
from policies.vocabulary import PeriodKind

SEOUL = ZoneInfo("Asia/Seoul")

_SEP = r"\s*(?:[.\-/년월]\s*)"
_YEAR = r"(?:(?:20)\d{2}|['‘’]\d{2})"
_WEEKDAY = r"\s*(?:[.일])?\s*(?:\(\s*[월화수목금토일]\s*\))?"
_DAY = rf"(?P<{{0}}m>\d{{{{1,2}}}}){_SEP}(?P<{{0}}d>\d{{{{1,2}}}})(?!\d){_WEEKDAY}"
_TILDE = r"\s*[~∼～-]\s*"
_DAYS = re.compile(
    rf"(?<!\d)(?P<sy>{_YEAR}){_SEP}"
    + _DAY.format("s")
    + _TILDE
    + rf"(?:(?P<ey>{_YEAR}){_SEP})?"
    + _DAY.format("e")
)
_MONTH_END = r"(?:\s*[.월])?(?!\s*[.\d])"
_MONTHS = re.compile(
    rf"(?<!\d)(?P<sy>{_YEAR}){_SEP}(?P<sm>\d{{1,2}})(?:\s*[.월])?{_TILDE}"
    rf"(?:(?P<ey>{_YEAR}){_SEP})?(?P<em>\d{{1,2}}){_MONTH_END}(?![^/]{{0,6}}공고\s?예정)"
)
_UNTIL = re.compile(rf"(?:^~\s*)(?P<ey>{_YEAR}){_SEP}" + _DAY.format("e") + r"$")
_COMPACT = re.compile(r"(?<!\d)(\d{8})\s*~\s*(\d{8})(?!\d)")
_BUDGET = re.compile(r"예산[^,/]{0,12}(?:소진|내\b|내 )|사업비\s*소진")
_NO_APPLICATION = re.compile(r"신청\s?절차\S{0,2}\s?없|신청\s?불필요|^미신청$")
_ALWAYS = re.compile(r"^\(?(?:연중\s*)?(?:상시|수시|연중)")
_ANNUAL = re.compile(r"매년|매\s?년|해마다|매\s?학년도|연도별")


@dataclass(frozen=True)
class Period:
    """Application period; `start` and `end` (inclusive) only for kind `range`."""

    kind: PeriodKind = PeriodKind.OTHER
    text: str = ""
    start: date | None = None
    end: date | None = None


def parse_period(raw: object) -> Period:
    """Kind and dates of a published period.

    Several ranges in one text become their whole span; the text tells the rounds. A range by
    months runs to the last day of its last month. An end without a year takes the start's.
    """
    text = clean_line(raw)
    if is_placeholder(text):
        return Period()
    ranges = _ranges(text)
    if ranges:
        start = min((r[0] for r in ranges if r[0]), default=None)
        return Period(PeriodKind.RANGE, text, start, max(r[1] for r in ranges))
    if _NO_APPLICATION.search(text):
        return Period(PeriodKind.OTHER, text)
    if _BUDGET.search(text):
        return Period(PeriodKind.BUDGET, text)
    if _ALWAYS.match(text):
        return Period(PeriodKind.ALWAYS, text)
    if _ANNUAL.search(text):
        return Period(PeriodKind.ANNUAL, text)
    return Period(PeriodKind.OTHER, text)


def parse_ranges(raw: object) -> list[tuple[date | None, date]]:
    """Every round of a published period by itself; no start = until a day."""
    text = clean_line(raw)
    return [] if is_placeholder(text) else _ranges(text)


def parse_compact_ranges(raw: object) -> list[tuple[date, date]]:
    """Ranges of 온통청년 `aplyYmd`: `20260907 ~ 20260928\\N20261026 ~ 20261116`."""
    ranges: list[tuple[date, date]] = []
    for start_text, end_text in _COMPACT.findall(clean_line(raw).replace("\\N", " ")):
        start, end = parse_compact_date(start_text), parse_compact_date(end_text)
        if start and end and start <= end:
            ranges.append((start, end))
    return ranges


def parse_compact_date(raw: object) -> date | None:
    """`20260131` → date; None for blanks and impossible dates."""
    text = clean_line(raw)
    if not re.fullmatch(r"\d{8}", text):
        return None
    return _date(int(text[:4]), int(text[4:6]), int(text[6:]))


def parse_stamp(raw: object) -> datetime | None:
    """Time of change (`20260129201825`, `2026-07-08 15:45:33`, `20260703`), in Asia/Seoul."""
    digits = re.sub(r"\D", "", clean_line(raw))
    formats = {14: "%Y%m%d%H%M%S", 8: "%Y%m%d"}
    if len(digits) not in formats:
        return None
    try:
        return datetime.strptime(digits, formats[len(digits)]).replace(tzinfo=SEOUL)
    except ValueError:
        return None


def _ranges(text: str) -> list[tuple[date | None, date]]:
    found = [_day_range(match) for match in _DAYS.finditer(text)]
    if not found:
        found = [_month_range(match) for match in _MONTHS.finditer(text)]
    ranges: list[tuple[date | None, date]] = [pair for pair in found if pair is not None]
    if not ranges and (match := _UNTIL.search(text)):
        end = _date(_year(match["ey"]), int(match["em"]), int(match["ed"]))
        return [(None, end)] if end else []
    return ranges


def _day_range(match: re.Match[str]) -> tuple[date, date] | None:
    year = _year(match["sy"])
    start = _date(year, int(match["sm"]), int(match["sd"]))
    end_year = _year(match["ey"]) if match["ey"] else year
    end = _date(end_year, int(match["em"]), int(match["ed"]))
    return _ordered(start, end, year_given=bool(match["ey"]))


def _month_range(match: re.Match[str]) -> tuple[date, date] | None:
    year = _year(match["sy"])
    end_year = _year(match["ey"]) if match["ey"] else year
    end_month = int(match["em"])
    if not 1 <= end_month <= 12:
        return None
    start = _date(year, int(match["sm"]), 1)
    end = _date(end_year, end_month, calendar.monthrange(end_year, end_month)[1])
    return _ordered(start, end, year_given=bool(match["ey"]))


def _ordered(start: date | None, end: date | None, *, year_given: bool) -> tuple[date, date] | None:
    if start is None or end is None:
        return None
    if end < start and not year_given:
        end = _date(end.year + 1, end.month, end.day)
    return (start, end) if end and start <= end else None


def _year(text: str) -> int:
    digits = text.lstrip("'‘’")
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
