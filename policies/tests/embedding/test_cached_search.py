"""Question vectors and search results out of the caches."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import numpy as np
import pytest
import redis
from django.utils import timezone
from pytest_django import Settings

from config.runtime.servers import Servers
from policies.cache import cache_counts
from policies.errors import EmbedderUnavailable
from policies.retrieval import cached
from policies.retrieval.active import active_model
from policies.retrieval.cached import cached_vector, question_vector, search_cached
from policies.retrieval.question import prepared
from policies.retrieval.search import search_policies, search_question
from policies.retrieval.types import Hit, Query, RegionFilter, SearchResult
from policies.services import policies_embed
from policies.services.embedding_models import model_switch
from policies.services.reembed import reembed_start
from policies.services.versions import data_version_bump
from policies.tests.embedding.conftest import forget
from policies.tests.embedding.processes import started
from policies.tests.embedding.support import (
    LOCAL_KEY,
    OPENAI_KEY,
    make_chunks,
    put_local_vectors,
    state_of,
    work,
)
from policies.tests.records import load
from policies.tests.scripted_embeddings import Fault, ScriptedEmbeddings
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
PERSON = "중구에 사는 김복순 씨 치매 약값"


@pytest.fixture(autouse=True)
def client(servers: Servers, settings: Settings) -> Iterator[redis.Redis]:
    """The shared cache is on and empty, nothing is known in process."""
    forget()
    settings.CACHES = {
        **settings.CACHES,
        "shared": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": settings.REDIS_URL,
            "KEY_PREFIX": "search-test",
            "OPTIONS": {"serializer": "policies.cache.JsonSerializer"},
        },
    }
    with redis.Redis.from_url(settings.REDIS_URL) as onlooker:
        for key in onlooker.scan_iter("search-test*"):
            onlooker.delete(key)
        yield onlooker
    forget()


class Search:
    """The real search, counted."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, query: Query) -> SearchResult:
        self.count += 1
        return search_question(prepared(query))


def hit_again(search: Search, query: Query) -> bool:
    """Whether asking once more needs no search."""
    before = search.count
    search_cached(query, search)
    return search.count == before


def test_a_vector_is_computed_once_for_all_processes(wanted: ScriptedEmbeddings) -> None:
    with cache_counts() as counts:
        first = cached_vector("당뇨병 약값")
        again = cached_vector("당뇨병 약값")
    assert again is first
    assert not first.flags.writeable
    assert (counts.hits, counts.misses) == (1, 1)
    # Another process has nothing in memory.
    cached._memory.clear()
    with cache_counts() as counts:
        shared = cached_vector("당뇨병 약값")
    assert (counts.hits, counts.misses) == (1, 0)
    assert np.array_equal(shared, first)
    assert not shared.flags.writeable
    assert len(wanted.requests) == 1


def test_memory_is_bounded(wanted: ScriptedEmbeddings, settings: Settings) -> None:
    settings.RETRIEVAL = {**settings.RETRIEVAL, "query_cache_size": 2}
    for text in ("하나", "둘", "하나", "셋"):
        cached_vector(text)
    assert [text for _, text in cached._memory._rows] == ["하나", "셋"]


def test_a_switch_meets_no_vector_of_the_other_model(wanted: ScriptedEmbeddings) -> None:
    make_chunks(3)
    put_local_vectors()
    local = cached_vector("난방비")
    assert local.shape == (384,)
    work(reembed_start())
    assert active_model().key == OPENAI_KEY
    assert cached_vector("난방비").shape == (1536,)
    model_switch(state=state_of(LOCAL_KEY))
    cached._memory.clear()
    assert np.allclose(cached_vector("난방비"), local)


@pytest.mark.parametrize("foreign", [b'"AAAA"', b'"no base64!"', b"7", b"{}", b"\x80\x04N."])
def test_a_stored_vector_of_another_form_is_none(
    wanted: ScriptedEmbeddings, client: redis.Redis, foreign: bytes
) -> None:
    first = cached_vector("난방비")
    (key,) = client.scan_iter("search-test*")
    stored = client.get(key)
    start = stored.index(b'"value":') + len(b'"value":')
    client.set(key, stored[:start] + foreign + b"}")
    cached._memory.clear()
    assert np.array_equal(cached_vector("난방비"), first)
    assert len(wanted.requests) == 2


def test_who_is_asked_for_is_not_readable(wanted: ScriptedEmbeddings, client: redis.Redis) -> None:
    load()
    policies_embed()
    query = Query(text=PERSON, boosts={"치매": 3.0}, region=RegionFilter("서울특별시", "중구"))
    search_cached(query, Search())
    cached_vector(PERSON)
    keys = list(client.scan_iter("search-test*"))
    assert len(keys) == 2
    for key in keys:
        for word in ("김복순", "치매", "중구", "\\u"):
            assert word.encode() not in key + client.get(key)


def test_a_result_comes_back_as_it_was(wanted: ScriptedEmbeddings) -> None:
    load()
    policies_embed()
    search, query = Search(), Query(text="치매 약값")
    first = search_cached(query, search)
    assert first.hits[0].chunks
    assert search_cached(query, search) == first
    assert search_policies(query).hits == first.hits
    assert search.count == 1
    assert isinstance(search_cached(query, search).hits[0], Hit)
    for other in (
        Query(text="치매 약값", limit=3),
        Query(text="치매 약값", include_closed=True),
        Query(text="치매 약값", region=RegionFilter("서울특별시")),
        Query(text="치매 약값", boosts={"치매": 1.0}),
    ):
        assert not hit_again(search, other)
    assert hit_again(search, query)


def _load_more() -> None:
    load("more", source="another")


def _edit_vocabulary() -> None:
    data_version_bump(group="vocabulary")


@pytest.mark.parametrize("change", [_load_more, _edit_vocabulary])
def test_new_data_of_any_source_makes_a_new_search(
    wanted: ScriptedEmbeddings, change: Callable[[], None]
) -> None:
    load()
    policies_embed()
    search, query = Search(), Query(text="치매 약값")
    search_cached(query, search)
    assert hit_again(search, query)
    change()
    assert not hit_again(search, query)
    assert hit_again(search, query)


def test_new_vectors_make_a_new_search(wanted: ScriptedEmbeddings) -> None:
    load()
    policies_embed()
    load("second", name="난방비 지원", sections={Section.SUMMARY: "난방비를 드립니다."})
    search, query = Search(), Query(text="난방비")
    before = search_cached(query, search)
    assert hit_again(search, query)
    assert policies_embed() > 0
    after = search_cached(query, search)
    assert search.count == 2
    assert max(h.vector for h in after.hits) > max(h.vector for h in before.hits)


def test_a_switch_makes_a_new_search(wanted: ScriptedEmbeddings) -> None:
    make_chunks(3)
    load()
    put_local_vectors()
    search, query = Search(), Query(text="치매 약값")
    assert search_cached(query, search).embedder == LOCAL_KEY
    work(reembed_start())
    assert search_cached(query, search).embedder == OPENAI_KEY
    model_switch(state=state_of(LOCAL_KEY))
    assert search_cached(query, search).embedder == LOCAL_KEY


def test_a_new_day_makes_a_new_search(
    wanted: ScriptedEmbeddings, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(period_start=date(2026, 1, 1), period_end=date(2026, 3, 31))
    policies_embed()
    search, query = Search(), Query(text="치매 약값")
    monkeypatch.setattr(timezone, "localdate", lambda *_: date(2026, 3, 31))
    assert len(search_cached(query, search).hits) == 1
    assert hit_again(search, query)
    monkeypatch.setattr(timezone, "localdate", lambda *_: date(2026, 4, 1))
    assert search_cached(query, search).hits == ()


def test_other_settings_of_the_search_make_a_new_search(
    wanted: ScriptedEmbeddings, settings: Settings
) -> None:
    load()
    policies_embed()
    search, query = Search(), Query(text="치매 약값")
    search_cached(query, search)
    settings.RETRIEVAL = {**settings.RETRIEVAL, "score_scale": 0.1}
    assert not hit_again(search, query)


def test_a_makeshift_result_is_not_kept(wanted: ScriptedEmbeddings) -> None:
    load()
    policies_embed()
    search, query = Search(), Query(text="치매 약값")
    search_cached(query, search, keep=lambda result: False)
    assert not hit_again(search, query)


def test_a_model_out_of_order_leaves_words_and_a_reason(
    wanted: ScriptedEmbeddings, settings: Settings
) -> None:
    load()
    policies_embed()
    known = question_vector("치매 약값")
    assert known.vector is not None
    wanted.always = Fault("status", status=503)
    # What is known already needs no service.
    assert question_vector("치매 약값").vector is not None
    lost = question_vector("난방비")
    assert lost.vector is None
    assert lost.model == active_model()
    assert "503" in lost.reason
    with pytest.raises(EmbedderUnavailable):
        cached_vector("난방비")
    settings.OPENAI_API_KEY = ""
    assert "OPENAI_API_KEY" in question_vector("틀니").reason
    wanted.always = None
    settings.OPENAI_API_KEY = "scripted"
    assert question_vector("난방비").vector is not None


def test_no_model_at_all_leaves_words(settings: Settings) -> None:
    settings.EMBEDDER = "none"
    lost = question_vector("난방비")
    assert (lost.model, lost.vector) == (None, None)
    assert "none" in lost.reason
    result = SearchResult((), True, "", 0)
    assert search_cached(Query(text="난방비"), lambda query: result) is result


ASK = """
import django, json
django.setup()
from policies.cache import cache_counts
from policies.retrieval.cached import cached_vector, search_cached
from policies.retrieval.question import prepared
from policies.retrieval.search import search_policies, search_question
from policies.retrieval.types import Query, SearchResult
with cache_counts() as counts:
    vector = cached_vector("치매 약값")
    search_cached(Query(text="치매 약값"), lambda query: SearchResult((), False, "x", 7))
print(json.dumps([counts.hits, counts.misses, vector.tolist()[:3]]))
"""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_processes_share(wanted: ScriptedEmbeddings) -> None:
    load()
    policies_embed()
    asked = len(wanted.requests)
    answers: list[list[Any]] = []
    for _ in range(2):
        with started(wanted.base_url, "-c", ASK, TEST_SHARED_CACHE="1") as process:
            output, _ = process.communicate(timeout=60)
            assert process.returncode == 0, output
            answers.append(json.loads(output.splitlines()[-1]))
    assert answers[0][:2] == [0, 2]
    assert answers[1][:2] == [2, 0]
    assert answers[0][2] == answers[1][2]
    assert len(wanted.requests) == asked + 1
