"""Storing of rules as they are read: what a machine may replace, and what waits beside."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from policies.eligibility.digest import rule_digest
from policies.models import EligibilityRule, Policy, PolicyVersion, RuleAction, RuleStatus
from policies.services.rule_audit import revision_add, rule_derive

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
_SOURCE_CHANGED = (
    "원문이 버전 {new}(으)로 바뀌었습니다. 버전 {old}에서 확인한 규칙을 그대로 적용합니다."
)


@transaction.atomic
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
    """Store the rule read from `version`; returns it, or None where nothing was stored.

    - A reviewed rule stays in force. A new version of its source is noted in the audit, and the
      new reading is stored beside it, out of force, for the caseworker to compare.
    - A rule nobody reviewed gives way: a draft to any, one of the catalogue (`certain`) to one
      of the catalogue, and to a draft only where that was read from a newer version.
    - A tree that was rejected does not come back. The same reading again changes nothing.
    `tree` None: the source has no rule (any more).
    """
    Policy.objects.select_for_update(of=("self",), no_key=True).get(pk=policy.pk)
    rules = EligibilityRule.objects.filter(policy=policy)
    current = rules.filter(in_force=True).select_related("version").first()
    if current is not None and current.reviewed_at is not None:
        new = _made(policy, version, tree, unparsed, confidence, certain, note)
        return _beside(current, version, new)
    new = _made(policy, version, tree, unparsed, confidence, certain, note)
    if current is not None and new is not None and _yields_not(current, new):
        return None
    if current is not None and new is not None and _same(current, new):
        return _reread(current, new)
    if current is not None:
        current.in_force = False
        current.save(update_fields=["in_force"])
    if new is None or _rejected(new):
        return None
    new.save()
    _note_reading(new, before=current.tree if current is not None else None)
    return new


def _made(
    policy: Policy,
    version: PolicyVersion,
    tree: dict[str, Any] | None,
    unparsed: list[dict[str, Any]] | None,
    confidence: float | None,
    certain: bool,
    note: str,
) -> EligibilityRule | None:
    """The rule as it would be stored in force."""
    if tree is None:
        return None
    rule = EligibilityRule(
        policy=policy,
        version=version,
        tree=tree,
        unparsed=unparsed or [],
        confidence=None if certain else confidence,
        status=RuleStatus.CATALOGUED if certain else RuleStatus.DRAFT,
        note=note,
    )
    rule_derive(rule)
    return rule


def _beside(
    current: EligibilityRule, version: PolicyVersion, new: EligibilityRule | None
) -> EligibilityRule | None:
    """The new reading beside a reviewed rule; the change of the source is noted once."""
    if version.pk == current.version_id:
        return None
    noted = current.revisions.filter(
        action=RuleAction.SOURCE_CHANGED, created_at__gte=version.created_at
    )
    if not noted.exists():
        revision_add(
            current,
            RuleAction.SOURCE_CHANGED,
            user=None,
            reason=_SOURCE_CHANGED.format(new=version.number, old=current.version.number),
            before=current.tree,
            after=current.tree,
        )
    if new is None or _rejected(new):
        return None
    known = EligibilityRule.objects.filter(policy_id=new.policy_id, version=version)
    if any(_same(each, new) for each in known):
        return None
    new.in_force = False
    new.save()
    _note_reading(new, before=current.tree)
    return new


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


def _reread(current: EligibilityRule, new: EligibilityRule) -> EligibilityRule | None:
    """The same conditions read again: the row follows its source, None if nothing moved."""
    moved = [name for name in _READ if getattr(current, name) != getattr(new, name)]
    if not moved:
        return None
    for name in moved:
        setattr(current, name, getattr(new, name))
    current.save(update_fields=[name.removesuffix("_id") for name in moved])
    return current


def _rejected(new: EligibilityRule) -> bool:
    """Whether a caseworker rejected the same conditions for this policy before."""
    refused = EligibilityRule.objects.filter(policy_id=new.policy_id, status=RuleStatus.REJECTED)
    return any(_same(rule, new) for rule in refused)


def _note_reading(rule: EligibilityRule, *, before: Any) -> None:
    revision_add(
        rule,
        RuleAction.READ,
        user=None,
        reason="",
        before=before,
        after=rule.tree if rule.in_force else None,
    )
