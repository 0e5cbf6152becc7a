"""An OpenAI-compatible server on loopback that says what the test scripts.

Real HTTP, real streaming: the client under test is the one that runs in production.
"""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Prompt = dict[str, Any]


@dataclass
class Reply:
    """One scripted answer. `text` may be made from the request, or be a `refusal` instead;
    after `break_after` pieces the connection is cut; `delay` seconds pass before each piece. A
    `status` that is not 200 may come with `retry_after` seconds. With a `gate`, the rest of the
    text after its first `hold_after` characters waits until the gate is set."""

    text: str | Callable[[Prompt], str] = ""
    refusal: str = ""
    status: int = 200
    retry_after: str = ""
    break_after: int | None = None
    delay: float = 0.0
    piece: int = 7
    gate: threading.Event | None = None
    hold_after: int | Callable[[str], int] = 0


@dataclass
class ScriptedLLM:
    """Replies are used in order; the last one repeats. `requests` keeps what was asked,
    `hangups` counts clients that left a held answer. A request that offers tools takes the
    next of `steps`, (tool, arguments as JSON) pairs, and wants none when they are used up;
    what was asked then is in `offers`. A step of None fails. A request for JSON of a schema takes
    the next of `readings`, by default one without facts; what was asked is in `asked_facts`."""

    replies: list[Reply]
    requests: list[Prompt] = field(default_factory=list)
    steps: list[list[tuple[str, str]] | None] = field(default_factory=list)
    offers: list[Prompt] = field(default_factory=list)
    readings: list[Reply] = field(default_factory=lambda: [Reply('{"facts": []}')])
    asked_facts: list[Prompt] = field(default_factory=list)
    base_url: str = ""
    hangups: int = 0

    def next_reply(self, request: Prompt) -> Reply:
        by_schema = "response_format" in request
        replies, asked = (
            (self.readings, self.asked_facts) if by_schema else (self.replies, self.requests)
        )
        asked.append(request)
        return replies.pop(0) if len(replies) > 1 else replies[0]


def _handler(script: ScriptedLLM) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(length))
            if request.get("tools"):
                self._step(request)
                return
            reply = script.next_reply(request)
            if reply.status != 200:
                self._fail(reply.status, reply.retry_after)
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            try:
                self._stream(reply, request)
            except (BrokenPipeError, ConnectionResetError):
                return

        def _step(self, request: Prompt) -> None:
            script.offers.append(request)
            step = script.steps.pop(0) if script.steps else []
            if step is None:
                self._fail(500)
                return
            calls = [
                {
                    "id": f"call-{len(script.offers)}-{number}",
                    "type": "function",
                    "function": {"name": name, "arguments": arguments},
                }
                for number, (name, arguments) in enumerate(step)
            ]
            message = {"role": "assistant", "content": None, "tool_calls": calls or None}
            self._whole(
                200,
                {
                    "id": "scripted",
                    "object": "chat.completion",
                    "created": 0,
                    "model": "scripted",
                    "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                },
            )

        def _fail(self, status: int, retry_after: str = "") -> None:
            content = {"error": {"message": "scripted", "type": "scripted"}}
            self._whole(status, content, {"Retry-After": retry_after} if retry_after else {})

        def _whole(
            self, status: int, content: dict[str, Any], headers: dict[str, str] | None = None
        ) -> None:
            body = json.dumps(content).encode()
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _stream(self, reply: Reply, request: Prompt) -> None:
            if reply.refusal:
                said = {"refusal": reply.refusal}
                self._send({"delta": said, "index": 0, "finish_reason": None})
            text = reply.text(request) if callable(reply.text) else reply.text
            pieces = [text[i : i + reply.piece] for i in range(0, len(text), reply.piece)]
            hold = reply.hold_after(text) if callable(reply.hold_after) else reply.hold_after
            for number, piece in enumerate(pieces):
                if reply.gate is not None and number * reply.piece >= hold:
                    self._wait(reply.gate)
                if reply.break_after is not None and number >= reply.break_after:
                    self.connection.close()
                    return
                time.sleep(reply.delay)
                self._send({"delta": {"content": piece}, "index": 0, "finish_reason": None})
            self._send({"delta": {}, "index": 0, "finish_reason": "stop"})
            self.wfile.write(b"data: [DONE]\n\n")

        def _wait(self, gate: threading.Event) -> None:
            while not gate.wait(0.05):
                readable, _, _ = select.select([self.connection], [], [], 0)
                if readable and not self.connection.recv(1, socket.MSG_PEEK):
                    script.hangups += 1
                    raise BrokenPipeError

        def _send(self, choice: dict[str, Any]) -> None:
            chunk = {
                "id": "scripted",
                "object": "chat.completion.chunk",
                "created": 0,
                "model": "scripted",
                "choices": [choice],
            }
            self.wfile.write(f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode())
            self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Quiet."""

    return Handler


@contextmanager
def scripted_llm(*replies: Reply) -> Iterator[ScriptedLLM]:
    """A running server with its script; `base_url` ends in /v1."""
    script = ScriptedLLM(list(replies))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script))
    server.daemon_threads = True
    script.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
