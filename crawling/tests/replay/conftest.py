"""The official services on a replay server, with the settings pointed at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings as django_settings

from crawling.fetching.access import open_fetcher
from crawling.fetching.store import NoStore
from crawling.fetching.types import DocumentStore
from crawling.sources.base import RawItem
from crawling.sources.registry import CRAWLERS
from crawling.tests.replay.server import ReplayServer
from crawling.tests.replay.wire import Official
from crawling.tests.runs.conftest import no_vectors

__all__ = ["no_vectors"]

Crawl = Callable[..., list[RawItem]]


@pytest.fixture
def official(settings: Any) -> Iterator[Official]:
    """Empty services; see `synthetic.fill`."""
    with ReplayServer() as server:
        services = Official(server)
        settings.CRAWL = services.settings(django_settings.CRAWL)
        yield services


@pytest.fixture
def crawl(official: Official) -> Crawl:
    """All items of one crawl of a source."""

    def run(
        name: str, *, limit: int | None = None, store: DocumentStore | None = None
    ) -> list[RawItem]:
        crawler = CRAWLERS[name]
        with open_fetcher(crawler, store or NoStore()) as fetcher:
            return list(crawler.crawl(fetcher, limit=limit, progress=lambda *step: None))

    return run
