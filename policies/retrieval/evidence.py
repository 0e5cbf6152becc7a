"""Whether what was found can be the answer at all."""

from __future__ import annotations

import math

from django.conf import settings
from django.db import connection

from policies.retrieval.morphemes import words

_SQL = """
SELECT lp.term, count(*)::int, count(*) FILTER (WHERE lp.version_id = ANY(%(versions)s))::int,
       (SELECT count(*) FROM policies_policy WHERE current_version_id IS NOT NULL)::int
FROM policies_lexicalposting lp WHERE lp.term = ANY(%(terms)s) GROUP BY lp.term
"""


def is_weak(text: str, similarities: list[float], version_ids: list[int], *, floor: float) -> bool:
    """No hit is similar enough, or a short question is mostly about words that none of the
    hits contains ("우주여행 보조금"). Long ones tell a story in other words than the source:
    for them only the similarity counts. A similarity of 0 means not embedded yet.
    """
    if not similarities:
        return True
    known = [value for value in similarities if value > 0]
    best = max(known, default=1.0)
    if best < floor:
        return True
    asked = set(words(text))
    limits = settings.RETRIEVAL["weak"]
    if not asked or len(asked) > limits["short_words"] or best >= limits["sure_similarity"]:
        return False
    return bool(_coverage(asked, version_ids) < limits["coverage"])


def _coverage(asked: set[str], version_ids: list[int]) -> float:
    """Share of the question's weight (idf) that stands in at least one of the versions."""
    with connection.cursor() as cursor:
        cursor.execute(_SQL, {"terms": list(asked), "versions": version_ids})
        rows = {term: (df, here, total) for term, df, here, total in cursor.fetchall()}
    total = next((row[2] for row in rows.values()), 1)
    weights = {
        term: math.log(1 + (total - (df := rows.get(term, (0, 0, 0))[0]) + 0.5) / (df + 0.5))
        for term in asked
    }
    covered = sum(weight for term, weight in weights.items() if rows.get(term, (0, 0, 0))[1])
    return covered / (sum(weights.values()) or 1.0)
