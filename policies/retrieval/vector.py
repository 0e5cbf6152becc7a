"""Nearest chunks by cosine similarity (pgvector)."""

from __future__ import annotations

from uuid import UUID

from django.db import connection

from policies.retrieval.embedders import EmbeddingModel, Vector
from policies.retrieval.filters import Scope

# The cast and the literal model name make the partial HNSW index of the model usable. The policy is
# joined by its version alone: with its id too the planner expects next to no rows and scans all.
_SQL = """
SELECT c.policy_id, 1 - (e.vector::vector({dim}) <=> %(vector)s::vector({dim})) AS similarity
FROM policies_embedding e
JOIN policies_policychunk c ON c.id = e.chunk_id
JOIN policies_policy p ON p.current_version_id = c.version_id
WHERE e.model_name = '{name}' AND e.model_version = %(version)s AND {scope}
ORDER BY e.vector::vector({dim}) <=> %(vector)s::vector({dim})
LIMIT %(limit)s
"""


def vector_literal(vector: Vector) -> str:
    """pgvector's text form."""
    return "[" + ",".join(f"{value:.6f}" for value in vector) + "]"


def nearest(
    vector: Vector, *, model: EmbeddingModel, scope: Scope, limit: int
) -> dict[UUID, float]:
    """Policy id → best cosine similarity, out of the `limit` nearest chunks in scope."""
    name = model.name.replace("'", "''")
    sql = _SQL.format(dim=int(model.dimension), name=name, scope=scope.sql)
    params = {
        "vector": vector_literal(vector),
        "version": model.version,
        "limit": limit,
        **scope.params,
    }
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL hnsw.iterative_scan = relaxed_order")
        cursor.execute("SET LOCAL hnsw.ef_search = 200")
        cursor.execute(sql, params)
        best: dict[UUID, float] = {}
        for policy_id, similarity in cursor.fetchall():
            best[policy_id] = max(similarity, best.get(policy_id, -1.0))
        return best
