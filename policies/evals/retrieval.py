"""The retrieval suite: the real search over a corpus, with baselines in the same run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bm25s
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from policies.errors import RecordInvalid
from policies.evals.corpus import CasesInvalid, corpus_records, read_rows
from policies.evals.metrics import ranking_metrics
from policies.models import Embedding, Policy
from policies.retrieval.embedders import embedder
from policies.retrieval.morphemes import terms
from policies.retrieval.question import prepared
from policies.retrieval.search import search_question
from policies.retrieval.types import Query
from policies.services import policies_embed, policy_load
from policies.services.embed import vectors_save, vectors_use

Progress = Callable[[str, int, int], None]
Scores = NDArray[np.float32]
DEPTH = 50


class RetrievalCase(BaseModel):
    """A question and the ids of the documents that answer it."""

    id: str
    question: str
    gold: list[str]
    tags: list[str] = []


def evaluate_retrieval(
    cases: Path, corpus: Path, *, cache: Path, progress: Progress
) -> dict[str, Any]:
    """Metrics of the search and of six baselines, in the shape FORMAT.md gives.

    Loads the corpus into the current (throw-away) database; vectors are kept in `cache`
    by content hash. Raises CasesInvalid.
    """
    rows = read_rows(cases, RetrievalCase)
    gold = [(row.id, row.question, set(row.gold)) for row in rows]
    corpus_load(corpus, cache, progress)
    names = {row.id: row.external_id for row in Policy.objects.only("id", "external_id")}
    rankings: list[tuple[Sequence[str], set[str]]] = []
    failures: list[dict[str, Any]] = []
    for number, (case, question, expected) in enumerate(gold, start=1):
        result = search_question(prepared(Query(question, limit=DEPTH, persons_only=False)))
        ranked = [names[hit.policy_id] for hit in result.hits]
        rankings.append((ranked, expected))
        if not expected & set(ranked[:1]):
            failures.append(
                {
                    "id": case,
                    "question": question,
                    "expected": sorted(expected),
                    "got": ranked[:8],
                    "place": next((n for n, key in enumerate(ranked, 1) if key in expected), None),
                }
            )
        progress("질문", number, len(gold))
    return {
        "suite": "retrieval",
        "cases": len(gold),
        "metrics": ranking_metrics(rankings),
        "kinds": _kinds([row.tags for row in rows], rankings),
        "baselines": _baselines([(question, expected) for _, question, expected in gold]),
        "failures": failures,
    }


def _kinds(
    tags: list[list[str]], rankings: list[tuple[Sequence[str], set[str]]]
) -> dict[str, dict[str, float]]:
    """Metrics of the questions of each tag, with their number."""
    names = sorted({tag for each in tags for tag in each})
    chosen = {
        name: [one for each, one in zip(tags, rankings, strict=True) if name in each]
        for name in names
    }
    return {name: {"cases": len(own), **ranking_metrics(own)} for name, own in chosen.items()}


def corpus_load(corpus: Path, cache: Path, progress: Progress) -> None:
    """Load a corpus into the current database with vectors, those in `cache` computed before.

    Its documents get no eligibility rules: retrieval does not read them. Raises CasesInvalid.
    """
    records = list(corpus_records(corpus))
    for number, record in enumerate(records, start=1):
        try:
            policy_load(record=record)
        except RecordInvalid as error:
            raise CasesInvalid(f"{corpus}: 문서 {record.external_id}: {error}") from None
        progress("문서", number, len(records))
    vectors_use(path=cache)
    policies_embed(progress=lambda done, total: progress("임베딩", done, total))
    vectors_save(path=cache)


def _baselines(gold: list[tuple[str, set[str]]]) -> dict[str, dict[str, float]]:
    """Simpler ways over the same documents and questions."""
    policies = list(Policy.objects.select_related("current_version").order_by("id"))
    ids = [policy.external_id for policy in policies]
    titles = [policy.name for policy in policies]
    texts = [
        "\n".join([policy.name, *version.sections.values()])
        for policy in policies
        if (version := policy.current_version) is not None
    ]
    questions = [question for question, _ in gold]
    asked = embedder().queries(questions)
    title = asked @ embedder().passages(titles).T
    section = _section_scores(asked, [policy.pk for policy in policies])
    kiwi = _bm25([terms(text) for text in texts], [terms(text) for text in questions])
    plain = _bm25([text.split() for text in texts], [text.split() for text in questions])
    ways = {
        "title_vectors": title,
        "whitespace_bm25": plain,
        "kiwi_bm25": kiwi,
        "section_vectors": section,
        "section_vectors_0.65_kiwi_bm25_0.35": 0.65 * _scaled(section) + 0.35 * _scaled(kiwi),
        "section_vectors_0.8_kiwi_bm25_0.2": 0.8 * _scaled(section) + 0.2 * _scaled(kiwi),
    }
    return {name: _measured(scores, ids, gold) for name, scores in ways.items()}


def _section_scores(asked: Scores, policy_ids: list[Any]) -> Scores:
    """Best section similarity of each document, digests left out: shape (questions, docs)."""
    column = {key: number for number, key in enumerate(policy_ids)}
    rows = Embedding.objects.filter(chunk__end__gt=0).values_list("chunk__policy_id", "vector")
    best = np.full((len(asked), len(policy_ids)), -1.0, dtype=np.float32)
    for policy_id, vector in rows:
        place = column[policy_id]
        best[:, place] = np.maximum(best[:, place], asked @ np.asarray(vector, np.float32))
    return best


def _bm25(documents: list[list[str]], questions: list[list[str]]) -> Scores:
    index = bm25s.BM25(k1=1.5, b=0.75)
    index.index(documents, show_progress=False)
    rows = [
        index.get_scores(known) if (known := [w for w in q if w in index.vocab_dict]) else None
        for q in questions
    ]
    empty = np.zeros(len(documents), dtype=np.float32)
    return np.stack([empty if row is None else row for row in rows])


def _scaled(scores: Scores) -> Scores:
    low = scores.min(axis=1, keepdims=True)
    span = scores.max(axis=1, keepdims=True) - low
    scaled: Scores = (scores - low) / np.where(span > 0, span, 1)
    return scaled


def _measured(scores: Scores, ids: list[str], gold: list[tuple[str, set[str]]]) -> dict[str, float]:
    order = np.argsort(-scores, axis=1, kind="stable")[:, :DEPTH]
    return ranking_metrics(
        [([ids[i] for i in row], expected) for row, (_, expected) in zip(order, gold, strict=True)]
    )
