"""A replay server and fetchers for it that lose no time waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from crawling.fetching.client import PoliteFetcher
from crawling.fetching.exchange import Patience
from crawling.fetching.gates import HostGates
from crawling.fetching.store import NoStore
from crawling.fetching.types import HostRules
from crawling.tests.replay.server import ReplayServer

AGENT = "PolyCollector/1.0 (+mailto:poly@example.org)"
MakeFetcher = Callable[..., PoliteFetcher]


@pytest.fixture
def replay() -> Iterator[ReplayServer]:
    with ReplayServer() as server:
        yield server


@pytest.fixture
def make_fetcher(replay: ReplayServer) -> Iterator[MakeFetcher]:
    """Fetchers for the server; rules by keyword, `store`, `secrets`, `patience`, `resolve`."""
    opened = []

    def make(**options: Any) -> PoliteFetcher:
        named = {
            name: options.pop(name) for name in ("store", "patience", "resolve") if name in options
        }
        secrets = options.pop("secrets", {})
        rules = {
            "hosts": (replay.host,),
            "seconds_between": 0.0,
            "attempts": 3,
            "timeout": 5.0,
            "obey_robots": False,
            "allow_private": True,
        }
        fetcher = PoliteFetcher(
            HostRules(**{**rules, **options}),
            named.pop("store", NoStore()),
            user_agent=AGENT,
            secret_params=secrets,
            patience=named.pop("patience", Patience(backoff=0.01, max_wait=2, breaker_seconds=0.3)),
            gates=HostGates(),
            **named,
        )
        opened.append(fetcher)
        return fetcher

    yield make
    for fetcher in opened:
        fetcher.close()
