"""Korean text helpers: particles, money, dates, lists. Plain Python, no Django.

Particles follow what is *heard*: Hangul by its final consonant, digits by their
Sino-Korean reading, Latin by letter name (acronyms) or by its last sound (words).
A bracket after a word is not read out, so 「국민연금(NPS)」 takes the particle of 국민연금.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import date
from enum import Enum


class _Final(Enum):
    """How a word ends: vowel, ㄹ (a vowel to 으로/로), or another consonant."""

    VOWEL = "vowel"
    RIEUL = "rieul"
    CONSONANT = "consonant"


_HANGUL_FIRST, _HANGUL_LAST = 0xAC00, 0xD7A3
_RIEUL_INDEX = 8
_DIGITS = {
    "0": _Final.CONSONANT,
    "1": _Final.RIEUL,
    "2": _Final.VOWEL,
    "3": _Final.CONSONANT,
    "4": _Final.VOWEL,
    "5": _Final.VOWEL,
    "6": _Final.CONSONANT,
    "7": _Final.RIEUL,
    "8": _Final.RIEUL,
    "9": _Final.VOWEL,
}
_LETTER_NAMES = {
    "L": _Final.RIEUL,
    "R": _Final.RIEUL,
    "M": _Final.CONSONANT,
    "N": _Final.CONSONANT,
}
_BRACKETED_END = re.compile(r"(?<=\S)\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*$")


def _is_read(sign: str) -> bool:
    """Whether a sign has a sound: punctuation and spaces have none, but % is 퍼센트."""
    return sign == "%" or unicodedata.category(sign)[0] not in "PZ"


def _spoken_end(word: str) -> str:
    """The word up to its last sound, full-width forms as plain ones."""
    text = unicodedata.normalize("NFKC", word)
    while (shorter := _BRACKETED_END.sub("", text)) != text:
        text = shorter
    while text and not _is_read(text[-1]):
        text = text[:-1]
    return text


def _latin_final(text: str) -> _Final:
    word = re.search(r"[A-Za-z]+$", text)
    letters = word.group() if word else text[-1]
    if letters.isupper() or len(letters) == 1:
        return _LETTER_NAMES.get(letters[-1].upper(), _Final.VOWEL)
    lower = letters.lower()
    if lower.endswith(("l", "le")):
        return _Final.RIEUL
    if lower.endswith(("m", "n", "ng")) or re.search(r"(?<![aeiou])[aeiou](?:ck|[ckpt])$", lower):
        return _Final.CONSONANT
    return _Final.VOWEL


def _final(word: str) -> _Final:
    text = _spoken_end(word)
    if not text:
        return _Final.VOWEL
    last = text[-1]
    if _HANGUL_FIRST <= ord(last) <= _HANGUL_LAST:
        index = (ord(last) - _HANGUL_FIRST) % 28
        if index == 0:
            return _Final.VOWEL
        return _Final.RIEUL if index == _RIEUL_INDEX else _Final.CONSONANT
    if last in _DIGITS:
        return _DIGITS[last]
    if last.isascii() and last.isalpha():
        return _latin_final(text)
    # Signs read out in Korean (% 퍼센트, + 플러스) end in a vowel.
    return _Final.VOWEL


def particle(word: str, pair: str) -> str:
    """The form out of `pair` ("은/는", "이/가", "을/를", "과/와", "으로/로", "이어야/여야" …)
    that fits `word`; the form after a consonant stands first."""
    after_consonant, _, after_vowel = pair.partition("/")
    if not after_vowel:
        raise ValueError(f"조사 짝은 '은/는'처럼 씁니다: {pair}")
    final = _final(word)
    if final is _Final.VOWEL:
        return after_vowel
    if final is _Final.RIEUL and after_consonant.startswith("으로"):
        return after_vowel
    return after_consonant


def josa(word: str, pair: str) -> str:
    """`word` with the fitting particle: josa("나이", "을/를") == "나이를"."""
    return word + particle(word, pair)


def won(amount: int) -> str:
    """KRW with thousands separators: "2,470,000원"."""
    return f"{amount:,}원"


def number(value: float) -> str:
    """A number without needless decimals: 52.0 → "52", 52.5 → "52.5", 1234 → "1,234"."""
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def long_date(day: date) -> str:
    """ "2026년 12월 3일"."""
    return f"{day.year}년 {day.month}월 {day.day}일"


def months(count: int) -> str:
    """A span of months, in years where it is whole: 84 → "7년", 6 → "6개월"."""
    return f"{count // 12}년" if count and count % 12 == 0 else f"{count}개월"


def either(names: Iterable[str]) -> str:
    """Alternatives: "A", "A 또는 B", "A, B 또는 C"; repeated names are said once.

    At least one name is needed."""
    *firsts, last = dict.fromkeys(names)
    return f"{', '.join(firsts)} 또는 {last}" if firsts else last
