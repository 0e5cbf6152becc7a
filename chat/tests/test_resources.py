"""Conversations over the API belong to their owner."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from chat.models import Conversation, Message, Turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def owned() -> Conversation:
    owner = User.objects.create_user("alice@example.com", "pw")
    conversation = Conversation.objects.create(user=owner, title="기초연금")
    turn = Turn.objects.create(
        conversation=conversation, status="done", lease_expires_at=datetime.now(UTC)
    )
    Message.objects.create(conversation=conversation, turn=turn, role="user", text="기초연금?")
    return conversation


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_owner_lists_reads_and_deletes(owned: Conversation) -> None:
    client = signed_in(User.objects.get())
    listed: dict[str, Any] = client.get("/api/v1/conversations/").json()
    assert [row["title"] for row in listed["results"]] == ["기초연금"]
    read = client.get(f"/api/v1/conversations/{owned.id}/").json()
    assert [message["text"] for message in read["messages"]] == ["기초연금?"]
    assert client.delete(f"/api/v1/conversations/{owned.id}/").status_code == 204
    assert not Conversation.objects.exists()


def test_stranger_and_anonymous_see_nothing(owned: Conversation) -> None:
    stranger = signed_in(User.objects.create_user("bob@example.com", "pw"))
    assert stranger.get("/api/v1/conversations/").json()["results"] == []
    assert stranger.get(f"/api/v1/conversations/{owned.id}/").status_code == 404
    assert stranger.delete(f"/api/v1/conversations/{owned.id}/").status_code == 404
    assert Client().get("/api/v1/conversations/").status_code == 403
    assert Client().get(f"/chat/{owned.id}/").status_code == 404
    assert Conversation.objects.filter(id=owned.id).exists()
