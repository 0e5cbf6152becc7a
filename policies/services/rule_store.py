"""Storing of rules as they are read: what a machine may replace, and what waits beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction

from policies.eligibility.digest import rule_digest
from policies.models import (
    EligibilityRule,
    Policy,
    PolicyVersion,
    RuleAction,
    RuleRevision,
    RuleStatus,
)
from policies.services.rule_audit import revision_made, rule_derive

# What a new reading of the same conditions may move.
_READ = (
    "version_id",
    "tree",
    "digest",
    "min_age_months",
    "max_age_months",
    "sex",
    "unparsed",
    "confidence",
    "status",
    "note",
)
_MOVED = [name.removesuffix("_id") for name in _READ]
_SOURCE_CHANGED = (
    "원문이 버전 {new}(으)로 바뀌었습니다. 버전 {old}에서 확인한 규칙을 그대로 적용합니다."
)


@dataclass(frozen=True)
class RuleReading:
    """What was read from `version` of `policy`. `tree` None: it has no rule (any more)."""

    policy: Policy
    version: PolicyVersion
    tree: dict[str, Any] | None
    certain: bool
    unparsed: list[dict[str, Any]] = field(default_factory=list)
    confidence: float | None = None
    note: str = ""


def rule_store(
    *,
    policy: Policy,
    version: PolicyVersion,
    tree: dict[str, Any] | None,
    unparsed: list[dict[str, Any]] | None = None,
    confidence: float | None = None,
    certain: bool,
    note: str = "",
) -> EligibilityRule | None:
    """`rules_store` of one reading."""
    reading = RuleReading(policy, version, tree, certain, unparsed or [], confidence, note)
    return rules_store(readings=[reading])[0]


@transaction.atomic
def rules_store(*, readings: Sequence[RuleReading]) -> list[EligibilityRule | None]:
    """Store what was read, each of another policy; for each the rule that was stored or moved,
    None where nothing was.

    - A reviewed rule stays in force. A new version of its source is noted in the audit, and the
      new reading is stored beside it, out of force, for the caseworker to compare.
    - A rule nobody reviewed gives way: a draft to any, one of the catalogue (`certain`) to one
      of the catalogue, and to a draft only where that was read from a newer version.
    - A tree that was rejected does not come back. The same reading again changes nothing.
    """
    ids = [reading.policy.pk for reading in readings]
    locked = Policy.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=ids)
    list(locked.order_by("pk").values_list("pk"))
    known: dict[UUID, list[EligibilityRule]] = {}
    for rule in EligibilityRule.objects.filter(policy__in=ids).select_related("version"):
        known.setdefault(rule.policy_id, []).append(rule)
    writing = _Writing()
    stored = [_decide(each, known.get(each.policy.pk, ()), writing) for each in readings]
    writing.store()
    return stored


@dataclass
class _Writing:
    """Rows to write at the end, all of a kind at once."""

    left: list[EligibilityRule] = field(default_factory=list)
    moved: list[EligibilityRule] = field(default_factory=list)
    new: list[EligibilityRule] = field(default_factory=list)
    revisions: list[RuleRevision] = field(default_factory=list)

    def add(self, rule: EligibilityRule, *, before: Any) -> EligibilityRule:
        """A new rule with its row in the audit."""
        after = rule.tree if rule.in_force else None
        self.new.append(rule)
        self.revisions.append(
            revision_made(rule, RuleAction.READ, user=None, reason="", before=before, after=after)
        )
        return rule

    def store(self) -> None:
        left = EligibilityRule.objects.filter(pk__in=[rule.pk for rule in self.left])
        if self.left:
            left.update(in_force=False)
        EligibilityRule.objects.bulk_update(self.moved, _MOVED)
        EligibilityRule.objects.bulk_create(self.new)
        RuleRevision.objects.bulk_create(self.revisions)


def _decide(
    reading: RuleReading, known: Sequence[EligibilityRule], writing: _Writing
) -> EligibilityRule | None:
    """The rule of a policy whose rules are `known`, with what has to be written for it."""
    new = _made(reading)
    current = next((rule for rule in known if rule.in_force), None)
    if current is not None and current.reviewed_at is not None:
        return _beside(current, reading.version, new, known, writing)
    if current is not None and new is not None and _yields_not(current, new):
        return None
    if current is not None and new is not None and _same(current, new):
        return _reread(current, new, writing)
    if current is not None:
        current.in_force = False
        writing.left.append(current)
    if new is None or _rejected(new, known):
        return None
    return writing.add(new, before=current.tree if current is not None else None)


def _made(reading: RuleReading) -> EligibilityRule | None:
    """The rule as it would be stored in force."""
    if reading.tree is None:
        return None
    rule = EligibilityRule(
        policy=reading.policy,
        version=reading.version,
        tree=reading.tree,
        unparsed=reading.unparsed,
        confidence=None if reading.certain else reading.confidence,
        status=RuleStatus.CATALOGUED if reading.certain else RuleStatus.DRAFT,
        note=reading.note,
    )
    rule_derive(rule)
    return rule


def _beside(
    current: EligibilityRule,
    version: PolicyVersion,
    new: EligibilityRule | None,
    known: Sequence[EligibilityRule],
    writing: _Writing,
) -> EligibilityRule | None:
    """The new reading beside a reviewed rule; the change of the source is noted once."""
    if version.pk == current.version_id:
        return None
    noted = current.revisions.filter(
        action=RuleAction.SOURCE_CHANGED, created_at__gte=version.created_at
    )
    if not noted.exists():
        writing.revisions.append(
            revision_made(
                current,
                RuleAction.SOURCE_CHANGED,
                user=None,
                reason=_SOURCE_CHANGED.format(new=version.number, old=current.version.number),
                before=current.tree,
                after=current.tree,
            )
        )
    if new is None or _rejected(new, known):
        return None
    if any(_same(each, new) for each in known if each.version_id == version.pk):
        return None
    new.in_force = False
    return writing.add(new, before=current.tree)


def _same(rule: EligibilityRule, new: EligibilityRule) -> bool:
    """Whether both ask the same; rows older than digests have none."""
    return (rule.digest or rule_digest(rule.tree)) == new.digest


def _yields_not(current: EligibilityRule, new: EligibilityRule) -> bool:
    """A rule of the catalogue does not give way to a draft of the same text."""
    return (
        current.status == RuleStatus.CATALOGUED
        and new.status == RuleStatus.DRAFT
        and current.version_id == new.version_id
    )


def _reread(
    current: EligibilityRule, new: EligibilityRule, writing: _Writing
) -> EligibilityRule | None:
    """The same conditions read again: the row follows its source, None if nothing moved."""
    moved = [name for name in _READ if getattr(current, name) != getattr(new, name)]
    if not moved:
        return None
    for name in moved:
        setattr(current, name, getattr(new, name))
    writing.moved.append(current)
    return current


def _rejected(new: EligibilityRule, known: Sequence[EligibilityRule]) -> bool:
    """Whether a caseworker rejected the same conditions for this policy before."""
    return any(_same(rule, new) for rule in known if rule.status == RuleStatus.REJECTED)
