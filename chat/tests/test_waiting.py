"""Poly's question is an interrupt of the graph: the next turn resumes it, whatever it says."""

from __future__ import annotations

from uuid import uuid4

from channels.db import database_sync_to_async

from chat import runner
from chat.agent.checkpoints import checkpointer, thread_of
from chat.agent.graph import build_graph
from chat.agent.state import fresh_turn
from chat.tests.support import Talk

# LangGraph's name for what an interrupt is answered with.
RESUME = "__resume__"
QUESTION = "저는 72세예요. 기초연금 받을 수 있나요?"


async def waits_for(talk: Talk) -> str:
    """Key of the fact that the graph of the conversation waits for, "" where it has ended."""
    graph = build_graph(await checkpointer())
    state = await graph.aget_state(thread_of(str(talk.conversation)))
    return state.interrupts[0].value["key"] if state.interrupts else ""


async def test_the_reply_resumes_it_after_a_restart(talk: Talk) -> None:
    told = await talk.say(QUESTION)
    asked = told.answer["ask"]["key"]
    assert await waits_for(talk) == asked == "nationality"
    # All that a process holds is closed: the next one finds the interrupt in the database.
    await runner.drain()
    await runner.close_connections()
    assert await waits_for(talk) == asked
    told = await talk.say("네, 한국 사람이에요")
    assert asked not in {one["key"] for one in told.item("기초연금")["missing"]}
    assert await waits_for(talk) == told.answer["ask"]["key"] != asked


async def test_another_question_resumes_it_too(talk: Talk) -> None:
    await talk.say(QUESTION)
    told = await talk.say("에너지바우처는 어떻게 신청해요?")
    assert told.names == ["에너지바우처"]
    assert await waits_for(talk) == ""
    told = await talk.say("그럼 기초연금은요?")
    assert "birth_date" not in {one["key"] for one in told.item("기초연금")["missing"]}


async def test_what_came_of_a_turn_that_was_cut_off_is_passed_over(talk: Talk) -> None:
    await talk.say(QUESTION)
    saver = await checkpointer()
    thread = thread_of(str(talk.conversation))
    waiting = await build_graph(saver).aget_state(thread)
    lost = fresh_turn(
        turn_id=str(uuid4()), conversation_id="", text="장애인연금은요?", as_of="2026-11-29"
    )
    await saver.aput_writes(waiting.config, [(RESUME, [dict(lost)])], waiting.tasks[0].id)
    told = await talk.say("네, 한국 사람이에요")
    assert told.names == ["기초연금"]
    assert "nationality" not in {one["key"] for one in told.item("기초연금")["missing"]}


async def test_it_outlives_pruning(talk: Talk) -> None:
    told = await talk.say(QUESTION)
    asked = told.answer["ask"]["key"]
    await database_sync_to_async(runner.prune_checkpoints)([str(talk.conversation)])
    told = await talk.say("네, 한국 사람이에요")
    missing = {one["key"] for one in told.item("기초연금")["missing"]}
    assert missing.isdisjoint({asked, "birth_date"})
