"""Results shared between processes (Redis) under keys that carry the version of their data.

A key is made of a namespace, the parts of the question and the data versions of the source
groups that the result rests on (`DataVersion`): a sync makes only what it touched unreachable,
nothing is ever deleted by hand. Keys are keyed hashes, so that nobody reads a question out of
Redis. Values are JSON: what lies in Redis can be wrong, but cannot run.

A namespace has a fixed number of slots and an entry goes to the one its key falls on, over what
is there: however much is asked, it takes no more room than `slots` times `max_bytes`.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from django.conf import settings
from django.core.cache import caches
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

from policies.models import DataVersion

T = TypeVar("T")
logger = logging.getLogger(__name__)
ALIAS = "shared"


def json_bytes(value: Any) -> bytes:
    """Compact UTF-8; half a surrogate pair, as people may send one, is kept as it is."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


class JsonSerializer:
    """What Django's Redis cache stores with, instead of pickle."""

    def dumps(self, value: Any) -> bytes:
        return json_bytes(value)

    def loads(self, data: bytes) -> Any:
        return json.loads(data)


@dataclass
class CacheCounts:
    """Answers found and not found in a cache."""

    hits: int = 0
    misses: int = 0


_counts: ContextVar[CacheCounts | None] = ContextVar("cache_counts", default=None)


@contextmanager
def cache_counts() -> Iterator[CacheCounts]:
    """Counts what is looked up inside the block, in the threads it waits for as well."""
    counts = CacheCounts()
    token = _counts.set(counts)
    try:
        yield counts
    finally:
        _counts.reset(token)


def count_lookup(hit: bool) -> None:
    """Add a look-up to the counts of the block it happens in."""
    counts = _counts.get()
    if counts is not None:
        counts.hits += hit
        counts.misses += not hit


def data_stamp(groups: Collection[str] | None) -> list[list[str]]:
    """Versions of the named source groups, of all with None. Two states of the data never
    have the same stamp: a number that was rolled back comes again at another time."""
    rows = DataVersion.objects.order_by("group")
    if groups is not None:
        rows = rows.filter(group__in=groups)
    return [
        [group, str(number), at.isoformat()]
        for group, number, at in rows.values_list("group", "number", "updated_at")
    ]


def cached(
    namespace: str,
    parts: Sequence[Any],
    groups: Collection[str] | None,
    compute: Callable[[], T],
    *,
    keep: Callable[[T], bool] = lambda value: True,
) -> tuple[T, bool]:
    """The value for `parts`, and whether it came out of the cache.

    `parts` and the value are JSON data (a tuple comes back as a list, hit or not). `groups`
    are the source groups that the value may depend on: none for (), every one for None. What
    `keep` refuses is not stored. Without Redis everything is computed.
    """
    key = entry_key(namespace, parts, data_stamp(groups) if groups is None or groups else [])
    found = shared_get(namespace, key)
    if found is not None:
        count_lookup(True)
        return cast(T, found[0]), True
    count_lookup(False)
    value = compute()
    data = json_bytes(value)
    if keep(value):
        shared_set(namespace, key, value, size=len(data))
    return cast(T, json.loads(data)), False


def entry_key(namespace: str, parts: Sequence[Any], stamp: Sequence[Any]) -> str:
    """HMAC (SECRET_KEY) of everything that decides the value."""
    text = json.dumps([namespace, parts, stamp], ensure_ascii=True, sort_keys=True)
    return salted_hmac("policies.cache", text, algorithm="sha256").hexdigest()


def shared_get(namespace: str, key: str) -> tuple[Any] | None:
    """The stored value in a tuple (it may be None itself), or None where there is none."""
    found = _redis.call(lambda cache: cache.get(_slot(namespace, key)))
    if isinstance(found, dict) and found.get("key") == key and "value" in found:
        return (found["value"],)
    return None


def shared_set(namespace: str, key: str, value: Any, *, size: int) -> None:
    """Store a value of `size` bytes as JSON; one that is too long is left out."""
    if size > settings.SHARED_CACHE["max_bytes"]:
        return
    seconds = settings.SHARED_CACHE["seconds"][namespace]
    entry = {"key": key, "value": value}
    _redis.call(lambda cache: cache.set(_slot(namespace, key), entry, seconds))


def _slot(namespace: str, key: str) -> str:
    return f"{namespace}:{int(key[:12], 16) % settings.SHARED_CACHE['slots'][namespace]}"


class _Redis:
    """Calls that never fail: while Redis is out of reach they are left out for a while each
    time, and the log says so once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._down_until = 0.0
        self._told = False

    def call(self, ask: Callable[[Any], Any]) -> Any:
        """Result of `ask(cache)`; None where Redis fails or holds what is no JSON."""
        if time.monotonic() < self._down_until:
            return None
        try:
            result = ask(caches[ALIAS])
        except (RedisError, OSError) as error:
            self._down(error)
            return None
        except ValueError:
            return None
        self._up()
        return result

    def _down(self, error: Exception) -> None:
        with self._lock:
            self._down_until = time.monotonic() + settings.SHARED_CACHE["rest_seconds"]
            told, self._told = self._told, True
        if not told:
            # The message may hold the server's address and password.
            logger.warning("shared cache out of reach (%s): working without", type(error).__name__)

    def _up(self) -> None:
        if self._told:
            with self._lock:
                told, self._told = self._told, False
            if told:
                logger.info("shared cache is back")


_redis = _Redis()
