"""An OpenAI-compatible embeddings endpoint on loopback with made-up vectors."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np


@dataclass
class ScriptedEmbeddings:
    """`status` other than 200 fails every request; `dimension` is that of the vectors."""

    status: int = 200
    dimension: int = 1536
    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)

    def vector(self, text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The same vector for the same text, of a length other than one."""
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
        return np.random.default_rng(seed).normal(size=self.dimension).astype(np.float32)


def _handler(script: ScriptedEmbeddings) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            script.requests.append({**request, "path": self.path})
            body = {"error": {"message": "scripted", "type": "scripted"}}
            if script.status == 200:
                body = self._embeddings(request)
            data = json.dumps(body).encode()
            self.send_response(script.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _embeddings(self, request: dict[str, Any]) -> dict[str, Any]:
            packed = request.get("encoding_format") == "base64"
            rows = []
            for index, text in enumerate(request["input"]):
                vector = script.vector(text)
                value = base64.b64encode(vector.tobytes()).decode() if packed else vector.tolist()
                rows.append({"object": "embedding", "index": index, "embedding": value})
            usage = {"prompt_tokens": 0, "total_tokens": 0}
            return {"object": "list", "model": request["model"], "data": rows, "usage": usage}

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Quiet."""

    return Handler


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
