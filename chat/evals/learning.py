"""Learning of `chat.agent.classifier` weights, with cross-validation over kinds of speech.

The weights are sums of the samples' features, so only inner products of samples are needed. A
kind is never on both sides of a fold: a figure is of speech of a kind never seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from chat.agent.classifier import (
    BUCKETS,
    LONGEST,
    Table,
    Weights,
    pieces,
    upper,
)
from policies.retrieval.embedders import embedder

FOLDS = 5
L2 = 3e-4
STEPS = 90
_BATCH = 32
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Scales:
    """How much the kinds of features count against each other; without `pairs`, products of a
    vector's numbers are no features."""

    pieces: float = 8.0
    signs: float = 1.0
    vector: float = 16.0
    pairs: float = 0.0


@dataclass(frozen=True)
class Taught:
    """Samples as rows. `answers`: shape (n, labels), 1 for the label of `labels`; `each`: how
    much a sample counts; `kinds`: never on both sides of a fold; `vectors`: around their mean,
    None for words alone."""

    labels: tuple[str, ...]
    texts: Sequence[str]
    signs: Table
    answers: Table
    each: Table
    kinds: Sequence[str]
    vectors: Table | None
    scales: Scales = Scales()


def vectors_of(texts: Sequence[str], progress: Progress) -> Table:
    """Vectors of questions, shape (n, dimensions)."""
    found = []
    for start in range(0, len(texts), _BATCH):
        batch = [text[:LONGEST] for text in texts[start : start + _BATCH]]
        found.append(embedder().queries(batch))
        progress("벡터", min(start + _BATCH, len(texts)), len(texts))
    return np.concatenate(found)


def likeness(taught: Taught) -> Table:
    """Inner products of all features of each two samples, shape (n, n); 1 for the bias."""
    table = np.zeros((len(taught.texts), BUCKETS), dtype=np.float32)
    for row, text in enumerate(taught.texts):
        found = pieces(text)
        table[row, found] = 1 / max(1, len(found)) ** 0.5
    scales = taught.scales
    product: Table = scales.pieces * (table @ table.T)
    product += scales.signs * (taught.signs @ taught.signs.T) + 1.0
    if taught.vectors is not None:
        near = _short(taught.vectors) * (taught.vectors @ taught.vectors.T)
        product += scales.vector * near + scales.pairs * near**2
    return product


def _short(vectors: Table) -> float:
    """Vectors around their mean are short: what brings their squares to one on average."""
    return float(1 / np.mean((vectors**2).sum(axis=1)))


def fitted(product: Table, answers: Table, each: Table) -> Table:
    """Shares of each sample in the weights of each label, shape (n, labels), by accelerated
    gradient steps."""
    each = each / each.sum()
    steep = np.ones(len(answers), np.float32)
    for _ in range(15):
        steep = product @ (steep * each)
        steep = steep / np.linalg.norm(steep)
    bound = 0.6 * float(steep @ (product @ (steep * each))) + L2
    parts = ahead = np.zeros_like(answers)
    pace = 1.0
    for _ in range(STEPS):
        slope = each[:, None] * (chances(product @ ahead) - answers) + L2 * ahead
        moved = ahead - slope / bound
        faster = (1 + (1 + 4 * pace * pace) ** 0.5) / 2
        ahead = moved + (pace - 1) / faster * (moved - parts)
        parts, pace = moved, faster
    return parts.astype(np.float32)


def chances(scores: Table) -> Table:
    """Scores as shares of each row."""
    risen = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Table = risen / risen.sum(axis=1, keepdims=True)
    return shares


def crossed(taught: Taught, product: Table) -> Table:
    """Shares of each sample by weights learnt without any sample of its kind."""
    kinds = sorted(set(taught.kinds))
    order = np.random.default_rng(0).permutation(len(kinds))
    fold = {kinds[place]: number % FOLDS for number, place in enumerate(order)}
    folds = np.array([fold[kind] for kind in taught.kinds])
    shares = np.zeros_like(taught.answers)
    for number in range(FOLDS):
        known, left = np.flatnonzero(folds != number), np.flatnonzero(folds == number)
        parts = fitted(product[np.ix_(known, known)], taught.answers[known], taught.each[known])
        shares[left] = chances(product[np.ix_(left, known)] @ parts)
    return shares


def weights_of(taught: Taught, parts: Table, mean: Table, bounds: Mapping[str, float]) -> Weights:
    """The samples' shares turned into a weight a feature."""
    scales = taught.scales
    table = np.zeros((BUCKETS, taught.answers.shape[1]), np.float32)
    for text, part in zip(taught.texts, parts, strict=True):
        found = pieces(text)
        # Unit length once for the feature, once for the reading of it.
        table[found] += scales.pieces / max(1, len(found)) ** 0.5 * part
    signs = scales.signs * (taught.signs.T @ parts)
    if taught.vectors is None:
        return Weights(taught.labels, table, signs, parts.sum(axis=0), None, None, bounds)
    short = _short(taught.vectors)
    vector = scales.vector * short * (taught.vectors.T @ parts)
    pairs = scales.pairs * short**2 * _pairs(taught.vectors, parts) if scales.pairs else None
    return Weights(taught.labels, table, signs, parts.sum(axis=0), mean, vector, bounds, pairs)


def _pairs(vectors: Table, parts: Table) -> Table:
    """Weights of the products of each two numbers, in the order of `upper`; those of two different
    places count twice."""
    rows, columns = upper(vectors.shape[1])
    twice = np.where(rows == columns, 1.0, 2.0).astype(np.float32)
    squares = [(vectors * part[:, None]).T @ vectors for part in parts.T]
    return np.stack([twice * square[rows, columns] for square in squares], axis=1)
