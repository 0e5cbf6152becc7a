"""What a candidate is ranked by: similarity, words, syllable pairs, official terms, place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from policies.graph.collapse import Level
from policies.retrieval.candidates import Candidate
from policies.retrieval.grams import folded
from policies.retrieval.question import Question

Matrix = NDArray[np.float64]
# Scaled within a question's candidates (mean 0, deviation 1), by at least this deviation: among
# few or near-equal candidates a difference that means nothing must not become a large one …
LEAST_DEVIATION = {
    "span_similarity": 0.01,
    "digest_similarity": 0.01,
    "words": 1.0,
    "pairs": 2.0,
    "pairs_of_span": 2.0,
    "match_of_span": 0.0075,
    "official": 2.0,
}
SCALED = tuple(LEAST_DEVIATION)
# … and yes/no: of the own district, of the own province, of a region that was not said.
PLACES = ("own_district", "own_province", "other_region")
FEATURES = (*SCALED, *PLACES)
# What a point of BM25 of pairs counts beside cosine where one span must have both: two spans
# that have one each say less than one that has both.
PAIRS_TO_COSINE = 0.0015


def feature_matrix(question: Question, found: Sequence[Candidate]) -> Matrix:
    """Shape (candidates, features). Pairs are worth what they tell apart among the candidates:
    that needs no index of its own, and measured no worse than counts over all policies."""
    spans = [_spans(candidate) for candidate in found]
    own = PairIndex(question.pairs, spans)
    official = PairIndex(question.official, spans)
    scaled = np.array(
        [_text_features(candidate, row, own, official) for row, candidate in enumerate(found)],
        dtype=np.float64,
    )
    least = np.array([LEAST_DEVIATION[name] for name in SCALED])
    scaled = (scaled - scaled.mean(axis=0)) / np.maximum(scaled.std(axis=0), least)
    places = np.array(
        [[candidate.level is level for level in _LEVELS] for candidate in found], dtype=np.float64
    )
    return np.concatenate([scaled, places], axis=1)


def _text_features(
    candidate: Candidate, row: int, own: PairIndex, official: PairIndex
) -> list[float]:
    """The features of `SCALED` before they are scaled."""
    pairs = own.of_spans(row)
    return [
        candidate.similarity(digest=False) or candidate.similarity(digest=True),
        candidate.similarity(digest=True),
        candidate.lexical,
        own.score(row),
        float(pairs.max()),
        float((_similarities(candidate) + PAIRS_TO_COSINE * pairs).max()),
        official.score(row),
    ]


_LEVELS = (Level.DISTRICT, Level.PROVINCE, Level.ELSEWHERE)


def _spans(candidate: Candidate) -> list[str]:
    """Texts of the candidate's spans; the title stands in front of each."""
    return [folded(candidate.texts[place]) for place in _span_places(candidate)]


def _similarities(candidate: Candidate) -> Matrix:
    return np.array([candidate.chunks[place].vector for place in _span_places(candidate)])


def _span_places(candidate: Candidate) -> list[int]:
    """Where its spans stand among its chunks. The digest says everything again: it counts
    where there is nothing else."""
    spans = [place for place, hit in enumerate(candidate.chunks) if hit.end > 0]
    return spans or list(range(len(candidate.chunks)))


class PairIndex:
    """BM25 of weighted syllable pairs over the candidates at hand, whole and by span."""

    def __init__(self, weights: Mapping[str, float], documents: Sequence[Sequence[str]]) -> None:
        pairs = list(weights)
        self._k1, self._b = settings.RETRIEVAL["bm25_k1"], settings.RETRIEVAL["bm25_b"]
        # By document: counts of shape (spans, pairs), and the spans' lengths.
        self._counts = [
            np.array([[text.count(pair) for pair in pairs] for text in spans], dtype=np.float64)
            .reshape(len(spans), len(pairs))
            for spans in documents
        ]  # fmt: skip
        self._lengths = [np.array([len(text) for text in spans]) for spans in documents]
        total = len(documents)
        held = sum((counts.sum(axis=0) > 0 for counts in self._counts), np.zeros(len(pairs)))
        idf = np.array([math.log(1 + (total - df + 0.5) / (df + 0.5)) for df in held])
        self._values = idf * np.array([weights[pair] for pair in pairs])
        self._average = max(float(np.mean([rows.sum() for rows in self._lengths])), 1.0)
        self._average_span = max(float(np.mean(np.concatenate(self._lengths))), 1.0)

    def score(self, row: int) -> float:
        """BM25 of the whole document."""
        counts = self._counts[row].sum(axis=0)
        return float(self._bm25(counts, float(self._lengths[row].sum()) / self._average))

    def of_spans(self, row: int) -> Matrix:
        """BM25 of each of its spans, shape (spans,)."""
        lengths = self._lengths[row] / self._average_span
        return self._bm25(self._counts[row], lengths[:, None])

    def _bm25(self, counts: Matrix, length: float | Matrix) -> Matrix:
        saturated = counts * (self._k1 + 1) / (
            counts + self._k1 * (1 - self._b + self._b * length)
        )  # fmt: skip
        scores: Matrix = saturated @ self._values
        return scores
