"""True BM25 over Kiwi morphemes, in SQL over the postings table.

A question's rare words decide which policies come into question; the frequent ones ("지원",
"신청") stand in nearly all of them and only add to the score of those. So a search reads
`essential_postings` postings at most, however large the table is, and is exact as long as all
postings of the question are fewer (docs/decisions).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from policies.retrieval.filters import Scope
from policies.retrieval.lexicon import Lexicon, lexicon

_BM25 = """sum(
    w.value * lp.frequency * (%(k1)s + 1)
    / (lp.frequency + %(k1)s * (1 - %(b)s + %(b)s * v.term_count / %(length)s))
)"""
_SQL = """
WITH wanted AS (
    SELECT term, value, essential
    FROM unnest(%(terms)s::text[], %(values)s::float[], %(essential)s::bool[])
         AS t(term, value, essential)
), best AS (
    SELECT v.id, {bm25} AS score
    FROM wanted w
    JOIN policies_lexicalposting lp ON lp.term = w.term
    JOIN policies_policyversion v ON v.id = lp.version_id
    JOIN policies_policy p ON p.current_version_id = v.id
    WHERE w.essential AND {scope}
    GROUP BY v.id ORDER BY score DESC, v.id LIMIT %(kept)s
), chosen AS (
    SELECT id FROM best
    UNION SELECT current_version_id FROM policies_policy WHERE id = ANY(%(also)s)
)
SELECT v.policy_id, {bm25} AS score
FROM chosen c
JOIN policies_policyversion v ON v.id = c.id
JOIN policies_lexicalposting lp ON lp.version_id = c.id
JOIN wanted w ON w.term = lp.term
GROUP BY v.policy_id
ORDER BY score DESC, v.policy_id
"""
# Of the essential words' best, so many times the wanted number are scored by all words.
OVERSAMPLING = 6


@dataclass(frozen=True)
class Weighed:
    """A question's terms with their value (weight · idf), rarest first."""

    terms: list[str]
    values: list[float]
    essential: list[bool]


def best_matches(
    terms: Mapping[str, float], *, scope: Scope, limit: int, also: Collection[UUID] = ()
) -> dict[UUID, float]:
    """Policy id → BM25 score, best first: the `limit` best policies in scope, and those of
    `also` (not checked against the scope) that share a word with the question."""
    known = lexicon(list(terms))
    weighed = weigh(terms, known)
    if not weighed.terms:
        return {}
    params: dict[str, Any] = {
        **vars(weighed),
        "k1": settings.RETRIEVAL["bm25_k1"],
        "b": settings.RETRIEVAL["bm25_b"],
        "length": known.average_length,
        "kept": limit * OVERSAMPLING,
        "also": list(also),
        **scope.params,
    }
    with connection.cursor() as cursor:
        cursor.execute(_SQL.format(scope=scope.sql, bm25=_BM25), params)
        rows: list[tuple[UUID, float]] = cursor.fetchall()
    asked = set(also)
    return {key: score for place, (key, score) in enumerate(rows) if place < limit or key in asked}


def weigh(terms: Mapping[str, float], known: Lexicon) -> Weighed:
    """idf = ln(1 + (N - df + 0.5) / (df + 0.5)), never below zero; N and df count all
    policies, so that a filter does not change what a word is worth."""
    rows = []
    for term, weight in terms.items():
        df = known.frequencies.get(term, 0)
        if df:
            idf = math.log(1 + max(known.policies - df + 0.5, 0.0) / (df + 0.5))
            rows.append((df, term, weight * idf))
    rows.sort()
    budget = settings.RETRIEVAL["essential_postings"]
    essential: list[bool] = []
    for df, _, _ in rows:
        essential.append(budget > 0)
        budget -= df
    return Weighed([term for _, term, _ in rows], [value for *_, value in rows], essential)
