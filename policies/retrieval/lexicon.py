"""How many policies a word stands in: counted, or for frequent words as counted last night."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

_FREQUENCIES = """
SELECT w.term, coalesce(
    (SELECT lt.policies FROM policies_lexicalterm lt WHERE lt.term = w.term),
    (SELECT count(*) FROM policies_lexicalposting lp WHERE lp.term = w.term)
)::int
FROM unnest(%(terms)s::text[]) AS w(term)
"""
_COLLECTION = """
SELECT (SELECT policies FROM policies_lexicalterm WHERE term = ''),
       (SELECT average_length FROM policies_lexicalterm WHERE term = '')
"""
_COUNTED = """
SELECT count(*)::int, coalesce(avg(v.term_count), 1)::float
FROM policies_policy p JOIN policies_policyversion v ON v.id = p.current_version_id
"""


@dataclass(frozen=True)
class Lexicon:
    """`policies` in the collection, their `average_length` in terms, and by term the number of
    policies it stands in (0: none)."""

    policies: int
    average_length: float
    frequencies: dict[str, int]


def lexicon(terms: list[str]) -> Lexicon:
    """Statistics for `terms`, over all published policies."""
    with connection.cursor() as cursor:
        cursor.execute(_FREQUENCIES, {"terms": terms})
        frequencies = dict(cursor.fetchall())
        cursor.execute(_COLLECTION)
        policies, length = cursor.fetchone()
        if policies is None:
            cursor.execute(_COUNTED)
            policies, length = cursor.fetchone()
    return Lexicon(policies, max(length, 1.0), frequencies)
