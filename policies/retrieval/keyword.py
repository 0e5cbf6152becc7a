"""True BM25 over Kiwi morphemes, in SQL over the postings table."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from django.conf import settings
from django.db import connection

from policies.retrieval.filters import Scope
from policies.retrieval.morphemes import term_counts

# Collection statistics are taken over all policies, so that a filter does not change what a
# word is worth. ln(1 + (N - df + 0.5) / (df + 0.5)) never goes below zero.
_SQL = """
WITH stats AS (
    SELECT count(*)::float AS n, greatest(avg(v.term_count), 1)::float AS avgdl
    FROM policies_policy p JOIN policies_policyversion v ON v.id = p.current_version_id
), wanted AS (
    SELECT term, weight FROM unnest(%(terms)s::text[], %(weights)s::float[]) AS t(term, weight)
), df AS (
    SELECT w.term, w.weight, count(*)::float AS df
    FROM wanted w JOIN policies_lexicalposting lp ON lp.term = w.term
    GROUP BY w.term, w.weight
)
SELECT p.id, sum(
    df.weight * ln(1 + (stats.n - df.df + 0.5) / (df.df + 0.5))
    * lp.frequency * (%(k1)s + 1)
    / (lp.frequency + %(k1)s * (1 - %(b)s + %(b)s * v.term_count / stats.avgdl))
) AS score
FROM df
CROSS JOIN stats
JOIN policies_lexicalposting lp ON lp.term = df.term
JOIN policies_policyversion v ON v.id = lp.version_id
JOIN policies_policy p ON p.current_version_id = v.id
WHERE {scope}
GROUP BY p.id
ORDER BY score DESC, p.id
LIMIT %(limit)s
"""


def weighted_terms(text: str, boosts: dict[str, float]) -> dict[str, float]:
    """Query terms with weights: frequency in the question, plus the boosted words'."""
    weights: Counter[str] = Counter()
    for term, count in term_counts(text).items():
        weights[term] += float(count)  # type: ignore[assignment]
    for word, weight in boosts.items():
        for term in term_counts(word):
            weights[term] += weight  # type: ignore[assignment]
    return dict(weights)


def best_matches(
    text: str, boosts: dict[str, float], *, scope: Scope, limit: int
) -> dict[UUID, float]:
    """Policy id → BM25 score of the `limit` best policies in scope, best first."""
    weights = weighted_terms(text, boosts)
    if not weights:
        return {}
    params = {
        "terms": list(weights),
        "weights": list(weights.values()),
        "k1": settings.RETRIEVAL["bm25_k1"],
        "b": settings.RETRIEVAL["bm25_b"],
        "limit": limit,
        **scope.params,
    }
    with connection.cursor() as cursor:
        cursor.execute(_SQL.format(scope=scope.sql), params)
        return dict(cursor.fetchall())
