"""The pages on which caseworkers keep the tool cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from chat.models import ToolCard, ToolCardRevision
from chat.tests.tool_cards.support import OFFICE, PENSION, UNEMPLOYMENT, make_cards, registered
from chat.tool_cards.services import tool_cards_load
from policies.tests.admin_support import client_of, staff, superuser

pytestmark = pytest.mark.django_db
LIST = reverse("admin:chat_toolcard_changelist")
ADD = reverse("admin:chat_toolcard_add")
TRY = reverse("admin:chat_toolcard_try")
RECALL = reverse("admin:chat_toolcard_recall")
IMPORT = reverse("admin:chat_toolcard_import")


@pytest.fixture(autouse=True)
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    registered(monkeypatch, OFFICE, PENSION)


def change(row: ToolCard) -> str:
    return reverse("admin:chat_toolcard_change", args=[row.pk])


def form(row: ToolCard, **changes: Any) -> dict[str, Any]:
    """The form of a card as a browser sends it."""
    data = {
        "name": row.name,
        "purpose": row.purpose,
        "active": "on",
        "when_to_use": "\n".join(row.when_to_use),
        "when_not_to_use": "",
        "tags": "\n".join(row.tags),
        "reason": "창구에서 들은 말",
    }
    return {**data, **changes}


def test_the_list_shows_states_and_vectors() -> None:
    make_cards()
    page = client_of(superuser()).get(LIST).content.decode()
    for text in ("사용", "도구 없음", "도구를 쓰지 않을 말", "3문장", "담당자 추가"):
        assert text in page
    assert client_of(staff()).get(LIST).status_code == 403


def test_a_card_is_saved_indexed_confirmed_and_put_back(
    django_capture_on_commit_callbacks: Any,
) -> None:
    row = make_cards()[OFFICE]
    client = client_of(superuser())
    data = form(row, purpose="새 글", when_not_to_use=f"금액을 물을 때 | {PENSION}")
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(change(row), data).status_code == 302
    row.refresh_from_db()
    assert row.when_not_to_use == [{"text": "금액을 물을 때", "tool": PENSION}]
    assert row.vectors.filter(text="새 글").exists()
    page = client.get(change(row)).content.decode()
    for text in ("창구에서 들은 말", "이 변경 앞으로", "상대 카드에는", "admin@example.com"):
        assert text in page
    revision = ToolCardRevision.objects.filter(name=OFFICE).latest("pk")
    url = reverse("admin:chat_toolcard_roll_back", args=[row.pk, revision.pk])
    assert client.get(url).status_code == 403
    assert client.post(url).status_code == 302
    row.refresh_from_db()
    assert row.purpose.startswith("정책을 신청하거나")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"purpose": ""}, "필수"),
        ({"when_to_use": ""}, "하나 이상"),
        ({"when_not_to_use": "금액을 물을 때"}, "도구 이름’이 없습니다"),
        ({"when_not_to_use": "글 | nothing"}, "찾을 수 없습니다"),
        ({"when_to_use": "기초연금 저는 얼마 받아요"}, "이미 있습니다"),
    ],
)
def test_faults_are_said_at_their_field(changes: dict[str, Any], text: str) -> None:
    row = make_cards(embed=False)[OFFICE]
    answer = client_of(superuser()).post(change(row), form(row, **changes))
    assert answer.status_code == 200
    assert text in answer.content.decode()


def test_cards_are_switched_and_reset_by_actions() -> None:
    tool_cards_load()
    client = client_of(superuser())
    row = ToolCard.objects.get(name=OFFICE)

    def act(name: str) -> str:
        chosen = {"action": name, "_selected_action": [row.pk]}
        return str(client.post(LIST, chosen, follow=True).content.decode())

    assert "1장을 껐습니다" in act("switch_off")
    row.refresh_from_db()
    assert (row.active, row.origin) == (False, "edited")
    assert "1장을 기본 제공" in act("reset_to_shipped")
    row.refresh_from_db()
    assert (row.active, row.origin) == (True, "shipped")
    delete = reverse("admin:chat_toolcard_delete", args=[row.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403


def test_a_question_is_tried_with_scores_texts_and_rule() -> None:
    make_cards()
    client = client_of(staff("chat.view_toolcard"))
    page = client.get(TRY, {"q": "저는 기초연금 <b>얼마</b> 받아요"}).content.decode()
    assert "기초연금 예상액을 물으셨습니다." in page
    assert PENSION in page
    assert UNEMPLOYMENT not in page
    assert "<b>얼마</b>" not in page
    assert "도구를 부르지 않습니다." in client.get(TRY, {"q": "안녕하세요"}).content.decode()
    assert "질문을 적어 주세요" in client.get(TRY, {"q": ""}).content.decode()
    assert client_of(staff(email="other@example.com")).get(TRY).status_code == 403


def test_a_batch_gives_recall_and_advice() -> None:
    make_cards()
    client = client_of(superuser())
    rows = [
        {"utterance": "접수하는 데가 어디예요 알려 주세요", "tool": OFFICE},
        {"utterance": "문의할 번호가 궁금해요", "tool": PENSION},
        {"utterance": "안녕하세요", "tool": PENSION},
    ]
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    page = client.post(RECALL, {"text": text}).content.decode()
    for part in ("33.3%", "66.7%", f"‘{PENSION}’ 카드의 ‘쓸 때’", "아무 도구도 제안하지"):
        assert part in page
    upload = SimpleUploadedFile("rows.jsonl", text.encode())
    assert "33.3%" in client.post(RECALL, {"file": upload}).content.decode()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "한 줄에 하나씩"),
        ("{", "1번째 줄을 JSON으로"),
        ('{"utterance": "말"}', "1번째 줄에 utterance"),
    ],
)
def test_wrong_batches_are_refused(text: str, words: str) -> None:
    assert words in client_of(superuser()).post(RECALL, {"text": text}).content.decode()


def test_cards_go_out_and_come_in() -> None:
    rows = make_cards(embed=False)
    client = client_of(superuser())
    old = "어디서 신청해요"
    for kind in ("yaml", "json"):
        chosen = {"action": f"export_{kind}", "_selected_action": [rows[OFFICE].pk]}
        answer = client.post(LIST, chosen)
        assert f"tool_cards.{kind}" in answer["Content-Disposition"]
        text = answer.content.decode().replace(old, f"{kind} 어디서 하나요")
        page = client.post(IMPORT, {"text": text, "reason": "옮김"}, follow=True).content.decode()
        assert "카드 1장을 바꾸었습니다" in page
        rows[OFFICE].refresh_from_db()
        old = f"{kind} 어디서 하나요"
        assert old in rows[OFFICE].when_to_use
    assert ToolCardRevision.objects.filter(reason="옮김").count() == 2
    assert "모르는 항목" in client.post(IMPORT, {"text": "a: {b: 1}"}).content.decode()
    viewer = client_of(staff("chat.view_toolcard"))
    assert viewer.get(IMPORT).status_code == 403
