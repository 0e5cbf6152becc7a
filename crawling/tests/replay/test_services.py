"""The crawlers against services that behave: paging, joins, escapes, limits, keys."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest

from crawling.fetching.access import open_fetcher, site_rules
from crawling.fetching.store import NoStore
from crawling.fetching.types import FetchError, FetchFault
from crawling.sources.registry import CRAWLERS, SOURCES
from crawling.tests.replay.conftest import Crawl
from crawling.tests.replay.synthetic import fill
from crawling.tests.replay.wire import CENTRAL_DETAIL, CENTRAL_LIST, GOV24, YOUTH, Official
from policies.vocabulary import Section

NAMES = ("bokjiro", "gov24", "youthcenter")


@pytest.mark.parametrize("name", NAMES)
def test_every_record_comes_and_is_understood(
    official: Official, crawl: Crawl, settings: Any, name: str
) -> None:
    fill(official, 12)
    settings.CRAWL["page_sizes"] = dict.fromkeys(NAMES, 5)
    items = crawl(name)
    assert len({item.external_id for item in items}) == len(items)
    assert len(items) == (24 if name == "bokjiro" else 12)
    for item in items:
        record = SOURCES[name].parse(item, collected_on=date(2026, 7, 10))
        assert item.problem == ""
        assert record.sections


def test_bokjiro_details_are_of_their_branch(official: Official, crawl: Crawl) -> None:
    fill(official, 2)
    records = [SOURCES["bokjiro"].parse(item) for item in crawl("bokjiro")]
    central, local = records[0], records[2]
    assert central.sections[Section.TARGET] == "① 65세 이상\n② 혼자 사는 사람 & 이웃 1"
    assert central.sections[Section.APPLICATION] == "- 주민센터에 신청"
    assert (central.agency, central.regions) == ("보건복지부", [])
    assert local.agency == "부산광역시 연제구"
    assert [(region.sido, region.sigungu) for region in local.regions] == [("부산광역시", "연제구")]
    asked = official.server.asked(CENTRAL_DETAIL)[0].query
    assert (asked["callTp"], asked["servId"]) == ("D", "WLF00000001")


def test_gov24_tables_are_joined(official: Official, crawl: Crawl) -> None:
    fill(official, 3)
    official.gov24["serviceDetail"].reverse()
    item = crawl("gov24")[0]
    assert set(item.parts) == {"list", "detail", "conditions"}
    assert {part["서비스ID"] for part in item.parts.values()} == {"900000000001"}


@pytest.mark.parametrize("name", NAMES)
def test_limit_asks_for_no_more_than_it_needs(official: Official, crawl: Crawl, name: str) -> None:
    fill(official, 12)
    items = crawl(name, limit=3)
    assert len(items) == 3
    assert all(SOURCES[name].parse(item).sections for item in items)
    assert len(official.server.asks) <= 7


def test_limit_reaches_into_the_second_branch(official: Official, crawl: Crawl) -> None:
    fill(official, 4)
    assert [item.external_id[:7] for item in crawl("bokjiro", limit=6)] == [
        *["WLF0000"] * 4,
        *["WLF0001"] * 2,
    ]


def test_service_that_gives_smaller_pages_than_asked_for(official: Official, crawl: Crawl) -> None:
    fill(official, 12)
    official.page_limit = 5
    assert len(crawl("bokjiro")) == 24
    assert [ask.query["numOfRows"] for ask in official.server.asked(CENTRAL_LIST)] == [
        "500",
        "5",
        "5",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_missing_key_is_told_before_anything_is_asked(
    official: Official, crawl: Crawl, settings: Any, name: str
) -> None:
    settings.CRAWL["keys"] = {}
    with pytest.raises(FetchError, match=r"환경 변수 (DATA_GO_KR|YOUTHCENTER)_KEY") as caught:
        crawl(name)
    assert caught.value.kind is FetchFault.CREDENTIALS
    assert official.server.asks == []


@pytest.mark.parametrize("name", NAMES)
def test_wrong_key_is_told(official: Official, crawl: Crawl, settings: Any, name: str) -> None:
    fill(official, 1)
    settings.CRAWL["keys"] = dict.fromkeys(settings.CRAWL["keys"], "a-key-of-somebody-else")
    with pytest.raises(FetchError, match="서비스 키를 쓸 수 없습니다") as caught:
        crawl(name)
    assert caught.value.kind is FetchFault.CREDENTIALS
    assert "a-key-of-somebody-else" not in str(caught.value)


def test_progress_is_told(official: Official) -> None:
    fill(official, 3)
    steps: list[tuple[str, int, int]] = []
    crawler = CRAWLERS["bokjiro"]
    with open_fetcher(crawler, NoStore()) as fetcher:
        list(crawler.crawl(fetcher, limit=None, progress=lambda *step: steps.append(step)))
    assert steps[:2] == [("중앙부처 목록", 3, 3), ("지자체 목록", 3, 3)]
    assert steps[-1] == ("상세", 6, 6)


def test_sites_want_a_contact(official: Official, settings: Any) -> None:
    settings.CRAWL["allow_private"] = False
    rules = site_rules(["www.example.go.kr"])
    site: Any = SimpleNamespace(name="site", rules=rules, secret_params=dict)
    with pytest.raises(FetchError, match="CRAWL_CONTACT"):
        open_fetcher(site, NoStore())
    settings.CRAWL["contact"] = "mailto:poly@example.org"
    open_fetcher(site, NoStore()).close()


def test_services_are_asked_with_the_official_names(official: Official, crawl: Crawl) -> None:
    fill(official, 1)
    for name in NAMES:
        crawl(name)
    first = official.server.asked(CENTRAL_LIST)[0].query
    assert {"serviceKey", "callTp", "pageNo", "numOfRows", "srchKeyCode"} == set(first)
    listed = official.server.asked(f"{GOV24}/serviceList")[0].query
    assert {"serviceKey", "page", "perPage", "returnType"} == set(listed)
    youth = official.server.asked(YOUTH)[0].query
    assert {"apiKeyNm", "pageNum", "pageSize", "pageType", "rtnType"} == set(youth)
