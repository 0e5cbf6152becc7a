"""Readings of a text that hide nothing: joined letters, undone disguises, decoded pieces."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterator

from policies.numerals import FULL_WIDTH

MAX_LENGTH = 2000
_UNBROKEN = re.compile(r"(\S{50})(?=\S)")
_HIDDEN = re.compile(r"[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
# Letters one by one: "s y s t e m", "시.스.템.프.롬". Two or more signs between words end it.
_GAP = r"[\s\-_.·*|/,~]{1,2}"
_SPELLED = re.compile(
    rf"(?<![A-Za-z가-힣])(?:[A-Za-z]{_GAP}){{4,}}[A-Za-z](?![A-Za-z])"
    rf"|(?<![A-Za-z가-힣])(?:[가-힣]{_GAP}){{2,}}[가-힣]"
)
_PARTED = re.compile(r"[\s\-_.·*|/,~]+")
_JAMO_RUN = re.compile(r"[ㄱ-ㅣ]{4,}")
_LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_TAILS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_SYLLABLE = re.compile(
    f"([{_LEADS}])([{_VOWELS}])([{_TAILS[1:]}](?![{_VOWELS}]))?"  # a tail before a vowel leads
)
# What the keys of Latin letters write in Hangul (두벌식): "tlqkf".
_KEYS = str.maketrans(
    "qwertyuiopasdfghjklzxcvbnmQWERTOP",
    "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ",
)
_LATIN = re.compile(r"[A-Za-z]{4,}")
_BETWEEN = re.compile(r"(?<=[가-힣ㄱ-ㅎ])[*@~^.\-_`']{1,3}(?=[가-힣ㄱ-ㅎ])")
_LEET = str.maketrans("01345@$", "oieasas")
_LEET_WORD = re.compile(
    r"(?<![A-Za-z0-9@$])(?=[a-z0-9@$]*[a-z])(?=[a-z0-9@$]*[0134-5@$])[a-z0-9@$]{4,}", re.IGNORECASE
)
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{16,}={0,2}(?![A-Za-z0-9+/=_-])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}\s?){10,}(?![0-9A-Za-z])")
_ASCII_WORDS = re.compile(r"[A-Za-z]{3,}(?:\s+[A-Za-z]{2,})+")
_ROT = re.compile(r"rot\s?-?\s?13|카이사르|시저\s?암호", re.IGNORECASE)


def clean(text: str) -> str:
    """Beginning and end of a text, hidden signs and full-width forms undone.

    NFKC would turn ㅅㅂ into other signs, so only full-width forms are folded.
    """
    if len(text) > MAX_LENGTH:
        text = f"{text[:MAX_LENGTH]} {text[-MAX_LENGTH // 2 :]}"
    plain = _HIDDEN.sub("", unicodedata.normalize("NFC", text).translate(FULL_WIDTH))
    return _UNBROKEN.sub(r"\1 ", plain)  # bounds the work on endless words


def joined(plain: str) -> str:
    """`plain` with letters said one by one joined to words; the same where there are none."""
    composed = _JAMO_RUN.sub(lambda run: _compose(run[0]), plain)
    whole = _SPELLED.sub(lambda found: _PARTED.sub("", found[0]), composed)
    return _UNBROKEN.sub(r"\1 ", whole)  # as in `clean`


def _compose(run: str) -> str:
    """Single letters as syllables: ㅅㅣㅅㅡㅌㅔㅁ → 시스템."""

    def syllable(found: re.Match[str]) -> str:
        tail = _TAILS.index(found[3]) if found[3] else 0
        lead, vowel = _LEADS.index(found[1]), _VOWELS.index(found[2])
        return chr(0xAC00 + (lead * 21 + vowel) * 28 + tail)

    return _SYLLABLE.sub(syllable, run)


def disguises(plain: str) -> Iterator[str]:
    """What the text says when digits stand for letters, when read backwards, decoded from
    base64, hexadecimal or ROT13; nothing for a plain text."""
    if _LEET_WORD.search(plain):
        yield _LEET_WORD.sub(lambda word: word[0].lower().translate(_LEET), plain)
    for found in _BASE64.finditer(plain):
        yield from _decoded(found[0].replace("-", "+").replace("_", "/"))
    for found in _HEX.finditer(plain):
        yield from _readable(bytes.fromhex(_PARTED.sub("", found[0])))
    words = " ".join(found[0] for found in _ASCII_WORDS.finditer(plain))
    if words:
        yield codecs.decode(words, "rot13")
        yield words[::-1]
    if "템스시" in plain or "트프롬프" in plain:
        yield plain[::-1]


def rude_disguises(plain: str) -> Iterator[str]:
    """What the text says without signs inside words ("병~신"), and with Latin letters taken for
    the Hangul of their keys; nothing for a plain text."""
    if _BETWEEN.search(plain):
        yield _BETWEEN.sub("", plain)
    if _LATIN.search(plain):
        yield _LATIN.sub(lambda word: _compose(word[0].translate(_KEYS)), plain)


def names_cipher(plain: str) -> bool:
    """ROT13 or another shift is named: a person has no reason to write so."""
    return bool(_ROT.search(plain)) and bool(_ASCII_WORDS.search(plain))


def _decoded(token: str) -> Iterator[str]:
    try:
        yield from _readable(base64.b64decode(token + "=" * (-len(token) % 4)))
    except (binascii.Error, ValueError):
        return


def _readable(data: bytes) -> Iterator[str]:
    """The text of bytes that are one, a cut sign aside: printable, most of it letters."""
    text = data.decode("utf-8", errors="ignore")
    letters = sum(sign.isalpha() or sign == " " for sign in text)
    whole = len(data) - len(text.encode()) <= 3
    if whole and len(text) >= 8 and text.isprintable() and letters > 0.8 * len(text):
        yield text
