"""The texts of all cards in memory, and how like them a question is, tool by tool.

Every text is compared in three ways: cosine of vectors, morphemes, pairs of syllables. Of each
way a tool has four features: its purpose, its tags, the best of its utterances, and the mean of
the three after the best (one chance likeness is not enough). Cosines are standardised over all
texts of a question, so that what was learnt holds for models whose cosines crowd elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.tool_cards.types import Card, CardField
from chat.tool_cards.words import Likeness, Scores, asked_morphemes, embedded_text
from policies.retrieval.grams import bigrams
from policies.retrieval.space import Vector

WAYS = ("vector", "morphemes", "pairs")
PLACES = ("purpose", "tags", "utterance", "next_utterances")
FEATURES = tuple(f"{way}_{place}" for way in WAYS for place in PLACES)
NEXT = 3
VectorKey = tuple[str, CardField, str]
Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class CardText:
    """One searched text of the card of `tool`."""

    tool: str
    field: CardField
    text: str


@dataclass(frozen=True)
class Likenesses:
    """Of one question and every text: `cosines` (zeros where vectors cannot be compared) and
    likeness of words."""

    cosines: Scores
    morphemes: Scores
    pairs: Scores

    @property
    def words(self) -> Scores:
        """The mean of both ways of comparing words."""
        return ((self.morphemes + self.pairs) / 2).astype(np.float32)

    @property
    def has_vectors(self) -> bool:
        return bool(np.any(self.cosines))


class CardIndex:
    """Cards ready for search. `vectors`: those known, by tool, field and embedded text; a text
    without one is found by its words alone."""

    def __init__(self, cards: Iterable[Card], vectors: Mapping[VectorKey, Vector]) -> None:
        self.cards = {card.name: card for card in cards}
        self.texts = [
            CardText(card.name, field, text)
            for card in self.cards.values()
            for field, text in card.texts()
        ]
        self._morphemes = Likeness([asked_morphemes(one.text) for one in self.texts])
        self._pairs = Likeness([bigrams(one.text) for one in self.texts])
        self._purpose, self._tags, self._said = (
            self._numbers({field})
            for field in (CardField.PURPOSE, CardField.TAGS, CardField.WHEN_TO_USE)
        )
        self._own = self._numbers(set(CardField))
        self._matrix = _matrix(
            [vectors.get((one.tool, one.field, embedded_text(one.text))) for one in self.texts]
        )

    def likenesses(self, text: str, vector: Vector | None) -> Likenesses:
        """How like `text` every text of the cards is; `vector` is that of its embedded text."""
        cosines = np.zeros(len(self.texts), dtype=np.float32)
        if vector is not None and self._matrix.shape[1] == len(vector):
            cosines = self._matrix @ np.asarray(vector, dtype=np.float32)
        morphemes = self._morphemes.scores(asked_morphemes(text))
        return Likenesses(cosines, morphemes, self._pairs.scores(bigrams(text)))

    def features(self, found: Likenesses, *, without: int | None = None) -> Matrix:
        """(tools, features), tools in the order of `cards`. `without`: number of a text that is
        taken for not being there, as for measuring with the cards' own utterances."""
        ways = (_standard(found.cosines), found.morphemes, found.pairs)
        columns = [column for scores in ways for column in self._places(scores, without)]
        return np.stack(columns, axis=1).astype(np.float64)

    def _places(self, scores: Scores, without: int | None) -> list[Scores]:
        """Features of one way, each a number a tool; 0 where a tool has no such text."""
        padded = np.append(scores, np.float32(0))
        seen = np.append(scores, np.float32(-np.inf))
        if without is not None:
            seen[without] = -np.inf
        best = -np.sort(-seen[self._said], axis=1)[:, : 1 + NEXT]
        best = np.pad(best, ((0, 0), (0, 1 + NEXT - best.shape[1])), constant_values=-np.inf)
        there = np.isfinite(best)
        best = np.where(there, best, 0)
        counts = np.maximum(there[:, 1:].sum(axis=1), 1)
        return [
            padded[self._purpose[:, 0]],
            padded[self._tags[:, 0]],
            best[:, 0],
            best[:, 1:].sum(axis=1) / counts,
        ]

    def _numbers(self, fields: set[CardField]) -> NDArray[np.intp]:
        """(tools, most texts of one): numbers of the texts of these fields, filled up with the
        number after the last."""
        rows: dict[str, list[int]] = {name: [] for name in self.cards}
        for number, one in enumerate(self.texts):
            if one.field in fields:
                rows[one.tool].append(number)
        most = max(map(len, rows.values()), default=0) or 1
        table = np.full((len(rows), most), len(self.texts), dtype=np.intp)
        for place, numbers in enumerate(rows.values()):
            table[place, : len(numbers)] = numbers
        return table

    def best_texts(self, found: Likenesses) -> list[int]:
        """For every tool the number of its card's text that is most like the question."""
        known = found.cosines[found.cosines != 0]
        # A text that has no vector yet may still be the one that was said.
        usual = known.mean() if len(known) else 0.0
        cosines = np.where(found.cosines == 0, usual, found.cosines)
        scores = np.append(cosines + found.words, -np.inf)
        best = np.argmax(scores[self._own], axis=1)
        return [int(row[place]) for row, place in zip(self._own, best, strict=True)]


def _matrix(rows: Sequence[Vector | None]) -> Scores:
    """Vectors as rows, zeros for those that are missing."""
    size = next((len(row) for row in rows if row is not None), 0)
    matrix = np.zeros((len(rows), size), dtype=np.float32)
    for number, row in enumerate(rows):
        if row is not None:
            matrix[number] = row
    return matrix


def _standard(cosines: Scores) -> Scores:
    """Cosines in standard deviations from their mean; those missing count as the mean."""
    known = cosines != 0
    if not known.any() or (spread := float(cosines[known].std())) == 0:
        return np.zeros_like(cosines)
    values = np.where(known, (cosines - cosines[known].mean()) / spread, 0)
    return values.astype(np.float32)
