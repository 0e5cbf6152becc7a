"""Whether what was found can be the answer at all."""

from __future__ import annotations

import math

from django.conf import settings
from django.db import connection

from policies.geography import places_in
from policies.retrieval.lexicon import lexicon
from policies.retrieval.morphemes import nouns, words
from policies.retrieval.question import Question

# Words of asking itself: a source need not have them.
_ASKING = frozenset("제도 정책 지원 혜택 사업 서비스 방법 도움 종류 대상 자격 안내 정보".split())
_HERE = """
SELECT DISTINCT lp.term FROM policies_lexicalposting lp
WHERE lp.version_id = ANY(%(versions)s) AND lp.term = ANY(%(terms)s)
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
    """Words that the vocabulary explains, that name a place or that only ask."""
    text = question.text
    stretches = [text[one.start : one.end] for one in question.expansions]
    stretches += [text[place.start : place.end] for place in places_in(text)]
    told = {word for word in asked if any(word in stretch for stretch in stretches)}
    return told | (asked & _ASKING)


def _coverage(
    asked: set[str], understood: set[str], version_ids: list[int]
) -> tuple[float, set[str]]:
    """Share of the question's weight (idf) that stands in at least one of the versions or is
    understood, and the words that no policy has."""
    with connection.cursor() as cursor:
        cursor.execute(_HERE, {"terms": list(asked), "versions": version_ids})
        here = {term for (term,) in cursor.fetchall()}
    counted = lexicon(list(asked))
    weights = {
        term: math.log(1 + (counted.policies - number + 0.5) / (number + 0.5))
        for term, number in counted.frequencies.items()
    }
    covered = sum(weight for term, weight in weights.items() if term in understood | here)
    strange = {term for term in asked - understood if not counted.frequencies[term]}
    return covered / (sum(weights.values()) or 1.0), strange
