"""Reads of family profiles: members, and what they may receive."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch
from pydantic import ValidationError

from accounts.models import User
from policies.eligibility.evaluate import evaluate, reasons
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision
from policies.eligibility.questions import question_for
from policies.eligibility.reference import ReferenceTables, bundled_tables
from policies.eligibility.rule import rule_from_data
from policies.models import EligibilityRule, Policy, RuleStatus
from policies.vocabulary import Verdict
from profiles.facts import facts_of
from profiles.models import Profile
from profiles.querysets import ProfileQuerySet

logger = logging.getLogger(__name__)
_ORDER = {Verdict.LIKELY: 0, Verdict.NEEDS_MORE_INFO: 1, Verdict.UNLIKELY: 2}
_BASIS_LABELS = {
    RuleStatus.DRAFT: "자동 분석",
    RuleStatus.APPROVED: "확인된 기준",
    RuleStatus.CORRECTED: "확인된 기준",
}
NO_RULE_LABEL = "기준을 직접 확인해 주세요"


@dataclass(frozen=True)
class MemberDecision:
    """What one policy means for one member. `decision` None: there is no rule to judge by."""

    policy: Policy
    decision: Decision | None
    basis_label: str

    @property
    def verdict(self) -> Verdict:
        """Without a rule everything is open."""
        return self.decision.verdict if self.decision else Verdict.NEEDS_MORE_INFO

    @property
    def reasons(self) -> list[str]:
        """Sentences the verdict rests on."""
        return reasons(self.decision) if self.decision else []

    @property
    def questions(self) -> list[tuple[str, str]]:
        """(fact key, question) of what is missing, the most decisive first."""
        if self.decision is None:
            return []
        return [(key, question_for(key)) for key in self.decision.missing]


def family_of(user: User | AnonymousUser) -> ProfileQuerySet:
    """Members of the user's family with their health facts, the main one first."""
    return Profile.objects.for_user(user).prefetch_related("health_facts")


def member_get(user: User | AnonymousUser, profile_id: UUID) -> Profile | None:
    """The user's own member; None for anybody else's."""
    return family_of(user).filter(id=profile_id).first()


def member_decisions(profile: Profile, *, as_of: date) -> list[MemberDecision]:
    """Every policy that may be recommended to the member: likely first, fewest questions first.

    Policies of other regions are left out when the member's region is known.
    """
    facts = facts_of(profile, as_of=as_of)
    tables = bundled_tables()
    policies = Policy.objects.recommendable().open_on(as_of)
    if profile.sido:
        policies = policies.in_region(profile.sido, profile.sigungu or None)
    rules = EligibilityRule.objects.filter(in_force=True)
    rows = policies.select_related("agency").prefetch_related(
        Prefetch("rules", queryset=rules), "regions"
    )
    return sorted((_decide(policy, facts, tables) for policy in rows), key=_rank)


def _decide(policy: Policy, facts: ApplicantFacts, tables: ReferenceTables) -> MemberDecision:
    rule = next(iter(policy.rules.all()), None)
    if rule is None or rule.status == RuleStatus.REJECTED:
        return MemberDecision(policy, None, NO_RULE_LABEL)
    try:
        tree = rule_from_data(rule.tree)
    except ValidationError:
        logger.error("rule %s cannot be read", rule.pk)
        return MemberDecision(policy, None, NO_RULE_LABEL)
    label = _BASIS_LABELS[RuleStatus(rule.status)]
    return MemberDecision(policy, evaluate(tree, facts, tables), label)


def _rank(row: MemberDecision) -> tuple[int, bool, int, str]:
    return _ORDER[row.verdict], row.decision is None, len(row.questions), row.policy.name
