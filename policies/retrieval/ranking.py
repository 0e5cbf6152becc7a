"""The order of the candidates: one linear score, its weights learnt by kind of question.

The weights stand in `weights.json`, learnt by `manage.py learn_ranking` on questions of the
development split only; docs/RESULTS.md has the cross-validation.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from policies.retrieval.candidates import Candidate
from policies.retrieval.features import FEATURES, feature_matrix
from policies.retrieval.question import Question

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
Scores = NDArray[np.float64]


class QuestionKind(StrEnum):
    """Questions that are weighed apart."""

    PLACED = "placed"  # a region is known: what it gives goes first
    UNPLACED = "unplaced"


class Reranker(Protocol):
    """A model that reads question and text together (cross-encoder)."""

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, higher is better; any scale."""
        ...


def kind_of(question: Question) -> QuestionKind:
    """The kind whose weights rank the question's candidates."""
    return QuestionKind.PLACED if question.query.region else QuestionKind.UNPLACED


def ranked(question: Question, found: Sequence[Candidate]) -> list[tuple[Candidate, float]]:
    """Candidates best first, with a score in (0, 1]: 1 is the best, and a candidate has
    exp(-d / `score_scale`) where it is d behind. Ties by id."""
    if not found:
        return []
    scores = feature_matrix(question, found) @ weights()[kind_of(question)]
    model = reranker()
    if model is not None:
        scores = _reranked(model, question, found, scores)
    relative = np.exp((scores - scores.max()) / settings.RETRIEVAL["score_scale"])
    order = sorted(range(len(found)), key=lambda i: (-relative[i], str(found[i].policy_id)))
    return [(found[i], float(relative[i])) for i in order]


@lru_cache(maxsize=1)
def weights() -> dict[QuestionKind, Scores]:
    """Weights by kind, in the order of FEATURES."""
    data = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return {
        kind: np.array([data["weights"][kind.value][name] for name in FEATURES])
        for kind in QuestionKind
    }


@lru_cache(maxsize=1)
def reranker() -> Reranker | None:
    """The model of `settings.RERANKER` ("package.module.Class"), none by default."""
    path = settings.RERANKER
    if not path:
        return None
    module, _, name = path.rpartition(".")
    made: Reranker = getattr(importlib.import_module(module), name)()
    return made


def _reranked(
    model: Reranker, question: Question, found: Sequence[Candidate], scores: Scores
) -> Scores:
    """The best `rerank_top` in the model's order, in front of the rest. It reads the span of
    each that is nearest to the question."""
    top = np.argsort(-scores, kind="stable")[: settings.RETRIEVAL["rerank_top"]]
    texts = [found[i].texts[_best_span(found[i])] for i in top]
    own = np.array(model.scores(question.text, texts), dtype=np.float64)
    spread = own.std() or 1.0
    moved = scores.copy()
    moved[top] = scores.max() + (own - own.min()) / spread
    return moved


def _best_span(candidate: Candidate) -> int:
    return max(range(len(candidate.chunks)), key=lambda i: candidate.chunks[i].vector)
