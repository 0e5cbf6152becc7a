"""The chat page as the server renders it; what the script does is tested in a browser."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from chat.models import Conversation, Message, Turn

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script>"


def citation(**changes: Any) -> dict[str, Any]:
    made = {
        "ordinal": 1,
        "policy_id": str(uuid4()),
        "policy_name": "치매치료관리비",
        "section": "benefit",
        "section_label": "지원내용",
        "quote": "월 3만 원까지",
        "source_title": "복지로",
        "source_url": "https://www.bokjiro.go.kr/",
        "collected_on": "2026-06-12",
        "verified": True,
    }
    return {**made, **changes}


def card(**changes: Any) -> dict[str, Any]:
    lists = "reasons missing benefit application documents contacts".split()
    made = {
        "policy_id": str(uuid4()),
        "name": "치매치료관리비",
        "agency": "보건복지부",
        "region": "전국",
        "verdict": "likely",
        "verdict_label": "받을 가능성 높음",
        "basis_label": "자동 분석",
        "deadline": "",
        "apply_url": "",
        "detail_url": "",
        "collected_on": None,
        "year": None,
        "flip_on": None,
    }
    return {**made, **{name: [] for name in lists}, **changes}


def answer(**changes: Any) -> dict[str, Any]:
    names = "items next_steps notices citations suggestions understood".split()
    lists: dict[str, Any] = {name: [] for name in names}
    return {"conclusion": "받을 수 있어요. [1]", "ask": None, **lists, **changes}


@pytest.fixture
def user() -> User:
    return User.objects.create_user("owner@example.com")


@pytest.fixture
def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_with(
    client: Client,
    user: User,
    reply: dict[str, Any] | None,
    status: str = "done",
    text: str = "답",
) -> str:
    conversation = Conversation.objects.create(user=user)
    lease = timezone.now() + timedelta(minutes=1)
    turn = Turn.objects.create(conversation=conversation, status=status, lease_expires_at=lease)
    Message.objects.create(conversation=conversation, turn=turn, role="user", text=EVIL)
    if reply is not None:
        Message.objects.create(
            conversation=conversation, turn=turn, role="assistant", text=text, answer=reply
        )
    return client.get(f"/chat/{conversation.id}/").content.decode()


def test_new_page_has_the_box_and_no_inline_script(client: Client) -> None:
    page = client.get("/?q=장애인연금에 대해").content.decode()
    assert ">장애인연금에 대해</textarea>" in page
    assert 'data-testid="chat-send"' in page
    assert " style=" not in page
    assert " onclick=" not in page


def test_history_escapes_everything(signed_in: Client, user: User) -> None:
    evil = card(name=EVIL, agency=EVIL, contacts=[EVIL], apply_url="javascript:alert(1)")
    reply = answer(
        conclusion=EVIL, items=[evil], citations=[citation(quote=EVIL)], suggestions=[EVIL]
    )
    page = page_with(signed_in, user, reply)
    assert "<script>alert(1)" not in page
    assert "javascript:" not in page


def test_unverified_source_is_never_shown_as_passed(signed_in: Client, user: User) -> None:
    page = page_with(signed_in, user, answer(citations=[citation(verified=False)]))
    history = page.split("<template")[0]
    assert "확인하지 못함" in history
    assert "원문에서 확인했어요" not in history


def test_citation_leads_to_its_source_without_a_script(signed_in: Client, user: User) -> None:
    page = page_with(signed_in, user, answer(citations=[citation()]))
    anchor = page.split('href="#')[2].split('"')[0]
    assert f'id="{anchor}"' in page


def test_cards_after_the_third_are_folded(signed_in: Client, user: User) -> None:
    page = page_with(signed_in, user, answer(items=[card() for _ in range(5)]))
    history = page.split("<template")[0]
    assert history.count('data-testid="policy-card"') == 5
    assert '<span data-count="more">2</span>' in history


@pytest.mark.parametrize("status", ["failed", "interrupted", "cancelled"])
def test_a_turn_that_did_not_end_well_can_be_tried_again(
    status: str, signed_in: Client, user: User
) -> None:
    history = page_with(signed_in, user, None, status).split("<template")[0]
    assert 'data-testid="retry"' in history


def test_strangers_do_not_see_a_conversation(client: Client, user: User) -> None:
    conversation = Conversation.objects.create(user=user)
    assert client.get(f"/chat/{conversation.id}/").status_code == 404


WRITTEN = """신청 방법을 정리했어요.
신청 순서:
- 1. 방문하세요. [1]
- 2. 기다리세요.
준비 서류:
- <b>신분증</b> [1]
온라인 신청: https://www.bokjiro.go.kr/
129에 물어보세요."""


def test_an_answer_about_one_policy_is_shown_whole(signed_in: Client, user: User) -> None:
    reply = answer(
        conclusion="신청 방법을 정리했어요.",
        items=[card()],
        citations=[citation()],
        next_steps=["129에 물어보세요."],
    )
    history = page_with(signed_in, user, reply, text=WRITTEN).split("<template")[0]
    bubble = history.split('class="bubble written"')[1].split("</div>")[0]
    assert '<ul class="written__steps"><li>1. 방문하세요.' in bubble
    assert (
        '<p class="written__head">준비 서류:</p><ul class="written__list"><li>&lt;b&gt;' in bubble
    )
    assert bubble.count('data-testid="citation-link"') == 2
    assert 'href="https://www.bokjiro.go.kr/"' in bubble
    # The next step has a box of its own.
    assert history.count("129에 물어보세요.") == 1
    assert history.count("신청 방법을 정리했어요.") == 1


def test_a_list_of_many_policies_keeps_its_conclusion(signed_in: Client, user: User) -> None:
    reply = answer(conclusion="네 가지를 찾았어요.", items=[card() for _ in range(4)])
    text = "네 가지를 찾았어요.\n1. 첫째 — 확인 필요"
    history = page_with(signed_in, user, reply, text=text).split("<template")[0]
    assert "네 가지를 찾았어요." in history
    assert "1. 첫째" not in history


def test_a_card_asks_three_things_and_no_internal_key(signed_in: Client, user: User) -> None:
    keys = ["region", "sex", "assets", "tenure", "other.내부이름"]
    missing = [{"key": key, "question": f"{key} 물음?"} for key in keys[:4]]
    missing.append({"key": keys[4], "question": "「내부이름」에 해당하시나요?"})
    own = {"key": "other.당뇨처방", "question": "처방받으셨나요?"}
    items = [card(missing=missing), card(missing=[own])]
    history = page_with(signed_in, user, answer(items=items)).split("<template")[0]
    assert history.count('class="chip chip--question"') == 4
    assert '외 <span data-slot="missing_rest">1</span>가지' in history
    assert 'data-prompt="사는 곳은 "' in history
    assert "처방받으셨나요?" in history
    assert "내부이름" not in history
    assert "당뇨처방" not in history


def test_chat_pages_are_never_kept(signed_in: Client, user: User) -> None:
    conversation = Conversation.objects.create(user=user)
    for address in ("/", f"/chat/{conversation.id}/", "/chat/history/"):
        assert "no-store" in signed_in.get(address)["Cache-Control"]
    assert signed_in.head(f"/chat/{conversation.id}/")["X-Poly-Messages"] == "0"


def test_a_card_names_what_it_excludes_and_what_to_look_at(signed_in: Client, user: User) -> None:
    reason = "함께 알아보세요."
    other = {"id": str(uuid4()), "name": f"장애수당{EVIL}", "reason": reason, "quote": ""}
    look = {"id": str(uuid4()), "name": "기초연금", "reason": reason, "quote": ""}
    reply = answer(items=[card(exclusive=[other], related=[look])])
    page = page_with(signed_in, user, reply)
    # The second one is the empty card that the script fills.
    assert page.count("함께 받을 수 없어요</h5>") == 2
    assert f"/policies/{other['id']}/" in page
    assert f"/policies/{look['id']}/" in page
    assert EVIL not in page
    assert page_with(signed_in, user, answer(items=[card()])).count("받을 수 없어요</h5>") == 1
