"""A web server on loopback that serves routes and misbehaves on demand. Real HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Ask:
    """A request as the server saw it."""

    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    at: float
    raw_path: str = ""


@dataclass(frozen=True)
class Reply:
    """What goes back. `cut`: the connection ends after so many bytes of the announced body.
    `drip`: seconds between the single bytes of the body (`drip_head`: of the head).
    `repeat`: the body is sent so many times over. `announce`: whether its length is told."""

    body: bytes = b""
    status: int = 200
    content_type: str = "text/html; charset=UTF-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    drip: float = 0.0
    drip_head: float = 0.0
    announce: bool = True
    repeat: int = 1


Route = Callable[[Ask], Reply]


@dataclass
class Fault:
    """A reply in place of the route's: for a path, after some requests, so many times."""

    path: str
    reply: Callable[[Ask], Reply]
    times: int
    after: int = 0
    when: Callable[[Ask], bool] = lambda ask: True


class ReplayServer:
    """Use as a context manager; `url` is its address."""

    def __init__(self) -> None:
        self.routes: dict[str, Route] = {}
        self.faults: list[Fault] = []
        self.asks: list[Ask] = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True
        )

    def __enter__(self) -> ReplayServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def page(self, path: str, reply: Reply | str) -> str:
        """Serve a fixed reply; returns its address."""
        answer = reply if isinstance(reply, Reply) else Reply(reply.encode())
        self.routes[path] = lambda ask: answer
        return self.url + path

    def misbehave(
        self,
        path: str,
        reply: Reply | Callable[[Ask], Reply],
        *,
        times: int = 1,
        after: int = 0,
        when: Callable[[Ask], bool] = lambda ask: True,
    ) -> None:
        """Answer requests for `path` that `when` accepts in this way, `times` times."""
        make = reply if callable(reply) else (lambda ask: reply)
        self.faults.append(Fault(path, make, times, after, when))

    def asked(self, path: str) -> list[Ask]:
        return [ask for ask in self.asks if ask.path == path]

    def reply(self, ask: Ask) -> Reply:
        with self._lock:
            self.asks.append(ask)
            for fault in self.faults:
                if fault.path != ask.path or not fault.when(ask) or fault.times <= 0:
                    continue
                if fault.after > 0:
                    fault.after -= 1
                    continue
                fault.times -= 1
                return fault.reply(ask)
        route = self.routes.get(ask.path)
        return route(ask) if route else Reply("없는 주소입니다".encode(), 404)

    def send(self, handler: BaseHTTPRequestHandler, reply: Reply) -> None:
        head = f"HTTP/1.1 {reply.status} Replayed\r\nContent-Type: {reply.content_type}\r\n"
        if reply.announce:
            head += f"Content-Length: {len(reply.body) * reply.repeat}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
        head += "\r\n" if reply.announce else "Connection: close\r\n\r\n"
        self._write(handler, head.encode(), reply.drip_head)
        for _ in range(reply.repeat):
            self._write(handler, reply.body[: reply.cut], reply.drip)
        handler.close_connection = reply.cut is not None or not reply.announce

    def _write(self, handler: BaseHTTPRequestHandler, content: bytes, drip: float) -> None:
        if not drip:
            handler.wfile.write(content)
            return
        for byte in content:
            if self._stop.wait(drip):
                return
            handler.wfile.write(bytes([byte]))

    def _enter(self, step: int) -> None:
        with self._lock:
            self._at_once += step
            self.most_at_once = max(self.most_at_once, self._at_once)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        replay = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                query = dict(parse_qsl(parts.query, keep_blank_values=True))
                ask = Ask(parts.path, query, dict(self.headers), time.monotonic(), self.path)
                replay._enter(1)
                try:
                    replay.send(self, replay.reply(ask))
                except OSError:
                    # The client went away, as it should from a drip or a flood.
                    self.close_connection = True
                finally:
                    replay._enter(-1)

            def log_message(self, *args: object) -> None:
                """Quiet."""

        return Handler
