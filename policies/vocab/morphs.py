"""A text as the matcher sees it: morphemes that carry meaning, and the text without spaces."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from policies.retrieval.morphemes import kiwi, normalise

Morph = tuple[str, str]
Span = tuple[int, int]
# Numbers, pronouns, determiners and interjections ("아이") count as nouns, auxiliary verbs as
# verbs; particles, endings, suffixes, the copula and signs are passed over.
_CLASSES = {"NN": "N", "NP": "N", "NR": "N", "XR": "N", "XP": "N", "MM": "N", "IC": "N"}
_CLASSES |= {"SL": "N", "SH": "N", "SN": "N", "VV": "V", "VA": "V", "VX": "V", "MA": "A"}
# Adverbs that change nothing in what is said; 안 and 못 do.
_FILLERS = frozenset(
    "좀 조금 많이 너무 자꾸 자주 계속 맨날 정말 진짜 아주 매우 더 다 또 그냥 엄청 되게 잘 "
    "이제 벌써 꼭 제발 아직 점점".split()
)
_SENTENCE = re.compile(r"[.!?\n]")


@dataclass(frozen=True)
class Token:
    """A content morpheme; offsets into the normalised text, `end` exclusive.

    `opens`: begins a word (띄어쓰기 단위); `closes`: only particles and endings follow in it.
    """

    morph: Morph
    start: int
    end: int
    opens: bool
    closes: bool


@dataclass(frozen=True)
class Analysed:
    """`flat` is the lower-cased text without spaces, `origin` the offset of each of its
    characters; `starts` and `ends` are the morpheme and word borders in it."""

    text: str
    tokens: tuple[Token, ...]
    flat: str
    origin: tuple[int, ...]
    starts: frozenset[int]
    ends: frozenset[int]

    @cached_property
    def stems(self) -> str:
        """The stems of all content morphemes in a row."""
        return "".join(token.morph[0] for token in self.tokens)

    @cached_property
    def stem_starts(self) -> tuple[int, ...]:
        """Where the stem of each token begins in `stems`, and their end."""
        lengths = (len(token.morph[0]) for token in self.tokens)
        return tuple(itertools.accumulate(lengths, initial=0))

    @cached_property
    def token_ending(self) -> dict[int, int]:
        """Exclusive end in `stems` → the token that ends there."""
        return {end: number for number, end in enumerate(self.stem_starts[1:])}

    @cached_property
    def place(self) -> dict[int, int]:
        """Offset in the text → offset in `flat`."""
        return {position: index for index, position in enumerate(self.origin)}

    def flat_before(self, start: int) -> str:
        """What stands before an offset of the text, without spaces."""
        return self.flat[: self.place[start]]

    def flat_after(self, end: int) -> str:
        """What follows on an exclusive end in the text, without spaces."""
        return self.flat[self.place[end - 1] + 1 :]

    def same_sentence(self, start: int, end: int) -> bool:
        return not _SENTENCE.search(self.text, start, end)


def content_class(tag: str, form: str) -> str | None:
    """N, V or A for a Kiwi morpheme that carries meaning, else None."""
    kind = _CLASSES.get(tag[:2])
    return None if kind == "A" and form in _FILLERS else kind


def analyse(text: str) -> Analysed:
    """Morphemes and flat form of a text; a lone surrogate counts as a question mark."""
    plain = normalise(text).encode("utf-8", "replace").decode()
    return _analysed(plain, kiwi().tokenize(plain))


def _analysed(text: str, found: Sequence[Any]) -> Analysed:
    origin = tuple(index for index, char in enumerate(text) if not char.isspace())
    flat = "".join(text[index] for index in origin).lower()
    if len(flat) != len(origin):
        flat = "".join(text[index] for index in origin)
    place = {position: index for index, position in enumerate(origin)}
    starts, ends = set(), set()
    for index, position in enumerate(origin):
        if position == 0 or text[position - 1].isspace():
            starts.add(index)
        if position + 1 == len(text) or text[position + 1].isspace():
            ends.add(index + 1)
    tokens = []
    for number, token in enumerate(found):
        start, end = token.start, token.start + token.len
        if start >= end or start not in place or end - 1 not in place:
            continue
        starts.add(place[start])
        ends.add(place[end - 1] + 1)
        if kind := content_class(token.tag, token.form):
            opens = start == 0 or text[start - 1].isspace()
            morph = (token.form.lower(), kind)
            tokens.append(Token(morph, start, end, opens, _closes(found, number)))
    return Analysed(text, tuple(tokens), flat, origin, frozenset(starts), frozenset(ends))


def _closes(found: Sequence[Any], number: int) -> bool:
    """No other content morpheme of the same word follows at once."""
    after = found[number + 1] if number + 1 < len(found) else None
    return (
        after is None
        or after.word_position != found[number].word_position
        or (content_class(after.tag, after.form) is None)
    )
