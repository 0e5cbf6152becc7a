"""A turn is run again from its trace, and nothing of that stays."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from chat.models import Conversation, Message, Trace, Turn
from chat.querysets import Owner
from chat.replays import side_of
from chat.tests.support import Talk
from policies.models import Policy
from profiles.models import Profile

QUESTION = "저는 72세예요. 기초연금 받을 수 있나요?"


def reader() -> Client:
    user = User.objects.create_user("reader@example.com", "pw", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_conversation"))
    client = Client()
    client.force_login(user)
    return client


def counts() -> list[int]:
    return [model.objects.count() for model in (Conversation, Turn, Message, Trace, Profile)]


async def test_the_same_code_and_data_give_the_same(talk: Talk) -> None:
    await talk.say(QUESTION)
    told = await talk.say("서류는요?")

    @database_sync_to_async
    def look() -> str:
        trace = Trace.objects.get(turn_id=told.turn)
        client, before = reader(), counts()
        page = client.get(f"/admin/chat/trace/{trace.pk}/change/").content.decode()
        assert "다시 돌리기" in page
        url = f"/admin/chat/trace/{trace.pk}/replay/"
        assert client.get(url).status_code == 405
        text = client.post(url).content.decode()
        assert counts() == before
        return text

    page = await look()
    assert "시간 말고는 모두 같습니다" in page
    assert "첫 차례처럼 돌렸습니다" not in page
    assert "서류는요?" in page
    assert "기초연금" in page


async def test_what_the_data_changed_is_shown(talk: Talk) -> None:
    told = await talk.say(QUESTION)

    @database_sync_to_async
    def look() -> str:
        trace = Trace.objects.get(turn_id=told.turn)
        Policy.objects.filter(name__startswith="기초연금").update(name="어르신연금")
        return reader().post(f"/admin/chat/trace/{trace.pk}/replay/").content.decode()

    page = await look()
    assert "달라진 것이 있습니다" in page
    assert "나오지 않음" in page


async def test_saving_is_only_played(talk: Talk) -> None:
    @database_sync_to_async
    def account() -> Owner:
        return Owner(User.objects.create_user("saver@example.com").pk, "")

    saver = Talk(await account())
    await saver.say("저는 72세예요.")
    told = await saver.say("저장해 주세요")
    assert told.answer["outcome"] == "saved"

    @database_sync_to_async
    def look() -> int:
        Profile.objects.all().delete()
        trace = Trace.objects.get(turn_id=told.turn)
        page = reader().post(f"/admin/chat/trace/{trace.pk}/replay/").content.decode()
        assert "저장함" in page
        return Profile.objects.count()

    assert await look() == 0


@pytest.mark.django_db
def test_strangers_may_not_run_it() -> None:
    user = User.objects.create_user("plain@example.com", "pw", is_staff=True)
    client = Client()
    client.force_login(user)
    assert client.post("/admin/chat/trace/1/replay/").status_code == 403
    assert Client().post("/admin/chat/trace/1/replay/").status_code == 302


def test_a_side_is_read_out_of_events_and_answer() -> None:
    def event(at_ms: int, node: str, kind: str, **data: Any) -> dict[str, Any]:
        return {"at_ms": at_ms, "node": node, "kind": kind, "data": data}

    events = [
        event(0, "extract_facts", "start"),
        event(4, "extract_facts", "facts", facts={"mother": {"age": 70}}),
        event(6, "use_tool", "called", tool="estimate_pension"),
    ]
    answer = {
        "outcome": "answered",
        "items": [{"name": "기초연금", "verdict_label": "확인 필요"}],
        "lines": [{"text": "전화 010-1234-5678"}, {"text": ""}],
    }
    side = side_of(answer, events, "SEARCH", 10)
    assert side.facts == ["어머니 · 나이: 만 70세"]
    assert side.tools == ["estimate_pension"]
    assert side.stages == {"extract_facts": 6, "use_tool": 4}
    assert "010-1234-5678" not in side.lines[0]
