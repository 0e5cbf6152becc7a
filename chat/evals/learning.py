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
    PIECES_SCALE,
    SIGNS_SCALE,
    VECTOR_SCALE,
    Table,
    Weights,
    pieces,
)
from policies.retrieval.embedders import embedder

FOLDS = 5
L2 = 3e-4
STEPS = 90
_BATCH = 32
Progress = Callable[[str, int, int], None]


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
        table[row, found] = PIECES_SCALE / max(1, len(found)) ** 0.5
    signs = SIGNS_SCALE * taught.signs
    product: Table = table @ table.T + signs @ signs.T + 1.0
    if taught.vectors is not None:
        product += _scale(taught.vectors) ** 2 * (taught.vectors @ taught.vectors.T)
    return product


def _scale(vectors: Table) -> float:
    """Vectors around their mean are short: brought to unit length on average."""
    return float(VECTOR_SCALE / np.mean((vectors**2).sum(axis=1)) ** 0.5)


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
    table = np.zeros((BUCKETS, taught.answers.shape[1]), np.float32)
    for text, part in zip(taught.texts, parts, strict=True):
        found = pieces(text)
        # Unit length and scale once for the feature, once for the reading of it.
        table[found] += PIECES_SCALE**2 / max(1, len(found)) ** 0.5 * part
    signs = SIGNS_SCALE**2 * (taught.signs.T @ parts)
    if taught.vectors is None:
        return Weights(taught.labels, table, signs, parts.sum(axis=0), None, None, bounds)
    vector = _scale(taught.vectors) ** 2 * (taught.vectors.T @ parts)
    return Weights(taught.labels, table, signs, parts.sum(axis=0), mean, vector, bounds)
