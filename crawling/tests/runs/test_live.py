"""Pages that watch runs are told when one moves, and only those who may."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import Permission

from accounts.models import User
from crawling import consumers
from crawling.consumers import NOT_ALLOWED, RunsConsumer
from crawling.models import Source, SyncRun

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "LOOK_EVERY", 0.05)


def user(*, staff: bool, may: bool) -> User:
    made = User.objects.create_user(email="staff@example.kr", password="x", is_staff=staff)
    if may:
        made.user_permissions.add(Permission.objects.get(codename="view_syncrun"))
    return made


async def socket(user: User | None) -> Any:
    talk = WebsocketCommunicator(RunsConsumer.as_asgi(), "/ws/admin/crawl/")
    talk.scope["user"] = user
    connected, _ = await talk.connect()
    assert connected
    return talk


def run_made() -> SyncRun:
    source = Source.objects.create(name="gov24", title="보조금24", publisher="행정안전부")
    return SyncRun.objects.create(source=source, kind="crawl", stage="fetch")


async def test_a_move_is_told() -> None:
    run = await sync_to_async(run_made)()
    talk = await socket(await sync_to_async(user)(staff=True, may=True))
    assert await talk.receive_json_from() == {"type": "changed"}
    assert await talk.receive_nothing(0.2)
    await SyncRun.objects.filter(pk=run.pk).aupdate(done=5, stage_total=10)
    assert await talk.receive_json_from() == {"type": "changed"}
    await talk.send_to(text_data="{broken")
    assert await talk.receive_nothing(0.2)
    await talk.disconnect()


@pytest.mark.parametrize(("staff", "may"), [(True, False), (False, True)])
async def test_others_hear_nothing(staff: bool, may: bool) -> None:
    talk = await socket(await sync_to_async(user)(staff=staff, may=may))
    assert await talk.receive_output() == {"type": "websocket.close", "code": NOT_ALLOWED}


async def test_strangers_hear_nothing() -> None:
    talk = await socket(None)
    assert await talk.receive_output() == {"type": "websocket.close", "code": NOT_ALLOWED}


async def test_a_lost_right_ends_it() -> None:
    person = await sync_to_async(user)(staff=True, may=True)
    talk = await socket(person)
    await talk.receive_json_from()
    await User.objects.filter(pk=person.pk).aupdate(is_active=False)
    assert await talk.receive_output() == {"type": "websocket.close", "code": NOT_ALLOWED}
