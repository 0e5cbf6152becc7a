"""Rate, number at a time, robots.txt."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from crawling.fetching.client import PoliteFetcher
from crawling.fetching.gates import HostGates
from crawling.fetching.robots import parse_robots
from crawling.fetching.store import NoStore
from crawling.fetching.types import FetchError, FetchFault, HostRules, Request
from crawling.tests.fetching.conftest import AGENT, MakeFetcher
from crawling.tests.replay.server import Ask, ReplayServer, Reply


def test_requests_keep_their_distance(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    fetcher = make_fetcher(seconds_between=0.1, concurrency=3)
    requests = [Request(str(n), replay.page(f"/{n}", "x")) for n in range(5)]
    list(fetcher.get_many(requests))
    times = sorted(ask.at for ask in replay.asks)
    assert all(later - earlier > 0.06 for earlier, later in pairwise(times))


def test_sources_that_share_a_host_keep_their_distance_together(replay: ReplayServer) -> None:
    gates = HostGates()
    rules = HostRules((replay.host,), seconds_between=0.1, obey_robots=False, allow_private=True)
    url = replay.page("/a", "x")
    for _ in range(3):
        with PoliteFetcher(rules, NoStore(), user_agent=AGENT, gates=gates) as fetcher:
            fetcher.get(url)
    assert all(later.at - earlier.at > 0.06 for earlier, later in pairwise(replay.asks))


def test_no_more_at_a_time_than_allowed(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    def slow(ask: Ask) -> Reply:
        time.sleep(0.05)
        return Reply(b"x")

    replay.routes["/a"] = slow
    requests = [Request(str(n), f"{replay.url}/a?{n}") for n in range(12)]
    list(make_fetcher(concurrency=3).get_many(requests))
    assert replay.most_at_once == 3


ROBOTS = "User-agent: *\nAllow: /\nDisallow: /admin\nDisallow: /*.hwp$\nCrawl-delay: 0.2\n"


def test_robots_are_asked_once_and_obeyed(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    replay.page("/robots.txt", Reply(ROBOTS.encode(), content_type="text/plain"))
    replay.page("/admin/list", "x")
    fetcher = make_fetcher(obey_robots=True)
    fetcher.get(replay.page("/open", "x"))
    with pytest.raises(FetchError) as caught:
        fetcher.get(replay.url + "/admin/list")
    assert caught.value.kind is FetchFault.ROBOTS
    assert [ask.path for ask in replay.asks] == ["/robots.txt", "/open"]
    fetcher.get(replay.url + "/open")
    assert replay.asks[-1].at - replay.asks[-2].at > 0.15


def test_redirect_into_a_disallowed_place(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    replay.page("/robots.txt", Reply(ROBOTS.encode(), content_type="text/plain"))
    url = replay.page("/open", Reply(status=302, headers={"Location": "/admin/x"}))
    with pytest.raises(FetchError) as caught:
        make_fetcher(obey_robots=True).get(url)
    assert caught.value.kind is FetchFault.ROBOTS


@pytest.mark.parametrize(
    ("reply", "allowed"),
    [
        (Reply(status=404), True),
        (Reply(status=410), True),
        (Reply(status=401), False),
        (Reply(status=403), False),
        (Reply(b"<html><body>home</body></html>"), True),
        (Reply(status=302, headers={"Location": "http://other.example.org/robots.txt"}), True),
    ],
)
def test_robots_that_are_none(
    replay: ReplayServer, make_fetcher: MakeFetcher, reply: Reply, allowed: bool
) -> None:
    replay.page("/robots.txt", reply)
    fetcher = make_fetcher(obey_robots=True)
    url = replay.page("/a", "x")
    if allowed:
        assert fetcher.get(url).text == "x"
    else:
        with pytest.raises(FetchError, match="robots"):
            fetcher.get(url)


def test_nothing_is_fetched_while_robots_cannot_be_read(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    replay.page("/robots.txt", Reply(b"User-agent: *\nDisallow:\n", content_type="text/plain"))
    replay.misbehave("/robots.txt", Reply(status=500), times=3)
    replay.misbehave("/robots.txt", Reply(status=429, headers={"Retry-After": "0"}), times=3)
    url = replay.page("/a", "x")
    fetcher = make_fetcher(obey_robots=True)
    for kind in (FetchFault.STATUS, FetchFault.QUOTA):
        with pytest.raises(FetchError) as caught:
            fetcher.get(url)
        assert caught.value.kind is kind
    assert replay.asked("/a") == []
    assert fetcher.get(url).text == "x"


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("User-agent: *\nDisallow: /", "/a", False),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nAllow: /\nDisallow: /admin", "/admin/x", False),
        ("User-agent: *\nDisallow: /admin\nAllow: /admin/open", "/admin/open/1", True),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", True),
        ("User-agent: *\nDisallow: /*.do?", "/list.do?page=1", False),
        ("User-agent: *\nDisallow: /*.do?", "/list.do", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/a.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/a.pdf?down=1", True),
        ("User-agent: *\nDisallow: /a$", "/ab", True),
        ("User-agent: *\nDisallow: /가", "/%EA%B0%80/b", False),
        ("User-agent: *\nDisallow: /%ea%b0%80", "/%EA%B0%80/b", False),
        ("User-agent: Yeti\nDisallow: /", "/a", True),
        ("User-agent: PolyCollector\nDisallow: /\n\nUser-agent: *\nAllow: /", "/a", False),
        ("User-agent: PolyCollector\nAllow: /\n\nUser-agent: *\nDisallow: /", "/a", True),
        ("User-agent: Yeti\nUser-agent: *\nDisallow: /b", "/b", False),
        ("\ufeffUser-Agent : *\r\ndisallow : /b # no", "/b", False),
        ("Disallow: /", "/a", True),
        ("", "/a", True),
    ],
)
def test_rules(text: str, path: str, allowed: bool) -> None:
    assert parse_robots(text, AGENT).allows(path) is allowed


def test_delay_is_bounded() -> None:
    assert parse_robots("User-agent: *\nCrawl-delay: 5", AGENT).delay == 5
    assert parse_robots("User-agent: *\nCrawl-delay: 9999", AGENT).delay == 30
    assert parse_robots("User-agent: *\nCrawl-delay: soon", AGENT).delay == 0


def test_many_wildcards_take_no_time() -> None:
    robots = parse_robots(f"User-agent: *\nDisallow: /{'*a' * 500}b", AGENT)
    begun = time.monotonic()
    assert robots.allows("/" + "a" * 5000)
    assert time.monotonic() - begun < 0.5
