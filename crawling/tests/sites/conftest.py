from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from crawling.tests.replay.server import ReplayServer
from crawling.tests.sites.town import Town


@pytest.fixture
def town(settings: Any) -> Iterator[Town]:
    with ReplayServer() as server:
        settings.CRAWL = {
            **settings.CRAWL,
            "allow_private": True,
            "site_seconds": 0.0,
            "backoff_seconds": 0.01,
            "timeout": 5.0,
        }
        yield Town(server)
