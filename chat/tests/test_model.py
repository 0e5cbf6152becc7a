"""Turns with a language model: what it writes is checked before anyone sees it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from chat.agent.llm import without_thinking
from chat.protocol import EventType
from chat.tests.scripted_llm import Prompt, Reply, ScriptedLLM, scripted_llm
from chat.tests.support import Talk

QUESTION = "저는 72세예요. 기초연금 받을 수 있나요?"


def evidence(request: Prompt) -> list[dict[str, Any]]:
    """The numbered sentences the request offers."""
    text = request["messages"][1]["content"]
    found: list[dict[str, Any]] = json.loads(text.split("[근거]\n", 1)[1])
    return found


def amount_line(request: Prompt) -> str:
    """A true line: the sentence with the amount, cited."""
    row = next(row for row in evidence(request) if "349,700" in row["문장"])
    return f"{row['정책']}은 {row['문장']} [{row['번호']}]"


@pytest.fixture
def model(settings: Any) -> Any:
    @contextmanager
    def use(*replies: Reply) -> Iterator[ScriptedLLM]:
        with scripted_llm(*replies) as script:
            settings.OPENAI_API_KEY = "test"
            settings.OPENAI_BASE_URL = script.base_url
            settings.LLM_MODEL = "scripted"
            settings.LLM_TIMEOUT_SECONDS = 5.0
            yield script

    return use


async def test_supported_answer_is_the_models(talk: Talk, model: Any) -> None:
    def write(request: Prompt) -> str:
        return f"기초연금에 대해 알려 드릴게요.\n{amount_line(request)}"

    with model(Reply(text=write)) as script:
        told = await talk.say(QUESTION)
    assert told.answer["composer"] == "scripted"
    assert "349,700" in told.text
    assert "알려 드릴게요" in told.text
    assert script.requests[0]["stream"] is True
    assert script.requests[0]["temperature"] == 0.3


async def test_invented_amount_never_reaches_the_page(talk: Talk, model: Any) -> None:
    def invent(request: Prompt) -> str:
        number = evidence(request)[0]["번호"]
        return (
            f"기초연금은 매달 900,000원을 드립니다. [{number}]\n"
            f"여기에 교통비 55,000원도 더해 드립니다. [{number}]\n"
        )

    with model(Reply(text=invent)):
        told = await talk.say(QUESTION)
    shown = "".join(str(event.data) for event in told.events)
    assert "900,000" not in shown
    assert "55,000" not in shown
    assert "349,700" in told.text
    assert told.answer["composer"] == "extractive"
    assert any("근거를 확인하지 못해" in notice for notice in told.answer["notices"])


async def test_citation_that_does_not_exist_is_refused(talk: Talk, model: Any) -> None:
    with model(Reply(text="기초연금은 좋은 제도예요. [99]\n기초연금을 신청하세요. [77]")):
        told = await talk.say(QUESTION)
    assert "[99]" not in told.text
    assert told.answer["composer"] == "extractive"


async def test_promise_beyond_the_verdict_is_refused(talk: Talk, model: Any) -> None:
    def promise(request: Prompt) -> str:
        number = evidence(request)[0]["번호"]
        return f"기초연금을 받으실 수 있습니다. [{number}]\n{amount_line(request)}"

    with model(Reply(text=promise)):
        told = await talk.say(QUESTION)
    assert told.item("기초연금")["verdict"] == "needs_more_info"
    assert "받으실 수 있습니다" not in told.text
    assert "349,700" in told.text


async def test_stream_that_breaks_is_finished_by_the_composer(talk: Talk, model: Any) -> None:
    def write(request: Prompt) -> str:
        return f"{amount_line(request)}\n{'기초연금 안내를 이어서 드릴게요. ' * 20}"

    with model(Reply(text=write, piece=200, break_after=1)):
        told = await talk.say(QUESTION)
    assert told.last.type is EventType.DONE
    assert "중간에 끊겨" in told.text
    assert "부부가 모두 받으면" in told.text
    assert "이어서 드릴게요" not in told.text
    assert told.answer["composer"] == "extractive"
    assert told.text == told.last.data["text"]


@pytest.mark.parametrize(("status", "attempts"), [(429, 2), (500, 2), (401, 1)])
async def test_failing_model_falls_back_whole(
    talk: Talk, model: Any, status: int, attempts: int
) -> None:
    with model(Reply(status=status)) as script:
        told = await talk.say(QUESTION)
    assert told.last.type is EventType.DONE
    assert "349,700" in told.text
    assert len(script.requests) == attempts
    assert any("지금 답을 쓰지 못해" in notice for notice in told.answer["notices"])


async def test_failure_before_the_first_token_is_tried_again(talk: Talk, model: Any) -> None:
    with model(Reply(status=500), Reply(text=amount_line)) as script:
        told = await talk.say(QUESTION)
    assert told.answer["composer"] == "scripted"
    assert len(script.requests) == 2


async def test_reasoning_is_not_shown(talk: Talk, model: Any) -> None:
    def think(request: Prompt) -> str:
        return f"<think>사용자는 72세다. 비밀 생각.</think>{amount_line(request)}"

    with model(Reply(text=think, piece=3)):
        told = await talk.say(QUESTION)
    assert "비밀" not in told.text
    assert "think" not in told.text
    assert told.answer["composer"] == "scripted"


async def test_model_sees_no_more_than_the_page(talk: Talk, model: Any) -> None:
    with model(Reply(text=amount_line)) as script:
        told = await talk.say(QUESTION)
    quotes = {citation["quote"] for citation in told.answer["citations"]}
    offered = {row["문장"] for row in evidence(script.requests[0])}
    assert offered <= quotes
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", script.requests[0]["messages"][1]["content"])


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
async def test_thinking_is_cut_whatever_the_pieces(size: int) -> None:
    text = "앞<think>속\n생각</think>뒤 <b> <think>또</think>끝"

    async def pieces() -> Any:
        for start in range(0, len(text), size):
            yield text[start : start + size]

    assert "".join([piece async for piece in without_thinking(pieces())]) == "앞뒤 <b> 끝"
