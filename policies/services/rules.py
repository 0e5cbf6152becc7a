"""Review of eligibility rules by caseworkers, and the storing of what was newly read.

A rule that a caseworker approved or corrected stays in force until a caseworker decides again;
every decision leaves a row in the audit with both trees, the reason and the impact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from pydantic import ValidationError

from accounts.models import User
from policies.eligibility.digest import rule_digest
from policies.eligibility.rule import Rule, rule_from_data, rule_leaves, rule_to_data
from policies.models import EligibilityRule, PolicyVersion, RuleAction, RuleStatus
from policies.services.impact import rule_impact
from policies.services.rule_audit import (
    ReviewRefused,
    RuleChanged,
    revision_made,
    rule_derive,
    rule_locked,
    rule_tokens,
    tree_in_force,
)
from policies.services.rule_store import rule_store
from policies.services.versions import data_version_bump

__all__ = [
    "ReviewRefused",
    "RuleChanged",
    "quotes_lost",
    "rule_approve",
    "rule_correct",
    "rule_reject",
    "rule_store",
    "rule_tokens",
    "rules_approve",
]


@transaction.atomic
def rule_approve(
    *,
    rule: EligibilityRule,
    user: User,
    reason: str = "",
    token: str | None = None,
    action: RuleAction = RuleAction.APPROVED,
) -> EligibilityRule:
    """Approve `rule` for the present source and put it in force in place of the policy's other.

    Raises RuleChanged when `token` is out of date, ReviewRefused when the tree is malformed
    (it could not be evaluated) or rests on words that the source no longer has.
    """
    current = rule_locked(rule, token)
    parsed = _parsed(current.tree, "규칙의 형식이 올바르지 않아 승인할 수 없습니다. 반려해 주세요.")
    version = _present(current)
    if current.in_force and current.reviewed_at and version == current.version:
        return current
    lost = quotes_lost(parsed, version.sections)
    if version != current.version and set(lost) - set(
        quotes_lost(parsed, current.version.sections)
    ):
        raise ReviewRefused(
            "지금 원문에 없는 인용문이 있어 승인할 수 없습니다. 수정해 주세요: 「"
            + "」, 「".join(lost)
            + "」"
        )
    before = tree_in_force(current.policy_id)
    _out_of_force(current.policy_id, current.pk)
    corrected = current.status == RuleStatus.CORRECTED
    current.version = version
    status = RuleStatus.CORRECTED if corrected else RuleStatus.APPROVED
    _decide(current, status, user, reason, in_force=True)
    _audit(current, action, user, reason, before, current.tree)
    return current


@transaction.atomic
def rules_approve(
    *, rules: Sequence[EligibilityRule], user: User, reason: str, tokens: Mapping[int, str]
) -> list[EligibilityRule]:
    """Approve rules that ask the same, all or none of them.

    Raises ReviewRefused without a reason, when they do not ask the same, or with the name of
    the policy whose rule cannot be approved.
    """
    if not reason.strip():
        raise ReviewRefused("한꺼번에 승인하려면 사유를 적어 주세요.")
    if len({rule_digest(rule.tree) for rule in rules}) > 1:
        raise ReviewRefused("조건이 서로 다른 규칙은 한꺼번에 승인할 수 없습니다.")
    done = []
    # In the order of the policies, so that two people who lock the same ones do not wait in a ring.
    for rule in sorted(rules, key=lambda rule: (str(rule.policy_id), rule.pk)):
        try:
            done.append(
                rule_approve(
                    rule=rule,
                    user=user,
                    reason=reason,
                    token=tokens.get(rule.pk, ""),
                    action=RuleAction.BULK_APPROVED,
                )
            )
        except ReviewRefused as error:
            raise ReviewRefused(f"{rule.policy.name}: {error}") from None
    return done


@transaction.atomic
def rule_correct(
    *,
    rule: EligibilityRule,
    tree: dict[str, Any],
    user: User,
    reason: str,
    token: str | None = None,
) -> EligibilityRule:
    """Put `tree` in force as the caseworker's own rule, read from the present source.

    `rule` is what it was made from: it keeps its tree and leaves force. Raises RuleChanged when
    `token` is out of date, ReviewRefused without a reason, for a malformed tree, for a quote
    that the source does not have, and when nothing differs from `rule`.
    """
    if not reason.strip():
        raise ReviewRefused("수정하려면 사유를 적어 주세요.")
    current = rule_locked(rule, token)
    parsed = _parsed(tree, "규칙의 형식이 올바르지 않아 저장할 수 없습니다.")
    version = _present(current)
    if lost := quotes_lost(parsed, version.sections):
        raise ReviewRefused("원문에 없는 인용문이 있습니다: 「" + "」, 「".join(lost) + "」")
    data = _certain(rule_to_data(parsed))
    if _stands(data, current, version):
        raise ReviewRefused("바뀐 것이 없습니다. 그대로 쓰려면 승인해 주세요.")
    before = tree_in_force(current.policy_id)
    _out_of_force(current.policy_id)
    made = EligibilityRule(
        policy=current.policy,
        version=version,
        tree=data,
        note=current.note,
    )
    _decide(made, RuleStatus.CORRECTED, user, reason, in_force=True)
    _audit(made, RuleAction.CORRECTED, user, reason, before or current.tree, data)
    return made


@transaction.atomic
def rule_reject(
    *, rule: EligibilityRule, user: User, reason: str, token: str | None = None
) -> EligibilityRule:
    """Reject `rule` and take it out of force; no older rule takes its place.

    Raises ReviewRefused without a reason, RuleChanged when `token` is out of date.
    """
    if not reason.strip():
        raise ReviewRefused("반려하려면 사유를 적어 주세요.")
    current = rule_locked(rule, token)
    before = tree_in_force(current.policy_id)
    after = None if current.in_force else before
    _decide(current, RuleStatus.REJECTED, user, reason, in_force=False)
    impact = rule_impact(policy_id=current.policy_id, before=before, after=after)
    revision_made(
        current,
        RuleAction.REJECTED,
        user=user,
        reason=reason,
        before=current.tree,
        after=None,
        impact=impact,
    ).save()
    return current


def quotes_lost(rule: Rule, sections: Mapping[str, str]) -> list[str]:
    """Quotes of the criteria that do not stand in their section."""
    return [
        leaf.quote
        for leaf in rule_leaves(rule)
        if leaf.quote and leaf.quote not in sections.get(leaf.section, "")
    ]


def _parsed(tree: object, message: str) -> Rule:
    try:
        return rule_from_data(tree)
    except ValidationError:
        raise ReviewRefused(message) from None


def _certain(tree: dict[str, Any]) -> dict[str, Any]:
    """The tree without the parser's confidences: a caseworker vouches for all of it."""
    kept: dict[str, Any] = {}
    for key, value in tree.items():
        if key == "confidence":
            continue
        if isinstance(value, list):
            value = [_certain(each) if isinstance(each, dict) else each for each in value]
        kept[key] = value
    return kept


def _stands(data: dict[str, Any], rule: EligibilityRule, version: PolicyVersion) -> bool:
    """Whether `rule`, or the rule in force, was read from `version` and is this tree already."""
    rules = EligibilityRule.objects.filter(policy_id=rule.policy_id, version=version)
    trees = rules.filter(Q(pk=rule.pk) | Q(in_force=True)).values_list("tree", flat=True)
    return any(_spelled(tree) == data for tree in trees)


def _spelled(tree: Any) -> Any:
    """The tree as this module would store it; a malformed one as it is."""
    try:
        return _certain(rule_to_data(rule_from_data(tree)))
    except ValidationError:
        return tree


def _present(rule: EligibilityRule) -> PolicyVersion:
    """The policy's source as it is now."""
    return rule.policy.current_version or rule.version


def _out_of_force(policy_id: Any, keep: int | None = None) -> None:
    others = EligibilityRule.objects.filter(policy_id=policy_id, in_force=True)
    if keep is not None:
        others = others.exclude(pk=keep)
    others.update(in_force=False)


def _decide(
    rule: EligibilityRule, status: RuleStatus, user: User, reason: str, *, in_force: bool
) -> None:
    rule.status = status
    rule.in_force = in_force
    rule.reviewed_by = user
    rule.reviewed_at = timezone.now()
    rule.note = _note(rule.note, status, reason)
    rule_derive(rule)
    rule.save()
    data_version_bump(group=rule.policy.source)


def _audit(
    rule: EligibilityRule, action: RuleAction, user: User, reason: str, before: Any, after: Any
) -> None:
    impact = rule_impact(policy_id=rule.policy_id, before=before, after=after)
    revision_made(
        rule, action, user=user, reason=reason, before=before, after=after, impact=impact
    ).save()


def _note(note: str, status: RuleStatus, reason: str) -> str:
    """The note with the reason as its last line; the same reason is not said twice."""
    if not reason.strip():
        return note
    line = f"{status.label} 사유: {' '.join(reason.split())}"
    lines = note.splitlines()
    return note if lines and lines[-1] == line else "\n".join([*lines, line])
