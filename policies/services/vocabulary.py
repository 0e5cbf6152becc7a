"""Vocabulary: loading what is shipped, and what caseworkers change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import yaml
from django.db import transaction

from accounts.models import User
from policies.errors import VocabularyInvalid
from policies.models import VocabularyEntry, VocabularyRevision
from policies.services.versions import data_version_bump
from policies.vocab.check import entry_problems
from policies.vocab.forms import flat_forms
from policies.vocab.live import GROUP
from policies.vocab.shipped import shipped_entries
from policies.vocab.types import Entry

WORDS = ("said", "official", "not_before", "not_after", "needs", "codes")
FIELDS = (*WORDS, "kind", "weight", "word")
KEPT = (*FIELDS, "active", "note")
OWN = "own-"


@transaction.atomic
def vocabulary_load() -> Counter[str]:
    """Shipped entries into the table by key; counts by outcome.

    What a caseworker edited stays. Entries that are shipped no more go, unless edited. The data
    version moves only when something changed.
    """
    counts: Counter[str] = Counter()
    rows = {row.key: row for row in VocabularyEntry.objects.select_for_update()}
    new: list[VocabularyEntry] = []
    for entry in shipped_entries():
        row = rows.pop(entry.key, None)
        if row is None:
            new.append(VocabularyEntry(key=entry.key, origin=VocabularyEntry.Origin.SHIPPED))
            _put(new[-1], entry)
        else:
            counts[_update(entry, row)] += 1
    VocabularyEntry.objects.bulk_create(new)
    gone = [
        row.pk
        for row in rows.values()
        if row.origin == VocabularyEntry.Origin.SHIPPED and not row.edited
    ]
    VocabularyEntry.objects.filter(pk__in=gone).delete()
    counts["created"], counts["removed"] = len(new), len(gone)
    if counts["created"] or counts["changed"] or counts["removed"]:
        data_version_bump(group=GROUP)
    return counts


def _update(entry: Entry, row: VocabularyEntry) -> str:
    if row.edited or row.origin != VocabularyEntry.Origin.SHIPPED:
        return "kept"
    if row.as_entry() == entry:
        return "unchanged"
    _put(row, entry)
    row.save()
    return "changed"


def _put(row: VocabularyEntry, entry: Entry) -> None:
    for field in FIELDS:
        value = getattr(entry, field)
        setattr(row, field, list(value) if field in WORDS else value)


def vocabulary_problems(*, row: VocabularyEntry) -> dict[str, list[str]]:
    """Field → Korean sentences on what keeps an entry from being saved."""
    others = VocabularyEntry.objects.filter(active=True).exclude(pk=row.pk)
    taken = {flat: str(other) for other in others for flat in flat_forms(other.said)}
    return entry_problems(row.as_entry(), taken if row.active else {})


@transaction.atomic
def vocabulary_entry_save(*, row: VocabularyEntry, user: User | None) -> VocabularyEntry:
    """Store an entry as a caseworker left it, with its revision; readers see it at once.

    Raises VocabularyInvalid.
    """
    if problems := vocabulary_problems(row=row):
        raise VocabularyInvalid(problems)
    old = VocabularyEntry.objects.select_for_update().filter(pk=row.pk).first()
    before = entry_fields(old) if old else {}
    if old is None:
        row.origin = VocabularyEntry.Origin.CASEWORKER
        row.key = row.key or next_key()
    after = entry_fields(row)
    if after == before:
        return row
    row.edited = row.origin == VocabularyEntry.Origin.SHIPPED
    row.save()
    _revised(row, before, after, user)
    return row


@transaction.atomic
def vocabulary_entry_delete(*, row: VocabularyEntry, user: User | None) -> None:
    """Take out an entry that a caseworker added. Raises VocabularyInvalid for a shipped one,
    which the next loading would bring back: it is switched off instead."""
    if row.origin == VocabularyEntry.Origin.SHIPPED:
        text = "기본 제공 어휘는 지울 수 없습니다. ‘사용’을 꺼 주세요."
        raise VocabularyInvalid({"active": [text]})
    _revised(row, entry_fields(row), {}, user)
    row.delete()


@transaction.atomic
def vocabulary_entry_reset(*, row: VocabularyEntry, user: User | None) -> bool:
    """Put a shipped entry back to what is shipped; False where there is nothing to put back."""
    entry = next((one for one in shipped_entries() if one.key == row.key), None)
    if entry is None or not row.edited:
        return False
    before = entry_fields(row)
    _put(row, entry)
    row.active, row.edited = True, False
    if problems := vocabulary_problems(row=row):
        raise VocabularyInvalid(problems)
    row.save()
    _revised(row, before, entry_fields(row), user)
    return True


def entry_fields(row: VocabularyEntry) -> dict[str, Any]:
    """What a revision keeps of an entry."""
    return {field: getattr(row, field) for field in KEPT}


def next_key() -> str:
    """Key of the next entry that a caseworker adds."""
    keys = VocabularyEntry.objects.filter(key__startswith=OWN).values_list("key", flat=True)
    numbers = [int(key.removeprefix(OWN)) for key in keys if key.removeprefix(OWN).isdecimal()]
    return f"{OWN}{max(numbers, default=0) + 1}"


def _revised(
    row: VocabularyEntry, before: dict[str, Any], after: dict[str, Any], user: User | None
) -> None:
    VocabularyRevision.objects.create(entry=row, key=row.key, before=before, after=after, user=user)
    data_version_bump(group=GROUP)


def vocabulary_yaml(*, rows: Iterable[VocabularyEntry]) -> str:
    """Entries in the form of the files of the repository, without what is the default."""
    data = {row.key: _yaml_fields(row) for row in rows}
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100)


def _yaml_fields(row: VocabularyEntry) -> dict[str, Any]:
    values = {field: getattr(row, field) for field in FIELDS}
    plain = VocabularyEntry()
    return {
        field: value
        for field, value in values.items()
        if field in ("said", "official") or value != getattr(plain, field)
    }
