"""Questions of real turns that a card was the nearest to, without being sure."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from chat.models import Conversation, Trace, Turn
from chat.tests.tool_cards.support import OFFICE, PENSION, make_cards, registered
from chat.tool_cards.doubtful import doubtful_questions
from policies.tests.admin_support import client_of, superuser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    registered(monkeypatch, OFFICE, PENSION)


def turn(question: str, offered: list[tuple[str, float]], *, chosen: str = "") -> Trace:
    conversation = Conversation.objects.create(session_key="s")
    one = Turn.objects.create(conversation=conversation, lease_expires_at=timezone.now())
    rewritten = {"question": question, "reason": ""}
    choice = {
        "rule": "", "chosen": chosen,
        "offered": [{"name": name, "score": score} for name, score in offered],
    }  # fmt: skip
    events: list[dict[str, Any]] = [
        {"at_ms": 1, "node": "rewrite_query", "kind": "rewritten", "data": rewritten},
        {"at_ms": 2, "node": "use_tool", "kind": "tools", "data": choice},
    ]
    return Trace.objects.create(turn=one, events=events)


def test_the_nearest_unsure_card_gets_the_question_once() -> None:
    turn("연금 그거 얼마고", [(PENSION, 0.4), (OFFICE, 0.3)])
    turn("연금 그거 얼마고", [(PENSION, 0.3)])
    turn("노인 돈", [(PENSION, 0.5)])
    turn("어디 가야 돼", [(OFFICE, 0.6)])
    turn("기초연금 얼마", [(PENSION, 0.95)], chosen=PENSION)
    turn("이미 적힌 말", [(PENSION, 0.6)])
    found = doubtful_questions(tool=PENSION, known={"이미 적힌 말"})
    assert [one.question for one in found] == ["노인 돈", "연금 그거 얼마고"]


def test_only_who_may_read_traces_sees_them() -> None:
    row = make_cards()[PENSION]
    turn("연금 그거 얼마고", [(PENSION, 0.5)])
    address = reverse("admin:chat_toolcard_change", args=[row.pk])
    assert "연금 그거 얼마고" in client_of(superuser()).get(address).content.decode()
    keeper = User.objects.create_user("keeper@example.com", "pw", is_staff=True)
    _may(keeper, "view_toolcard", "change_toolcard")
    page = client_of(keeper).get(address)
    assert page.status_code == 200
    assert "연금 그거 얼마고" not in page.content.decode()


def _may(user: User, *names: str) -> None:
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
