"""Learning the weights of the ranking on development questions, with cross-validation."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings

from policies.evals.corpus import read_rows
from policies.evals.database import scratch_database
from policies.evals.ranking_data import (
    Array,
    RankingCase,
    figures,
    fold_of,
    learn,
    rank_of,
    ranking_case,
)
from policies.evals.retrieval import RetrievalCase, corpus_load
from policies.models import Policy
from policies.retrieval.embedders import embedder
from policies.retrieval.features import FEATURES, PLACES
from policies.retrieval.ranking import WEIGHTS_FILE, QuestionKind, weights

FOLDS = 5
# Only questions of one set have local policies among their candidates: what holds the weights of
# places back as much as the others' would leave them too small.
L2 = np.where(np.isin(FEATURES, PLACES), 0.0002, 0.003)
# A set counts by so high a power of its number of questions: 0 = every set the same, whose few
# questions would then decide; 1 = every question the same, and large sets drown small ones.
SIZE_POWER = 0.35
Progress = Callable[[str, int, int], None]


def ranking_learn(
    sets: Sequence[tuple[Path, Path]], *, progress: Progress, write: bool
) -> dict[str, Any]:
    """Learn from `sets` of (cases, corpus), which count by `SIZE_POWER`. Returns the report;
    writes `weights.json` when `write`."""
    loaded = {cases.name: _cases(cases, corpus, progress) for cases, corpus in sets}
    report: dict[str, Any] = {"folds": FOLDS, "features": list(FEATURES), "sets": {}}
    crossed = {name: [0] * len(cases) for name, cases in loaded.items()}
    for fold in range(FOLDS):
        learnt = _learnt(loaded, lambda case, fold=fold: fold_of(case, FOLDS) != fold)  # type: ignore[misc]
        for name, cases in loaded.items():
            for place, case in enumerate(cases):
                if fold_of(case, FOLDS) == fold:
                    crossed[name][place] = rank_of(case, learnt[case.kind])
        progress("교차 검증", fold + 1, FOLDS)
    final = _learnt(loaded, lambda case: True)
    before = weights()
    for name, cases in loaded.items():
        report["sets"][name] = {
            "questions": len(cases),
            "candidates_hold_answer": float(np.mean([case.answers.any() for case in cases])),
            "cross_validated": figures(crossed[name]),
            "weights_before": figures([rank_of(case, before[case.kind]) for case in cases]),
            "fitted": figures([rank_of(case, final[case.kind]) for case in cases]),
        }
    report["weights"] = {kind.value: _named(final[kind]) for kind in QuestionKind}
    if write:
        WEIGHTS_FILE.write_text(
            json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
        weights.cache_clear()
    return report


def _named(values: Array) -> dict[str, float]:
    return {name: round(float(value), 4) for name, value in zip(FEATURES, values, strict=True)}


def _learnt(
    loaded: dict[str, list[RankingCase]], chosen: Callable[[RankingCase], bool]
) -> dict[QuestionKind, Array]:
    learnt = {}
    for kind in QuestionKind:
        cases: list[RankingCase] = []
        importance: list[float] = []
        for each in loaded.values():
            own = [case for case in each if case.kind is kind and chosen(case)]
            cases += own
            importance += [len(own) ** (SIZE_POWER - 1)] * len(own)
        learnt[kind] = learn(cases, importance, l2=L2)
    return learnt


def _cases(cases: Path, corpus: Path, progress: Progress) -> list[RankingCase]:
    rows = read_rows(cases, RetrievalCase)
    cache = Path(settings.BASE_DIR) / "var" / "eval" / f"{embedder().model.key}-{corpus.name}.npz"
    with scratch_database():
        corpus_load(corpus, cache, progress)
        names = dict(Policy.objects.values_list("id", "external_id"))
        found = []
        for number, row in enumerate(rows, start=1):
            found.append(ranking_case(row.question, set(row.gold), names))
            progress(f"{cases.name}: 질문", number, len(rows))
    return found
