from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from chat.admin.timeline import route_reason, timeline
from chat.models import Conversation, Message, Trace, Turn
from policies.models import Agency, Policy

pytestmark = pytest.mark.django_db
QUESTION = "부산 사는 <b>우리</b> 어머니 무릎 수술비"


def client_of(*permissions: str, superuser: bool = False) -> Client:
    user = User.objects.create_user(
        f"{uuid4()}@example.com", "pw", is_staff=True, is_superuser=superuser
    )
    for codename in permissions:
        user.user_permissions.add(
            Permission.objects.get(content_type__app_label="chat", codename=codename)
        )
    client = Client()
    client.force_login(user)
    return client


def events(policy_id: object) -> list[dict[str, Any]]:
    def event(at_ms: int, node: str, kind: str, **data: Any) -> dict[str, Any]:
        return {"at_ms": at_ms, "node": node, "kind": kind, "data": data}

    triple = {"subject": "mother", "predicate": "disease", "object": "무릎 관절염", "code": "M17"}
    region = {"sido": "부산광역시", "sigungu": None}
    hits = [
        {"id": str(policy_id), "score": 0.91, "vector": 0.88, "lexical": 12.5},
        {"id": str(uuid4()), "score": 0.2, "vector": None, "lexical": 1},
    ]
    return [
        event(0, "guard_input", "start"),
        event(2, "guard_input", "decision", text=QUESTION, label="allow", reason=""),
        event(3, "route", "decision", route="SEARCH", reason="찾는 말이 있음"),
        event(
            5,
            "extract_facts",
            "facts",
            facts={"mother": {"region": region, "near_poor": True, "other": {"치료중": False}}},
            triples=[triple],
            residual="무릎 수술비",
        ),
        event(9, "search", "hits", query="무릎 수술비", below_floor=False, hits=hits),
        event(
            20,
            "eligibility",
            "verdicts",
            verdicts=[{"name": "무릎 지원", "verdict": "likely", "basis": "draft"}],
        ),
        event(30, "compose_answer", "line_refused", reason="근거 없음", line="<i>9만원</i>"),
        event(40, "verify_citations", "checked", citations=3, verified=2, claims_removed=1),
    ]


@pytest.fixture
def trace() -> Trace:
    agency = Agency.objects.create(name="보건복지부")
    policy = Policy.objects.create(
        source="catalogue", external_id="knee", name="노인 무릎 수술", agency=agency
    )
    conversation = Conversation.objects.create(title="무릎 수술비", session_key="k")
    turn = Turn.objects.create(
        conversation=conversation,
        status=Turn.Status.DONE,
        lease_expires_at=timezone.now() + timedelta(minutes=1),
    )
    Message.objects.create(conversation=conversation, turn=turn, role="user", text=QUESTION)
    Message.objects.create(
        conversation=conversation, turn=turn, role="assistant", text="받을 수 있어요."
    )
    return Trace.objects.create(
        turn=turn,
        route="SEARCH",
        outcome="answered",
        events=events(policy.pk),
        duration_ms=50,
    )


def test_the_timeline_shows_every_event_in_words(trace: Trace) -> None:
    client = client_of("view_conversation")
    page = client.get(reverse("admin:chat_trace_change", args=[trace.pk])).content.decode()
    for text in (
        "정책을 찾고 있어요",
        "노인 무릎 수술",
        "0.910",
        "지워진 정책",
        "부산광역시",
        "차상위계층 여부",
        "무릎 관절염",
        "받을 가능성 높음",
        "모델 문장 거절",
        "확인한 인용",
        "정책 찾기 — 찾는 말이 있음",
        "답변함",
        "50ms",
        "받을 수 있어요.",
    ):
        assert text in page, text
    assert page.count("poly-bar") == 8
    assert "<b>우리</b>" not in page
    assert "<i>9만원</i>" not in page


def test_bars_cover_the_turn(trace: Trace) -> None:
    rows = timeline(trace)
    assert [row.took_ms for row in rows] == [2, 1, 2, 4, 11, 10, 10, 10]
    assert rows[-1].begin == 80
    assert rows[-1].begin + rows[-1].width == 100
    assert [row.problem for row in rows].count(True) == 1


@pytest.mark.parametrize(
    "broken",
    [
        [],
        ["text"],
        [{}],
        [{"node": "new", "kind": "new", "data": {"hits": "x", "facts": [1], "more": {"a": [1]}}}],
        [{"node": "search", "data": {"hits": [{"id": "no-uuid"}, 3], "verdicts": {"a": 1}}}],
        [{"node": "extract_facts", "data": {"facts": {"self": {"age": {}, "new_key": [1, None]}}}}],
    ],
)
def test_unknown_shapes_do_not_break_the_page(trace: Trace, broken: list[Any]) -> None:
    trace.events = broken
    trace.duration_ms = 0
    trace.save()
    client = client_of("view_conversation")
    page = client.get(reverse("admin:chat_trace_change", args=[trace.pk]))
    assert page.status_code == 200


def test_the_guard_explains_a_turn_that_never_got_a_route() -> None:
    early = {"node": "guard_input", "kind": "decision", "data": {"reason": "위기 표현"}}
    assert route_reason([early]) == "위기 표현"


@pytest.mark.parametrize("model", ["conversation", "turn", "message", "trace"])
def test_pages_need_the_permission(trace: Trace, model: str) -> None:
    row = {
        "conversation": trace.turn.conversation,
        "turn": trace.turn,
        "message": trace.turn.messages.first(),
        "trace": trace,
    }[model]
    pages = [
        reverse(f"admin:chat_{model}_changelist"),
        reverse(f"admin:chat_{model}_change", args=[row.pk]),
    ]
    reader, stranger = client_of("view_conversation"), client_of(f"change_{model}", "view_message")
    for page in pages:
        assert reader.get(page).status_code == 200
        assert stranger.get(page).status_code == 403
    assert client_of(superuser=True).post(pages[1], {}).status_code == 403
    assert "/chat/" not in stranger.get(reverse("admin:index")).content.decode()


def test_traces_are_filtered(trace: Trace) -> None:
    client, url = client_of("view_conversation"), reverse("admin:chat_trace_changelist")
    link = reverse("admin:chat_trace_change", args=[trace.pk])
    assert link in client.get(url, {"route": "SEARCH", "outcome": "answered"}).content.decode()
    assert link not in client.get(url, {"outcome": "asked"}).content.decode()


def test_lists_need_few_queries(trace: Trace, django_assert_max_num_queries: Any) -> None:
    conversation = trace.turn.conversation
    for _ in range(10):
        turn = Turn.objects.create(
            conversation=conversation, status="done", lease_expires_at=timezone.now()
        )
        Message.objects.create(conversation=conversation, turn=turn, role="user", text="질문")
        Trace.objects.create(turn=turn, route="SEARCH", outcome="asked")
    client = client_of("view_conversation")
    for model in ("conversation", "turn", "message", "trace"):
        with django_assert_max_num_queries(14):
            client.get(reverse(f"admin:chat_{model}_changelist"))


def test_a_conversation_is_read_whole(trace: Trace) -> None:
    url = reverse("admin:chat_conversation_change", args=[trace.turn.conversation_id])
    page = client_of("view_conversation").get(url).content.decode()
    assert "&lt;b&gt;우리&lt;/b&gt;" in page
    assert reverse("admin:chat_trace_change", args=[trace.pk]) in page
