"""The audit of a policy's rules in rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from policies.models import Policy, RuleRevision

_SHOWN = 50
NOBODY = "자동"


@dataclass(frozen=True)
class HistoryRow:
    pk: int
    when: datetime
    action: str
    kind: str
    who: str
    reason: str
    changed: int | None


def history_rows(policy: Policy) -> list[HistoryRow]:
    """The latest entries, newest first; `changed` people of the impact, None without one."""
    entries = policy.rule_revisions.select_related("user").defer("before", "after")
    return [_row(entry) for entry in entries[:_SHOWN]]


def who(entry: RuleRevision) -> str:
    return str(entry.user) if entry.user else NOBODY


def _row(entry: RuleRevision) -> HistoryRow:
    return HistoryRow(
        entry.pk,
        entry.created_at,
        entry.get_action_display(),
        entry.action,
        who(entry),
        entry.reason,
        len(entry.impact.get("changed", [])) if entry.impact else None,
    )
