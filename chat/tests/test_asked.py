"""How often a policy was shown is counted once for each answer that was stored."""

from __future__ import annotations

from collections.abc import Iterable

from channels.db import database_sync_to_async

from chat import services
from chat.answer import Answer
from chat.models import Message, Turn
from chat.tests.support import Talk
from policies.models import Policy

QUESTION = "저는 72세예요. 기초연금 받을 수 있나요?"
finish = database_sync_to_async(services.turn_finish)


@database_sync_to_async
def counts(ids: Iterable[str]) -> list[int]:
    rows = Policy.objects.in_bulk(list(ids), field_name="id")
    return [row.asked_count for row in rows.values()]


@database_sync_to_async
def total() -> int:
    return sum(Policy.objects.values_list("asked_count", flat=True))


def shown(answer: Answer) -> list[str]:
    return [item.policy_id for item in answer.items]


async def test_each_shown_policy_counts_once_a_turn(talk: Talk) -> None:
    first = Answer.model_validate((await talk.say(QUESTION)).answer)
    assert shown(first)
    assert await counts(shown(first)) == [1] * len(first.items)
    assert await total() == len(first.items)
    again = Answer.model_validate((await talk.say(QUESTION)).answer)
    assert await total() == len(first.items) + len(again.items)


async def test_an_answer_without_policies_counts_nothing(talk: Talk) -> None:
    told = await talk.say("우주여행 보조금 받고 싶어요")
    assert told.answer["items"] == []
    assert await total() == 0


async def test_an_outcome_that_was_not_stored_counts_nothing(talk: Talk) -> None:
    told = await talk.say(QUESTION)
    before = await total()
    answer = Answer.model_validate(told.answer)
    assert await finish(turn_id=told.turn, status=Turn.Status.DONE, answer=answer) is None
    assert await Message.objects.filter(role=Message.Role.ASSISTANT).acount() == 1
    assert await total() == before
