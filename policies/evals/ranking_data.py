"""Candidates of questions with their features, as the ranking is learnt from."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from policies.retrieval.cached import question_vector
from policies.retrieval.candidates import candidates, ways_of
from policies.retrieval.features import feature_matrix
from policies.retrieval.question import prepared
from policies.retrieval.ranking import QuestionKind, kind_of
from policies.retrieval.types import Query

Array = NDArray[np.float64]
MISSED = 10_000


@dataclass(frozen=True)
class RankingCase:
    """A question's candidates: `features` (n, f), `answers` (n,) bool. `fold_key` names its gold
    documents: questions about the same documents are never on both sides of a fold."""

    kind: QuestionKind
    features: Array
    answers: NDArray[np.bool_]
    fold_key: str


def ranking_case(question: str, gold: set[str], names: Mapping[UUID, str]) -> RankingCase:
    """Candidates of the search for `question`; `names`: policy id → document id."""
    asked = prepared(Query(text=question, limit=50, persons_only=False))
    vector = question_vector(asked.text)
    with transaction.atomic():
        found = candidates(asked, vector, ways_of(asked))
    answers = np.array([names[one.policy_id] in gold for one in found], dtype=bool)
    return RankingCase(kind_of(asked), feature_matrix(asked, found), answers, min(gold))


def fold_of(case: RankingCase, folds: int) -> int:
    """Fold by the gold document, the same in every run."""
    return int(hashlib.sha256(case.fold_key.encode()).hexdigest(), 16) % folds


def learn(cases: Sequence[RankingCase], importance: Sequence[float], *, l2: float | Array) -> Array:
    """Weights (f,) that maximise the probability of the answers (softmax over a question's
    candidates), by Adam; questions without an answer among their candidates teach nothing.
    `l2` of all weights, or of each (f,)."""
    kept = [(case, weight) for case, weight in zip(cases, importance, strict=True)
            if case.answers.any()]  # fmt: skip
    features = np.concatenate([case.features for case, _ in kept])
    sizes = np.array([len(case.features) for case, _ in kept])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    target = np.concatenate([case.answers / case.answers.sum() for case, _ in kept])
    each = np.array([weight for _, weight in kept])
    share = np.repeat(each / each.sum(), sizes)
    weights = np.zeros(features.shape[1])
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, 401):
        scores = features @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
        exp = np.exp(scores)
        chance = exp / np.repeat(np.add.reduceat(exp, starts), sizes)
        slope = features.T @ ((chance - target) * share) + l2 * weights
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.999 * spread + 0.001 * slope**2
        weights = weights - 0.1 * (mean / (1 - 0.9**step)) / (
            np.sqrt(spread / (1 - 0.999**step)) + 1e-9
        )
    return weights


def rank_of(case: RankingCase, weights: Array) -> int:
    """Place of the best answer, 0 = first; MISSED when it is no candidate."""
    order = np.argsort(-(case.features @ weights), kind="stable")
    places = np.flatnonzero(case.answers[order])
    return int(places[0]) if len(places) else MISSED


def figures(ranks: Sequence[int]) -> dict[str, float]:
    """hit@1, hit@5 and mrr of ranks."""
    array = np.array(ranks)
    return {
        "hit@1": float((array < 1).mean()),
        "hit@5": float((array < 5).mean()),
        "mrr": float(np.where(array < MISSED, 1 / (array + 1), 0.0).mean()),
    }
