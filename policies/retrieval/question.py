"""A question made ready for search: its words, the official terms they stand for, its place."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from django.conf import settings

from policies.geography import question_region
from policies.retrieval.grams import bigrams
from policies.retrieval.morphemes import normalise, question_counts, term_counts
from policies.retrieval.types import Query, RegionFilter
from policies.vocab.expand import expansions
from policies.vocab.types import Expansion

# Official terms of one entry stand most telling first: each counts a little less.
RANK_DECAY = 0.3


@dataclass(frozen=True)
class Question:
    """`terms`: morphemes with their weight, those of the vocabulary and the boosted ones among
    them. `pairs`, `official`: syllable pairs of the words said, and of the official and boosted
    ones."""

    query: Query
    text: str
    terms: dict[str, float]
    pairs: dict[str, float]
    official: dict[str, float]
    expansions: tuple[Expansion, ...]


def prepared(query: Query) -> Question:
    """The question of `query`. A place that the text names counts as its region where none is
    given: "영월 결혼 지원금" is about 영월 wherever the person lives."""
    text = normalise(query.text.strip() or " ".join(query.boosts))
    if query.region is None and (place := question_region(text)) is not None:
        query = replace(query, region=RegionFilter(place.sido, place.sigungu))
    found = tuple(expansions(text)) if query.vocabulary and text else ()
    official = _official(found)
    terms: dict[str, float] = defaultdict(float)
    for term, count in question_counts(text).items():
        terms[term] += float(count)
    for word, weight in query.boosts.items():
        for term in term_counts(word):
            terms[term] += weight
    share = settings.RETRIEVAL["vocabulary_weight"]
    for word, weight in official.items():
        for term in term_counts(word):
            terms[term] = max(terms[term], share * weight)
    return Question(
        query=query,
        text=text,
        terms=dict(terms),
        pairs={pair: float(count) for pair, count in bigrams(text).items()},
        official=_pairs(official | _boosted(query.boosts)),
        expansions=found,
    )


def _official(found: tuple[Expansion, ...]) -> dict[str, float]:
    """Official term → the highest weight it comes with."""
    weights: dict[str, float] = {}
    for expansion in found:
        for rank, term in enumerate(expansion.official):
            weight = expansion.weight / (1 + RANK_DECAY * rank)
            weights[term] = max(weight, weights.get(term, 0.0))
    return weights


def _boosted(boosts: dict[str, float]) -> dict[str, float]:
    """A person's words count like official terms: the heaviest layer's fully."""
    full = max(settings.RETRIEVAL["layer_weights"].values())
    return {word: weight / full for word, weight in boosts.items()}


def _pairs(official: dict[str, float]) -> dict[str, float]:
    weights: dict[str, float] = {}
    for term, weight in official.items():
        for pair in bigrams(term):
            weights[pair] = max(weight, weights.get(pair, 0.0))
    return weights
