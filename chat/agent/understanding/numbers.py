"""Korean numerals and amounts of money as people write them."""

from __future__ import annotations

import re

from policies.numerals import NATIVE_ONES, NATIVE_TENS, SINO_DIGITS

_UNITS = NATIVE_ONES | {"여덜": 8}
_NATIVE_TENS = NATIVE_TENS | {"이른": 70}
_SINO = SINO_DIGITS
_UNIT_RE = "|".join(sorted(_UNITS, key=len, reverse=True))
_SINO_RE = "일이삼사오육칠팔구"
NATIVE_AGE = (
    rf"(?:스물|서른|마흔|쉰|예순|일흔|여든|아흔)(?:\s?(?:{_UNIT_RE}))?"
    rf"|[{_SINO_RE[1:]}]십\s?(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉)"
)
SMALL_COUNT = rf"(?:열\s?)?(?:{_UNIT_RE})|스무|열|\d{{1,2}}"
_AMOUNT_UNITS = {"억": 100_000_000, "천만": 10_000_000, "백만": 1_000_000, "만": 10_000}
# 2억3천, 1억 5천만원, 280만원, 9만8천원, 71,200원, 3천만, 백이십만원
AMOUNT = (
    r"(?:(?:\d[\d,]*(?:\.\d+)?|[일이삼사오육칠팔구십백천]{1,5})\s?(?:억|천만|백만|만|천|백)\s?){1,5}"
    r"(?:\d[\d,]*)?\s?(?:원|정도)?"
    r"|\d[\d,]*\s?원"
)
_PART = re.compile(r"(\d[\d,]*(?:\.\d+)?|[일이삼사오육칠팔구십백천]+)?\s?(억|만|천|백)?")


def sino_number(word: str) -> int | None:
    """백이십 → 120, 삼천 → 3000; None when it is no Sino-Korean numeral."""
    total, digit = 0, 0
    for sign in word:
        if sign in _SINO:
            digit = _SINO[sign]
        elif sign in "십백천":
            total += (digit or 1) * {"십": 10, "백": 100, "천": 1000}[sign]
            digit = 0
        else:
            return None
    return total + digit if word else None


def native_number(word: str) -> int | None:
    """예순일곱 → 67, 칠십하나 → 71, 세 → 3; None when it is no numeral."""
    clean = re.sub(r"\s", "", word)
    if clean.isdigit():
        return int(clean)
    if clean.startswith("열") and clean[1:] in _UNITS:
        return 10 + _UNITS[clean[1:]]
    for tens, value in _NATIVE_TENS.items():
        if clean == tens:
            return value
        if clean.startswith(tens) and clean[len(tens) :] in _UNITS:
            return value + _UNITS[clean[len(tens) :]]
    mixed = re.fullmatch(rf"([{_SINO_RE[1:]}])십({_UNIT_RE})", clean)
    if mixed:
        return _SINO[mixed[1]] * 10 + _UNITS[mixed[2]]
    return _UNITS.get(clean, sino_number(clean))


def won(text: str) -> int | None:
    """Amount in KRW of a written amount ("9만8천원" → 98,000, "2억3천" → 230,000,000).

    A lone 천 or a bare number below a unit follows the unit before it, as in speech.
    """
    clean = re.sub(r"[\s,]|원|정도", "", text)
    if re.fullmatch(r"\d+", clean):
        return int(clean)
    total, pending, last_unit = 0.0, 0.0, 0
    for number, unit in _PART.findall(clean):
        if not number and not unit:
            continue
        value = _value(number)
        if value is None:
            return None
        if unit == "억":
            total += (pending + value) * _AMOUNT_UNITS["억"]
            pending, last_unit = 0.0, _AMOUNT_UNITS["억"]
        elif unit == "만":
            total += (pending + (value if number else (0 if pending else 1))) * 10_000
            pending, last_unit = 0.0, 10_000
        elif unit in {"천", "백"}:
            pending += value * (1000 if unit == "천" else 100)
        else:
            pending += value
    if pending:
        in_man = last_unit == _AMOUNT_UNITS["억"] and pending >= 100
        total += pending * (10_000 if in_man else 1)
    return int(total) if total else None


def _value(number: str) -> float | None:
    if not number:
        return 1.0
    if number[0].isdigit():
        return float(number.replace(",", ""))
    spoken = sino_number(number)
    return None if spoken is None else float(spoken)
