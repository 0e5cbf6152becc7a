"""A change of an entry, field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from policies.models import VocabularyEntry, VocabularyRevision

_NOTHING = "없음"


@dataclass(frozen=True)
class ChangeRow:
    """What a field said before and says after; of words only those that came and went."""

    title: str
    before: str
    after: str


def change_rows(revision: VocabularyRevision) -> list[ChangeRow]:
    """The fields that a revision changed."""
    before, after = revision.before, revision.after
    names = [name for name in (after or before) if before.get(name) != after.get(name)]
    return [_row(name, before.get(name), after.get(name)) for name in names]


def _row(name: str, before: Any, after: Any) -> ChangeRow:
    field: Any = VocabularyEntry._meta.get_field(name)
    title = str(field.verbose_name)
    if isinstance(before or after, list):
        old, new = before or [], after or []
        gone = [word for word in old if word not in new]
        come = [word for word in new if word not in old]
        if gone or come:
            return ChangeRow(title, ", ".join(gone) or _NOTHING, ", ".join(come) or _NOTHING)
        return ChangeRow(title, ", ".join(old), ", ".join(new))
    return ChangeRow(title, _said(name, before), _said(name, after))


def _said(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "예" if value else "아니요"
    if name == "kind" and value:
        return str(VocabularyEntry.Kinds(value).label)
    return str(value) if value not in (None, "") else _NOTHING
