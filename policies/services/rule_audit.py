"""What every decision on a rule shares: its lock, its token, its row in the audit."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, Subquery
from pydantic import ValidationError

from accounts.models import User
from policies.eligibility.digest import rule_digest
from policies.eligibility.necessary import OLDEST_MONTHS, Necessary, necessary_conditions
from policies.eligibility.rule import rule_from_data
from policies.errors import PolicyError
from policies.models import EligibilityRule, Policy, RuleAction, RuleRevision
from policies.services.impact import Impact


class ReviewRefused(PolicyError):
    """The rule cannot be decided on like this; the message says why."""


class RuleChanged(ReviewRefused):
    """Somebody or something changed the policy's rules since the page was opened."""

    def __init__(self) -> None:
        super().__init__(
            "이 화면을 연 뒤에 규칙이나 원문이 바뀌어 저장하지 않았습니다. "
            "지금 내용을 확인하고 다시 해 주세요."
        )


def rule_locked(rule: EligibilityRule, token: str | None = None) -> EligibilityRule:
    """The rule as it is now. The policy's row is locked, so that two caseworkers who decide
    at once on rules of one policy follow one another; the second one's `token` is then out
    of date. Raises RuleChanged."""
    policy = Policy.objects.select_for_update(of=("self",)).get(pk=rule.policy_id)
    current = EligibilityRule.objects.select_related("version").get(pk=rule.pk)
    current.policy = policy
    if token is not None and token != rule_tokens([rule.pk])[rule.pk]:
        raise RuleChanged
    return current


def rule_tokens(ids: Collection[int]) -> dict[int, str]:
    """What a page remembers of each rule: equal as long as nobody decided on its policy, its
    source did not change, and the same rule is in force."""
    policy = OuterRef("policy")
    last = RuleRevision.objects.filter(policy=policy).order_by("-pk").values("pk")[:1]
    current = EligibilityRule.objects.filter(policy=policy, in_force=True).values("pk")[:1]
    rows = EligibilityRule.objects.filter(pk__in=ids).annotate(
        last=Subquery(last), now=Subquery(current), source=F("policy__current_version")
    )
    return {
        pk: "-".join(str(part or 0) for part in (pk, *parts))
        for pk, *parts in rows.values_list("pk", "now", "last", "source")
    }


def tree_in_force(policy_id: UUID) -> Any:
    """Tree that decides today; None without a rule."""
    rules = EligibilityRule.objects.filter(policy_id=policy_id, in_force=True)
    return rules.values_list("tree", flat=True).first()


def rule_derive(rule: EligibilityRule) -> None:
    """Set the columns that follow from the tree: its digest and what it demands of everybody.
    A malformed tree demands nothing that is known."""
    rule.digest = rule_digest(rule.tree)
    try:
        demanded = necessary_conditions(rule_from_data(rule.tree))
    except ValidationError:
        demanded = Necessary()
    rule.min_age_months = _column(demanded.min_age_months)
    rule.max_age_months = _column(demanded.max_age_months)
    rule.sex = demanded.sex


def _column(months: int | None) -> int | None:
    """Nobody is older than the bound, so that any number beyond it says the same."""
    return None if months is None else min(months, OLDEST_MONTHS)


def revision_made(
    rule: EligibilityRule,
    action: RuleAction,
    *,
    user: User | None,
    reason: str,
    before: Any,
    after: Any,
    impact: Impact | None = None,
) -> RuleRevision:
    """One row of the audit, not stored yet."""
    return RuleRevision(
        policy_id=rule.policy_id,
        rule=rule,
        action=action,
        user=user,
        reason=reason.strip(),
        before=before,
        after=after,
        impact=impact.to_data() if impact is not None else None,
    )
