"""Ownership of turns: identity, leases, cancelling, retrying."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from chat import relay, runner, services, streams
from chat.errors import ConversationNotFound, TurnNotFound, TurnNotRetryable, TurnRunning
from chat.models import Conversation, Message, Turn
from chat.protocol import EventType
from chat.querysets import Owner
from chat.tests.support import Talk, follow

QUESTION = "기초연금 받을 수 있나요?"
start = database_sync_to_async(services.turn_start)
recover = database_sync_to_async(services.turns_recover)


async def test_same_request_is_the_same_turn(talk: Talk) -> None:
    request = uuid4()
    first = await runner.start_turn(owner=talk.owner, text=QUESTION, request=request)
    again = await runner.start_turn(owner=talk.owner, text=QUESTION, request=request)
    await follow(talk.owner, first)
    assert first.id == again.id == request
    assert await Conversation.objects.acount() == 1
    assert await Message.objects.acount() == 2


async def test_second_question_waits_for_the_first(talk: Talk) -> None:
    turn, _ = await start(owner=talk.owner, text=QUESTION)
    with pytest.raises(TurnRunning):
        await start(owner=talk.owner, text=QUESTION, conversation_id=turn.conversation_id)


async def test_stranger_reaches_nothing(talk: Talk) -> None:
    turn = await runner.start_turn(owner=talk.owner, text=QUESTION)
    stranger = Owner(None, "somebody-else")
    with pytest.raises(ConversationNotFound):
        await runner.start_turn(owner=stranger, text=QUESTION, conversation_id=turn.conversation_id)
    with pytest.raises(TurnNotFound):
        await anext(relay.follow(owner=stranger, turn_id=turn.id))
    with pytest.raises(TurnNotFound):
        await runner.cancel_turn(owner=stranger, turn_id=turn.id)
    nobody = Owner(None, "")
    with pytest.raises(TurnNotFound):
        await anext(relay.follow(owner=nobody, turn_id=turn.id))


async def test_replay_after_an_event_gives_the_rest_only(talk: Talk) -> None:
    turn = await runner.start_turn(owner=talk.owner, text=QUESTION)
    whole = await follow(talk.owner, turn)
    middle = whole.events[len(whole.events) // 2]
    rest = await follow(talk.owner, turn, after=middle.id)
    assert [e.id for e in rest.events] == [e.id for e in whole.events if e.id > middle.id]


async def test_expired_lease_is_told_and_can_be_retried(talk: Talk) -> None:
    turn, _ = await start(owner=talk.owner, text=QUESTION)
    await Turn.objects.filter(id=turn.id).aupdate(
        lease_expires_at=timezone.now() - timedelta(seconds=1)
    )
    told = await follow(talk.owner, turn)
    assert told.last.type is EventType.ERROR
    assert told.last.data["code"] == "interrupted"
    assert told.last.data["retryable"]
    again = await runner.retry_turn(owner=talk.owner, turn_id=turn.id)
    told = await follow(talk.owner, again)
    assert told.last.type is EventType.DONE
    roles = [m.role async for m in Message.objects.filter(conversation_id=turn.conversation_id)]
    assert roles == ["user", "assistant"]


async def test_a_dead_turn_is_ended_by_one(talk: Talk) -> None:
    turn, _ = await start(owner=talk.owner, text=QUESTION)
    await Turn.objects.filter(id=turn.id).aupdate(
        lease_expires_at=timezone.now() - timedelta(seconds=1)
    )
    at_once = database_sync_to_async(services.turns_recover, thread_sensitive=False)
    ended = await asyncio.gather(*(at_once() for _ in range(4)))
    assert [one for ids in ended for one in ids] == [turn.id]


async def test_finished_turn_is_not_run_again(talk: Talk) -> None:
    told = await talk.say(QUESTION)
    with pytest.raises(TurnNotRetryable):
        await runner.retry_turn(owner=talk.owner, turn_id=told.turn)


async def test_live_lease_is_left_alone(talk: Talk) -> None:
    await start(owner=talk.owner, text=QUESTION)
    assert await recover() == []


async def test_expired_stream_is_told_from_the_stored_message(talk: Talk) -> None:
    told = await talk.say(QUESTION)
    await streams.clear(told.turn)
    turn = await Turn.objects.aget(id=told.turn)
    again = await follow(talk.owner, turn)
    assert [e.type for e in again.events] == [EventType.DONE]
    assert again.last.data["text"] == told.text
    assert again.answer == told.answer


async def test_outcome_of_a_turn_is_stored_once(talk: Talk) -> None:
    turn, _ = await start(owner=talk.owner, text=QUESTION)
    finish = database_sync_to_async(services.turn_finish)
    assert await finish(turn_id=turn.id, status=Turn.Status.DONE, text="하나") is not None
    assert await finish(turn_id=turn.id, status=Turn.Status.DONE, text="둘") is None
    texts = [m.text async for m in Message.objects.filter(turn=turn, role="assistant")]
    assert texts == ["하나"]


async def test_two_conversations_run_side_by_side(talk: Talk) -> None:
    other = Talk()
    first, second = await asyncio.gather(
        talk.say("기초연금 받을 수 있나요? 72세예요"), other.say("장애수당 받을 수 있나요?")
    )
    assert first.names == ["기초연금"]
    assert all("기초연금" not in name for name in second.names)
