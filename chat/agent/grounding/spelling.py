"""One spelling for texts that are compared: plain digits and signs, numerals as digits."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from policies.numerals import NATIVE_ONES, NATIVE_TENS, SINO_DIGITS
from policies.retrieval.morphemes import normalise

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("～∼〜˜⁓", "~"),
        **dict.fromkeys("‐‑\u2012–—−－", "-"),
        **dict.fromkeys("’‘′＇`´", "'"),
        **dict.fromkeys("․。", "."),
        "￦": "₩",
        "\u00a0": " ",
        "\u3000": " ",
    }
)
_GROUPED = re.compile(r"(?<![\d,.])\d{1,3}(?: \d{3})+(?=\s*원)")

_SINO = {"영": 0, **SINO_DIGITS}
_SMALL = {"십": 10, "백": 100, "천": 1000}
_LARGE = {"만": 10_000, "억": 100_000_000, "조": 1_000_000_000_000}
_SINO_UNITS = r"원|세|개월|년|회|일|명|퍼센트|프로|등급|인|주|시간|배|살"
_SINO_NUMERAL = re.compile(
    rf"(?<![가-힣\d])([일이삼사오육칠팔구십백천만억]+(?:\s[일이삼사오육칠팔구십백천만억]+)*)(\s?)({_SINO_UNITS})"
    r"(?=$|[^가-힣]|[이가은는을를에의도만까부씩당로동간마째정과와인입예초미])"
)
# One sign alone is mostly another word (사회, 이주, 오세요): only with these, or apart.
_LONG_UNITS = frozenset({"개월", "년", "퍼센트", "프로", "등급", "시간"})
_NATIVE_NUMERAL = re.compile(
    rf"(?<![가-힣\d])({'|'.join(NATIVE_TENS)})?({'|'.join(NATIVE_ONES)})?\s?"
    r"(살|번|달|명|가지|개|시간|해|차례|곳|자녀|사람)"
    r"(?=$|[^가-힣]|[이가은는을를에의도만까부씩당로동간마째정과와인입예초미])"
)
# "한 번 물어보세요", "한 가지만": no count of anything.
_IDLE = frozenset({"번", "가지", "곳", "사람", "명", "개", "해"})


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """`text` with ASCII digits and signs, without invisible characters, numerals before a
    unit as digits ("삼십만 원" → "300000 원", "예순다섯 살" → "65 살")."""
    text = _UNSEEN.sub("", normalise(text)).translate(_SIGNS)
    text = "".join(_digit(sign) for sign in text)
    text = _GROUPED.sub(lambda match: match.group().replace(" ", ""), text)
    text = _SINO_NUMERAL.sub(_sino, text)
    return _NATIVE_NUMERAL.sub(_native, text)


def squeezed(text: str) -> str:
    """`plain` without spaces and middle dots, for comparing names."""
    return re.sub(r"[\s·ㆍ・‧]", "", plain(text)).lower()


def odd_numerals(text: str) -> bool:
    """A numeral sign that is no digit (①, ², Ⅲ) next to a digit or a unit of money or age:
    read as a list mark it would hide a figure."""
    marks = [i for i, sign in enumerate(text) if unicodedata.category(sign) in {"No", "Nl"}]
    return any(re.match(r"[\d만천백억원세%]", text[i + 1 : i + 2]) for i in marks) or any(
        i and text[i - 1].isdigit() for i in marks
    )


def numeral(text: str) -> float:
    """Value of digits and Korean scales: "1억 3,500만" → 135,000,000, "2천 4백만" → 24,000,000."""
    total = section = 0.0
    pending: float | None = None
    for token in re.findall(r"\d[\d,]*(?:\.\d+)?|[십백천만억조]|[영일이삼사오육칠팔구]", text):
        if token in _SMALL:
            section += (1 if pending is None else pending) * _SMALL[token]
            pending = None
        elif token in _LARGE:
            part = section + (pending or 0)
            total += (part or 1) * _LARGE[token]
            section, pending = 0.0, None
        elif token in _SINO:
            pending = float(_SINO[token])
        else:
            pending = float(token.replace(",", ""))
    return total + section + (pending or 0)


def _digit(sign: str) -> str:
    if sign.isascii() or unicodedata.category(sign) != "Nd":
        return sign
    return str(unicodedata.decimal(sign))


def _sino(match: re.Match[str]) -> str:
    word, gap, unit = match.groups()
    before = match.string[: match.start()].rstrip()
    if before[-1:].isdigit():  # "247 만 원": the scale of the digits before it
        return match.group()
    if len(word) == 1 and word not in _LARGE and word not in _SMALL:
        if word in "이일" and unit not in _LONG_UNITS | {"회"}:
            return match.group()
        if not gap and unit not in _LONG_UNITS:
            return match.group()
    if len(word) == 1 and unit != "원" and (word in _LARGE or word in _SMALL):
        return match.group()
    return f"{numeral(word):.0f}{gap}{unit}"


def _native(match: re.Match[str]) -> str:
    tens, ones, unit = match.groups()
    if not tens and not ones:
        return match.group()
    value = NATIVE_TENS.get(tens or "", 0) + NATIVE_ONES.get(ones or "", 0)
    after = match.string[match.end() : match.end() + 1]
    if value == 1 and unit in _IDLE and not (unit == "번" and after in {"만", "에"}):
        return match.group()
    return f"{value} {unit}"
