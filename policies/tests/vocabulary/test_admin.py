"""The pages on which caseworkers keep the vocabulary."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from policies.models import VocabularyEntry, VocabularyRevision
from policies.services.vocabulary import vocabulary_load
from policies.tests.admin_support import client_of, staff, superuser
from policies.tests.records import load_texts

pytestmark = pytest.mark.django_db
LIST = "admin:policies_vocabularyentry_changelist"
CHANGE = "admin:policies_vocabularyentry_change"
ADD = reverse("admin:policies_vocabularyentry_add")
TRY = reverse("admin:policies_vocabularyentry_try")


def form(**changes: Any) -> dict[str, Any]:
    """The form of a new entry as a browser sends it."""
    data = {
        "said": "깡통 계좌\n깡통계좌임\n",
        "official": "소득인정액",
        "kind": "lay",
        "weight": "0.6",
        "active": "on",
        "not_before": "",
        "not_after": "",
        "needs": "",
        "codes": "",
        "note": "창구에서 들은 말",
    }
    return {**data, **changes}


def test_an_entry_is_added_changed_and_its_history_shown() -> None:
    client = client_of(superuser())
    assert client.post(ADD, form()).status_code == 302
    row = VocabularyEntry.objects.get()
    assert (row.key, row.said) == ("own-1", ["깡통 계좌", "깡통계좌임"])
    url = reverse(CHANGE, args=[row.pk])
    assert client.post(url, form(official="소득인정액\n재산기준")).status_code == 302
    row.refresh_from_db()
    assert row.official == ["소득인정액", "재산기준"]
    page = client.get(url).content.decode()
    assert "재산기준" in page
    assert "고치기 전" in page
    assert "admin@example.com" in page


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"said": ""}, "사람들이 하는 말을 하나 이상"),
        ({"official": ""}, "공식 용어를 하나 이상"),
        ({"said": "뿅"}, "한 글자여서"),
        ({"said": "소득인정액"}, "공식 용어와 같아서"),
        ({"said": "병원비"}, "이미 있습니다"),
        ({"weight": "3"}, "무게는 0보다 크고"),
    ],
)
def test_faults_are_said_at_their_field(changes: dict[str, Any], text: str) -> None:
    vocabulary_load()
    before = VocabularyEntry.objects.count()
    answer = client_of(superuser()).post(ADD, form(**changes))
    assert answer.status_code == 200
    assert text in answer.content.decode()
    assert VocabularyEntry.objects.count() == before


def test_the_list_finds_by_word_term_and_code() -> None:
    vocabulary_load()
    client = client_of(superuser())
    for query, term in (
        ("방세", "주거급여"),
        ("에너지바우처", "전기요금"),
        ("E10-E14", "당뇨병"),
    ):
        page = client.get(reverse(LIST), {"q": query}).content.decode()
        assert term in page, query
    assert "시험해 보기" in client.get(reverse(LIST)).content.decode()


def test_shipped_entries_are_switched_off_not_deleted() -> None:
    vocabulary_load()
    client = client_of(superuser())
    row = VocabularyEntry.objects.get(key="rent")
    delete = reverse("admin:policies_vocabularyentry_delete", args=[row.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    client.post(reverse(LIST), chosen)
    assert VocabularyEntry.objects.filter(pk=row.pk).exists()


def test_an_edited_entry_is_put_back() -> None:
    vocabulary_load()
    client = client_of(superuser())
    row = VocabularyEntry.objects.get(key="laundry")
    data = form(said="\n".join(row.said), official="엉뚱한 말", kind=row.kind)
    assert client.post(reverse(CHANGE, args=[row.pk]), data).status_code == 302
    row.refresh_from_db()
    assert row.edited
    chosen = {"action": "reset_to_shipped", "_selected_action": [row.pk]}
    page = client.post(reverse(LIST), chosen, follow=True).content.decode()
    assert "1개를 기본 제공 내용으로" in page
    row.refresh_from_db()
    assert "세탁서비스" in row.official
    assert VocabularyRevision.objects.count() == 2


def test_chosen_entries_are_exported() -> None:
    vocabulary_load()
    row = VocabularyEntry.objects.get(key="rent")
    chosen = {"action": "export_yaml", "_selected_action": [row.pk]}
    answer = client_of(superuser()).post(reverse(LIST), chosen)
    assert "attachment" in answer["Content-Disposition"]
    assert "방세" in answer.content.decode()


def test_a_question_shows_its_entries_and_both_lists() -> None:
    load_texts({"주거급여": "임차료를 드립니다.", "기초연금": "어르신께 매달 연금을 드립니다."})
    vocabulary_load()
    client = client_of(staff("policies.view_vocabularyentry"))
    page = client.get(TRY, {"q": "방세가 밀렸는데 <b>어째요</b>"}).content.decode()
    row = VocabularyEntry.objects.get(key="rent-arrears")
    assert reverse(CHANGE, args=[row.pk]) in page
    assert "임차료" in page
    assert "어휘를 쓸 때" in page
    assert "어휘를 쓰지 않을 때" in page
    assert "주거급여" in page
    assert "<b>어째요</b>" not in page


@pytest.mark.parametrize(
    ("question", "text"),
    [("", "질문을 적어 주세요"), ("가" * 301, "300자까지"), ("오늘 뭐", "맞는 어휘가 없습니다")],
)
def test_odd_questions_are_answered(question: str, text: str) -> None:
    page = client_of(superuser()).get(TRY, {"q": question}).content.decode()
    assert text in page


def test_the_trial_is_for_those_who_may_see() -> None:
    assert client_of(staff()).get(TRY).status_code == 403
