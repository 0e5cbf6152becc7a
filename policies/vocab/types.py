"""What the vocabulary consists of and what it says of a text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Why a said form leads to official terms."""

    SYNONYM = "synonym"
    LAY = "lay"
    DISEASE = "disease"
    TREATMENT = "treatment"
    SITUATION = "situation"
    SPELLING = "spelling"


DEFAULT_WEIGHT = 0.6


@dataclass(frozen=True)
class Entry:
    """Forms people say and the terms of published texts they lead to.

    `said` is written as in `policies.vocab.forms`. A form does not count directly before one
    of `not_before` or directly after one of `not_after` (spaces ignored), and with `needs` only
    where the text has one of those words too. `word`: only as a word of its own, as every form
    of one syllable is anyway. `codes` are KCD ranges ("E10-E14"): a code typed leads here too.
    """

    key: str
    said: tuple[str, ...]
    official: tuple[str, ...]
    kind: Kind = Kind.LAY
    weight: float = DEFAULT_WEIGHT
    not_before: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    word: bool = False
    codes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Expansion:
    """Something a person said and the official terms for it, most telling first.

    `start` and `end` (exclusive) are offsets into `normalise(text)`, which is the text itself
    for anything typed in composed Hangul; `said` is that stretch. `key` names the entry.
    """

    said: str
    start: int
    end: int
    official: tuple[str, ...]
    kind: Kind
    weight: float
    key: str = ""
