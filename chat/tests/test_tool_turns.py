"""Turns that use a tool: by a rule, by its card, or by a model's steps; and turns that do not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from chat.models import ToolCard, Trace
from chat.querysets import Owner
from chat.tests.scripted_llm import Reply, ScriptedLLM, scripted_llm
from chat.tests.support import Talk, Told
from chat.tool_cards.services import tool_cards_load
from profiles.models import ReceivedBenefit


async def used(told: Told) -> list[dict[str, Any]]:
    """Events of the tool node, as the trace keeps them."""
    trace = await Trace.objects.aget(turn_id=told.turn)
    return [event for event in trace.events if event["node"] == "use_tool"]


async def called(told: Told) -> list[str]:
    return [event["data"]["tool"] for event in await used(told) if event["kind"] == "called"]


@pytest.fixture
def model(settings: Any) -> Any:
    @contextmanager
    def use(*steps: list[tuple[str, str]] | None) -> Iterator[ScriptedLLM]:
        with scripted_llm(Reply(text="")) as script:
            script.steps = list(steps)
            settings.OPENAI_API_KEY = "test"
            settings.OPENAI_BASE_URL = script.base_url
            settings.LLM_MODEL = "scripted"
            settings.LLM_TIMEOUT_SECONDS = 5.0
            yield script

    return use


async def test_an_amount_is_estimated_with_its_rule_and_said_to_be_expected(talk: Talk) -> None:
    told = await talk.say("소득인정액 100만원 단독가구 67세 기초연금액 계산해줘")
    assert await called(told) == ["estimate_basic_pension"]
    assert "349,700원" in told.answer["conclusion"]
    assert any("예상" in notice for notice in told.answer["notices"])
    assert "계산 방법" in told.text
    assert "기초연금법" in told.text
    assert told.names == ["기초연금"]


async def test_what_blocks_an_estimate_is_asked_and_the_reply_goes_on_with_it(talk: Talk) -> None:
    asked = await talk.say("2인가구인데 생계급여 우리는 얼마 받아요?")
    assert asked.answer["ask"]["key"] == "monthly_income"
    told = await talk.say("50만원이요")
    assert await called(told) == ["estimate_basic_livelihood"]
    assert told.answer["outcome"] == "answered"
    assert "원" in told.answer["conclusion"]


async def test_an_appeal_is_answered_with_its_deadline(talk: Talk) -> None:
    told = await talk.say("기초연금 떨어졌는데 이의신청 하는법")
    assert await called(told) == ["appeal_guide"]
    assert "90일" in told.text


async def test_branches_of_the_graph_need_no_tool(talk: Talk) -> None:
    told = await talk.say("저는 72세인데 기초연금 받을 수 있나요?")
    assert await called(told) == []
    assert told.answer["items"][0]["verdict_label"]


async def test_a_talk_asks_for_no_consent_that_it_could_not_keep(talk: Talk, settings: Any) -> None:
    settings.TOOLS = {**settings.TOOLS, "sure_score": 0.2}
    user = await database_sync_to_async(User.objects.create_user)(f"{uuid4()}@example.com", "pw")
    talk = Talk(Owner.of(user, None))
    told = await talk.say("장애수당 6만원 받는 거 가계부에 추가")
    assert await called(told) == ["add_received_benefit"]
    assert told.answer["ask"] is None
    assert "저장하지 않았어요" in told.text
    assert not await ReceivedBenefit.objects.aexists()


async def test_what_was_tried_and_offered_is_in_the_trace(talk: Talk) -> None:
    told = await talk.say("겨울에 난방비 도와주는 제도 있을까요?")
    chosen = next(event for event in await used(told) if event["kind"] == "tools")
    assert 1 <= len(chosen["data"]["offered"]) <= 5


async def test_a_models_step_brings_the_policies(talk: Talk, model: Any) -> None:
    with model([("search_welfare", json.dumps({"question": "난방비 지원"}))]) as script:
        told = await talk.say("겨울만 되면 너무 추워서 걱정이에요")
    assert await called(told) == ["search_welfare"]
    assert "에너지바우처" in told.names
    offered = script.offers[0]["tools"]
    assert 1 <= len(offered) <= 5
    last = script.offers[-1]["messages"][-1]
    assert last["role"] == "tool"
    assert "에너지바우처" in last["content"]


async def test_only_offered_tools_with_sound_arguments_are_called(talk: Talk, model: Any) -> None:
    steps = [[("drop_tables", "{}"), ("search_welfare", "not json")], []]
    with model(*steps):
        told = await talk.say("겨울만 되면 너무 추워서 걱정이에요")
    assert [event["kind"] for event in await used(told)].count("refused") == 2
    assert told.answer["outcome"] == "answered"


async def test_a_model_that_fails_leaves_it_to_the_rules(talk: Talk, model: Any) -> None:
    with model(None):
        told = await talk.say("겨울에 난방비 도와주는 제도 있을까요?")
    assert "model_failed" in [event["kind"] for event in await used(told)]
    assert "에너지바우처" in told.names


async def test_steps_are_few(talk: Talk, model: Any, settings: Any) -> None:
    settings.TOOLS = {**settings.TOOLS, "steps": 2}
    step = [("search_welfare", json.dumps({"question": "난방비"}))]
    with model(step, step, step, step) as script:
        await talk.say("겨울만 되면 너무 추워서 걱정이에요")
    assert len(script.offers) == 2


async def test_a_tool_taken_out_is_used_no_more(talk: Talk) -> None:
    @database_sync_to_async
    def take_out() -> None:
        tool_cards_load()
        ToolCard.objects.filter(name="appeal_guide").update(active=False)

    await take_out()
    told = await talk.say("기초연금 떨어졌는데 이의신청 하는법")
    assert await called(told) == []
