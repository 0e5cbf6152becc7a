"""People in front of the site: a browser session with its socket, its forms and its SSE."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from chat.tests.live.site import Site

Told = dict[str, Any]
WAIT_SECONDS = 30.0
FINAL = {"DONE", "ERROR"}
_CONVERSATION = re.compile(r'data-conversation="([0-9a-f-]*)"')


class Visitor:
    """One anonymous browser session: cookies of GET /, as the page would have them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.http = httpx.Client(base_url=site.url, timeout=WAIT_SECONDS, trust_env=False)
        self.http.get("/").raise_for_status()

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @property
    def csrf(self) -> dict[str, str]:
        return {"X-CSRFToken": self.http.cookies["csrftoken"]}

    @contextmanager
    def socket(self) -> Iterator[Talk]:
        """A socket of this session, closed at the end."""
        with open_socket(self.site, cookies=self.cookies) as connection:
            yield Talk(connection)

    def page(self, conversation: str) -> str:
        """The conversation page."""
        return self.http.get(f"/chat/{conversation}/").raise_for_status().text


class Talk:
    """The socket's two directions. Heartbeats are counted, not returned."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.pings = 0

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message, ensure_ascii=False))

    def ask(self, text: str, **more: Any) -> None:
        self.send(type="ask", text=text, **more)

    def next(self, seconds: float = WAIT_SECONDS) -> Told:
        """The next event; raises TimeoutError when none comes in time."""
        deadline = time.monotonic() + seconds
        while True:
            event: Told = json.loads(self.connection.recv(max(0.0, deadline - time.monotonic())))
            if event["type"] != "PING":
                return event
            self.pings += 1

    def until(self, *types: str) -> list[Told]:
        """Events up to the first one of `types`."""
        events = [self.next()]
        while events[-1]["type"] not in types:
            events.append(self.next())
        return events

    def rest(self) -> list[Told]:
        """Events up to the final one."""
        return self.until(*FINAL)

    def is_quiet(self, seconds: float = 1.2) -> bool:
        """Whether nothing but heartbeats comes."""
        try:
            self.next(seconds)
        except TimeoutError:
            return True
        return False


@contextmanager
def open_socket(
    site: Site, *, cookies: str = "", origin: str | None = None
) -> Iterator[ClientConnection]:
    """A raw connection; the origin is the site's own unless another is given."""
    with connect(
        site.ws_url,
        origin=site.url if origin is None else origin or None,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookies} if cookies else None,
        proxy=None,
        open_timeout=WAIT_SECONDS,
        close_timeout=2,
    ) as connection:
        yield connection


def refused_status(site: Site, *, cookies: str, origin: str) -> int:
    """HTTP status of a refused handshake, 101 when it is taken; "" sends no origin."""
    try:
        with open_socket(site, cookies=cookies, origin=origin):
            return 101
    except InvalidStatus as refused:
        return int(refused.response.status_code)


def sse_events(response: httpx.Response) -> Iterator[Told]:
    """Events of an SSE answer while it streams; the frame's id and name must agree."""
    frame: dict[str, str] = {}
    for line in response.iter_lines():
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            frame[name] = value
        elif frame:
            event: Told = json.loads(frame["data"])
            assert (event["id"], event["type"]) == (frame["id"], frame["event"])
            yield event
            frame = {}


def text_of(events: list[Told]) -> str:
    """What was streamed."""
    return "".join(event["data"]["text"] for event in events if event["type"] == "TOKEN")


def kinds(events: list[Told]) -> list[str]:
    """Event types in order, repetitions folded."""
    found: list[str] = []
    for event in events:
        if found[-1:] != [event["type"]]:
            found.append(event["type"])
    return found


def position(event: Told) -> tuple[int, int]:
    """A stream id as two comparable numbers."""
    time_ms, _, sequence = event["id"].partition("-")
    return int(time_ms), int(sequence)
