"""Korean morphemes for the lexical index and for queries (Kiwi)."""

from __future__ import annotations

import threading
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from policies.numerals import FULL_WIDTH

if TYPE_CHECKING:
    from kiwipiepy import Kiwi

# Nouns, roots, foreign words, numbers, verbs and adjectives carry meaning; particles,
# endings and symbols do not.
CONTENT_TAGS = frozenset({"NNG", "NNP", "XR", "SL", "SH", "SN", "VV", "VA", "MAG"})
# Verbs and nouns so common in questions and notices that they tell nothing apart.
STOP_TERMS = frozenset(
    "하/VV 되/VV 있/VA 있/VV 없/VA 받/VV 알/VV 싶/VV 수/NNG 것/NNG 경우/NNG 때/NNG 등/NNG "
    "무엇/NNG 어떻/VA 어떠하/VA 그렇/VA 이렇/VA 같/VA 대하/VV 위하/VV 따르/VV 관하/VV "
    "궁금/XR 궁금하/VA 어디/NNG 좀/MAG 더/MAG 또/MAG 잘/MAG".split()
)
WORDS_FILE = Path(__file__).with_name("welfare_words.txt")
# Repairs spellings by sound, spellings run on over a syllable's end, and drawn-out ones.
REPAIRS = "basic_with_continual_and_lengthening"
_NOUNS = frozenset({"NNG", "NNP", "XR", "SL"})
_lock = threading.Lock()
# Nouns that a word of the welfare dictionary is made of.
_parts: dict[str, list[str]] = {}


@lru_cache(maxsize=1)
def _kiwi() -> Kiwi:
    from kiwipiepy import Kiwi

    kiwi = Kiwi(load_multi_dict=False)
    words = [
        word
        for line in WORDS_FILE.read_text(encoding="utf-8").splitlines()
        if (word := line.split("#")[0].strip())
    ]
    # Before they are added the analyser still takes them apart.
    for word in words:
        parts = [token.form for token in kiwi.tokenize(word) if token.tag.split("-")[0] in _NOUNS]
        if len(parts) > 1:
            _parts[word] = parts
    for word in words:
        kiwi.add_user_word(word, "NNP", 0.0)
    return kiwi


def kiwi() -> Kiwi:
    """The analyser with the welfare dictionary; built once a process, thread-safe."""
    with _lock:
        return _kiwi()


def normalise(text: str) -> str:
    """NFC, no-break spaces and full-width ASCII folded (NFKC would also eat ①②③)."""
    text = unicodedata.normalize("NFC", text).replace("\u00a0", " ").replace("\u200b", "")
    return text.translate(FULL_WIDTH)


def _content(text: str, *, repair: bool = False) -> Iterator[tuple[str, bool] | None]:
    """(form, is a noun) of each content morpheme; None where a chain of nouns breaks."""
    for token in kiwi().tokenize(normalise(text), typos=REPAIRS if repair else None):
        tag = token.tag.split("-")[0]
        form = token.form.lower()[:60]
        if tag not in CONTENT_TAGS or f"{form}/{tag}" in STOP_TERMS:
            yield None
        else:
            yield form, tag in _NOUNS


def words(text: str) -> list[str]:
    """Content morphemes of a text in order."""
    return [item[0] for item in _content(text) if item is not None]


def nouns(text: str) -> set[str]:
    """Nouns, roots and foreign words of a text, its spelling repaired."""
    return {item[0] for item in _content(text, repair=True) if item is not None and item[1]}


def terms(text: str, *, repair: bool = False) -> list[str]:
    """Index terms of a text in order: content morphemes, joined neighbouring nouns, and the
    parts of the field's compound words.

    "당뇨병 환자" gives 당뇨병, 환자 and 당뇨병환자, so that both spacings meet; 기초연금 gives
    기초 and 연금 too. `repair`: misspelt words are read as what they sound like.
    """
    found: list[str] = []
    previous = ""
    for item in _content(text, repair=repair):
        if item is None:
            previous = ""
            continue
        form, noun = item
        found.append(form)
        found.extend(_parts.get(form, ()))
        if noun and previous:
            found.append(f"{previous}{form}"[:60])
        previous = form if noun else ""
    return found


def term_counts(text: str) -> Counter[str]:
    """Frequencies of `terms`."""
    return Counter(terms(text))


def question_counts(text: str) -> Counter[str]:
    """Frequencies of the terms of a question, its spelling repaired."""
    return Counter(terms(text, repair=True))
