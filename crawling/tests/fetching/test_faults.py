"""Every way a host fails: retried where that helps, told apart, and never taken for content."""

from __future__ import annotations

import gzip
import time
import zipfile
from email.utils import formatdate
from io import BytesIO
from itertools import pairwise

import pytest

from crawling.fetching.client import PoliteFetcher
from crawling.fetching.exchange import Patience
from crawling.fetching.types import Expect, FetchError, FetchFault, Request
from crawling.tests.fetching.conftest import MakeFetcher
from crawling.tests.replay.server import ReplayServer, Reply
from crawling.tests.replay.wire import QUOTA, portal_error

GOOD = Reply(b'{"rows": [1]}', content_type="application/json")
PAGE = "<html><title>시스템 점검 안내</title><body><p>서비스 점검 중입니다.</p></body></html>"


def fault_of(fetcher: PoliteFetcher, url: str, expect: Expect = Expect.JSON) -> FetchError:
    with pytest.raises(FetchError) as caught:
        fetcher.get(url, expect=expect)
    return caught.value


def test_good_answer(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    fetched = make_fetcher().get(replay.page("/a", GOOD), expect=Expect.JSON)
    assert (fetched.status, fetched.data, fetched.from_store) == (200, {"rows": [1]}, False)


@pytest.mark.parametrize("status", [500, 502, 503, 504, 408])
def test_passing_failures_are_tried_again(
    replay: ReplayServer, make_fetcher: MakeFetcher, status: int
) -> None:
    url = replay.page("/a", GOOD)
    replay.misbehave("/a", Reply(status=status), times=2)
    assert make_fetcher().get(url, expect=Expect.JSON).data == {"rows": [1]}
    assert len(replay.asks) == 3


def test_waits_grow(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    url = replay.page("/a", Reply(status=500))
    fetcher = make_fetcher(attempts=4, patience=Patience(backoff=0.1))
    fault_of(fetcher, url)
    times = [ask.at for ask in replay.asks]
    waits = [later - earlier for earlier, later in pairwise(times)]
    for number, wait in enumerate(waits):
        assert 0.05 * 2**number <= wait <= 0.15 * 2**number + 0.1


def test_failure_that_stays_tells_its_status(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    error = fault_of(make_fetcher(), replay.page("/a", Reply(status=500)))
    assert (error.kind, error.status, error.of_the_host) == (FetchFault.STATUS, 500, False)
    assert "HTTP 500" in str(error)
    assert len(replay.asks) == 3


def test_404_is_not_tried_again(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    error = fault_of(make_fetcher(), replay.url + "/nowhere")
    assert (error.kind, error.status) == (FetchFault.STATUS, 404)
    assert len(replay.asks) == 1


@pytest.mark.parametrize("day", [False, True])
def test_retry_after_is_obeyed(replay: ReplayServer, make_fetcher: MakeFetcher, day: bool) -> None:
    url = replay.page("/a", GOOD)
    value = formatdate(time.time() + 1.9, usegmt=True) if day else "1"
    replay.misbehave("/a", Reply(status=429, headers={"Retry-After": value}))
    make_fetcher().get(url, expect=Expect.JSON)
    assert 0.7 <= replay.asks[1].at - replay.asks[0].at <= 3


def test_long_retry_after_ends_the_run_and_is_told(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    busy = Reply(status=429, headers={"Retry-After": "3600"})
    error = fault_of(make_fetcher(), replay.page("/a", busy))
    assert (error.kind, error.retry_after) == (FetchFault.QUOTA, 3600)
    assert error.of_the_host
    assert len(replay.asks) == 1


@pytest.mark.parametrize(
    "reply",
    [
        QUOTA,
        Reply(b"API token quota exceeded", 429, "text/plain"),
        Reply("일일 트래픽 제한을 초과했습니다".encode(), 403, "text/plain"),
    ],
    ids=["envelope", "429", "403"],
)
def test_used_up_quota_is_not_tried_again(
    replay: ReplayServer, make_fetcher: MakeFetcher, reply: Reply
) -> None:
    error = fault_of(make_fetcher(), replay.page("/a", reply))
    assert error.kind is FetchFault.QUOTA
    assert "한도를 다 썼습니다" in str(error)
    assert len(replay.asks) == 1


def test_refused_key_is_told_even_where_json_was_asked_for(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    reply = portal_error(30, "SERVICE_KEY_IS_NOT_REGISTERED_ERROR")
    error = fault_of(make_fetcher(), replay.page("/a", reply))
    assert error.kind is FetchFault.CREDENTIALS
    assert "SERVICE_KEY_IS_NOT_REGISTERED_ERROR" in str(error)


def test_host_that_asks_for_an_hour_is_left_alone(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    away = Reply(status=503, headers={"Retry-After": "3600"})
    error = fault_of(make_fetcher(), replay.page("/a", away))
    assert (error.kind, error.retry_after) == (FetchFault.BREAKER_OPEN, 3600)
    assert len(replay.asks) == 1


def test_portal_failure_is_passing(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    url = replay.page("/a", GOOD)
    replay.misbehave("/a", portal_error(5, "SERVICETIMEOUT_ERROR"))
    assert make_fetcher().get(url, expect=Expect.JSON).data == {"rows": [1]}


@pytest.mark.parametrize("expect", [Expect.JSON, Expect.XML, Expect.FILE, Expect.HTML])
def test_maintenance_page_with_200(
    replay: ReplayServer, make_fetcher: MakeFetcher, expect: Expect
) -> None:
    error = fault_of(make_fetcher(), replay.page("/a", PAGE), expect)
    assert error.kind is FetchFault.MAINTENANCE_PAGE
    assert "점검" in str(error)


def test_page_that_announces_maintenance_among_much_else_is_a_page(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    content = "<p>보건소에서 치매를 검사합니다.</p>" * 100
    page = f"<html><body><p>서비스 점검 안내</p>{content}</body></html>"
    assert make_fetcher().get(replay.page("/a", page), expect=Expect.HTML).status == 200


@pytest.mark.parametrize(
    ("body", "expect"),
    [
        (b'{"rows": [1, 2', Expect.JSON),
        (b"<wantedList><servList><servId>WLF1</ser", Expect.XML),
        (b"", Expect.JSON),
        (b"", Expect.FILE),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', Expect.XML),
        (b"%PDF-1.7", Expect.HTML),
        (b"[" * 100_000, Expect.JSON),
    ],
)
def test_broken_bodies(
    replay: ReplayServer, make_fetcher: MakeFetcher, body: bytes, expect: Expect
) -> None:
    url = replay.page("/a", Reply(body, content_type="application/octet-stream"))
    assert fault_of(make_fetcher(), url, expect).kind is FetchFault.BROKEN_BODY


def test_connection_cut_in_the_middle_is_tried_again(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    url = replay.page("/a", Reply(b"x" * 1000))
    replay.misbehave("/a", Reply(b"x" * 1000, cut=500))
    assert len(make_fetcher().get(url).content) == 1000
    assert len(replay.asks) == 2


def test_packed_body_cut_without_notice(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    body = gzip.compress(b"x" * 100_000)[:-20]
    reply = Reply(body, headers={"Content-Encoding": "gzip"}, announce=False)
    error = fault_of(make_fetcher(), replay.page("/a", reply), Expect.ANY)
    assert error.kind is FetchFault.BROKEN_BODY


@pytest.mark.parametrize("where", ["drip", "drip_head"])
def test_slow_drip_ends_with_the_deadline(
    replay: ReplayServer, make_fetcher: MakeFetcher, where: str
) -> None:
    url = replay.page("/a", Reply(b"x" * 1000, **{where: 0.05}))
    begun = time.monotonic()
    error = fault_of(make_fetcher(timeout=0.5, attempts=1), url, Expect.ANY)
    assert error.kind is FetchFault.TOO_SLOW
    assert time.monotonic() - begun < 1.5


def test_hundred_megabytes_are_not_read(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    flood = Reply(b"x" * 1024 * 1024, repeat=100, announce=False)
    begun = time.monotonic()
    error = fault_of(make_fetcher(max_bytes=2_000_000), replay.page("/a", flood), Expect.ANY)
    assert error.kind is FetchFault.TOO_LARGE
    assert time.monotonic() - begun < 1
    announced = Reply(b"x" * 1024 * 1024, repeat=100)
    error = fault_of(make_fetcher(max_bytes=2_000_000), replay.page("/b", announced), Expect.ANY)
    assert error.kind is FetchFault.TOO_LARGE


def test_packed_flood_is_not_unpacked(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    bomb = gzip.compress(bytes(200 * 1024 * 1024))
    assert len(bomb) < 250_000
    reply = Reply(bomb, headers={"Content-Encoding": "gzip"})
    error = fault_of(make_fetcher(max_bytes=2_000_000), replay.page("/a", reply), Expect.ANY)
    assert error.kind is FetchFault.TOO_LARGE


def test_file_bomb_arrives_as_it_is(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    """What is packed inside a file is the business of whoever opens it."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", bytes(50 * 1024 * 1024))
    url = replay.page("/a.docx", Reply(stream.getvalue(), content_type="application/zip"))
    fetched = make_fetcher(max_bytes=1_000_000).get(url, expect=Expect.FILE)
    assert (fetched.content, fetched.text) == (stream.getvalue(), "")


def test_nobody_listens(make_fetcher: MakeFetcher) -> None:
    error = fault_of(make_fetcher(hosts=("127.0.0.1:9",)), "http://127.0.0.1:9/", Expect.ANY)
    assert error.kind is FetchFault.UNREACHABLE


def test_breaker_opens_and_closes_again(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    patience = Patience(backoff=0.001, breaker_failures=3, breaker_seconds=0.3)
    fetcher = make_fetcher(attempts=2, patience=patience)
    bad = [replay.page(f"/bad{number}", Reply(status=503)) for number in range(3)]
    good = replay.page("/good", GOOD)
    for url in bad:
        assert fault_of(fetcher, url).kind is FetchFault.STATUS
    asked = len(replay.asks)
    error = fault_of(fetcher, good)
    assert (error.kind, error.of_the_host) == (FetchFault.BREAKER_OPEN, True)
    assert error.retry_after is not None
    assert len(replay.asks) == asked
    time.sleep(0.35)
    # One document that never comes does not shut it again.
    assert fault_of(fetcher, bad[0]).kind is FetchFault.STATUS
    assert fetcher.get(good, expect=Expect.JSON).data == {"rows": [1]}


def test_refused_documents_open_no_breaker(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    fetcher = make_fetcher(patience=Patience(breaker_failures=2))
    for number in range(5):
        assert fault_of(fetcher, f"{replay.url}/missing{number}").status == 404
    assert fetcher.get(replay.page("/good", GOOD)).status == 200


def test_check_refuses_what_must_not_be_kept(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    def check(fetched: object) -> None:
        raise FetchError(FetchFault.SCHEMA, "항목이 없습니다")

    with pytest.raises(FetchError, match="항목이 없습니다"):
        make_fetcher().get(replay.page("/a", GOOD), check=check)
    assert len(replay.asks) == 1


@pytest.mark.parametrize("cookie", ["a=가; Path=/", "a=1", "nonsense"])
def test_cookies_of_any_kind(replay: ReplayServer, make_fetcher: MakeFetcher, cookie: str) -> None:
    url = replay.page("/a", Reply(b"x", headers={"Set-Cookie": cookie}))
    fetcher = make_fetcher()
    for _ in range(3):
        assert fetcher.get(url).text == "x"


def test_many_keep_their_order_and_their_faults(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    urls = [replay.page(f"/{number}", str(number)) for number in range(20)]
    replay.misbehave("/3", Reply(status=404))
    replay.misbehave("/5", Reply(status=500))
    requests = [Request(str(number), url) for number, url in enumerate(urls)]
    answers = list(make_fetcher(concurrency=4).get_many(requests))
    assert [request.key for request, _ in answers] == [str(number) for number in range(20)]
    found = [
        answer.status if isinstance(answer, FetchError) else int(answer.text)
        for _, answer in answers
    ]
    assert found == [0, 1, 2, 404, *range(4, 20)]


def test_many_stop_for_a_fault_of_the_host(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    requests = [Request(str(n), replay.page(f"/{n}", "x")) for n in range(50)]
    replay.misbehave("/10", QUOTA)
    got = []
    with pytest.raises(FetchError, match="한도"):
        got.extend(request.key for request, _ in make_fetcher(concurrency=4).get_many(requests))
    assert len(replay.asks) < 30


def test_many_left_early_stop_at_once(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    fetcher = make_fetcher(concurrency=2, patience=Patience(backoff=30))
    url = replay.page("/a", GOOD)
    slow = replay.page("/b", Reply(status=500))
    stream = fetcher.get_many([Request("a", url), *[Request("b", slow)] * 6])
    assert next(stream)[0].key == "a"
    begun = time.monotonic()
    stream.close()
    assert time.monotonic() - begun < 3
    assert fetcher.get(url).status == 200
