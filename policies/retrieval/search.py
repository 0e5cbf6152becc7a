"""The only door to retrieval: vectors and words find, one learnt score ranks, copies collapse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from django.conf import settings
from django.db import transaction

from policies.graph.collapse import Kept, collapse_ids
from policies.retrieval.cached import question_vector, search_cached
from policies.retrieval.candidates import Candidate, Way, candidates, ways_of
from policies.retrieval.evidence import is_weak
from policies.retrieval.question import Question, prepared
from policies.retrieval.ranking import ranked
from policies.retrieval.types import ChunkHit, Hit, Query, SearchResult

CHUNKS_PER_HIT = 3
# Best hits that are looked at for the question's words.
EVIDENCE_HITS = 8
# Of the best hits, those that relations led to are told in the trace.
WALKS = 12


def search_policies(query: Query) -> SearchResult:
    """Policies that answer `query`, best first, at most `query.limit`; out of the cache where
    the same was asked of the same data (policies.retrieval.cached).

    What the question's own words gave (`expanded`, `region`, `walks`) is added afterwards: the
    shared cache holds nothing that a person said.
    """
    question = prepared(query)
    ways = ways_of(question)
    result = search_cached(
        query, lambda _: search_question(question, ways), keep=lambda found: not found.lexical_only
    )
    shown = [hit.policy_id for hit in result.hits[:WALKS]]
    return replace(
        result,
        expanded={one.said: list(one.official[:3]) for one in question.expansions},
        region=question.query.region,
        walks={str(key): list(ways[key]) for key in shown if key in ways},
    )


def search_question(question: Question, ways: Mapping[UUID, Way] | None = None) -> SearchResult:
    """`search_policies` past the cache, its hits only; `ways` where they are known already.

    While the embedding model is out of order, words alone are searched and the result says so
    (`lexical_only`, `notice`).
    """
    vector = question_vector(question.text)
    key = vector.model.key if vector.model else ""
    if not question.text:
        return SearchResult((), True, key, 0)
    with transaction.atomic():
        found = candidates(question, vector, ways_of(question) if ways is None else ways)
    hits = _hits(question, ranked(question, found))
    model = vector.model.name if vector.model else ""
    floor = settings.RETRIEVAL["similarity_floor"].get(model, 0.0)
    versions = [hit.chunks[0].version_id for hit in hits[:EVIDENCE_HITS] if hit.chunks]
    weak = is_weak(question, [hit.vector for hit in hits], versions, floor=floor)
    return SearchResult(
        hits, weak, key, len(found), lexical_only=vector.vector is None, notice=vector.reason
    )


def _hits(question: Question, order: list[tuple[Candidate, float]]) -> tuple[Hit, ...]:
    """The first `limit` that are different things."""
    query = question.query
    shown = order
    copies: dict[object, Kept] = {}
    if query.collapse:
        kept = collapse_ids([one.policy_id for one, _ in order], region=query.region)
        copies = {one.policy_id: one for one in kept}
        known = {one.policy_id: (one, score) for one, score in order}
        shown = [known[one.policy_id] for one in kept]
    return tuple(
        Hit(
            one.policy_id,
            score,
            max(one.similarity(digest=False), one.similarity(digest=True)),
            one.lexical,
            _evidence(one),
            hidden=copies[one.policy_id].hidden if one.policy_id in copies else (),
            elsewhere=copies[one.policy_id].elsewhere if one.policy_id in copies else 0,
        )
        for one, score in shown[: query.limit]
    )


def _evidence(candidate: Candidate) -> tuple[ChunkHit, ...]:
    """Best chunks that are spans of the text (the digest is none)."""
    spans = [chunk for chunk in candidate.chunks if chunk.end > chunk.start]
    spans.sort(key=lambda chunk: (-chunk.vector, chunk.chunk_id))
    return tuple(spans[:CHUNKS_PER_HIT])
