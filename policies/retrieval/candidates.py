"""Policies that may answer a question, with all that they are ranked by."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from policies.graph.candidates import candidates as graph_candidates
from policies.graph.collapse import Level
from policies.graph.entities import entities_in
from policies.residence import residence_regions
from policies.retrieval.cached import QuestionVector
from policies.retrieval.filters import scope_of
from policies.retrieval.keyword import best_matches
from policies.retrieval.question import Question
from policies.retrieval.types import ChunkHit, Query
from policies.retrieval.vector import nearest, vector_literal
from policies.vocabulary import Section

# Of a policy with long attachments only its nearest chunks are looked at.
CHUNKS_PER_POLICY = 60
# The relations are walked from an agency, or from so many kinds of terms named at once.
KINDS_NAMED = 2
GRAPH_LIMIT = 30

# All chunks of the candidates with their exact similarity: the index is only needed to find
# candidates, ranking and evidence see the true scores.
_CHUNKS = """
SELECT * FROM (
    SELECT c.id, c.policy_id, c.version_id, c.section, c.start, c."end",
           {similarity} AS similarity, c.attachment_id, c.place, c.text,
           row_number() OVER (PARTITION BY c.policy_id ORDER BY {similarity} DESC, c.ordinal) AS n
    FROM policies_policychunk c
    JOIN policies_policy p ON p.id = c.policy_id AND p.current_version_id = c.version_id
    {vectors}
    WHERE c.policy_id = ANY(%(ids)s)
) ranked WHERE n <= %(chunks)s
"""
_VECTORS = """LEFT JOIN policies_embedding e ON e.chunk_id = c.id
     AND e.model_name = %(name)s AND e.model_version = %(version)s"""
_SIMILARITY = "coalesce(1 - (e.vector::vector({dim}) <=> %(vector)s::vector({dim})), 0)"
_LEVELS = """
SELECT p.id, p.nationwide, coalesce(max(
    CASE WHEN r.id = ANY(%(sure)s) THEN CASE WHEN r.sigungu = '' THEN 2 ELSE 3 END ELSE 0 END
), 0)
FROM policies_policy p
LEFT JOIN policies_policy_regions pr ON pr.policy_id = p.id
LEFT JOIN policies_region r ON r.id = pr.region_id
WHERE p.id = ANY(%(ids)s) GROUP BY p.id
"""


# How relations lead from what a question names to a policy.
Way = tuple[str, ...]


@dataclass
class Candidate:
    """A policy with its BM25 score, its chunks (similarity, text) and how near it is.

    `level` ELSEWHERE: of some region, and nobody said that it is the person's.
    """

    policy_id: UUID
    lexical: float = 0.0
    level: Level = Level.NATION
    chunks: list[ChunkHit] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def similarity(self, *, digest: bool) -> float:
        """Best cosine of its spans, or that of the digest of the whole; 0 = no vector."""
        return max((c.vector for c in self.chunks if (c.end == 0) == digest), default=0.0)


def candidates(
    question: Question, vector: QuestionVector, ways: Mapping[UUID, Way]
) -> list[Candidate]:
    """The nearest chunks' policies, those with the best words, and those of `ways`.

    While the person's region is unknown, the nation's policies come into question apart, so
    that the many local copies of one programme do not crowd them out.
    """
    query = question.query
    found, words = _arms(question, vector, query)
    if query.region is None and not query.nationwide_only:
        more, more_words = _arms(question, vector, replace(query, nationwide_only=True))
        found |= more
        words |= more_words
    found |= _in_scope(ways.keys(), query)
    rows = {key: Candidate(key, words.get(key, 0.0)) for key in found | words.keys()}
    _add_levels(rows, query)
    _add_chunks(rows, vector)
    return [row for row in rows.values() if row.chunks]


def ways_of(question: Question) -> dict[UUID, Way]:
    """Policies that carry what the question names (an agency, a theme with a target group …),
    with the way there; {} where it names one thing only, which many carry."""
    entities = entities_in(question.text)
    kinds = (entities.life_stages, entities.target_groups, entities.themes, entities.regions)
    if not entities.agencies and sum(map(bool, kinds)) < KINDS_NAMED:
        return {}
    return {one.policy_id: one.path for one in graph_candidates(entities, limit=GRAPH_LIMIT)}


def _in_scope(ids: Collection[UUID], query: Query) -> set[UUID]:
    if not ids:
        return set()
    scope = scope_of(query)
    sql = f"SELECT p.id FROM policies_policy p WHERE p.id = ANY(%(reached)s) AND {scope.sql}"
    return {key for (key,) in _fetched(sql, {"reached": list(ids), **scope.params})}


def _arms(
    question: Question, vector: QuestionVector, query: Query
) -> tuple[set[UUID], dict[UUID, float]]:
    scope = scope_of(query)
    top_k = max(settings.RETRIEVAL["raw_top_k"], query.limit * 3)
    near: set[UUID] = set()
    if vector.vector is not None and vector.model is not None:
        near = set(nearest(vector.vector, model=vector.model, scope=scope, limit=top_k))
    return near, best_matches(question.terms, scope=scope, limit=top_k, also=near)


def _add_levels(rows: dict[UUID, Candidate], query: Query) -> None:
    region = query.region
    lived = residence_regions(region.sido, region.sigungu) if region else None
    params = {"ids": list(rows), "sure": list(lived.sure) if lived else []}
    for key, nationwide, level in _fetched(_LEVELS, params):
        rows[key].level = Level.NATION if nationwide else Level(level)


def _add_chunks(rows: dict[UUID, Candidate], vector: QuestionVector) -> None:
    params: dict[str, Any] = {"ids": list(rows), "chunks": CHUNKS_PER_POLICY}
    similarity, vectors = "0::float8", ""
    if vector.vector is not None and vector.model is not None:
        model = vector.model
        similarity, vectors = _SIMILARITY.format(dim=int(model.dimension)), _VECTORS
        params |= {
            "vector": vector_literal(vector.vector),
            "name": model.name,
            "version": model.version,
        }
    for row in _fetched(_CHUNKS.format(similarity=similarity, vectors=vectors), params):
        hit = ChunkHit(row[0], row[1], row[2], Section(row[3]), *row[4:9])
        rows[hit.policy_id].chunks.append(hit)
        rows[hit.policy_id].texts.append(row[9])


def _fetched(sql: str, params: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
