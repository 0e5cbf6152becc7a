"""The search and the one before it, side by side: a vector of each title, the 12 nearest, those
ordered again in process by BM25. And how many true neighbours the vector index finds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

import bm25s
import numpy as np
from django.db import connection, transaction

from policies.evals.asked import Asked
from policies.evals.timing import answered, summary
from policies.retrieval.active import active_model
from policies.retrieval.embedders import Vector
from policies.retrieval.morphemes import terms
from policies.retrieval.question import prepared
from policies.retrieval.search import search_question
from policies.retrieval.space import EmbeddingModel

# What the forerunner took: docs/RESULTS.md calls it title vectors.
TITLES = 12
# Chunks that the vector arm takes, and the widths of search that its recall is told for.
NEAREST, WIDTHS = 60, (40, 100, 200)
_TITLE_EF = 100
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
_CHUNK_SQL = """
SELECT e.chunk_id FROM policies_embedding e
JOIN policies_policychunk c ON c.id = e.chunk_id
JOIN policies_policy p ON p.id = c.policy_id
WHERE e.model_name = '{name}' AND e.model_version = %(version)s
  AND p.current_version_id = c.version_id AND {scope}
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
    index = bm25s.BM25(k1=1.5, b=0.75)
    index.index([terms(text) or [""] for _, text, _ in rows], show_progress=False)
    known = [term for term in asked.terms if term in index.vocab_dict]
    words = index.get_scores(known) if known else np.zeros(len(rows), np.float32)
    near = np.array([similarity for _, _, similarity in rows])
    scores = 0.5 * near / max(near.max(), 1e-9) + 0.5 * words / max(words.max(), 1e-9)
    return [rows[number][0] for number in np.argsort(-scores, kind="stable")]


def index_recall(asked: Sequence[Asked]) -> dict[str, Any]:
    """Share of the truly nearest chunks in scope that the index finds, a width of search each,
    with the times of both. Where the planner passes over the index the share is 1."""
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
        report[f"ef_{width}"] = {"recall": recall, **summary([spent for _, spent in near])}
    return report


def _nearest(asked: Asked, model: EmbeddingModel, width: int | None) -> list[int]:
    """Ids of the nearest chunks: by the index, or with `width` None by looking at all of them."""
    name = model.name.replace("'", "''")
    statement = _CHUNK_SQL.format(name=name, dim=int(model.dimension), scope=asked.scope.sql)
    vector = literal(asked.vector)
    params = {"vector": vector, "version": model.version, "limit": NEAREST, **asked.scope.params}
    with transaction.atomic(), connection.cursor() as cursor:
        if width is None:
            cursor.execute("SET LOCAL enable_indexscan = off")
        else:
            _widths(cursor, width)
        cursor.execute(statement, params)
        return [row[0] for row in cursor.fetchall()]


def _widths(cursor: Any, width: int) -> None:
    cursor.execute("SET LOCAL hnsw.iterative_scan = relaxed_order")
    cursor.execute("SELECT set_config('hnsw.ef_search', %s, true)", [str(width)])


def literal(vector: Vector) -> str:
    """pgvector's text form."""
    return "[" + ",".join(f"{value:.6f}" for value in vector) + "]"
