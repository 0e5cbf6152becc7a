"""A change of a card, field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chat.models import ToolCard, ToolCardRevision

_NOTHING = "없음"


@dataclass(frozen=True)
class ChangeRow:
    """What a field said before and says after; of lists only the lines that came and went."""

    title: str
    before: list[str]
    after: list[str]


def change_rows(revision: ToolCardRevision) -> list[ChangeRow]:
    """The fields that a revision changed."""
    before, after = revision.before, revision.after
    names = [name for name in (after or before) if before.get(name) != after.get(name)]
    return [_row(name, before.get(name), after.get(name)) for name in names]


def _row(name: str, before: Any, after: Any) -> ChangeRow:
    field: Any = ToolCard._meta.get_field(name)
    old, new = _lines(before), _lines(after)
    gone = [line for line in old if line not in new]
    come = [line for line in new if line not in old]
    if not gone and not come:
        gone, come = old, new
    return ChangeRow(str(field.verbose_name), gone or [_NOTHING], come or [_NOTHING])


def _lines(value: Any) -> list[str]:
    if isinstance(value, bool):
        return ["예" if value else "아니요"]
    if isinstance(value, list):
        return [f"{one['text']} | {one['tool']}" if isinstance(one, dict) else one for one in value]
    return [str(value)] if value else []
