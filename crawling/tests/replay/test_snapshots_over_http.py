"""Every record of the real snapshots over HTTP, where they are at hand."""

from __future__ import annotations

from datetime import date

from crawling.sources.base import RawItem
from crawling.sources.registry import SOURCES
from crawling.tests.replay.conftest import Crawl
from crawling.tests.replay.snapshots import serve_bokjiro, serve_gov24, serve_youthcenter
from crawling.tests.replay.wire import Official
from crawling.tests.test_snapshots import EXPECTED, folder
from policies.records import PolicyRecord
from policies.vocabulary import Section

DAY = date(2026, 7, 12)
# Both shapes of a 복지로 record have these as they were published.
_SAME = (Section.SUMMARY, Section.TARGET, Section.CRITERIA)


def parsed(items: list[RawItem]) -> dict[str, PolicyRecord]:
    """Records of 복지로; none of them is refused."""
    adapter = SOURCES["bokjiro"]
    return {item.external_id: adapter.parse(item, collected_on=DAY) for item in items}


# What the adapters make of these very items is looked at in test_snapshots.py.
def test_gov24(official: Official, crawl: Crawl) -> None:
    path = folder("gov24")
    serve_gov24(official, path)
    items = crawl("gov24")
    assert items == list(SOURCES["gov24"].read(path))
    assert len(items) == EXPECTED["gov24"]
    # Three tables, two pages each.
    assert len(official.server.asks) == 6


def test_youthcenter(official: Official, crawl: Crawl) -> None:
    path = folder("youthcenter")
    serve_youthcenter(official, path)
    items = crawl("youthcenter")
    assert items == list(SOURCES["youthcenter"].read(path))
    assert len(items) == EXPECTED["youthcenter"]


def test_bokjiro(official: Official, crawl: Crawl) -> None:
    path = folder("bokjiro")
    serve_bokjiro(official, path)
    items = crawl("bokjiro")
    records = parsed(items)
    assert len(records) == len(items) == EXPECTED["bokjiro"]
    collected = parsed(list(SOURCES["bokjiro"].read(path)))
    assert set(records) == set(collected)
    for key, record in records.items():
        other = collected[key]
        assert (record.name, record.themes) == (other.name, other.themes), key
        assert record.legal_basis == other.legal_basis, key
        for section in _SAME:
            assert record.sections.get(section) == other.sections.get(section), (key, section)
