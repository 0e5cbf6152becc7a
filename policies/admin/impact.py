"""The impact of a change in rows, the same before it is saved and in the audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from policies.services.impact import LABELS

_SHOWN = 50


@dataclass(frozen=True)
class ImpactRow:
    """One person whose verdict changes; verdicts as badge kind and as words."""

    name: str
    before: str
    before_label: str
    after: str
    after_label: str
    before_reasons: list[str]
    after_reasons: list[str]
    expected: str
    off: bool


@dataclass(frozen=True)
class ImpactView:
    """`total` people were tried; `more` changed beyond the rows shown; `off` are not judged as
    their case expects."""

    total: int
    changed: int
    counts: list[tuple[str, str, int]]
    rows: list[ImpactRow]
    more: int
    off: list[str]
    unread: list[str]


def impact_view(data: Mapping[str, Any] | None) -> ImpactView | None:
    """Rows of `Impact.to_data()`, also as the audit stores it; None where none was told."""
    if not data:
        return None
    changed = data.get("changed", [])
    moves = Counter((_label(each["before"]), _label(each["after"])) for each in changed)
    return ImpactView(
        total=data.get("total", 0),
        changed=len(changed),
        counts=[(before, after, count) for (before, after), count in moves.most_common()],
        rows=[_row(each) for each in changed[:_SHOWN]],
        more=max(0, len(changed) - _SHOWN),
        off=data.get("off", []),
        unread=data.get("unread", []),
    )


def _label(verdict: str) -> str:
    return LABELS.get(verdict, verdict)


def _row(each: Mapping[str, Any]) -> ImpactRow:
    expected = each.get("expected", "")
    return ImpactRow(
        each["name"],
        each["before"],
        _label(each["before"]),
        each["after"],
        _label(each["after"]),
        each["before_reasons"],
        each["after_reasons"],
        _label(expected) if expected else "",
        bool(expected) and each["after"] != expected,
    )
