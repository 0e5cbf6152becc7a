"""The only door to retrieval: vector + BM25, fused, filtered in SQL."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from policies.retrieval.embedders import EmbeddingModel, Vector, embedder, query_vector
from policies.retrieval.evidence import is_weak
from policies.retrieval.filters import scope_of
from policies.retrieval.fuse import fused
from policies.retrieval.keyword import best_matches
from policies.retrieval.types import ChunkHit, Hit, Query, SearchResult
from policies.retrieval.vector import nearest, vector_literal
from policies.vocabulary import Section

CHUNKS_PER_HIT = 3
# Best hits that are looked at for the question's words.
EVIDENCE_HITS = 8

# All chunks of the candidate policies with their exact similarity: the index is only
# needed to find candidates, fusion and evidence see the true scores.
_CHUNKS = """
SELECT c.id, c.policy_id, c.version_id, c.section, c.start, c."end",
       coalesce(1 - (e.vector::vector({dim}) <=> %(vector)s::vector({dim})), 0)
FROM policies_policychunk c
JOIN policies_policy p ON p.id = c.policy_id AND p.current_version_id = c.version_id
LEFT JOIN policies_embedding e ON e.chunk_id = c.id
     AND e.model_name = %(name)s AND e.model_version = %(version)s
WHERE c.policy_id = ANY(%(ids)s)
"""


def search_policies(query: Query) -> SearchResult:
    """Policies that answer `query`, best first, at most `query.limit`.

    The arms deliver candidates (`raw_top_k` chunks, `raw_top_k` policies); each candidate
    is then scored by both.
    """
    text = query.text.strip() or " ".join(query.boosts)
    model = embedder().model
    if not text:
        return SearchResult((), True, model.key, 0)
    scope = scope_of(query)
    top_k = max(settings.RETRIEVAL["raw_top_k"], query.limit * 3)
    vector = query_vector(text)
    with transaction.atomic():
        near = nearest(vector, model=model, scope=scope, limit=top_k)
        words = best_matches(text, query.boosts, scope=scope, limit=top_k)
        chunks = _candidate_chunks({*near, *words}, vector, model)
    return _ranked(text, chunks, words, model, query.limit)


def _candidate_chunks(
    ids: set[UUID], vector: Vector, model: EmbeddingModel
) -> dict[UUID, list[ChunkHit]]:
    grouped: dict[UUID, list[ChunkHit]] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            _CHUNKS.format(dim=int(model.dimension)),
            {
                "vector": vector_literal(vector),
                "name": model.name,
                "version": model.version,
                "ids": list(ids),
            },
        )
        for row in cursor.fetchall():
            hit = ChunkHit(row[0], row[1], row[2], Section(row[3]), row[4], row[5], row[6])
            grouped.setdefault(hit.policy_id, []).append(hit)
    return grouped


def _ranked(
    text: str,
    chunks: dict[UUID, list[ChunkHit]],
    lexical: dict[UUID, float],
    model: EmbeddingModel,
    limit: int,
) -> SearchResult:
    vector = {key: max(chunk.vector for chunk in group) for key, group in chunks.items()}
    scores = fused(
        vector,
        lexical,
        weight=settings.RETRIEVAL["vector_weight"],
        background=settings.RETRIEVAL["similarity_background"].get(model.name, 0.0),
    )
    order = sorted(scores, key=lambda key: (-scores[key], str(key)))[:limit]
    hits = tuple(
        Hit(key, scores[key], vector.get(key, 0.0), lexical.get(key, 0.0), _evidence(chunks[key]))
        for key in order
        if key in chunks
    )
    floor = settings.RETRIEVAL["similarity_floor"].get(model.name, 0.0)
    versions = [hit.chunks[0].version_id for hit in hits[:EVIDENCE_HITS] if hit.chunks]
    below = is_weak(text, [hit.vector for hit in hits], versions, floor=floor)
    return SearchResult(hits, below, model.key, len(scores))


def _evidence(chunks: list[ChunkHit]) -> tuple[ChunkHit, ...]:
    """Best chunks that are spans of the text (the digest is none)."""
    spans = [chunk for chunk in chunks if chunk.end > chunk.start]
    spans.sort(key=lambda chunk: (-chunk.vector, chunk.chunk_id))
    return tuple(spans[:CHUNKS_PER_HIT])
