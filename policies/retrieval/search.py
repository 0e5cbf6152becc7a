"""The only door to retrieval: vector + BM25, fused, filtered in SQL."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from policies.retrieval.embedders import embedder, query_vector
from policies.retrieval.filters import scope_of
from policies.retrieval.fuse import fused
from policies.retrieval.keyword import best_matches
from policies.retrieval.types import ChunkHit, Hit, Query, SearchResult
from policies.retrieval.vector import nearest
from policies.vocabulary import Section

CHUNKS_PER_HIT = 3

_SCORES = """
SELECT c.id, c.policy_id, c.version_id, c.section, c.start, c."end",
       1 - (e.vector::vector({dim}) <=> %(vector)s::vector({dim}))
FROM policies_policychunk c
LEFT JOIN policies_embedding e ON e.chunk_id = c.id
     AND e.model_name = %(name)s AND e.model_version = %(version)s
WHERE c.id = ANY(%(ids)s)
"""


def search_policies(query: Query) -> SearchResult:
    """Policies that answer `query`, best first, at most `query.limit`.

    Both arms deliver `raw_top_k` chunks; a chunk that only the words found still gets its
    exact similarity, so that fusion compares like with like.
    """
    text = query.text.strip()
    engine = embedder()
    if not text and not query.boosts:
        return SearchResult((), True, engine.model.key, 0)
    scope = scope_of(query)
    spoken = text or " ".join(query.boosts)
    top_k = max(settings.RETRIEVAL["raw_top_k"], query.limit * 6)
    vector = query_vector(spoken)
    with transaction.atomic():
        near = nearest(vector, model=engine.model, scope=scope, limit=top_k)
        words = best_matches(spoken, query.boosts, scope=scope, limit=top_k)
        chunks = _chunk_hits(near, words, spoken)
    return _rank(chunks, query.limit)


def _chunk_hits(near: dict[int, float], words: dict[int, float], text: str) -> list[ChunkHit]:
    """Chunks of either arm, each with both scores."""
    model = embedder().model
    vector = "[" + ",".join(f"{value:.6f}" for value in query_vector(text)) + "]"
    with connection.cursor() as cursor:
        cursor.execute(
            _SCORES.format(dim=int(model.dimension)),
            {
                "vector": vector,
                "name": model.name,
                "version": model.version,
                "ids": list(near.keys() | words.keys()),
            },
        )
        return [
            ChunkHit(
                chunk_id=row[0],
                policy_id=row[1],
                version_id=row[2],
                section=Section(row[3]),
                start=row[4],
                end=row[5],
                vector=row[6] or 0.0,
                lexical=words.get(row[0], 0.0),
            )
            for row in cursor.fetchall()
        ]


def _rank(chunks: list[ChunkHit], limit: int) -> SearchResult:
    model = embedder().model
    vector: dict[UUID, float] = {}
    lexical: dict[UUID, float] = {}
    grouped: dict[UUID, list[ChunkHit]] = {}
    for chunk in chunks:
        key = chunk.policy_id
        vector[key] = max(vector.get(key, 0.0), chunk.vector)
        lexical[key] = max(lexical.get(key, 0.0), chunk.lexical)
        grouped.setdefault(key, []).append(chunk)
    scores = fused(
        vector,
        lexical,
        weight=settings.RETRIEVAL["vector_weight"],
        background=settings.RETRIEVAL["similarity_background"].get(model.name, 0.0),
    )
    order = sorted(scores, key=lambda key: (-scores[key], str(key)))[:limit]
    hits = tuple(
        Hit(key, scores[key], vector[key], lexical[key], _best(grouped[key])) for key in order
    )
    floor = settings.RETRIEVAL["similarity_floor"].get(model.name, 0.0)
    below = all(hit.vector < floor for hit in hits)
    return SearchResult(hits, below, model.key, len(scores))


def _best(chunks: list[ChunkHit]) -> tuple[ChunkHit, ...]:
    weight = settings.RETRIEVAL["vector_weight"]
    top = max((chunk.lexical for chunk in chunks), default=0.0) or 1.0
    ranked = sorted(
        chunks,
        key=lambda c: (-(weight * c.vector + (1 - weight) * c.lexical / top), c.chunk_id),
    )
    return tuple(ranked[:CHUNKS_PER_HIT])
