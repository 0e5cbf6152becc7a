"""The table: loading, caseworkers' changes, vectors."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from chat.errors import ToolCardInvalid
from chat.models import ToolCard, ToolCardRevision, ToolCardVector
from chat.tests.tool_cards.support import OFFICE, PENSION, make_cards
from chat.tool_cards.services import (
    tool_card_delete,
    tool_card_reset,
    tool_card_roll_back,
    tool_card_save,
    tool_cards_import,
    tool_cards_load,
)
from chat.tool_cards.transfer import cards_json, cards_read, cards_yaml, shipped_cards
from chat.tool_cards.types import NO_TOOL
from chat.tool_cards.vectors import tool_cards_embed
from policies.errors import EmbedderUnavailable
from policies.models import DataVersion
from policies.retrieval.embedders import LocalEmbedder
from policies.tests.admin_support import superuser

pytestmark = pytest.mark.django_db


def version() -> int:
    row = DataVersion.objects.filter(group="tool_cards").first()
    return row.number if row else 0


def test_shipped_cards_are_sound_and_point_to_each_other() -> None:
    tool_cards_load()
    names = {card.name for card in shipped_cards()}
    assert NO_TOOL in names
    for row in ToolCard.objects.all():
        row_card = row.as_card()
        assert {one.tool for one in row_card.when_not_to_use} <= names
        assert row.name == NO_TOOL or 8 <= len(row_card.when_to_use) <= 120
        row.tags = [*row.tags, "새 꼬리표"]
        assert tool_card_save(row=row, user=None), row.name


def test_loading_is_safe_to_repeat_and_keeps_what_caseworkers_did() -> None:
    out = StringIO()
    call_command("load_tool_cards", "--no-embed", stdout=out)
    assert f"새로 {len(shipped_cards())}" in out.getvalue()
    assert version() == 1
    assert tool_cards_load()["unchanged"] == len(shipped_cards())
    assert version() == 1
    edited = ToolCard.objects.get(name=OFFICE)
    edited.purpose = "담당자가 고친 글"
    tool_card_save(row=edited, user=None)
    ToolCard.objects.filter(name=PENSION).update(purpose="옛 글")
    ToolCard.objects.create(name="gone_tool", purpose="옛 도구", origin="shipped")
    own = ToolCard(name="own_tool", purpose="담당자의 도구", when_to_use=["이걸 해 줘"])
    tool_card_save(row=own, user=None)
    counts = tool_cards_load()
    assert counts == Counter(kept=1, changed=1, removed=1, unchanged=len(shipped_cards()) - 2)
    edited.refresh_from_db()
    assert (edited.purpose, edited.origin) == ("담당자가 고친 글", "edited")
    assert ToolCard.objects.filter(name="own_tool", origin="added").exists()


def test_only_changed_texts_are_embedded(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = make_cards()
    texts: list[str] = []
    passages = LocalEmbedder.passages

    def counted(self: LocalEmbedder, batch: Any) -> Any:
        texts.extend(batch)
        return passages(self, batch)

    monkeypatch.setattr(LocalEmbedder, "passages", counted)
    assert tool_cards_embed() == 0
    row = rows[OFFICE]
    gone = row.when_to_use[0]
    row.when_to_use = [*row.when_to_use[1:], "어느 창구로 가야 하죠"]
    tool_card_save(row=row, user=None)
    assert not row.vectors.filter(text=gone).exists()
    assert tool_cards_embed() == 1
    assert texts == ["어느 창구로 가야 하죠"]
    assert row.vectors.count() == len(list(row.as_card().texts()))


def test_names_of_programmes_and_numbers_are_not_embedded() -> None:
    make_cards()
    texts = set(ToolCardVector.objects.values_list("text", flat=True))
    assert "그 제도 저는 얼마 받아요" in texts
    assert not any("기초연금 저는" in text for text in texts)


def test_a_saved_card_is_embedded_after_the_commit_even_if_the_model_fails(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def fail(self: LocalEmbedder, batch: Any) -> Any:
        raise EmbedderUnavailable("고장")

    with monkeypatch.context() as patch:
        patch.setattr(LocalEmbedder, "passages", fail)
        with django_capture_on_commit_callbacks(execute=True):
            make_cards(embed=False)
    assert not ToolCardVector.objects.exists()
    assert tool_cards_embed() == ToolCardVector.objects.count() > 0


def test_history_roll_back_and_reset() -> None:
    tool_cards_load()
    user = superuser()
    row = ToolCard.objects.get(name=OFFICE)
    shipped = row.as_card()
    row.active = False
    assert tool_card_save(row=row, user=user, reason="잠시 끔")
    assert not tool_card_save(row=row, user=user)
    row.purpose = "다른 글"
    tool_card_save(row=row, user=user)
    first = ToolCardRevision.objects.get(reason="잠시 끔")
    assert (first.user, first.before["active"], first.after["active"]) == (user, True, False)
    assert tool_card_roll_back(revision=first, user=user)
    row.refresh_from_db()
    assert (row.as_card(), row.active, row.origin) == (shipped, True, "edited")
    assert tool_card_reset(row=row, user=user)
    assert not tool_card_reset(row=row, user=user)
    row.refresh_from_db()
    assert row.origin == "shipped"
    assert ToolCardRevision.objects.count() == 4


def test_the_first_revision_and_shipped_cards_are_guarded() -> None:
    tool_cards_load()
    own = ToolCard(name="own_tool", purpose="글", when_to_use=["이걸 해 줘"])
    tool_card_save(row=own, user=None)
    made = ToolCardRevision.objects.get(name="own_tool")
    with pytest.raises(ToolCardInvalid, match="되돌릴 수 없습니다"):
        tool_card_roll_back(revision=made, user=None)
    tool_card_delete(row=own, user=None)
    assert ToolCardRevision.objects.filter(name="own_tool", card=None).count() == 2
    with pytest.raises(ToolCardInvalid, match="지울 수 없습니다"):
        tool_card_delete(row=ToolCard.objects.get(name=OFFICE), user=None)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": "이름"}, "영어 소문자"),
        ({"purpose": " "}, "하는 일을"),
        ({"purpose": "가" * 301}, "300자"),
        ({"when_to_use": []}, "하나 이상"),
        ({"when_to_use": ["같은 말", "같은말?"]}, "두 번"),
        ({"when_to_use": ["어디서 신청해요?"]}, "‘application_office’에 이미"),
        ({"when_not_to_use": [{"text": "글", "tool": "없는_도구"}]}, "찾을 수 없습니다"),
        ({"when_not_to_use": [{"text": "글", "tool": "own_tool"}]}, "자신을"),
        ({"when_not_to_use": [{"text": " ", "tool": OFFICE}]}, "빈 줄"),
        ({"tags": ["가" * 41]}, "40자"),
    ],
)
def test_wrong_cards_are_refused_in_korean(fields: dict[str, Any], words: str) -> None:
    make_cards(embed=False)
    values = {"name": "own_tool", "purpose": "글", "when_to_use": ["새로운 말이에요"]}
    with pytest.raises(ToolCardInvalid) as refused:
        tool_card_save(row=ToolCard(**{**values, **fields}), user=None)
    assert words in str(refused.value)
    assert ToolCard.objects.count() == 4


@pytest.mark.parametrize("write", [cards_yaml, cards_json])
def test_what_goes_out_comes_in_again(write: Any) -> None:
    cards = list(shipped_cards())
    assert cards_read(write(cards)) == cards
    tool_cards_load()
    assert tool_cards_import(cards=cards_read(write(cards)), user=None) == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "하나씩 있는 파일"),
        ("[1, 2]", "하나씩 있는 파일"),
        ("a: {", "읽을 수 없습니다"),
        ("tool: {purpose: 글, weight: 3}", "모르는 항목"),
        ("tool: {when_to_use: 글}", "목록"),
        ("tool: {when_to_use: [1]}", "글이 아닌"),
        ("tool: {when_not_to_use: [글]}", "text 와 tool"),
    ],
)
def test_wrong_files_are_refused_in_korean(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        cards_read(text)


def test_an_import_is_all_or_nothing() -> None:
    make_cards(embed=False)
    text = (
        "own_tool: {purpose: 글, when_to_use: [새로운 말이에요]}\n"
        "other_tool: {purpose: '', when_to_use: [또 다른 말]}\n"
    )
    with pytest.raises(ToolCardInvalid, match="other_tool"):
        tool_cards_import(cards=cards_read(text), user=None)
    assert not ToolCard.objects.filter(name="own_tool").exists()
