"""Documents kept between runs: conditional requests, and going on after an interruption."""

from __future__ import annotations

import zlib
from datetime import timedelta

import pytest
from django.utils import timezone

from crawling.fetching.store import DatabaseStore
from crawling.fetching.types import Expect, FetchError, FetchFault, StoredDocument
from crawling.models import RawDocument, Source, SyncRun
from crawling.tests.fetching.conftest import MakeFetcher
from crawling.tests.replay.server import Ask, ReplayServer, Reply

pytestmark = pytest.mark.django_db
KEY = "s3cret+Key/of=The=Test=="


@pytest.fixture
def source() -> Source:
    return Source.objects.create(name="site", title="누리집", publisher="구청")


def store_of(source: Source, status: str = "done") -> DatabaseStore:
    run = SyncRun.objects.create(source=source, status=status)
    return DatabaseStore(source=source.name, run=run.pk)


def versioned(ask: Ask) -> Reply:
    """A page that tells whether it changed, by ETag or by date."""
    headers = {"ETag": '"v1"', "Last-Modified": "Wed, 01 Jul 2026 00:00:00 GMT"}
    known = ask.headers.get("If-None-Match"), ask.headers.get("If-Modified-Since")
    if known == tuple(headers.values()):
        return Reply(status=304, headers=headers)
    return Reply("보건소 안내".encode("cp949"), 200, "text/html; charset=euc-kr", headers)


def test_second_run_asks_for_changes_only(
    replay: ReplayServer, make_fetcher: MakeFetcher, source: Source
) -> None:
    replay.routes["/a"] = versioned
    url = replay.url + "/a"
    first = make_fetcher(store=store_of(source)).get(url)
    second = make_fetcher(store=store_of(source)).get(url)
    assert (first.text, first.from_store) == ("보건소 안내", False)
    assert (second.text, second.from_store, second.etag) == ("보건소 안내", True, '"v1"')
    document = RawDocument.objects.get()
    assert document.run == SyncRun.objects.latest("pk")
    assert (document.url, document.status) == (url, 200)
    assert len(replay.asks) == 2


@pytest.mark.parametrize("etag", ['"가"', f'"{"x" * 400}"'])
def test_marks_that_cannot_be_sent_back_are_dropped(
    replay: ReplayServer, make_fetcher: MakeFetcher, source: Source, etag: str
) -> None:
    url = replay.page("/a", Reply(b"x", headers={"ETag": etag, "Last-Modified": "어제"}))
    for _ in range(2):
        assert make_fetcher(store=store_of(source)).get(url).text == "x"
    assert "If-None-Match" not in replay.asks[1].headers


def test_same_run_does_not_ask_again(
    replay: ReplayServer, make_fetcher: MakeFetcher, source: Source
) -> None:
    url = replay.page("/a", Reply(b'{"rows": []}', content_type="application/json"))
    store = store_of(source)
    make_fetcher(store=store).get(url, expect=Expect.JSON)
    again = make_fetcher(store=store).get(url, expect=Expect.JSON)
    assert (again.data, again.from_store, len(replay.asks)) == ({"rows": []}, True, 1)


def test_redirects_of_the_same_run_are_remembered(
    replay: ReplayServer, make_fetcher: MakeFetcher, source: Source
) -> None:
    replay.page("/new/page", "글")
    url = replay.page("/old", Reply(status=301, headers={"Location": "/new/page"}))
    store = store_of(source)
    for _ in range(2):
        assert make_fetcher(store=store).get(url).url == f"{replay.url}/new/page"
    assert len(replay.asks) == 2


def test_failures_are_not_kept(
    replay: ReplayServer, make_fetcher: MakeFetcher, source: Source
) -> None:
    """An outage leaves what we had; nothing of it passes for content later."""
    url = replay.page("/a", Reply(b'{"rows": [1]}', content_type="application/json"))
    make_fetcher(store=store_of(source)).get(url, expect=Expect.JSON)
    page = "<html><body>시스템 점검 중입니다</body></html>"
    bad = [Reply(page.encode()), Reply(status=404), Reply(b'{"rows": [', content_type="x/json")]
    for reply in bad:
        replay.misbehave("/a", reply, times=3)
        store = store_of(source)
        with pytest.raises(FetchError):
            make_fetcher(store=store, attempts=1).get(url, expect=Expect.JSON)
        replay.faults.clear()
        assert RawDocument.objects.get().content() == b'{"rows": [1]}'


def test_stored_body_that_does_not_pass_any_more_is_fetched_anew(
    replay: ReplayServer, make_fetcher: MakeFetcher, source: Source
) -> None:
    replay.routes["/a"] = versioned
    store = store_of(source)
    url = replay.url + "/a"
    fetcher = make_fetcher(store=store)
    fetcher.get(url)

    def check(fetched: object) -> None:
        if getattr(fetched, "from_store", False):
            raise FetchError(FetchFault.SCHEMA, "옛 형식입니다")

    assert not fetcher.get(url, check=check).from_store
    later = make_fetcher(store=store_of(source))
    assert not later.get(url, check=check).from_store
    assert [ask.headers.get("If-None-Match") for ask in replay.asks] == [None, None, '"v1"', None]


def test_damaged_body_counts_as_none(
    replay: ReplayServer, make_fetcher: MakeFetcher, source: Source
) -> None:
    url = replay.page("/a", "글")
    store = store_of(source)
    make_fetcher(store=store).get(url)
    RawDocument.objects.update(body=b"damaged")
    assert make_fetcher(store=store).get(url).text == "글"
    # The same bytes came again, yet the row has to be mended.
    assert zlib.decompress(bytes(RawDocument.objects.get().body)) == "글".encode()


def test_no_key_is_stored(replay: ReplayServer, make_fetcher: MakeFetcher, source: Source) -> None:
    replay.routes["/a"] = lambda ask: Reply(ask.raw_path.encode(), content_type="text/plain")
    fetcher = make_fetcher(store=store_of(source), secrets={"serviceKey": KEY})
    fetcher.get(replay.url + "/a", params={"page": "1"})
    document = RawDocument.objects.get()
    assert document.url == f"{replay.url}/a?page=1"
    assert document.content() == b"/a?page=1&serviceKey=***"


def test_long_addresses_keep_apart(source: Source) -> None:
    store = store_of(source)
    urls = [f"http://site.example.org/?q={'가' * 1000}{end}" for end in "ab"]
    for url in urls:
        store.keep(StoredDocument(url, 200, url[-1].encode()))
    assert [found.body for url in urls if (found := store.find(url))] == [b"a", b"b"]


def test_sources_keep_apart(source: Source) -> None:
    other = Source.objects.create(name="other", title="다른", publisher="시청")
    store_of(source).keep(StoredDocument("http://a/", 200, b"1"))
    assert store_of(other).find("http://a/") is None


def test_without_a_run_nothing_is_of_the_run(source: Source) -> None:
    store = DatabaseStore(source=source.name)
    store.keep(StoredDocument("http://a/", 200, b"1", fetched_at=timezone.now()))
    found = store.find("http://a/")
    assert found is not None
    assert not found.of_run
    assert found.fetched_at is not None
    assert timezone.now() - found.fetched_at < timedelta(minutes=1)
