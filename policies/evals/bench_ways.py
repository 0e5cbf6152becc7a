"""The search and the one before it, side by side: a vector of each title, the 12 nearest, those
ordered again in process by BM25. And how many true neighbours the vector index finds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from policies.evals.asked import Asked
from policies.evals.timing import answered, summary
from policies.retrieval.active import active_model
from policies.retrieval.embedders import Vector
from policies.retrieval.morphemes import term_counts
from policies.retrieval.question import prepared
from policies.retrieval.search import search_question
from policies.retrieval.space import EmbeddingModel

# What the forerunner took: docs/RESULTS.md calls it title vectors.
TITLES = 12
# Chunks that the vector arm takes, and the widths of search that its recall is told for.
NEAREST, WIDTHS = 60, (40, 100, 200)
_TITLE_EF = 100
_K1, _B = 1.5, 0.75
# The digest is short: ordering by it costs the least that a forerunner could have paid.
_TITLE_SQL = """
WITH near AS (
    SELECT p.id, p.current_version_id, t.vector <=> %(vector)s::vector AS distance
    FROM bench_title t JOIN policies_policy p ON p.id = t.policy_id
    WHERE {scope} ORDER BY t.vector <=> %(vector)s::vector LIMIT %(limit)s
)
SELECT near.id, c.text, 1 - near.distance FROM near
JOIN policies_policychunk c ON c.version_id = near.current_version_id AND c.ordinal = 0
ORDER BY near.distance
"""
# One condition joins the policy: with its id as a second one the planner multiplies the two,
# expects a handful of rows and never takes the index.
_CHUNK_SQL = """
SELECT e.chunk_id FROM policies_embedding e
JOIN policies_policychunk c ON c.id = e.chunk_id
JOIN policies_policy p ON p.current_version_id = c.version_id
WHERE e.model_name = '{name}' AND e.model_version = %(version)s AND {scope}
ORDER BY e.vector::vector({dim}) <=> %(vector)s::vector({dim}) LIMIT %(limit)s
"""


def poly(asked: Asked) -> list[UUID]:
    """The search as it is, past its cache."""
    return [hit.policy_id for hit in search_question(prepared(asked.query)).hits]


def title_top(asked: Asked) -> list[tuple[UUID, str, float]]:
    """The 12 policies with the nearest titles in scope: id, digest, similarity."""
    params = {"vector": literal(asked.vector), "limit": TITLES, **asked.scope.params}
    with transaction.atomic(), connection.cursor() as cursor:
        _widths(cursor, _TITLE_EF)
        cursor.execute(_TITLE_SQL.format(scope=asked.scope.sql), params)
        return list(cursor.fetchall())


def forerunner(asked: Asked) -> list[UUID]:
    """`title_top`, ordered by half similarity and half BM25 among the 12."""
    rows = title_top(asked)
    if not rows:
        return []
    words = _bm25(asked.terms, [term_counts(text) for _, text, _ in rows])
    near = np.array([similarity for _, _, similarity in rows])
    scores = 0.5 * near / max(near.max(), 1e-9) + 0.5 * words / max(words.max(), 1e-9)
    return [rows[number][0] for number in np.argsort(-scores, kind="stable")]


def _bm25(asked: Mapping[str, int], documents: Sequence[Counter[str]]) -> NDArray[np.float64]:
    """Scores of a handful of documents: an index of them would take longer."""
    scores = np.zeros(len(documents))
    lengths = np.array([max(document.total(), 1) for document in documents])
    for term, weight in asked.items():
        counts = np.array([document[term] for document in documents])
        df = np.count_nonzero(counts)
        if df:
            idf = math.log(1 + (len(documents) - df + 0.5) / (df + 0.5))
            damped = counts + _K1 * (1 - _B + _B * lengths / lengths.mean())
            scores += weight * idf * counts * (_K1 + 1) / damped
    return scores


def index_recall(asked: Sequence[Asked]) -> dict[str, Any]:
    """Share of the truly nearest chunks in scope that the index finds, a width of search each,
    with the times of both. `by_index`: share of the questions for which the planner takes the
    index; where it looks at all chunks in scope instead, nothing is missed."""
    model = active_model()
    truths = [answered(partial(_nearest, each, model, None)) for each in asked]
    exact = [spent for _, spent in truths]
    report: dict[str, Any] = {"chunks": NEAREST, "questions": len(asked), "exact": summary(exact)}
    for width in WIDTHS:
        near = [answered(partial(_nearest, each, model, width)) for each in asked]
        shares = [
            len(set(found) & set(truth)) / len(truth)
            for (found, _), (truth, _) in zip(near, truths, strict=True)
            if truth
        ]
        recall = round(sum(shares) / len(shares), 3) if shares else 0.0
        planned = [_by_index(each, model, width) for each in asked]
        report[f"ef_{width}"] = {
            "recall": recall,
            "by_index": round(sum(planned) / len(planned), 2),
            **summary([spent for _, spent in near]),
        }
    return report


def _nearest(asked: Asked, model: EmbeddingModel, width: int | None) -> list[int]:
    """Ids of the nearest chunks: by the index, or with `width` None by looking at all of them."""
    return [int(row) for row in _run("", asked, model, width)]


def _by_index(asked: Asked, model: EmbeddingModel, width: int) -> bool:
    """Whether the plan walks the vector index, the only one that gives rows in an order."""
    return any("Order By:" in str(row) for row in _run("EXPLAIN ", asked, model, width))


def _run(prefix: str, asked: Asked, model: EmbeddingModel, width: int | None) -> list[Any]:
    name = model.name.replace("'", "''")
    statement = _CHUNK_SQL.format(name=name, dim=int(model.dimension), scope=asked.scope.sql)
    vector = literal(asked.vector)
    params = {"vector": vector, "version": model.version, "limit": NEAREST, **asked.scope.params}
    with transaction.atomic(), connection.cursor() as cursor:
        if width is None:
            cursor.execute("SET LOCAL enable_indexscan = off")
        else:
            _widths(cursor, width)
        cursor.execute(prefix + statement, params)
        return [row[0] for row in cursor.fetchall()]


def _widths(cursor: Any, width: int) -> None:
    cursor.execute("SET LOCAL hnsw.iterative_scan = relaxed_order")
    cursor.execute("SELECT set_config('hnsw.ef_search', %s, true)", [str(width)])


def literal(vector: Vector) -> str:
    """pgvector's text form."""
    return "[" + ",".join(f"{value:.6f}" for value in vector) + "]"
