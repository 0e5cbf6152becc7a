"""Shared results: valid as long as their data, hidden from readers of Redis, never in the way."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.db import transaction
from pytest_django import Settings

from config.runtime.servers import Servers
from policies import cache as module
from policies.cache import JsonSerializer, cache_counts, cached, data_stamp
from policies.models import DataVersion
from policies.services.versions import data_version_bump
from policies.tests.records import load

pytestmark = pytest.mark.django_db
QUESTION = "동작구에 사는 김복순 할머니 치매 약값"


def shared_cache(settings: Settings, prefix: str) -> dict[str, Any]:
    """The real configuration of the cache with keys of its own."""
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": settings.REDIS_URL,
        "KEY_PREFIX": prefix,
        "OPTIONS": {"serializer": "policies.cache.JsonSerializer"},
    }


@pytest.fixture
def client(servers: Servers, settings: Settings) -> Iterator[redis.Redis]:
    """Redis as an onlooker sees it; the cache is on and empty."""
    settings.CACHES = {**settings.CACHES, "shared": shared_cache(settings, "cache-test")}
    settings.SHARED_CACHE = {
        **settings.SHARED_CACHE,
        "seconds": {"search": 60, "vector": 60, "other": 60},
        "slots": {"search": 100_000, "vector": 100_000, "other": 100_000},
    }
    with redis.Redis.from_url(settings.REDIS_URL) as onlooker:
        for key in onlooker.scan_iter("cache-test*"):
            onlooker.delete(key)
        yield onlooker


class Computed:
    """A computation that counts how often it was asked."""

    def __init__(self, value: Any = 1) -> None:
        self.value, self.count = value, 0

    def __call__(self) -> Any:
        self.count += 1
        return self.value


def entries(client: redis.Redis) -> dict[bytes, bytes]:
    return {key: client.get(key) for key in client.scan_iter("cache-test*")}


def test_the_same_question_is_computed_once(client: redis.Redis) -> None:
    compute = Computed({"a": [1, 2.5, None, "가"]})
    assert cached("other", [QUESTION, 1], (), compute) == (compute.value, False)
    assert cached("other", [QUESTION, 1], (), compute) == (compute.value, True)
    assert cached("other", [QUESTION, 2], (), compute)[1] is False
    assert compute.count == 2


@pytest.mark.parametrize("value", [None, 0, False, "", [], {}])
def test_empty_values_are_values(client: redis.Redis, value: Any) -> None:
    compute = Computed(value)
    cached("other", ["empty"], (), compute)
    assert cached("other", ["empty"], (), compute) == (value, True)


def test_a_value_looks_the_same_hit_or_not(client: redis.Redis) -> None:
    found = [cached("other", ["tuple"], (), lambda: {"a": (1, 2)})[0] for _ in range(2)]
    assert found == [{"a": [1, 2]}] * 2


def test_a_sync_invalidates_only_what_it_touched(client: redis.Redis) -> None:
    load("first", source="gov24")
    load("second", source="bokjiro")
    one, two, both = Computed(), Computed(), Computed()

    def ask() -> list[bool]:
        return [
            cached("other", ["q"], ("gov24",), one)[1],
            cached("other", ["q"], ("bokjiro",), two)[1],
            cached("other", ["q"], None, both)[1],
        ]

    assert ask() == [False, False, False]
    assert ask() == [True, True, True]
    load("third", source="gov24")
    assert ask() == [False, True, False]
    # The same content again is no change.
    load("third", source="gov24")
    assert ask() == [True, True, True]


def test_a_new_source_counts_for_what_rests_on_all(client: redis.Redis) -> None:
    cached("other", ["q"], None, Computed())
    load("first", source="new")
    assert cached("other", ["q"], None, Computed())[1] is False


def test_a_version_that_was_rolled_back_is_not_the_later_one_of_its_number() -> None:
    data_version_bump(group="a")
    with transaction.atomic():
        data_version_bump(group="a")
        rolled_back = data_stamp(["a"])
        transaction.set_rollback(True)
    data_version_bump(group="a")
    assert DataVersion.objects.get(group="a").number == 2
    assert data_stamp(["a"]) != rolled_back


def test_nobody_reads_a_question_out_of_redis(client: redis.Redis, settings: Settings) -> None:
    cached("other", [QUESTION, {"sido": "서울특별시"}], None, Computed([7]))
    ((key, value),) = entries(client).items()
    for word in ("김복순", "치매", "서울"):
        for form in (word.encode(), json.dumps(word)[1:-1].encode()):
            assert form not in key + value
    assert json.loads(value)["value"] == [7]
    # A keyed hash: without the secret nobody can try questions out.
    settings.SECRET_KEY = "another"
    assert cached("other", [QUESTION, {"sido": "서울특별시"}], None, Computed([8]))[1] is False


def test_entries_end(client: redis.Redis) -> None:
    cached("other", ["q"], (), Computed())
    ((key, _),) = entries(client).items()
    assert 0 < client.ttl(key) <= 60


def test_no_more_entries_than_slots(client: redis.Redis, settings: Settings) -> None:
    settings.SHARED_CACHE = {**settings.SHARED_CACHE, "slots": {"other": 5}}
    for number in range(60):
        assert cached("other", [number], (), Computed(number)) == (number, False)
    assert len(entries(client)) <= 5
    hits = [cached("other", [number], (), Computed(number)) for number in reversed(range(60))]
    assert [value for value, _ in hits] == list(reversed(range(60)))


@pytest.mark.parametrize(("extra", "kept"), [(0, True), (1, False)])
def test_long_values_are_left_out(
    client: redis.Redis, settings: Settings, extra: int, kept: bool
) -> None:
    settings.SHARED_CACHE = {**settings.SHARED_CACHE, "max_bytes": 102}
    value = "x" * (100 + extra)
    cached("other", ["q"], (), Computed(value))
    assert cached("other", ["q"], (), Computed(value)) == (value, kept)


def test_what_should_not_last_is_not_kept(client: redis.Redis) -> None:
    cached("other", ["q"], (), Computed("weak"), keep=lambda value: value != "weak")
    assert cached("other", ["q"], (), Computed("good")) == ("good", False)


def test_a_failure_is_not_kept(client: redis.Redis) -> None:
    def fail() -> int:
        raise LookupError

    with pytest.raises(LookupError):
        cached("other", ["q"], (), fail)
    assert cached("other", ["q"], (), Computed(3)) == (3, False)


@pytest.mark.parametrize(
    "foreign",
    [
        b"\x80\x04K\x01.",
        b"no json",
        b"[1]",
        b'{"key": "other", "value": 9}',
        b'"text"',
        b"\xff",
        b"",
    ],
)
def test_foreign_data_is_no_hit(client: redis.Redis, foreign: bytes) -> None:
    """A pickle is data like any other here: nothing of it runs."""
    cached("other", ["q"], (), Computed(1))
    ((key, _),) = entries(client).items()
    client.set(key, foreign)
    assert cached("other", ["q"], (), Computed(2)) == (2, False)


@pytest.mark.parametrize("text", ["한글", "\ud800", "\0", '"\\', "😀"])
def test_odd_signs_come_back(client: redis.Redis, text: str) -> None:
    serializer = JsonSerializer()
    assert serializer.loads(serializer.dumps(text)) == text
    assert cached("other", [text], (), Computed(text)) == (text, False)
    assert cached("other", [text], (), Computed("")) == (text, True)


def test_hits_and_misses_are_counted_where_they_happen(client: redis.Redis) -> None:
    with cache_counts() as counts:
        cached("other", ["a"], (), Computed())
        cached("other", ["a"], (), Computed())
        with cache_counts() as inner:
            cached("other", ["a"], (), Computed())
    cached("other", ["a"], (), Computed())
    assert (counts.hits, counts.misses) == (1, 1)
    assert (inner.hits, inner.misses) == (1, 0)


@pytest.fixture
def no_redis(settings: Settings) -> Iterator[None]:
    dead = {**shared_cache(settings, "x"), "LOCATION": "redis://127.0.0.1:9/0"}
    settings.CACHES = {**settings.CACHES, "shared": dead}
    settings.SHARED_CACHE = {**settings.SHARED_CACHE, "rest_seconds": 0.0}
    before = module._redis
    module._redis = module._Redis()
    yield
    module._redis = before


def test_without_redis_everything_is_computed(
    no_redis: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    compute = Computed("value")
    for _ in range(3):
        assert cached("search", ["q"], (), compute) == ("value", False)
    assert compute.count == 3
    told = [record for record in caplog.records if record.name == "policies.cache"]
    assert len(told) == 1
    assert "127.0.0.1" not in told[0].getMessage()


def test_redis_out_of_reach_is_left_alone_for_a_while(no_redis: None, settings: Settings) -> None:
    settings.SHARED_CACHE = {**settings.SHARED_CACHE, "rest_seconds": 60.0}
    cached("search", ["q"], (), Computed())
    settings.CACHES = {**settings.CACHES, "shared": shared_cache(settings, "cache-test-rest")}
    for _ in range(2):
        assert cached("search", ["q"], (), Computed())[1] is False
