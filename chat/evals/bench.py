"""Benchmark of a whole turn without a model: graph and stream against search alone."""

from __future__ import annotations

import time
from functools import partial
from typing import Any
from uuid import uuid4

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async

from chat import relay, runner
from chat.models import Turn
from chat.protocol import EventType
from chat.querysets import Owner
from policies.evals.bench import QUESTIONS
from policies.evals.timing import compared, summary, timed
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query


def bench_turn() -> dict[str, Any]:
    """First token and whole turn, each against the search inside it."""
    search_policies(Query(text=QUESTIONS[0]))
    first, whole = async_to_sync(_turns)()
    search = summary([timed(partial(search_policies, Query(text=q, limit=40))) for q in QUESTIONS])
    return {
        "first_token_vs_search": compared(summary(first), search),
        "turn_vs_search": compared(summary(whole), search),
    }


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
