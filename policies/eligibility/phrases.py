"""How people say in everyday words that a free criterion holds ("밥도 못 차려 드세요").

A phrase is words in any order, each found inside the clause without its spaces: "장보|청소|빨래
못|어려|힘들" asks for one of the first three and one of the others; "!혼자" must not stand in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_NOT = "!"
_WORD = re.compile(r"!?[^\s|!]+(?:\|[^\s|!]+)*")


@lru_cache(maxsize=4096)
def _words(phrase: str) -> tuple[tuple[bool, tuple[str, ...]], ...]:
    return tuple((not word.startswith(_NOT), _choices(word)) for word in phrase.split())


def _choices(word: str) -> tuple[str, ...]:
    return tuple(_flat(choice) for choice in word.removeprefix(_NOT).split("|"))


def _flat(text: str) -> str:
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text)).lower()


def checked_phrase(phrase: str) -> str:
    """The phrase with single spaces. Raises ValueError, in Korean, when it is none."""
    words = phrase.split()
    if not words or not all(_WORD.fullmatch(word) for word in words):
        raise ValueError(f"말하는 표현을 읽을 수 없습니다: {phrase!r}")
    if all(word.startswith(_NOT) for word in words):
        raise ValueError(f"말하는 표현에 있어야 할 말이 없습니다: {phrase!r}")
    return " ".join(words)


def says(phrases: Iterable[str], clause: str) -> bool:
    """Whether a clause says one of the phrases."""
    flat = _flat(clause)
    return any(
        all(any(choice in flat for choice in choices) is wanted for wanted, choices in words)
        for words in map(_words, phrases)
    )
