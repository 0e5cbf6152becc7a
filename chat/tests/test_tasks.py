"""Background work: dead turns end, old checkpoints go, and doing it twice is safe."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.utils import timezone

from chat import services
from chat.models import Conversation, Turn
from chat.protocol import EventType
from chat.querysets import Owner
from chat.tasks import checkpoints_prune, turns_recover
from chat.tests.support import Talk, follow

HOURS = timedelta(hours=1)


def expire(turn: Turn) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Turn.objects.filter(pk=turn.pk).update(lease_expires_at=past)


@sync_to_async
def checkpoints(conversation: UUID | None) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM checkpoints WHERE thread_id = %s", [str(conversation)])
        return int(cursor.fetchone()[0])


@sync_to_async
def rest(conversation: UUID | None, hours: float) -> None:
    """Let the last word of a conversation be some hours ago."""
    Conversation.objects.filter(pk=conversation).update(
        last_active_at=timezone.now() - hours * HOURS
    )


prune = sync_to_async(checkpoints_prune)


@pytest.mark.django_db(transaction=True)
def test_dead_turn_is_ended_once_and_a_live_one_stays() -> None:
    owner = Owner(None, "somebody")
    dead, _ = services.turn_start(owner=owner, text="기초연금")
    live, _ = services.turn_start(owner=owner, text="에너지바우처")
    expire(dead)
    assert turns_recover() == 1
    assert turns_recover() == 0
    dead.refresh_from_db()
    live.refresh_from_db()
    assert (dead.status, live.status) == (Turn.Status.INTERRUPTED, Turn.Status.RUNNING)
    assert dead.finished_at is not None


async def test_readers_of_a_dead_turn_are_told(talk: Talk) -> None:
    turn, _ = await sync_to_async(services.turn_start)(owner=talk.owner, text="기초연금")
    await sync_to_async(expire)(turn)
    await sync_to_async(turns_recover)()
    told = await follow(talk.owner, turn)
    assert told.last.type is EventType.ERROR
    assert "끊겼어요" in told.last.data["message"]


async def test_only_the_latest_checkpoint_of_a_resting_conversation_stays(talk: Talk) -> None:
    await talk.say("저는 67세이고 동작구에 살아요")
    many = await checkpoints(talk.conversation)
    assert many > 1
    assert await prune() == 0
    assert await checkpoints(talk.conversation) == many
    await rest(talk.conversation, 60)
    assert await prune() == 0
    await rest(talk.conversation, 2)
    assert await prune() == 1
    assert await checkpoints(talk.conversation) == 1
    assert await prune() == 1
    told = await talk.say("기초연금 받을 수 있나요?")
    card = told.item("기초연금")
    assert any("65세" in reason["text"] for reason in card["reasons"] if reason["state"] == "met")


async def test_running_conversation_is_left_alone(talk: Talk) -> None:
    await talk.say("기초연금 알려 주세요")
    await sync_to_async(services.turn_start)(
        owner=talk.owner, text="얼마인가요?", conversation_id=talk.conversation
    )
    await rest(talk.conversation, 2)
    assert await prune() == 0
