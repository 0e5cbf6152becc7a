"""Reads of family profiles: members, and what they may receive."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Prefetch
from pydantic import ValidationError

from accounts.models import User
from policies.eligibility.evaluate import evaluate, reasons
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision
from policies.eligibility.questions import OTHER_PREFIX, question_for
from policies.eligibility.reference import ReferenceTables, bundled_tables
from policies.eligibility.rule import rule_from_data
from policies.models import EligibilityRule, Policy, RuleStatus
from policies.models.rule import BASIS_LABELS
from policies.vocabulary import Verdict
from profiles.facts import facts_of
from profiles.models import Profile
from profiles.querysets import ProfileQuerySet

logger = logging.getLogger(__name__)
_ORDER = {Verdict.LIKELY: 0, Verdict.NEEDS_MORE_INFO: 1, Verdict.UNLIKELY: 2}
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
        """Sentences the verdict rests on, without those that would name an internal key."""
        if self.decision is None:
            return []
        free = [key for each in self.decision.outcomes for key in each.missing if _is_free(key)]
        names = [key.removeprefix(OTHER_PREFIX) for key in free]
        hidden = [quoted for name in names for quoted in (f"「{name}」", f"‘{name}’")]
        return [text for text in reasons(self.decision) if not any(key in text for key in hidden)]

    @property
    def missing_count(self) -> int:
        """How many facts are still open."""
        return len(self.decision.missing) if self.decision else 0

    @property
    def question(self) -> str:
        """Question for the most decisive missing fact that can be asked in plain words."""
        for key in self.decision.missing if self.decision else []:
            asked = self._question(key)
            if asked:
                return asked
        return ""

    def _question(self, key: str) -> str:
        """The rule's own question, else the common one; a free key has no common one."""
        common = question_for(key)
        for outcome in self.decision.outcomes if self.decision else []:
            own = outcome.missing[:1] == [key] and outcome.question
            if own and not (_is_free(key) and own == common):
                return own
        return "" if _is_free(key) else common


def _is_free(key: str) -> bool:
    return key.startswith(OTHER_PREFIX)


@dataclass(frozen=True)
class Matches:
    """What is worth a look, and how many policies were held against the member's facts."""

    rows: list[MemberDecision]
    checked: int


def family_of(user: User | AnonymousUser) -> ProfileQuerySet:
    """Members of the user's family with their health facts, the main one first."""
    return Profile.objects.for_user(user).prefetch_related("health_facts")


def member_get(user: User | AnonymousUser, profile_id: UUID) -> Profile | None:
    """The user's own member; None for anybody else's."""
    return family_of(user).filter(id=profile_id).first()


def member_matches(profile: Profile, *, as_of: date) -> Matches:
    """Policies the member may receive: likely first, then those with the fewest open facts.

    Only policies with a rule are judged: those of the member's region, of the whole nation
    alone when it is unknown. What the member cannot receive is left out.
    """
    facts = facts_of(profile, as_of=as_of)
    tables = bundled_tables()
    rules = EligibilityRule.objects.filter(in_force=True).exclude(status=RuleStatus.REJECTED)
    policies = Policy.objects.recommendable().open_on(as_of)
    policies = policies.filter(Exists(rules.filter(policy=OuterRef("pk"))))
    if profile.sido:
        policies = policies.in_region(profile.sido, profile.sigungu or None)
    else:
        policies = policies.filter(nationwide=True)
    rows = policies.select_related("agency").prefetch_related(
        Prefetch("rules", queryset=rules), "regions"
    )
    decided = [_decide(policy, facts, tables) for policy in rows]
    possible = [row for row in decided if row.verdict != Verdict.UNLIKELY]
    return Matches(sorted(possible, key=_rank), len(decided))


def _decide(policy: Policy, facts: ApplicantFacts, tables: ReferenceTables) -> MemberDecision:
    rule = policy.rules.all()[0]
    try:
        tree = rule_from_data(rule.tree)
    except ValidationError:
        logger.error("rule %s cannot be read", rule.pk)
        return MemberDecision(policy, None, NO_RULE_LABEL)
    label = BASIS_LABELS[RuleStatus(rule.status)]
    return MemberDecision(policy, evaluate(tree, facts, tables), label)


def _rank(row: MemberDecision) -> tuple[int, bool, int, str]:
    """What an answer can settle stands before what only the agency can."""
    unanswerable = row.verdict == Verdict.NEEDS_MORE_INFO and not row.question
    return _ORDER[row.verdict], unanswerable, row.missing_count, row.policy.name
