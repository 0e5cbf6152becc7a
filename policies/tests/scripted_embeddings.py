"""An embeddings endpoint on loopback that speaks OpenAI's protocol, and misbehaves on demand.

Vectors are made up of the words of a text: the same text has the same vector, texts that share
words are near each other.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

KEY = "scripted"


@dataclass
class Fault:
    """One bad answer. `kind`: status, slow, fewer, doubled, dimension, json, shape, nan, close."""

    kind: str
    status: int = 500
    code: str = ""
    retry_after: str = ""
    seconds: float = 0.0


@dataclass
class ScriptedEmbeddings:
    """`faults` are answered first, one a request; `refused`: texts with this word get HTTP 400,
    `poison`: HTTP 500; `salt` makes another model of it; `floats` ignores encoding_format."""

    dimension: int = 1536
    faults: list[Fault] = field(default_factory=list)
    always: Fault | None = None
    refused: str = ""
    poison: str = ""
    salt: str = ""
    floats: bool = False
    delay: float = 0.0
    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)

    def vector(self, text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The same vector for the same text, of a length other than one."""
        total = np.zeros(self.dimension)
        for word in re.findall(r"\w+", text) or [text]:
            digest = hashlib.sha256((self.salt + word).encode()).digest()
            seed = int.from_bytes(digest[:4], "big")
            total += np.random.default_rng(seed).normal(size=self.dimension)
        return total.astype(np.float32)

    @property
    def inputs(self) -> list[str]:
        """Every text asked for, in order."""
        return [text for request in self.requests for text in request["texts"]]


def _error(status: int, message: str, code: str = "") -> tuple[int, dict[str, Any]]:
    return status, {"error": {"message": message, "type": "scripted", "code": code or None}}


def _handler(script: ScriptedEmbeddings) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            given = request["input"]
            texts = [given] if isinstance(given, str) else given
            script.requests.append({**request, "path": self.path, "texts": texts})
            if script.delay:
                time.sleep(script.delay)
            fault = script.faults.pop(0) if script.faults else script.always
            if fault is not None and fault.kind == "slow":
                time.sleep(fault.seconds)
            if fault is not None and fault.kind == "close":
                self.close_connection = True
                return
            status, body = self._answer(request, texts, fault)
            data = b'{"object": "list", "da' if fault and fault.kind == "json" else _bytes(body)
            self.send_response(status)
            if fault is not None and fault.retry_after:
                self.send_header("Retry-After", fault.retry_after)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _answer(
            self, request: dict[str, Any], texts: list[str], fault: Fault | None
        ) -> tuple[int, dict[str, Any]]:
            if self.path != "/v1/embeddings":
                return _error(404, f"no such path: {self.path}")
            if self.headers["Authorization"] != f"Bearer {KEY}":
                return _error(401, "Incorrect API key provided", "invalid_api_key")
            if len(texts) > 2048 or not all(texts):
                return _error(400, "invalid input")
            if fault is not None and fault.kind == "status":
                return _error(fault.status, f"scripted {KEY} trouble", fault.code)
            if script.refused and any(script.refused in text for text in texts):
                return _error(400, "the input was refused")
            if script.poison and any(script.poison in text for text in texts):
                return _error(500, "the server had an error")
            return 200, self._embeddings(request, texts, fault)

        def _embeddings(
            self, request: dict[str, Any], texts: list[str], fault: Fault | None
        ) -> dict[str, Any]:
            kind = fault.kind if fault else ""
            packed = request.get("encoding_format") == "base64" and not script.floats
            rows = []
            for index, text in enumerate(texts):
                row = script.vector(text)[: request.get("dimensions") or script.dimension]
                row = row[:8] if kind == "dimension" else row
                row = row * np.float32("nan") if kind == "nan" else row
                value = base64.b64encode(row.tobytes()).decode() if packed else row.tolist()
                place = 0 if kind == "doubled" else index
                rows.append({"object": "embedding", "index": place, "embedding": value})
            tokens = sum(len(text) for text in texts)
            return {
                "object": "list",
                "model": request["model"],
                # In the reverse order: the index counts.
                "data": None if kind == "shape" else rows[::-1][: -1 if kind == "fewer" else None],
                "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
            }

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Quiet."""

    return Handler


def _bytes(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode()


@contextmanager
def scripted_embeddings() -> Iterator[ScriptedEmbeddings]:
    """A running endpoint; `base_url` ends in /v1."""
    script = ScriptedEmbeddings()
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
