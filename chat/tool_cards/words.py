"""Words of an utterance that tell tools apart: how a thing is asked counts as much as what."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from chat.agent.understanding.route import without_policy_names
from policies.retrieval.morphemes import REPAIRS, kiwi, normalise

Scores = NDArray[np.float32]
_NUMBER = re.compile(r"\d+")


def embedded_text(text: str) -> str:
    """What is embedded of an utterance: with names of programmes and numbers in, a question
    about a programme is nearest to whatever else is said of it, not to its own kind."""
    return _NUMBER.sub("N", without_policy_names(normalise(text), instead="그 제도"))


@lru_cache(maxsize=4096)
def asked_morphemes(text: str) -> Mapping[str, int]:
    """Morphemes with their class, particles and signs left out. Unlike `morphemes.terms` it
    keeps question words, auxiliaries and endings (얼마, 받을 수, -면): they ask for the tool."""
    tokens = kiwi().tokenize(normalise(text), typos=REPAIRS)
    return Counter(f"{token.form}/{token.tag[:2]}" for token in tokens if token.tag[0] not in "JS")


class Likeness:
    """Cosine of a text with each of many, each word weighted by how few of them have it."""

    def __init__(self, texts: Sequence[Mapping[str, int]]) -> None:
        found = Counter(word for counts in texts for word in counts)
        self._idf = {word: log(1 + len(texts) / count) for word, count in found.items()}
        self._unknown = log(1 + len(texts))
        rows: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, counts in enumerate(texts):
            for word, weight in self._unit(counts).items():
                rows[word].append((number, weight))
        self._rows = {
            word: (np.array([n for n, _ in row]), np.array([w for _, w in row], dtype=np.float32))
            for word, row in rows.items()
        }
        self._size = len(texts)

    def _unit(self, counts: Mapping[str, int]) -> dict[str, float]:
        weights = {word: n * self._idf.get(word, self._unknown) for word, n in counts.items()}
        length = sqrt(sum(value * value for value in weights.values())) or 1.0
        return {word: value / length for word, value in weights.items()}

    def scores(self, counts: Mapping[str, int]) -> Scores:
        """One number 0..1 a text."""
        total = np.zeros(self._size, dtype=np.float32)
        for word, weight in self._unit(counts).items():
            if word in self._rows:
                numbers, weights = self._rows[word]
                total[numbers] += np.float32(weight) * weights
        return total
