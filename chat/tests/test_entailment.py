"""The model as second reader: it strikes lines out, it never adds one; where it fails, the
lines say that nobody checked them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from chat.models import Message, Trace
from chat.tests.scripted_llm import Prompt, Reply, ScriptedLLM, scripted_llm
from chat.tests.support import Talk
from chat.tests.test_model import QUESTION, amount_line, evidence

OWN_WORDS = "부부가 모두 받으면 이웃처럼 각각 20%를 줄여 지급합니다"


def is_reading(request: Prompt) -> bool:
    return request["messages"][0]["content"].startswith("너는 글을 대조하는 검사자다")


def answering(read: Callable[[list[dict[str, Any]]], str]) -> Callable[[Prompt], str]:
    """Writes a quoted line and one in words of its own, and reads as `read` says."""

    def reply(request: Prompt) -> str:
        if is_reading(request):
            return read(json.loads(request["messages"][1]["content"]))
        row = next(row for row in evidence(request) if "각각 20%" in row["문장"])
        return f"{amount_line(request)}\n{OWN_WORDS} [{row['번호']}]\n{amount_line(request)}"

    return reply


@pytest.fixture
def second_reader(settings: Any) -> Callable[..., Any]:
    settings.OPENAI_API_KEY = "test"
    settings.LLM_MODEL = "scripted"
    settings.LLM_TIMEOUT_SECONDS = 5.0

    def use(read: Callable[[list[dict[str, Any]]], str], **options: Any) -> Any:
        return scripted_llm(Reply(text=answering(read), piece=200, **options))

    return use


def verdict(*rows: dict[str, Any]) -> str:
    return json.dumps({"lines": list(rows)})


async def told_with(talk: Talk, settings: Any, context: Any) -> tuple[Any, ScriptedLLM]:
    with context as script:
        settings.OPENAI_BASE_URL = script.base_url
        return await talk.say(QUESTION), script


async def test_a_line_struck_out_never_shows(talk: Talk, settings: Any, second_reader: Any) -> None:
    def strike(rows: list[dict[str, Any]]) -> str:
        return verdict({"number": rows[0]["number"], "supported": False})

    told, script = await told_with(talk, settings, second_reader(strike))
    assert "이웃" not in json.dumps([e.data for e in told.events], ensure_ascii=False)
    assert told.text.count("349,700") >= 2
    reading = next(request for request in script.requests if is_reading(request))
    assert reading["temperature"] == 0.0
    trace = await Trace.objects.aget(turn_id=told.turn)
    refused = [e["data"]["reason"] for e in trace.events if e["kind"] == "line_refused"]
    assert refused == ["entailment"]


async def test_a_line_that_holds_shows_in_its_place(
    talk: Talk, settings: Any, second_reader: Any
) -> None:
    def accept(rows: list[dict[str, Any]]) -> str:
        assert [row["line"].startswith("부부가") for row in rows] == [True]
        assert rows[0]["sources"]
        return f"생각해 보니 {verdict({'number': 0, 'supported': True})} 입니다."

    told, _ = await told_with(talk, settings, second_reader(accept))
    lines = told.text.splitlines()
    assert "이웃" in lines[1]
    assert "349,700" in lines[2]
    assert "확인하지 못함" not in told.text
    claims = told.answer["lines"]
    assert [claim["text"] for claim in claims] == lines
    assert all(claim["check"] == "supported" and claim["citations"] for claim in claims)
    message = await Message.objects.aget(turn_id=told.turn, role=Message.Role.ASSISTANT)
    assert message.answer["lines"] == claims


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "네, 모두 맞아요.",
        '{"lines": [{"number": 0}]}',
        '{"lines": [{"number": 7, "supported": true}]}',
        '{"lines": "모두"}',
        '{"lines": [{"number": 0, "supported": "글쎄요"}]}',
    ],
)
async def test_an_unreadable_judgement_leaves_the_line_unchecked(
    talk: Talk, settings: Any, second_reader: Any, answer: str
) -> None:
    told, _ = await told_with(talk, settings, second_reader(lambda rows: answer))
    unchecked = [line for line in told.answer["lines"] if line["check"] == "not_checked"]
    assert len(unchecked) == 1
    assert "이웃" in unchecked[0]["text"]
    assert unchecked[0]["text"].endswith("(확인하지 못함)")
    assert any("확인하지 못함" in notice for notice in told.answer["notices"])


async def test_no_after_yes_is_a_no(talk: Talk, settings: Any, second_reader: Any) -> None:
    def both(rows: list[dict[str, Any]]) -> str:
        return verdict({"number": 0, "supported": True}, {"number": 0, "supported": False})

    told, _ = await told_with(talk, settings, second_reader(both))
    assert "이웃" not in told.text


async def test_reading_that_takes_too_long_is_given_up(
    talk: Talk, settings: Any, second_reader: Any
) -> None:
    settings.LLM_VERIFY_SECONDS = 0.2

    def slow(rows: list[dict[str, Any]]) -> str:
        return verdict({"number": 0, "supported": True}) + " " * 4000

    told, _ = await told_with(talk, settings, second_reader(slow, delay=0.15))
    assert "(확인하지 못함)" in told.text


async def test_quotes_need_no_second_reading(talk: Talk, settings: Any) -> None:
    with scripted_llm(Reply(text=amount_line)) as script:
        settings.OPENAI_API_KEY = "test"
        settings.OPENAI_BASE_URL = script.base_url
        told = await talk.say(QUESTION)
    assert [is_reading(request) for request in script.requests] == [False]
    assert told.answer["lines"][0]["check"] == "supported"
