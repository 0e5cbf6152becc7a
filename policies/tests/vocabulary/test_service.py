"""The table: loading, caseworkers' changes, and who reads them when."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
import yaml
from django.core.management import call_command

from policies.errors import VocabularyInvalid
from policies.models import DataVersion, VocabularyEntry, VocabularyRevision
from policies.services.vocabulary import (
    vocabulary_entry_delete,
    vocabulary_entry_reset,
    vocabulary_entry_save,
    vocabulary_load,
    vocabulary_yaml,
)
from policies.tests.admin_support import superuser
from policies.vocab.expand import diseases_in, expansions
from policies.vocab.shipped import entry_of, shipped_entries

pytestmark = pytest.mark.django_db


def own(**fields: Any) -> VocabularyEntry:
    values = {"said": ["깡통 계좌"], "official": ["소득인정액"], "kind": "lay"}
    return VocabularyEntry(**{**values, **fields})


def terms(text: str) -> set[str]:
    return {term for one in expansions(text) for term in one.official}


def version() -> int:
    row = DataVersion.objects.filter(group="vocabulary").first()
    return row.number if row else 0


def test_before_the_first_load_the_files_count() -> None:
    assert not VocabularyEntry.objects.exists()
    assert "의료비" in terms("병원비")
    assert [one.name for one in diseases_in("혈압약 먹고 E11도 있대요")] == [
        "고혈압",
        "제2형 당뇨병",
    ]


def test_loading_is_safe_to_repeat() -> None:
    first = vocabulary_load()
    assert first["created"] == len(shipped_entries()) == VocabularyEntry.objects.count()
    assert version() == 1
    again = vocabulary_load()
    assert again["unchanged"] == first["created"]
    assert version() == 1
    rows = {row.key: row.as_entry() for row in VocabularyEntry.objects.all()}
    assert rows == {entry.key: entry for entry in shipped_entries()}


def test_loading_keeps_what_caseworkers_did_and_brings_the_rest_up_to_date() -> None:
    vocabulary_load()
    edited, stale = VocabularyEntry.objects.filter(key__in=["medical-cost", "rent"])
    edited.official = ["진료비 지원"]
    vocabulary_entry_save(row=edited, user=None)
    VocabularyEntry.objects.filter(pk=stale.pk).update(official=["옛말"])
    gone = VocabularyEntry.objects.create(key="gone", said=["옛날말"], official=["옛"])
    VocabularyEntry.objects.filter(pk=gone.pk).update(origin="shipped")
    vocabulary_entry_save(row=own(), user=None)
    counts = vocabulary_load()
    assert (counts["kept"], counts["changed"], counts["removed"]) == (1, 1, 1)
    edited.refresh_from_db()
    stale.refresh_from_db()
    assert edited.official == ["진료비 지원"]
    assert stale.official != ["옛말"]
    assert VocabularyEntry.objects.filter(key="own-1").exists()


def test_the_command_says_what_it_did() -> None:
    out = StringIO()
    call_command("load_vocabulary", stdout=out)
    assert f"새로 {len(shipped_entries())}" in out.getvalue()


def test_a_saved_entry_is_read_at_once_and_its_history_kept() -> None:
    vocabulary_load()
    assert "소득인정액" not in terms("깡통 계좌예요")
    user = superuser()
    row = vocabulary_entry_save(row=own(), user=user)
    assert (row.key, row.origin, row.edited) == ("own-1", "caseworker", False)
    assert "소득인정액" in terms("깡통 계좌예요")
    assert version() == 2
    row.active = False
    vocabulary_entry_save(row=row, user=user)
    assert "소득인정액" not in terms("깡통 계좌예요")
    revision = VocabularyRevision.objects.first()
    assert revision is not None
    assert (revision.user, revision.before["active"], revision.after["active"]) == (
        user,
        True,
        False,
    )
    vocabulary_entry_save(row=row, user=user)
    assert VocabularyRevision.objects.count() == 2
    assert version() == 3


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"said": []}, "하나 이상"),
        ({"official": []}, "공식 용어를 하나 이상"),
        ({"said": ["병원비"]}, "이미 있습니다"),
        ({"said": ["병 원비"]}, "이미 있습니다"),
        ({"said": ["깡통", "깡 통"]}, "두 번"),
        ({"official": ["급여", "급 여"]}, "두 번"),
        ({"said": ["소득인정액"]}, "공식 용어와 같아서"),
        ({"said": ["뿅"]}, "한 글자"),
        ({"said": ["(깡통|"]}, "기호"),
        ({"said": ["가" * 101]}, "100자"),
        ({"weight": 0}, "무게"),
        ({"weight": 1.2}, "무게"),
        ({"codes": ["E1"]}, "질병분류기호"),
        ({"needs": [" "]}, "빈 낱말"),
    ],
)
def test_wrong_entries_are_refused_in_korean(fields: dict[str, Any], words: str) -> None:
    vocabulary_load()
    with pytest.raises(VocabularyInvalid) as refused:
        vocabulary_entry_save(row=own(**fields), user=None)
    assert words in str(refused.value)
    assert not VocabularyRevision.objects.exists()
    assert version() == 1


def test_one_syllable_needs_a_guard_and_codes_need_no_words() -> None:
    vocabulary_entry_save(row=own(said=["뿅"], word=True), user=None)
    vocabulary_entry_save(row=own(said=[], official=["모르는 병"], codes=["Z99"]), user=None)
    assert "모르는 병" in terms("Z99래요")


def test_an_inactive_entry_takes_no_words_from_others() -> None:
    vocabulary_load()
    VocabularyEntry.objects.filter(key="medical-cost").update(active=False)
    assert vocabulary_entry_save(row=own(said=["병원비"]), user=None).pk


def test_shipped_entries_are_reset_and_not_deleted() -> None:
    vocabulary_load()
    row = VocabularyEntry.objects.get(key="rent")
    with pytest.raises(VocabularyInvalid, match="지울 수 없습니다"):
        vocabulary_entry_delete(row=row, user=None)
    assert not vocabulary_entry_reset(row=row, user=None)
    shipped = row.as_entry()
    row.official, row.active = ["엉뚱한 말"], False
    vocabulary_entry_save(row=row, user=None)
    assert row.edited
    assert vocabulary_entry_reset(row=row, user=None)
    row.refresh_from_db()
    assert (row.as_entry(), row.active, row.edited) == (shipped, True, False)


def test_an_own_entry_is_deleted_with_a_trace() -> None:
    row = vocabulary_entry_save(row=own(), user=None)
    vocabulary_entry_delete(row=row, user=None)
    last = VocabularyRevision.objects.first()
    assert last is not None
    assert (last.key, last.entry, last.after) == ("own-1", None, {})
    assert terms("깡통 계좌") == set()


def test_an_export_is_a_file_of_the_repository() -> None:
    vocabulary_load()
    rows = VocabularyEntry.objects.filter(codes=[]).exclude(key__startswith="disease-")
    data = yaml.safe_load(vocabulary_yaml(rows=rows))
    back = {
        key: entry_of(key, {k: v for k, v in one.items() if k != "codes"})
        for key, one in data.items()
    }
    assert back == {row.key: row.as_entry() for row in rows}
