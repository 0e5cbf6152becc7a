"""Benchmarks of policies: search, ingest; screening has its own module. Run on the catalogue in a
throw-away database; times are noise from machine to machine, ratios are not."""

from __future__ import annotations

from functools import partial
from typing import Any

from policies.catalogue.load import load_catalogue
from policies.catalogue.records import entry_record
from policies.evals.bench_screen import bench_screen
from policies.evals.timing import compared, summary, timed
from policies.models import Policy
from policies.retrieval.embedders import embedder, query_vector
from policies.retrieval.filters import scope_of
from policies.retrieval.keyword import best_matches
from policies.retrieval.question import prepared
from policies.retrieval.search import search_question
from policies.retrieval.types import Query, RegionFilter, SearchResult
from policies.retrieval.vector import nearest
from policies.services import policies_embed, policy_load
from policies.services.catalogue import catalogue_load
from policies.services.relations import relations_rebuild

__all__ = [
    "QUESTIONS",
    "bench_ingest",
    "bench_screen",
    "bench_search",
    "catalogue_prepare",
    "prepare",
]
QUESTIONS = [
    "당뇨병이 있는데 받을 수 있는 지원이 있나요",
    "아기가 태어나면 얼마를 받나요",
    "혼자 사는 어머니를 돌봐 줄 사람이 필요해요",
    "월세가 밀려서 쫓겨날 것 같아요",
    "장애인 활동지원은 어떻게 신청하나요",
    "병원비가 너무 많이 나왔어요",
    "치매 약값을 도와주는 제도",
    "난임 시술 비용 지원",
]
ROUNDS = 5


def catalogue_prepare() -> None:
    """The catalogue in the current database with its relations, as it is served, without
    vectors."""
    catalogue_load()
    relations_rebuild()


def prepare() -> None:
    """The catalogue, embedded, in the current database."""
    catalogue_prepare()
    policies_embed()


def _search(query: Query) -> SearchResult:
    """The search past the cache."""
    return search_question(prepared(query))


def bench_search() -> dict[str, Any]:
    """Fused search against its vector arm alone; question vectors are computed before."""
    region = RegionFilter("서울특별시", "동작구")
    for question in QUESTIONS:
        query_vector(question)
    model = embedder().model
    scope = scope_of(Query(text="", region=region))
    terms_of = {text: prepared(Query(text=text)).terms for text in QUESTIONS}
    fused, vector, words = [], [], []
    for question in QUESTIONS * ROUNDS:
        query = Query(text=question, region=region)
        fused.append(timed(partial(_search, query)))
        vector.append(
            timed(partial(nearest, query_vector(question), model=model, scope=scope, limit=60))
        )
        words.append(timed(partial(best_matches, terms_of[question], scope=scope, limit=60)))
    return {
        "policies": Policy.objects.count(),
        "fused_vs_vector_arm": compared(summary(fused), summary(vector)),
        "bm25_vs_vector_arm": compared(summary(words), summary(vector)),
    }


def bench_ingest() -> dict[str, Any]:
    """Loading records into an empty database: unchanged ones against new ones (each with
    chunks and postings)."""
    records = [entry_record(entry) for entry in load_catalogue().entries.values()]
    new = summary([timed(partial(policy_load, record=r)) for r in records])
    again = summary([timed(partial(policy_load, record=r)) for r in records])
    return {"records": len(records), "unchanged_vs_new": compared(again, new)}
