"""Days and spans of days in a question, counted from the day it is asked."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from policies.korean import long_date


@dataclass(frozen=True)
class Span:
    """Days `first` to `last`, both inclusive, named at `start`:`end` of the text."""

    start: int
    end: int
    first: date | None
    last: date | None

    def holds(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    @property
    def label(self) -> str:
        if self.first is not None and self.first == self.last:
            return long_date(self.first)
        first = f"{long_date(self.first)}부터" if self.first else ""
        last = f"{long_date(self.last)}까지" if self.last else ""
        return f"{first} {last}".strip()


_NUMBERS = {
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "열흘": 10, "보름": 15, "일주일": 7,
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일": 1, "이": 2, "삼": 3,
}  # fmt: skip
_COUNT = r"(?:\d{1,3}|한|두|세|네|다섯|여섯)"
_LENGTH = (
    rf"(?:(?P<days>\d{{1,3}})\s?일|(?P<word>하루|이틀|사흘|나흘|닷새|일주일|열흘|보름)"
    rf"|(?P<weeks>{_COUNT})\s?주일?|(?P<months>{_COUNT})\s?(?:달|개월)|(?P<years>{_COUNT})\s?년)"
)
_SAME = r"(?:\s?\((?:\d{4}년\s?)?\d{1,2}월(?:\s?\d{1,2}일)?\))?"
_Y = r"(?:(?P<y>20\d{2}|\d{2})\s?년\s?)?"


def spans(text: str, today: date) -> list[Span]:
    """Every span named in `text`, in order; longer readings win over shorter ones."""
    found: list[Span] = []
    for pattern, meaning in _COMPILED:
        for match in pattern.finditer(text):
            days = meaning(match, today)
            if days and not any(s.start < match.end() and match.start() < s.end for s in found):
                found.append(Span(match.start(), match.end(), *days))
    return list(_bounded(sorted(found, key=lambda span: span.start), text))


# 「8월 1일부터 접수」 starts on the day; only 이후 leaves the end open.
_FROM = re.compile(r"\s?이후(?:로|에)?")
_BEFORE = re.compile(r"\s?(?:이전(?:에)?|전(?:에|까지))")


def _bounded(found: list[Span], text: str) -> Iterator[Span]:
    """Two days joined by 부터, ~; and 이후, 이전 after one."""
    index = 0
    while index < len(found):
        span = found[index]
        if index + 1 < len(found):
            following = found[index + 1]
            between = text[span.end : following.start]
            if re.fullmatch(r"\s?(?:부터|에서|~|-|와|과)\s?", between) and (
                following.last is None or span.first is None or span.first <= following.last
            ):
                yield Span(span.start, following.end, span.first, following.last)
                index += 2
                continue
        index += 1
        after = text[span.end :]
        later, earlier = _FROM.match(after), _BEFORE.match(after)
        if later:
            yield Span(span.start, span.end + later.end(), span.first, None)
        elif earlier:
            before = span.first - timedelta(days=1) if span.first else None
            yield Span(span.start, span.end + earlier.end(), None, before)
        else:
            yield span


def month_span(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _month_off(today: date, months: int) -> tuple[date, date]:
    index = today.year * 12 + today.month - 1 + months
    return month_span(index // 12, index % 12 + 1)


def _week_off(today: date, weeks: int) -> tuple[date, date]:
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=weeks)
    return monday, monday + timedelta(days=6)


def _year_of(match: re.Match[str], today: date) -> int:
    said = match.groupdict().get("y")
    return today.year if not said else int(said) if len(said) == 4 else 2000 + int(said)


def _day(match: re.Match[str], today: date) -> tuple[date, date] | None:
    try:
        day = date(_year_of(match, today), int(match["m"]), int(match["d"]))
    except ValueError:
        return None
    return day, day


def _month(match: re.Match[str], today: date) -> tuple[date, date] | None:
    month = int(match["m"])
    if not 1 <= month <= 12:
        return None
    first, last = month_span(_year_of(match, today), month)
    match match["part"]:
        case "초":
            return first, first.replace(day=10)
        case "중순":
            return first.replace(day=11), first.replace(day=20)
        case "말":
            return first.replace(day=21), last
    return first, last


def _months(match: re.Match[str], today: date) -> tuple[date, date] | None:
    first, last = int(match["m"]), int(match["n"])
    if not (1 <= first <= 12 and 1 <= last <= 12 and first <= last):
        return None
    year = _year_of(match, today)
    return month_span(year, first)[0], month_span(year, last)[1]


def _year(match: re.Match[str], today: date) -> tuple[date, date]:
    return _year_in(_year_of(match, today), match["half"])


def _word_year(match: re.Match[str], today: date) -> tuple[date, date]:
    off = {"작년": -1, "지난해": -1, "재작년": -2, "내년": 1}.get(match["word"], 0)
    return _year_in(today.year + off, match["half"])


def _year_in(year: int, half: str | None) -> tuple[date, date]:
    months = {"상반기": (1, 6), "하반기": (7, 12)}.get(half or "", (1, 12))
    return month_span(year, months[0])[0], month_span(year, months[1])[1]


def _half(match: re.Match[str], today: date) -> tuple[date, date]:
    return _year_in(today.year, match["half"])


def _length(match: re.Match[str], today: date) -> int:
    if match["days"]:
        return int(match["days"])
    if match["word"]:
        return _NUMBERS[match["word"]]
    for name, days in (("weeks", 7), ("months", 0), ("years", 0)):
        said = match[name]
        if said:
            count = int(said) if said.isdecimal() else _NUMBERS[said]
            if days:
                return count * days
            months = count * (12 if name == "years" else 1)
            return abs((_same_day(today, months) - today).days)
    return 0


def _same_day(today: date, months: int) -> date:
    first, last = _month_off(today, months)
    return first.replace(day=min(today.day, last.day))


def _ahead(match: re.Match[str], today: date) -> tuple[date, date]:
    return today, today + timedelta(days=_length(match, today))


def _back(match: re.Match[str], today: date) -> tuple[date, date]:
    length = match.groupdict()
    if length["months"] or length["years"]:
        said = length["months"] or length["years"] or "1"
        count = int(said) if said.isdecimal() else _NUMBERS[said]
        return _same_day(today, -count * (12 if length["years"] else 1)), today
    return today - timedelta(days=_length(match, today)), today


_DAY_WORDS = {
    "오늘": 0,
    "금일": 0,
    "내일": 1,
    "모레": 2,
    "글피": 3,
    "어제": -1,
    "그저께": -2,
    "그제": -2,
}


def _word_day(match: re.Match[str], today: date) -> tuple[date, date]:
    day = today + timedelta(days=_DAY_WORDS[match[0]])
    return day, day


_OFF = {
    "지지난": -2, "지난": -1, "저번": -1, "이번": 0, "요번": 0, "금": 0,
    "다음": 1, "담": 1, "다다음": 2,
}  # fmt: skip
_COMPILED: list[
    tuple[re.Pattern[str], Callable[[re.Match[str], date], tuple[date | None, date | None] | None]]
] = [
    (
        re.compile(
            r"(?<!\d)(?P<y>20\d{2})\s?[-./]\s?(?P<m>\d{1,2})\s?[-./]\s?(?P<d>\d{1,2})"
            r"(?!\d)"
        ),
        _day,
    ),
    (re.compile(rf"(?<!\d){_Y}(?P<m>\d{{1,2}})월\s?(?P<d>\d{{1,2}})일"), _day),
    (re.compile(rf"(?<!\d){_Y}(?P<m>\d{{1,2}})월?\s?[~-]\s?(?P<n>\d{{1,2}})월"), _months),
    (
        re.compile(r"(?P<off>지지난|지난|저번|이번|요번|다음|다다음|담)\s?(?:달|월)" + _SAME),
        lambda m, today: _month_off(today, _OFF[m["off"]]),
    ),
    (re.compile(r"(?:이달|금월|당월)" + _SAME), lambda m, today: _month_off(today, 0)),
    (
        re.compile(
            r"(?P<off>지지난|지난|저번|이번|요번|다음|"
            r"다다음|담|금)\s?주(?:말)?(?![가-힣]*민)"
        ),
        lambda m, today: _weekend(m, today),
    ),
    (
        re.compile(
            r"(?P<word>올해|금년|작년|지난해|재작년|내년)\s?(?P<half>상반기|"
            r"하반기)?(?:\s?말)?"
        ),
        _word_year,
    ),
    (re.compile(r"연말(?=까지|\s|에|안)"), lambda m, today: (today, date(today.year, 12, 31))),
    (re.compile(r"월말(?=까지|\s|에|안)"), lambda m, today: (today, _month_off(today, 0)[1])),
    (
        re.compile(
            r"(?<!\d)(?P<y>20\d{2})\s?년(?:도)?\s?(?P<half>상반기|"
            r"하반기)?(?!\s?\d{1,2}\s?월)"
        ),
        _year,
    ),
    (re.compile(r"(?P<half>상반기|하반기)"), _half),
    (re.compile(rf"(?:최근|지난|요)\s?{_LENGTH}(?:\s?(?:동안|간|사이(?:에)?|내에?|안에))?"), _back),
    (
        re.compile(
            rf"(?:앞으로\s?)?{_LENGTH}\s?(?:안(?:에|으로)|"
            r"이내(?:에|로)?|내(?:에|로)|사이에)"
        ),
        _ahead,
    ),
    (re.compile(rf"앞으로\s?{_LENGTH}"), _ahead),
    (
        re.compile(
            rf"(?<!\d){_Y}(?P<m>\d{{1,2}})월(?!\s?\d{{1,2}}일)\s?(?P<part>초|중순|말(?!\s?까지))?"
        ),
        _month,
    ),
    (re.compile("|".join(_DAY_WORDS)), _word_day),
]


def _weekend(match: re.Match[str], today: date) -> tuple[date, date]:
    monday, sunday = _week_off(today, _OFF[match["off"]])
    return (monday + timedelta(days=5), sunday) if match[0].endswith("말") else (monday, sunday)
