"""The trace of a turn tells what its searches found in the caches."""

from __future__ import annotations

from chat.models import Trace
from chat.tests.support import Talk
from policies.retrieval import cached

QUESTION = "치매 약값을 지원해 주는 곳이 있나요?"


async def counts(talk: Talk) -> list[tuple[int, int]]:
    told = await talk.say(QUESTION)
    trace = await Trace.objects.aget(turn_id=told.turn)
    searches = [event["data"] for event in trace.events if event["kind"] == "hits"]
    return [(search["cache_hits"], search["cache_misses"]) for search in searches]


async def test_hits_and_misses_are_in_the_trace(talk: Talk) -> None:
    """The question's vector is computed once, for choosing the tool; searches find it."""
    cached._memory.clear()
    first = await counts(talk)
    assert first
    again = await counts(talk)
    assert again
    assert all(hits for hits, _ in again)
