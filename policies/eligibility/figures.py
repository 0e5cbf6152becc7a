"""Figures in a text, each as one comparable token: "4천만 원" and "40,000,000원" are the same.

Durations in years become months ("1년" = "12개월"), hundredths per cent ("100분의 20" = "20%"),
counts in words digits ("세 자녀" = "3자녀"), and days of events bare digits ("6·25" = "625").
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_COUNTS = {"한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6}
_SCALES = {
    "억": 10**8,
    "천만": 10**7,
    "백만": 10**6,
    "십만": 10**5,
    "만": 10**4,
    "천": 10**3,
    "": 1,
}
_UNIT_NAMES = {"달": "개월", "살": "세", "퍼센트": "%", "프로": "%", "제곱미터": "㎡", "인": "명"}
_UNITS = (
    "개월|달|년|세|살|일|주|시간|명|인|자녀|퍼센트|프로|%|등급|급|종|학년|회|차|대|㎡|제곱미터"
    "|분위|점"
)
_AMOUNT = r"\d[\d,]*(?:\.\d+)?"
_SCALE = "억|천만|백만|십만|만|천"
_DATE = re.compile(r"((?:19|20)\d\d)[-./년](\d{1,2})[-./월](\d{1,2})일?\.?")
_EVENT = re.compile(r"(?<!\d)(?<!\d[.·])(\d)[.·](\d\d)(?!\d|[.·]\d)")
_SHARE = re.compile(r"100분의(\d+(?:\.\d+)?)")
_MONEY = re.compile(rf"(?:{_AMOUNT}(?:{_SCALE}))+원?|{_AMOUNT}원")
_MONEY_PART = re.compile(rf"({_AMOUNT})({_SCALE})?")
_COUNT = re.compile(rf"({'|'.join(_COUNTS)})(자녀|명)")
_PLAIN = re.compile(rf"({_AMOUNT})({_UNITS})?")
_MONTHS_A_YEAR = 12
_CALENDAR = 1000


def _plain(text: str) -> str:
    """A figure without thousands separators and needless decimals."""
    value = float(text.replace(",", ""))
    return str(int(value)) if value.is_integer() else str(value)


def _measured(amount: str, unit: str) -> str:
    """A figure with its unit; years are months, unless they name a calendar year."""
    value, unit = _plain(amount), _UNIT_NAMES.get(unit, unit)
    if unit == "년" and float(value) < _CALENDAR:
        return f"{_plain(str(float(value) * _MONTHS_A_YEAR))}개월"
    return value + unit


def _won(match: re.Match[str]) -> str:
    parts = _MONEY_PART.findall(match.group())
    total = sum(float(amount.replace(",", "")) * _SCALES[scale] for amount, scale in parts)
    return f"{_plain(str(total))}원"


_READINGS = (
    (_DATE, lambda m: "-".join(str(int(part)) for part in m.groups())),
    (_EVENT, lambda m: m[1] + m[2]),
    (_SHARE, lambda m: f"{_plain(m[1])}%"),
    (_MONEY, _won),
    (_COUNT, lambda m: f"{_COUNTS[m[1]]}{m[2]}"),
    (_PLAIN, lambda m: _measured(m[1], m[2] or "")),
)


@lru_cache(maxsize=8192)
def figures(text: str) -> tuple[frozenset[str], str]:
    """The figures of a text, and the text with a space in the place of each."""
    rest = re.sub(
        r"(?<=[\d억만천백십])\s+(?=[원억만천백십개년세명%])", "", unicodedata.normalize("NFC", text)
    )
    rest = re.sub(r"(?<=\d)\s*([-./년월·])\s*(?=\d)", r"\1", rest)
    rest = re.sub(r"(100분의|[한두세네])\s+(?=\d|자녀|명)", r"\1", rest)
    found: set[str] = set()
    for pattern, read in _READINGS:
        found.update(read(match) for match in pattern.finditer(rest))
        rest = pattern.sub(" ", rest)
    return frozenset(found), rest
