"""Where a fetch may go, and what it must never give away."""

from __future__ import annotations

import logging

import pytest

from crawling.fetching.addresses import is_public
from crawling.fetching.types import FetchError, FetchFault
from crawling.tests.fetching.conftest import MakeFetcher
from crawling.tests.replay.server import Ask, ReplayServer, Reply

KEY = "s3cret+Key/of=The=Test=="
SPELLINGS = (KEY, "s3cret%2BKey%2Fof%3DThe%3DTest%3D%3D", "s3cret%2BKey/of%3DThe%3DTest%3D%3D")


def refusal(caught: pytest.ExceptionInfo[FetchError]) -> FetchFault:
    return caught.value.kind


@pytest.mark.parametrize(
    "url",
    [
        "http://other.example.org/",
        "https://127.0.0.1/",
        "http://127.0.0.1:1/",
        "ftp://127.0.0.1/",
        "file:///etc/hosts",
        "//127.0.0.1/",
        "http://",
        "http://[::1",
        "nonsense",
    ],
)
def test_hosts_outside_the_list_are_refused(make_fetcher: MakeFetcher, url: str) -> None:
    with pytest.raises(FetchError) as caught:
        make_fetcher().get(url)
    assert refusal(caught) is FetchFault.REFUSED_HOST


def test_user_in_the_address_is_refused(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    with pytest.raises(FetchError) as caught:
        make_fetcher().get(f"http://user:word@{replay.host}/")
    assert refusal(caught) is FetchFault.REFUSED_HOST
    assert replay.asks == []


@pytest.mark.parametrize(
    "target", ["http://other.example.org/", "//localhost:1/x", "ftp://x/", "http://[", "file:///x"]
)
def test_redirect_to_another_host_is_refused(
    replay: ReplayServer, make_fetcher: MakeFetcher, target: str
) -> None:
    url = replay.page("/a", Reply(status=302, headers={"Location": target}))
    with pytest.raises(FetchError) as caught:
        make_fetcher().get(url)
    assert refusal(caught) is FetchFault.REFUSED_HOST


def test_redirects_inside_are_followed(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    replay.page("/c/d", "여기")
    replay.page("/b", Reply(status=301, headers={"Location": "c/d?x=1#part"}))
    url = replay.page("/a", Reply(status=302, headers={"Location": "/b"}))
    fetched = make_fetcher().get(url)
    assert (fetched.url, fetched.text) == (f"{replay.url}/c/d?x=1", "여기")


def test_endless_redirect(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    url = replay.page("/a", Reply(status=302, headers={"Location": "/a"}))
    with pytest.raises(FetchError, match="끝없이"):
        make_fetcher().get(url)
    assert len(replay.asks) < 10


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_public_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["93.184.215.14", "10.0.0.1"]])
def test_name_of_a_private_address_is_refused(
    replay: ReplayServer, make_fetcher: MakeFetcher, addresses: list[str]
) -> None:
    fetcher = make_fetcher(
        hosts=("site.example.org",),
        allow_private=False,
        resolve=lambda host, port: addresses,
    )
    with pytest.raises(FetchError) as caught:
        fetcher.get("http://site.example.org/")
    assert refusal(caught) is FetchFault.PRIVATE_ADDRESS
    assert replay.asks == []


def test_connection_goes_to_the_address_that_was_checked(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    """The name is looked up once a connection, and only by us: it cannot change in between."""
    port = int(replay.host.split(":")[1])
    host = f"site.example.org:{port}"
    looked_up = []

    def resolve(name: str, port: int) -> list[str]:
        looked_up.append(name)
        return ["127.0.0.1"]

    replay.page("/a", "안녕하세요")
    fetched = make_fetcher(hosts=(host,), resolve=resolve).get(f"http://{host}/a")
    assert fetched.text == "안녕하세요"
    assert looked_up == ["site.example.org"]
    assert replay.asks[0].headers["Host"] == host


def test_name_that_is_unknown(make_fetcher: MakeFetcher) -> None:
    def resolve(name: str, port: int) -> list[str]:
        raise OSError("no such name")

    fetcher = make_fetcher(hosts=("site.example.org",), resolve=resolve)
    with pytest.raises(FetchError) as caught:
        fetcher.get("http://site.example.org/")
    assert refusal(caught) is FetchFault.UNREACHABLE


def leaks(text: str) -> list[str]:
    return [spelling for spelling in SPELLINGS if spelling in text]


def test_key_goes_to_the_service_and_nowhere_else(
    replay: ReplayServer, make_fetcher: MakeFetcher, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    def echo(ask: Ask) -> Reply:
        body = f"you asked {ask.raw_path} with {ask.query['serviceKey']}"
        return Reply(body.encode(), content_type="text/plain")

    replay.routes["/a"] = echo
    replay.misbehave("/a", Reply(status=500))
    fetcher = make_fetcher(secrets={"serviceKey": KEY})
    fetched = fetcher.get(replay.url + "/a", params={"page": "1"})
    assert [ask.query for ask in replay.asks] == [{"page": "1", "serviceKey": KEY}] * 2
    assert fetched.url == f"{replay.url}/a?page=1"
    assert fetched.text == "you asked /a?page=1&serviceKey=*** with ***"
    assert "HTTP 500" in caplog.text
    assert leaks(caplog.text + repr(fetched)) == []


@pytest.mark.parametrize(
    ("status", "headers"),
    [(404, {}), (401, {}), (302, {"Location": "http://localhost:1/?serviceKey=x"})],
)
def test_errors_hold_no_key(
    replay: ReplayServer, make_fetcher: MakeFetcher, status: int, headers: dict[str, str]
) -> None:
    url = replay.page("/a", Reply(KEY.encode(), status, headers=headers))
    fetcher = make_fetcher(hosts=(replay.host, "localhost:1"), secrets={"serviceKey": KEY})
    with pytest.raises(FetchError) as caught:
        fetcher.get(url, params={"q": "가"})
    chain: BaseException | None = caught.value
    while chain is not None:
        assert leaks(f"{chain!r} {vars(chain)}") == []
        chain = chain.__cause__ or chain.__context__


def test_key_repeated_in_a_redirect_is_sent_once(
    replay: ReplayServer, make_fetcher: MakeFetcher
) -> None:
    replay.page("/b", "끝")
    replay.routes["/a"] = lambda ask: Reply(
        status=307, headers={"Location": ask.raw_path.replace("/a", "/b")}
    )
    fetched = make_fetcher(secrets={"serviceKey": KEY}).get(f"{replay.url}/a?x=1")
    assert replay.asks[1].raw_path.count("serviceKey") == 1
    assert fetched.url == f"{replay.url}/b?x=1"


def test_addresses_keep_their_escapes(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    """Old sites write EUC-KR into their addresses."""
    replay.page("/a", "x")
    make_fetcher(secrets={"serviceKey": KEY}).get(
        f"{replay.url}/a?q=%B0%A1&r=가", params={"p": "&"}
    )
    assert replay.asks[0].raw_path.startswith("/a?q=%B0%A1&r=%EA%B0%80&p=%26&serviceKey=")


def test_who_asks_is_told(replay: ReplayServer, make_fetcher: MakeFetcher) -> None:
    make_fetcher().get(replay.page("/a", "x"))
    assert replay.asks[0].headers["User-Agent"] == "PolyCollector/1.0 (+mailto:poly@example.org)"
