"""Birth windows: "'22.1.1.~'23.2.28. 출생", "1960.12.31. 이전 출생자", "19~21년생".

A window that stands directly with an age ("65세 이상 (1960.12.31. 이전 출생자)") restates it:
both are one condition, and the window decides, since it is exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.rule import BirthWindowCriterion, Rule

from .age_words import CHILD
from .ages import DIMENSION, AgeText, age_texts
from .limits import EXACT, limits
from .numbers import DATE, MONTH_DAY, Stretch, in_year, stretch
from .whose import concerns_child, either_born

_SINCE = r"(?:일?(?:이후|부터))"
_UNTIL = r"(?:일?(?:이전|까지))"
_BORN = (
    r"(?:기간|사이|중|기준)?(?:에|의)?(?:(?:관내|도내|시내|국내)에?)?"
    r"(?:출생(?:한|자|아동?|한자|하신|신고한)?(?!신고|일|순위|연월일|년월일|등록|증명)|태어난|생(?:일인)?(?=[가-힣)]{0,3}(?:자|인|사람|$|[),.]|$)))"
)
_WINDOW = re.compile(
    rf"(?P<lead>출생(?:자|연월일|년월일|일)?(?:기준)?[:]?)?"
    rf"(?:(?P<from>{DATE})일?(?:이후|부터)?~(?P<to>{DATE}|{MONTH_DAY})일?(?:까지|이전)?"
    rf"|(?P<from2>{DATE}){_SINCE}[~,]?(?P<to2>{DATE}){_UNTIL}"
    rf"|(?P<since>{DATE})일?{_SINCE}|(?P<until>{DATE})일?{_UNTIL})"
    rf"(?P<born>{_BORN})?"
)
_YEARS = re.compile(
    r"(?<![\d.])(?:'?(?P<low>\d{2}|(?:19|20)\d{2})(?:년도?)?(?:생|출생)?(?P<open>이후|부터)?[~\-])?"
    r"'?(?P<high>(?:19|20)\d{2}|\d{2})년도?"
    r"(?:(?P<m1>\d{1,2})(?:월?~(?P<m2>\d{1,2}))?월)?(?:생(?!애|활|산|계)|출생(?:자|아동?|한)?(?!신고|일|순위))"
    r"(?P<side>이하|이상|이후|부터|이전|까지)?"
)
_TAIL = re.compile(
    r"(?:인|의|한|하신|으로)?(?:자(?!녀)|아(?:동)?|사람|노인|어르신|영유아|여성|남성|청년)?"
)
_BRIDGE = re.compile(
    r"(?:인|의)?[가-힣]{0,6}[)]?[(,:]*(?:주민등록상|생년월일|출생연월일|출생년월일|출생일|출생자|출생|"
    r"\d{2,4}년도?(?:사업)?(?:기준)?|[:,(])*$"
)
# "9세(생일 지난 2017년생)" explains how ages are counted; "예)" gives an example.
_NO_WINDOW_BEFORE = re.compile(r"(?:예\)|예시|예:|생일이?(?:안|경과)?지난)[(:]?$")
_CLOSED = re.compile(r"$|[),\]]|\.$")
_EXACT_BEFORE = re.compile(rf"(?P<age>{EXACT})(?:반|아)?[(:]?$")
_LONG = 100


def _edges(match: re.Match[str]) -> tuple[date | None, date | None] | None:
    """First and last birthday of a window between or beside dates."""
    first = match["from"] or match["from2"] or match["since"]
    last = match["to"] or match["to2"] or match["until"]
    start = stretch(first) if first else None
    end: Stretch | None = None
    if last:
        own_year = re.fullmatch(DATE, last) and (not first or last[0] == "'" or _dated(last))
        end = stretch(last) if own_year else in_year(last, start.first.year) if start else None
    if (first and start is None) or (last and end is None):
        return None
    return (start.first if start else None), (end.last if end else None)


def _dated(text: str) -> bool:
    """Whether a date says its year: "2008.1.1", "75.12.31." do, "12.31." does not."""
    return len(re.findall(r"\d+", text)) == 3 or bool(re.match(r"(?:19|20)\d{2}", text))


def _window(start: date | None, end: date | None) -> BirthWindowCriterion | None:
    if (start is None and end is None) or (start and end and start > end):
        return None
    return BirthWindowCriterion(criterion="birth_window", born_from=start, born_to=end)


def _year_window(match: re.Match[str]) -> BirthWindowCriterion | None:
    """Window of birth years. "2015년생 이하" means that age and younger."""
    high = stretch(f"{_full(match['high'])}년")
    low = stretch(f"{_full(match['low'])}년") if match["low"] else None
    if high is None:
        return None
    if match["m1"]:
        months = [
            in_year(f"{each}월", high.first.year) for each in (match["m1"], match["m2"]) if each
        ]
        if None in months:
            return None
        edges = [each for each in months if each]
        return _window(edges[0].first, edges[-1].last)
    if low is not None:
        return _window(low.first, high.last)
    if match["side"] in ("이후", "부터", "이하"):
        return _window(high.first, None)
    if match["side"] in ("이전", "까지", "이상"):
        return _window(None, high.last)
    return _window(high.first, high.last)


def _full(figures: str) -> str:
    return figures if int(figures) >= _LONG else f"'{figures}"


def _found_windows(flat: Flat) -> Iterator[tuple[int, int, BirthWindowCriterion, bool]]:
    """Start, end, window and whether the words themselves speak of birth."""
    for match in _YEARS.finditer(flat.text):
        window = _year_window(match)
        if window is not None and "학년생" not in match.group():
            yield match.start(), match.end(), window, True
    for match in _WINDOW.finditer(flat.text):
        edges = _edges(match)
        window = _window(*edges) if edges else None
        if window is not None:
            yield match.start(), match.end(), window, bool(match["born"] or match["lead"])


def _restated(flat: Flat, ages: list[AgeText], start: int) -> AgeText | None:
    """The age that the window restates: nothing but a bracket or a label between them."""
    for age in reversed(ages):
        if age.figures[1] <= start and _BRIDGE.fullmatch(flat.text[age.figures[1] : start]):
            return age
    exact = _EXACT_BEFORE.search(flat.text, max(0, start - 8), start)
    read = limits(exact["age"]) if exact else None
    if exact is None or read is None:
        return None
    return AgeText(exact.start(), start, exact.span("age"), read, named=True)


def _closed(flat: Flat, start: int, end: int) -> int:
    """The end with the words that belong to it and the bracket that was opened inside."""
    end += len(match.group()) if (match := _TAIL.match(flat.text, end)) else 0
    stretch_ = flat.text[start:end]
    if stretch_.count("(") > stretch_.count(")") and flat.text[end : end + 1] == ")":
        return end + 1
    return end


def _of_a_child(flat: Flat, setting: Setting, window: BirthWindowCriterion, at: int) -> bool:
    around = flat.text[max(0, at - 16) : at + 30]
    if re.search(CHILD + r"|출생아|태아|영아", around):
        return True
    grown = 18
    start = window.born_from
    return bool(start and setting.year and start.year >= setting.year - grown) and not re.search(
        "청년|여성|남성|청소년|학생|대학|자립", around
    )


def read_windows(flat: Flat, start: int, end: int) -> Iterator[BirthWindowCriterion]:
    """Windows inside a stretch that speaks of children already."""
    for first, last, window, said in _found_windows(flat):
        if said and start <= first and last <= end:
            yield window


def windows(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Birth windows, with the ages they restate."""
    ages = list(age_texts(flat))
    for start, end, window, said in _found_windows(flat):
        age = _restated(flat, ages, start)
        if _NO_WINDOW_BEFORE.search(flat.text, max(0, start - 8), start):
            continue
        both_ends = window.born_from is not None and window.born_to is not None
        if not said and not (age and both_ends and _CLOSED.match(flat.text, end)):
            continue
        first = start if age is None else age.start
        around = flat.text[max(0, first - 12) : end + 14]
        if age is None:
            child = _of_a_child(flat, setting, window, start)
        else:
            child = concerns_child(age.limits, around, setting.title)
        rule: Rule = either_born(window) if child else window
        kind = Kind.GROUP if age and age.named else Kind.SCOPE
        yield Found(first, _closed(flat, first, end), rule, kind, DIMENSION)


RECOGNISERS: tuple[Recogniser, ...] = (windows,)
