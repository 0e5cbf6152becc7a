"""Figures of a text with their kind, unit, bound, period and the words they stand with."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from chat.agent.grounding.calendar import DATE, date_value
from chat.agent.grounding.spelling import numeral, plain


class Kind(StrEnum):
    AMOUNT = "amount"
    PERCENT = "percent"
    AGE = "age"
    COUNT = "count"
    DATE = "date"
    PHONE = "phone"
    URL = "url"
    NUMBER = "number"


class Bound(StrEnum):
    """Which side of the figure is meant; "" = the figure itself."""

    NONE = ""
    MIN = "min"
    OVER = "over"
    MAX = "max"
    UNDER = "under"


@dataclass(frozen=True)
class Figure:
    """A figure; `value` is won, percent, years, units, or for dates, phones and addresses
    their digits or text. `per` is the period or head it is counted by ("month", "person",
    "" when none is said). `start`..`end` are places in the plain text."""

    kind: Kind
    value: float | str
    unit: str
    start: int
    end: int
    bound: Bound = Bound.NONE
    per: str = ""


# 조 is also an article of a law.
_SCALE = r"(?:[십백천]?[만억]|조(?=\s?원|\s?\d[\d,]*\s?억)|[십백천])"
_NUM = (
    rf"\d[\d,]*(?:\.\d+)?(?:\s?{_SCALE}\s?\d[\d,]*(?:\.\d+)?)*"
    rf"(?:\s?{_SCALE}(?!\s?\d|[가-힣]*\s?\d+\s?세))?"
)
_UNITS = (
    r"원|퍼센트|프로|%|개월령?|세대|세(?![가-힣]*(?:금|자녀))|살|등급|급|시간|년생|년도|년|주일|주(?!민|소|거|택)"
    r"|회(?!원|사|의)|번째|번(?!호)|일|명|인(?!터|정|근|증)|가구|자녀|가지|개|종|차|대(?!상|학|리|출)|배(?!우)|호|조|항|달|해|점|분"
    r"|시(?![설작군도민청])|층|평|박|끼|매(?!월|달|년)|장(?![애기례])|㎡|ha|kg|km|g|m"
)
_URL = re.compile(
    r"(?:https?://|www\.)[^\s<>\"'\])]+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:kr|com|net|org|go)\b\S*"
)
_PHONE = re.compile(
    r"(?<![\d.])(?:0\d{1,2}[-.) ]\s?\d{3,4}[-. ]\d{4}|1[3-9]\d{2}-\d{4}|0\d{9,10})(?!\d)"
)
_SHORT_PHONE = re.compile(
    r"(?:국번\s?없이|전화|센터|공단|☎|콜|문의|상담)[^\d\n]{0,12}?(?<!\d)(1\d{2,3})(?![\d,.]*\s?(?:[만천억%]|원|년|명|세|일|회|개))"
    r"|[(](1\d{2,3})[)]|(?<!\d)(1\d{2,3})번(?!째)"
)
_FIGURE = re.compile(
    rf"(?P<first>{_NUM})\s?(?P<unit1>{_UNITS})?\s?(?:~|부터|에서|-)\s?(?:만\s?)?"
    rf"(?P<last>{_NUM})\s?(?P<unit>{_UNITS})|(?P<one>{_NUM})\s?(?P<unit_one>{_UNITS})?"
)
_SAME_UNIT = {
    "살": "세",
    "퍼센트": "%",
    "프로": "%",
    "번": "회",
    "인": "명",
    "분": "분",
    "달": "개월",
    "개월령": "개월",
    "해": "년",
    "주일": "주",
    "급": "등급",
    "년도": "년",
    "번째": "차",
}
_KINDS = {"원": Kind.AMOUNT, "%": Kind.PERCENT, "세": Kind.AGE}
_MONTHS = {"년": 12.0, "개월": 1.0}

_AFTER = re.compile(
    r"^\s?(?:\([^)]{0,20}\))?\s?(?:의|을|를|이|가|은|는)?\s?"
    r"(?:(?P<not_over>넘지\s?(?:않|못|아니)|초과하지\s?(?:않|못|아니))"
    r"|(?P<min>이상|부터|이후|보다\s?많거나)|(?P<over>초과|넘|보다\s?많|보다\s?높)"
    r"|(?P<max>이하|이내|까지|한도|범위|안에|내에서|이전)|(?P<under>미만|보다\s?적|보다\s?낮|안\s?되|전까지))"
)
_BEFORE = re.compile(
    r"(?P<max>최대|최고|많아도|한도)|(?P<min>최소|최저|적어도)",
)
_PER_NEAR = {
    "month": re.compile(
        r"(?:(?<![\d가-힣])월|매월|매달|월별|다달이|달마다|1\s?(?:개월|달)(?:에|당|마다)?)\s?$"
    ),
    "year": re.compile(
        r"(?:(?<![\d가-힣])연|연간|매년|해마다|(?<![\d가-힣])년|1년(?:에|간|당)?|1해에?)\s?$"
    ),
    "day": re.compile(r"(?:(?<![\d가-힣])일|하루에?|매일|1일(?:당|에)?)\s?$"),
    "week": re.compile(r"(?:(?<![가-힣])주|매주|1주일?(?:에|당)?|일주일에?)\s?$"),
    "hour": re.compile(r"(?:시간당|1시간(?:당|에)?|시급)\s?$"),
    "time": re.compile(r"(?:1회(?:당|에)?|회당|건당|1\s?번에|1건당)\s?$"),
    "person": re.compile(r"(?:1(?:인|명|사람)당?|인당|한 (?:명|사람)당?|아이당|자녀당)\s?$"),
    "household": re.compile(r"(?:가구당|세대당|1(?:가구|세대)당?)\s?$"),
    "term": re.compile(r"(?:학기당|학기별|분기별|분기당|매\s?학기|매\s?분기|반기별)\s?$"),
}
_PER_WIDE = {
    "month": re.compile(r"매월|매달|다달이|달마다|1\s?(?:개월|달)(?:에|마다)|월별"),
    "year": re.compile(r"매년|해마다|연간|1년에"),
    "day": re.compile(r"하루에|매일|1일당"),
    "week": re.compile(r"매주|1주일?에|일주일에"),
    "hour": re.compile(r"시간당"),
    "time": re.compile(r"회당|건당|1회에|1번에"),
    "person": re.compile(r"[1한]\s?(?:인|명|사람)당|인당"),
    "household": re.compile(r"가구당|세대당"),
    "term": re.compile(r"학기당|학기별|분기별|분기당|매\s?학기|매\s?분기|반기별"),
}
_PER_AFTER = re.compile(
    r"^\s?(?:[/(]\s?|을?\s?)(?P<per>월|연|년|일|주|회|인|명|가구|시간)(?:\s?[)]|\b|$)"
)
_AFTER_PERS = {
    "월": "month",
    "연": "year",
    "년": "year",
    "일": "day",
    "주": "week",
    "회": "time",
    "인": "person",
    "명": "person",
    "가구": "household",
    "시간": "hour",
}
# "1인당 월 30만 원" is paid by the month and by the head.
_ADVERB = re.compile(r"(?:최대|최고|최소|약|정액|각각|각|총|평균|최저|합산)\s?$")
# Where the words of one figure end and those of another begin.
BREAK = re.compile(r",(?!\d)|[\n;()]|(?<!\d)/|[.?!](?:\s|$)|\s-\s|—|:")


@lru_cache(maxsize=4096)
def figures_of(text: str) -> tuple[Figure, ...]:
    """Figures of a text in order. Marks such as [1] must have been taken out."""
    text = plain(text)
    found: list[Figure] = []
    taken = bytearray(len(text))

    def take(kind: Kind, value: float | str, unit: str, start: int, end: int) -> None:
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            found.append(Figure(kind, value, unit, start, end))

    for match in _URL.finditer(text):
        take(Kind.URL, address(match.group()), "", match.start(), match.end())
    for match in _PHONE.finditer(text):
        take(Kind.PHONE, re.sub(r"\D", "", match.group()), "", match.start(), match.end())
    for match in DATE.finditer(text):
        take(Kind.DATE, date_value(match), "", match.start(), match.end())
    for match in _SHORT_PHONE.finditer(text):
        group = next(i for i in (1, 2, 3) if match.group(i))
        take(Kind.PHONE, match.group(group), "", match.start(group), match.end(group))
    for match in _FIGURE.finditer(text):
        for figure in _numbers(match):
            take(figure.kind, figure.value, figure.unit, figure.start, figure.end)
    found.sort(key=lambda figure: figure.start)
    ranges = _range_ends(text, found)
    return tuple(_described(text, figure, found, ranges) for figure in found)


def address(url: str) -> str:
    """An address without scheme, www, a closing sign or slash."""
    url = re.sub(r"^https?://", "", url.lower())
    url = re.sub(r"[가-힣].*$", "", url)
    return url.removeprefix("www.").rstrip("/.,;)")


def _numbers(match: re.Match[str]) -> list[Figure]:
    if match.group("one"):
        return [_typed(match, "one", match.group("unit_one") or "")]
    unit = match.group("unit")
    first = _typed(match, "first", match.group("unit1") or unit)
    last = _typed(match, "last", unit)
    scale = re.search(r"[십백천]?[만억조]$|[십백천]$", match.group("last").strip())
    bare = not re.search(r"[십백천만억조]", match.group("first")) and not match.group("unit1")
    if scale and bare and isinstance(first.value, float):
        first = replace(first, value=first.value * numeral("1" + scale.group()))
    return [first, last]


def _typed(match: re.Match[str], group: str, unit: str) -> Figure:
    raw = match.group(group)
    unit = _SAME_UNIT.get(unit, unit)
    value = numeral(raw)
    kind = _KINDS.get(unit, Kind.COUNT if unit else Kind.NUMBER)
    if not unit and re.search(r"[만억]$", raw.strip()):
        kind, unit = Kind.AMOUNT, "원"
    end = match.end() if group != "first" else match.end("unit1" if match["unit1"] else "first")
    return Figure(kind, value, unit, match.start(group), end)


def _range_ends(text: str, found: list[Figure]) -> dict[int, Bound]:
    """Bounds of the two ends of "A ~ B" by their place in `found`."""
    ends: dict[int, Bound] = {}
    for place, (left, right) in enumerate(pairwise(found)):
        between = text[left.end : right.start]
        if left.kind is right.kind and re.fullmatch(r"\s?(?:~|-)\s?(?:만\s?)?", between):
            ends[place], ends[place + 1] = Bound.MIN, Bound.MAX
    return ends


def _described(text: str, figure: Figure, found: list[Figure], ranges: dict[int, Bound]) -> Figure:
    if figure.kind in {Kind.URL, Kind.PHONE}:
        return figure
    place = found.index(figure)
    low = max((m.end() for m in BREAK.finditer(text, 0, figure.start)), default=0)
    before = text[max(low, found[place - 1].end if place else 0) : figure.start]
    after = text[figure.end : figure.end + 30]
    bound = ranges.get(place) or _bound(before, after)
    return replace(figure, bound=bound, per=_per(text, figure, before, low))


def _bound(before: str, after: str) -> Bound:
    if first := _BEFORE.search(before[-14:]):  # "최대 30만 원까지" says the same twice
        return Bound(next(key for key, value in first.groupdict().items() if value))
    match = _AFTER.match(after)
    if match is None:
        return Bound.NONE
    name = next(key for key, value in match.groupdict().items() if value)
    return Bound.MAX if name == "not_over" else Bound(name)


def _per(text: str, figure: Figure, before: str, low: int) -> str:
    if figure.kind not in {Kind.AMOUNT, Kind.COUNT, Kind.PERCENT}:
        return ""
    near = before
    while shorter := _ADVERB.sub("", near):
        if shorter == near:
            break
        near = shorter
    # "1회 30만 원": the count before it is what the amount is paid by.
    tail = text[max(low, figure.start - 14) : figure.start - (len(before) - len(near))]
    for name, pattern in _PER_NEAR.items():
        if pattern.search(tail):
            return name
    after = _PER_AFTER.match(text[figure.end : figure.end + 8])
    if after and figure.kind is Kind.AMOUNT:
        return _AFTER_PERS[after["per"]]
    if figure.kind is not Kind.AMOUNT:
        return ""
    end = BREAK.search(text, figure.end)
    clause = text[low : end.start() if end else len(text)]
    return next((name for name, pattern in _PER_WIDE.items() if pattern.search(clause)), "")


def periods_of(text: str) -> set[str]:
    """Periods and heads that a text counts by, near a figure or not ("매월", "1회당")."""
    text = plain(text)
    found = {name for name, pattern in _PER_WIDE.items() if pattern.search(text)}
    return found | {figure.per for figure in figures_of(text) if figure.per}


def same_value(claim: Figure, source: Figure) -> bool:
    """The same figure of the same kind and unit; years and months are one measure."""
    if claim.kind is not source.kind:
        kinds = {claim.kind, source.kind}
        if kinds == {Kind.NUMBER, Kind.PHONE}:
            return _digits(claim) == _digits(source)
        if kinds == {Kind.DATE, Kind.COUNT}:
            return _month_day(claim, source)
        return False
    if claim.kind is Kind.DATE:
        return all(a == b for a, b in zip(_parts(claim), _parts(source), strict=True) if a)
    if claim.kind is Kind.COUNT and {claim.unit, source.unit} == set(_MONTHS):
        months = [float(one.value) * _MONTHS[one.unit] for one in (claim, source)]
        return months[0] == months[1]
    return claim.value == source.value and claim.unit == source.unit


def _digits(figure: Figure) -> str:
    return figure.value if isinstance(figure.value, str) else f"{figure.value:.0f}"


def _parts(figure: Figure) -> list[str]:
    return str(figure.value).split("-")


def _month_day(one: Figure, other: Figure) -> bool:
    """A day of every month ("매월 25일") and "25일"."""
    day, count = (one, other) if one.kind is Kind.DATE else (other, one)
    year, month, number = _parts(day)
    return not year and not month and count.unit == "일" and float(number) == count.value
