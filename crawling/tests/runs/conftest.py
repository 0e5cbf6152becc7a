from __future__ import annotations

from typing import Any

import pytest

from crawling.runs import work as work_module
from crawling.sources import registry
from crawling.tests.runs.support import SOURCE, ListedCrawler


@pytest.fixture
def crawler(monkeypatch: pytest.MonkeyPatch) -> ListedCrawler:
    """The source gives what the test lists."""
    listed = ListedCrawler()
    monkeypatch.setitem(registry.CRAWLERS, SOURCE, listed)
    return listed


@pytest.fixture
def no_vectors(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Sources that were embedded; no model is loaded for it."""
    embedded: list[str] = []

    def embed(*, source: str, progress: Any = None) -> int:
        embedded.append(source)
        return 0

    monkeypatch.setattr(work_module, "policies_embed", embed)
    return embedded
