"""Streams of a model that is slow, busy or broken, and readers that are slow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from chat import relay, runner
from chat.agent.llm import ModelUnavailable, composer_from_settings, without_thinking
from chat.models import Turn
from chat.protocol import EventType
from chat.tests.scripted_llm import Reply, scripted_llm
from chat.tests.support import Talk, follow, turn_get

QUESTION = "저는 72세예요. 기초연금 받을 수 있나요?"


@pytest.fixture
def use_model(settings: Any) -> Any:
    def use(base_url: str, *, seconds: float = 20.0, silence: float = 5.0) -> None:
        settings.OPENAI_API_KEY = "test"
        settings.OPENAI_BASE_URL = base_url
        settings.LLM_MODEL = "scripted"
        settings.LLM_TIMEOUT_SECONDS = silence
        settings.LLM_ANSWER_SECONDS = seconds

    return use


async def written() -> str:
    model = composer_from_settings()
    assert model is not None
    try:
        return "".join([piece async for piece in model.stream("system", "user")])
    finally:
        await runner.close_connections()


async def pieces_of(text: str, size: int) -> AsyncIterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


async def test_a_busy_server_is_asked_again_when_it_says(use_model: Any) -> None:
    with scripted_llm(Reply(status=429, retry_after="1"), Reply(text="안녕하세요")) as script:
        use_model(script.base_url)
        began = time.monotonic()
        assert await written() == "안녕하세요"
    assert time.monotonic() - began >= 1
    assert len(script.requests) == 2


@pytest.mark.parametrize("status", [400, 401, 404])
async def test_a_refusal_is_not_asked_again(use_model: Any, status: int) -> None:
    with scripted_llm(Reply(status=status)) as script:
        use_model(script.base_url)
        with pytest.raises(ModelUnavailable) as failed:
            await written()
    assert not failed.value.started
    assert len(script.requests) == 1


async def test_a_break_before_the_first_piece_is_tried_again(use_model: Any) -> None:
    with scripted_llm(Reply(text="x", break_after=0), Reply(text="다시 왔어요")) as script:
        use_model(script.base_url)
        assert await written() == "다시 왔어요"


async def test_a_break_after_it_is_not(use_model: Any) -> None:
    with scripted_llm(Reply(text="하나 둘 셋 넷 다섯", piece=2, break_after=2)) as script:
        use_model(script.base_url)
        with pytest.raises(ModelUnavailable) as failed:
            await written()
    assert failed.value.started
    assert len(script.requests) == 1


async def test_a_model_that_says_nothing_is_given_up(use_model: Any) -> None:
    with scripted_llm(Reply(text="늦은 답", delay=3)) as script:
        use_model(script.base_url, silence=0.4)
        with pytest.raises(ModelUnavailable) as failed:
            await written()
    assert not failed.value.started
    assert len(script.requests) == 2


async def test_a_model_that_drips_is_given_up(use_model: Any) -> None:
    with scripted_llm(Reply(text="아" * 200, piece=1, delay=0.1)) as script:
        use_model(script.base_url, seconds=1.0)
        began = time.monotonic()
        with pytest.raises(ModelUnavailable) as failed:
            await written()
    assert time.monotonic() - began < 4
    assert failed.value.started


async def test_the_composer_finishes_for_a_slow_model(talk: Talk, use_model: Any) -> None:
    with scripted_llm(Reply(text="느리게 씁니다. " * 50, piece=1, delay=0.2)) as script:
        use_model(script.base_url, seconds=1.5)
        told = await talk.say(QUESTION)
    assert told.last.type is EventType.DONE
    assert "349,700" in told.text
    assert told.answer["composer"] == "extractive"
    assert any("지금 답을 쓰지 못해" in notice for notice in told.answer["notices"])


async def test_a_slow_reader_holds_nobody_up(talk: Talk) -> None:
    turn = await runner.start_turn(owner=talk.owner, text=QUESTION)
    slow = relay.follow(owner=talk.owner, turn_id=turn.id)
    first = await anext(slow)
    assert first is not None
    quick = await asyncio.wait_for(follow(talk.owner, turn), 60)
    assert quick.last.type is EventType.DONE
    assert (await turn_get(id=turn.id)).status == Turn.Status.DONE
    # What it has not read is still there, in order and once.
    rest = [event async for event in slow if event is not None]
    assert [first.id, *(event.id for event in rest)] == [event.id for event in quick.events]


@pytest.mark.parametrize("size", [1, 2, 4, 7, 200])
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<thinking>속</thinking>겉", "겉"),
        ("<THINK>속</THINK>겉", "겉"),
        ("앞 <reasoning>속 <b>말</b></reasoning>뒤", "앞 뒤"),
        ("앞<think>끝나지 않는 생각", "앞"),
        ("5 < 6 이고 <표>", "5 < 6 이고 <표>"),
        ("끝이 <thi", "끝이 <thi"),
    ],
)
async def test_reasoning_of_any_tag_is_cut(text: str, shown: str, size: int) -> None:
    assert "".join([one async for one in without_thinking(pieces_of(text, size))]) == shown


async def test_of_a_block_without_beginning_the_unsent_part_is_dropped() -> None:
    text = "몰래 한 생각</think>겉말"
    assert "".join([one async for one in without_thinking(pieces_of(text, 200))]) == "겉말"
