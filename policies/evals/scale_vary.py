"""Copies of policies that differ as real ones do: another place, another title, clauses in another
order, other rare words, other frequencies. Plain Python over what `scale_base` read."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from uuid import UUID

import numpy as np

from policies.evals.scale_base import Base, BasePolicy
from policies.retrieval.morphemes import term_counts

# Shares of all policies: for the nation, for a whole 시도; the rest is for one 시군구.
NATIONWIDE, WHOLE_SIDO = 0.10, 0.05
# Share of a copy's terms that is left out, and of those that occur once more.
_DROPPED, _REPEATED = 0.08, 0.10
# Words exchanged a copy, and how often the new one is coined instead of known elsewhere.
_EXCHANGED, _COINED = 4, 0.5
_SUFFIXES = "시범사업 추가지원 2단계 특화사업 확대지원 맞춤지원 연계사업 신규지원".split()
_CLAUSE = re.compile(r"(?<=[.?!])\s+|\n")
_SYLLABLES = "가나다라마바사아자차카타파하거너더러머버서어저처고노도로모보소오조초"


@dataclass(frozen=True)
class Place:
    """A row of the region table with the agency that stands for it and the terms of its name."""

    region_id: int
    agency_id: int
    sido: str
    sigungu: str
    terms: dict[str, int]


@dataclass(frozen=True)
class VariedChunk:
    """`ordinal` is that of the base's chunk and `vector` a row of the base's vectors; `start` =
    `end` = 0 for a digest."""

    section: str
    ordinal: int
    start: int
    end: int
    text: str
    vector: int

    @property
    def content_hash(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True)
class Variant:
    """One policy of the multiplied database. `place` None is for the nation; `sections` is the
    version's text that the chunks are spans of."""

    id: UUID
    base: BasePolicy
    external_id: str
    title: str
    place: Place | None
    sections: dict[str, str]
    chunks: tuple[VariedChunk, ...]
    terms: dict[str, int]

    @property
    def sections_json(self) -> str:
        return json.dumps(self.sections, ensure_ascii=False)


def variants(base: Base, places: list[Place], *, chunks: int, seed: int = 1) -> Iterator[Variant]:
    """Policies with `chunks` chunks together (the last one may go a few beyond): each policy of
    the base once as it is, then copies of all of them again and again. The same arguments give
    the same policies."""
    maker = _Maker(base, places, seed)
    made = 0
    for round_number in count():
        for number, policy in enumerate(base.policies):
            variant = maker.make(policy, f"{number}-{round_number}", copy=round_number > 0)
            yield variant
            made += len(variant.chunks)
            if made >= chunks:
                return


class _Maker:
    def __init__(self, base: Base, places: list[Place], seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - the same database every time
        self._numbers = np.random.default_rng(seed)
        self._rare = base.rare_words
        self._sidos = [place for place in places if not place.sigungu]
        self._districts = [place for place in places if place.sigungu]
        self._suffixes = {word: dict(term_counts(word)) for word in _SUFFIXES}
        self._coined = 0

    def make(self, base: BasePolicy, external_id: str, *, copy: bool) -> Variant:
        place = self._place()
        name = base.policy["name"] or ""
        exchanged = self._exchange(base, place) if copy else {}
        title = name
        terms = self._terms(base, exchanged) if copy else dict(_counted(base))
        if copy:
            suffix = self._random.choice(_SUFFIXES)
            title = f"{_replaced(name, exchanged)} {suffix}"
            _add(terms, self._suffixes[suffix])
        if place is not None:
            _add(terms, place.terms)
            title = f"{place.sigungu or place.sido} {title}"
        title = title[:300]
        sections, chunks = self._texts(base, name, title, exchanged, shuffle=copy)
        return Variant(
            id=UUID(int=self._random.getrandbits(128), version=4),
            base=base,
            external_id=external_id,
            title=title,
            place=place,
            sections=sections,
            chunks=chunks,
            terms=terms,
        )

    def _place(self) -> Place | None:
        draw = self._random.random()
        if draw < NATIONWIDE:
            return None
        whole = draw < NATIONWIDE + WHOLE_SIDO
        return self._random.choice(self._sidos if whole else self._districts)

    def _exchange(self, base: BasePolicy, place: Place | None) -> dict[str, str]:
        """Words of the base → those of the copy."""
        words = {}
        chosen = self._random.sample(base.rare, min(_EXCHANGED, len(base.rare)))
        for word, _ in chosen:
            known = self._rare and self._random.random() >= _COINED
            words[word] = self._random.choice(self._rare) if known else self._coin()
        if base.place and place is not None and place.sigungu:
            words[base.place] = place.sigungu
        return words

    def _coin(self) -> str:
        """A word nobody used, or one coined before: a vocabulary that grows ever slower."""
        if self._coined and self._random.random() < 0.6:
            number = self._random.randrange(self._coined)
        else:
            number = self._coined
            self._coined += 1
        letters = [_SYLLABLES[number % len(_SYLLABLES)]]
        while number := number // len(_SYLLABLES):
            letters.append(_SYLLABLES[number % len(_SYLLABLES)])
        return f"{''.join(letters)}뫼"

    def _texts(
        self, base: BasePolicy, old: str, new: str, words: dict[str, str], *, shuffle: bool
    ) -> tuple[dict[str, str], tuple[VariedChunk, ...]]:
        sections: dict[str, str] = {}
        chunks = []
        for number, chunk in enumerate(base.chunks):
            section = chunk.columns["section"] or ""
            head = _replaced(chunk.head.replace(old, new, 1), words)
            body = _replaced(chunk.body, words)
            if shuffle:
                body = self._shuffled(body)
            start = end = 0
            if body:
                before = sections.get(section)
                start = len(before) + 1 if before else 0
                end = start + len(body)
                sections[section] = f"{before}\n{body}" if before else body
            chunks.append(VariedChunk(section, number, start, end, head + body, chunk.vector))
        return sections, tuple(chunks)

    def _shuffled(self, text: str) -> str:
        clauses = [clause for clause in _CLAUSE.split(text) if clause]
        self._random.shuffle(clauses)
        return "\n".join(clauses)

    def _terms(self, base: BasePolicy, words: dict[str, str]) -> dict[str, int]:
        """Postings of a copy out of those of the base: nothing is analysed anew."""
        names = list(base.terms)
        for word, holding in base.rare:
            if word in words:
                for number in holding:
                    names[number] = names[number].replace(word, words[word])[:60]
        if base.place in words:
            names = [words[base.place] if name == base.place else name for name in names]
        draws = self._numbers.random(len(names))
        counts = (base.frequencies + (draws > 1 - _REPEATED)).tolist()
        kept = (draws >= _DROPPED).tolist()
        pairs = zip(names, counts, kept, strict=True)
        return {name: frequency for name, frequency, keep in pairs if keep}


def _counted(base: BasePolicy) -> Iterator[tuple[str, int]]:
    return zip(base.terms, base.frequencies.tolist(), strict=True)


def _add(terms: dict[str, int], more: dict[str, int]) -> None:
    for term, frequency in more.items():
        terms[term] = terms.get(term, 0) + frequency


def _replaced(text: str, words: dict[str, str]) -> str:
    for old, new in words.items():
        if old in text:
            text = text.replace(old, new)
    return text
