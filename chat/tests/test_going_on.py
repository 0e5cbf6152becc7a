"""A talk that rests, grows long, or is taken up by another process."""

from __future__ import annotations

import asyncio
import threading
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.models import User
from chat import runner
from chat.agent.summary import summary_of
from chat.models import Trace
from chat.tests.scripted_llm import Prompt, Reply, scripted_llm
from chat.tests.support import Talk, Told, follow

QUESTION = "저는 72세예요. 기초연금 받을 수 있나요?"
kept_summary = database_sync_to_async(runner.kept_summary)


async def summary_in(talk: Talk) -> str:
    assert talk.conversation is not None
    return await kept_summary(talk.conversation)


@pytest.fixture
def later() -> Any:
    """Moves the clock of the turn's nodes on by some minutes."""
    real = timezone.now

    def go_on(minutes: int) -> Any:
        def moved() -> datetime:
            return real() + timedelta(minutes=minutes)

        return patch("django.utils.timezone.now", moved)

    return go_on


@database_sync_to_async
def kinds_of(told: Told) -> list[str]:
    return [event["kind"] for event in Trace.objects.get(turn_id=told.turn).events]


async def test_after_a_rest_it_says_what_it_still_knows(talk: Talk, later: Any) -> None:
    first = await talk.say(QUESTION)
    assert first.answer["note"] == ""
    with later(14):
        soon = await talk.say("신청은 어떻게 해요?")
    assert soon.answer["note"] == ""
    with later(31):
        told = await talk.say("서류는요?")
    assert "다시 오셨네요" in told.answer["note"]
    assert "만 72세" in told.answer["note"]
    assert "rested" in await kinds_of(told)
    anew = told.answer["note_options"][0]["value"]
    with later(60):
        reset = await talk.say(anew)
    assert reset.answer["outcome"] == "reset"
    assert reset.answer["note"] == ""
    with later(100):
        fresh = await talk.say("기초연금 받을 수 있나요?")
    assert fresh.answer["note"] == ""
    assert fresh.item("기초연금")["missing"]


async def test_every_few_turns_are_summed_up(talk: Talk, settings: Any) -> None:
    settings.CONVERSATION = {**settings.CONVERSATION, "summary_every_turns": 2}
    await talk.say(QUESTION)
    assert await summary_in(talk) == ""
    told = await talk.say("장애인연금도 받을 수 있나요?")
    summary = await summary_in(talk)
    assert "만 72세" in summary
    assert "기초연금 (본인)" in summary
    assert "장애인연금 (본인)" in summary
    assert "summary" in await kinds_of(told)

    @database_sync_to_async
    def page() -> str:
        client = Client()
        client.force_login(User.objects.create_superuser("boss@example.com", "pw"))
        url = f"/admin/chat/conversation/{talk.conversation}/change/"
        return client.get(url).content.decode()

    assert "기초연금 (본인)" in await page()


async def test_another_process_goes_on_where_it_was(talk: Talk, settings: Any) -> None:
    settings.CONVERSATION = {**settings.CONVERSATION, "summary_every_turns": 1}
    await talk.say(QUESTION)
    # All that a process holds is closed: the next graph finds the talk in the database.
    await runner.drain()
    await runner.close_connections()
    asked: list[str] = []

    def write(request: Prompt) -> str:
        asked.append(request["messages"][1]["content"])
        return "신청 방법을 알려 드릴게요."

    with scripted_llm(Reply(text=write)) as script:
        settings.OPENAI_API_KEY = "test"
        settings.OPENAI_BASE_URL = script.base_url
        told = await talk.say("그건 어떻게 신청해요?")
    assert told.names[0].startswith("기초연금")
    assert "[대화 요약]" in asked[0]
    assert "만 72세" in asked[0]


async def test_a_turn_tried_again_begins_where_it_began(talk: Talk, settings: Any) -> None:
    first = await talk.say(QUESTION)
    asked, gate = threading.Event(), threading.Event()

    def write(_: Prompt) -> str:
        asked.set()
        return "기초연금"

    text = "어머니는 60세예요. 어머니는요?"
    with scripted_llm(Reply(write, piece=1, gate=gate, hold_after=1)) as script:
        settings.OPENAI_API_KEY = "test"
        settings.OPENAI_BASE_URL = script.base_url
        turn = await runner.start_turn(
            owner=talk.owner, text=text, conversation_id=first.conversation
        )
        assert await asyncio.to_thread(asked.wait, 20)
        await runner.cancel_turn(owner=talk.owner, turn_id=turn.id)
        cut = await follow(talk.owner, turn)
        gate.set()
    assert cut.last.data["status"] == "cancelled"
    settings.OPENAI_API_KEY = ""
    again = await runner.retry_turn(owner=talk.owner, turn_id=turn.id)
    told = await follow(talk.owner, again)
    assert told.item("기초연금")["verdict"] == "unlikely"
    kept = (await Trace.objects.aget(turn_id=turn.id)).kept
    assert set(kept["members"]) == {"self"}
    assert kept["turns"] == 1
    later = await talk.say("저는요?")
    assert later.item("기초연금")["verdict"] != "unlikely"


def test_the_summary_names_what_is_open() -> None:
    text = summary_of(
        {
            "members": {"self": {"age": 72}, "mother": {}},
            "talked": [{"name": "기초연금", "member": "self", "verdict": "확인 필요"}],
            "asked_for": {"question": "기초연금 되나요?"},
            "last_ask_question": "사는 곳이 어디인가요?",
        }
    )
    assert text.splitlines() == [
        "알게 된 것:",
        "- 본인 — 나이: 만 72세",
        "이야기한 정책:",
        "- 기초연금 (본인): 확인 필요",
        "마지막 질문: 기초연금 되나요?",
        "아직 답을 듣지 못한 질문: 사는 곳이 어디인가요?",
    ]
