"""Benchmark of a turn without a model: whole against the search inside it, and its guards and
the choice of tools by themselves."""

from __future__ import annotations

import time
from functools import partial
from typing import Any
from uuid import uuid4

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async

from chat import relay, runner
from chat.agent.compose import plain_answer
from chat.agent.guardrails import OutputGuard, second_look
from chat.agent.understanding import guard_input
from chat.answer import Outcome
from chat.models import Turn
from chat.protocol import EventType
from chat.querysets import Owner
from chat.tool_cards.search import search_tools
from policies.evals.bench import QUESTIONS
from policies.evals.timing import compared, summary, timed
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query

# What a forerunner states of the same three steps, in ms (its embeddings not counted).
FORERUNNER_MS = {"guard_input": 5, "tool_search": 10, "guard_output": 2}
_LINE = "기초연금은 월 최대 349,700원입니다. 가까운 행정복지센터나 복지로에서 신청하세요. [1]"
ROUNDS = 5


def bench_turn() -> dict[str, Any]:
    """First token and whole turn, each against the search inside it."""
    search_policies(Query(text=QUESTIONS[0]))
    first, whole = async_to_sync(_turns)()
    search = summary([timed(partial(search_policies, Query(text=q, limit=40))) for q in QUESTIONS])
    return {
        "first_token_vs_search": compared(summary(first), search),
        "turn_vs_search": compared(summary(whole), search),
        "steps": _steps(),
        "forerunner_states_ms": FORERUNNER_MS,
    }


def _steps() -> dict[str, Any]:
    """Guards and choice of tools. Vectors of the questions are computed before: the search
    needs them anyway."""
    for question in QUESTIONS:
        second_look(question, guard_input(question))
        search_tools(question)
    answer = plain_answer(Outcome.ANSWERED, _LINE)
    steps: dict[str, list[float]] = {
        "guard_input_rules": [],
        "guard_input_with_second_look": [],
        "tool_search": [],
        "guard_output": [],
    }
    for question in QUESTIONS * ROUNDS:
        guard = OutputGuard(answer, by_model=True)
        steps["guard_input_rules"].append(timed(partial(guard_input, question)))
        steps["guard_input_with_second_look"].append(timed(partial(_guarded, question)))
        steps["tool_search"].append(timed(partial(search_tools, question)))
        steps["guard_output"].append(timed(partial(guard.line, _LINE)))
    return {name: summary(times) for name, times in steps.items()}


def _guarded(question: str) -> None:
    second_look(question, guard_input(question))


async def _turns() -> tuple[list[float], list[float]]:
    first: list[float] = []
    whole: list[float] = []
    try:
        await _turn(QUESTIONS[0])  # warm-up
        for question in QUESTIONS:
            token, end = await _turn(question)
            first.append(token)
            whole.append(end)
    finally:
        await runner.drain()
        await runner.close_connections()
    return first, whole


async def _turn(question: str) -> tuple[float, float]:
    """Milliseconds to the first token and to the end of a turn by a new anonymous person."""
    owner = Owner(None, uuid4().hex)
    start = time.perf_counter()
    turn: Turn = await runner.start_turn(owner=owner, text=question)
    token = 0.0
    async for event in relay.follow(owner=owner, turn_id=turn.id):
        if event is not None and event.type is EventType.TOKEN and not token:
            token = (time.perf_counter() - start) * 1000
    end = (time.perf_counter() - start) * 1000
    stored = await database_sync_to_async(Turn.objects.get)(id=turn.id)
    if stored.status != Turn.Status.DONE:
        raise RuntimeError(f"turn ended as {stored.status}")
    return token or end, end
