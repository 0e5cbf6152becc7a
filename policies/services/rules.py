"""Review of eligibility rules by caseworkers: who decided what, when and why."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from pydantic import ValidationError

from accounts.models import User
from policies.eligibility.rule import rule_from_data
from policies.errors import PolicyError
from policies.models import EligibilityRule, Policy, RuleStatus
from policies.services.versions import data_version_bump


class ReviewRefused(PolicyError):
    """The rule cannot be decided on like this; the message says why."""


@transaction.atomic
def rule_approve(*, rule: EligibilityRule, user: User, reason: str = "") -> EligibilityRule:
    """Approve `rule` and put it in force in place of the policy's present one.

    Raises ReviewRefused when its tree is malformed: such a rule could not be evaluated.
    """
    current = _locked(rule)
    try:
        rule_from_data(current.tree)
    except ValidationError:
        raise ReviewRefused(
            "규칙의 형식이 올바르지 않아 승인할 수 없습니다. 반려해 주세요."
        ) from None
    others = EligibilityRule.objects.filter(policy_id=current.policy_id, in_force=True)
    others.exclude(pk=current.pk).update(in_force=False)
    return _decided(current, RuleStatus.APPROVED, user, reason, in_force=True)


@transaction.atomic
def rule_reject(*, rule: EligibilityRule, user: User, reason: str) -> EligibilityRule:
    """Reject `rule` and take it out of force; no older rule takes its place.

    Raises ReviewRefused without a reason.
    """
    if not reason.strip():
        raise ReviewRefused("반려하려면 사유를 적어 주세요.")
    return _decided(_locked(rule), RuleStatus.REJECTED, user, reason, in_force=False)


def _locked(rule: EligibilityRule) -> EligibilityRule:
    """The rule as it is now. The policy's row is locked, so that two caseworkers who decide
    at once on rules of one policy follow one another."""
    Policy.objects.select_for_update(of=("self",)).get(pk=rule.policy_id)
    return EligibilityRule.objects.select_related("policy").get(pk=rule.pk)


def _decided(
    rule: EligibilityRule, status: RuleStatus, user: User, reason: str, *, in_force: bool
) -> EligibilityRule:
    now = timezone.now()
    rule.status = status
    rule.in_force = in_force
    rule.reviewed_by = user
    rule.reviewed_at = now
    rule.note = _note(rule.note, status, reason)
    rule.save(update_fields=["status", "in_force", "reviewed_by", "reviewed_at", "note"])
    data_version_bump(group=rule.policy.source)
    return rule


def _note(note: str, status: RuleStatus, reason: str) -> str:
    """The note with the reason as its last line; the same reason is not said twice."""
    if not reason.strip():
        return note
    line = f"{status.label} 사유: {' '.join(reason.split())}"
    lines = note.splitlines()
    return note if lines and lines[-1] == line else "\n".join([*lines, line])
