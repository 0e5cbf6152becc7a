"""Whether what was found can be the answer at all."""

from __future__ import annotations

import math

from django.conf import settings
from django.db import connection

from policies.geography import places_in
from policies.retrieval.morphemes import nouns, words
from policies.retrieval.question import Question

_SQL = """
SELECT lp.term, count(*)::int, count(*) FILTER (WHERE lp.version_id = ANY(%(versions)s))::int,
       (SELECT count(*) FROM policies_policy WHERE current_version_id IS NOT NULL)::int
FROM policies_lexicalposting lp WHERE lp.term = ANY(%(terms)s) GROUP BY lp.term
"""


def is_weak(
    question: Question, similarities: list[float], version_ids: list[int], *, floor: float
) -> bool:
    """No hit is similar enough, or a short question is about what the data does not know: most
    of its words stand in none of the hits, or one of its nouns in no policy at all and nothing is
    very similar ("우주여행 보조금"). Long ones tell a story in other words than the source: for
    them only the similarity counts. A similarity of 0 means not embedded yet.
    """
    if not similarities:
        return True
    known = [value for value in similarities if value > 0]
    best = max(known, default=1.0)
    if best < floor:
        return True
    asked = set(words(question.text))
    limits = settings.RETRIEVAL["weak"]
    if not asked or len(asked) > limits["short_words"]:
        return False
    if known and best >= limits["sure_similarity"]:
        return False
    understood = _understood(question, asked)
    covered, strange = _coverage(asked, understood, version_ids)
    return bool(strange & nouns(question.text) or covered < limits["coverage"])


def _understood(question: Question, asked: set[str]) -> set[str]:
    """Words that the vocabulary explains or that name a place."""
    text = question.text
    stretches = [text[one.start : one.end] for one in question.expansions]
    stretches += [text[place.start : place.end] for place in places_in(text)]
    return {word for word in asked if any(word in stretch for stretch in stretches)}


def _coverage(
    asked: set[str], understood: set[str], version_ids: list[int]
) -> tuple[float, set[str]]:
    """Share of the question's weight (idf) that stands in at least one of the versions or is
    understood, and the words that no policy has."""
    with connection.cursor() as cursor:
        cursor.execute(_SQL, {"terms": list(asked), "versions": version_ids})
        rows = {term: (df, here, total) for term, df, here, total in cursor.fetchall()}
    total = next((row[2] for row in rows.values()), 1)
    weights = {
        term: math.log(1 + (total - (df := rows.get(term, (0, 0, 0))[0]) + 0.5) / (df + 0.5))
        for term in asked
    }
    covered = sum(
        weight
        for term, weight in weights.items()
        if term in understood or rows.get(term, (0, 0, 0))[1]
    )
    strange = {term for term in asked - understood if term not in rows}
    return covered / (sum(weights.values()) or 1.0), strange
