"""Verdict of one policy for one person, with the basis it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from chat.agent.evidence import PolicyEvidence
from chat.answer import RuleBasis
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision, State
from policies.models.rule import BASIS_LABELS as RULE_BASIS_LABELS
from policies.models.rule import RuleStatus
from policies.screening.rules import NO_RULE_LABEL, judge_tree
from policies.vocabulary import Verdict

_BASIS = {
    RuleStatus.DRAFT: RuleBasis.DRAFT,
    RuleStatus.CATALOGUED: RuleBasis.CATALOGUED,
    RuleStatus.APPROVED: RuleBasis.APPROVED,
    RuleStatus.CORRECTED: RuleBasis.APPROVED,
}
BASIS_LABELS = {
    **{basis: RULE_BASIS_LABELS[status] for status, basis in _BASIS.items()},
    RuleBasis.NO_RULE: NO_RULE_LABEL,
}


@dataclass(frozen=True)
class Judged:
    """A policy with its decision; `decision` None when there is no rule to evaluate."""

    evidence: PolicyEvidence
    decision: Decision | None
    basis: RuleBasis

    @property
    def verdict(self) -> Verdict:
        """Without a rule nothing is promised and nothing refused."""
        return self.decision.verdict if self.decision else Verdict.NEEDS_MORE_INFO

    @property
    def rank_bonus(self) -> float:
        """Shift of a search score (0..1): what fits goes up, what is far from clear down."""
        if self.decision is None:
            return -0.05
        if self.verdict is Verdict.LIKELY:
            return 0.12
        met = sum(
            outcome.state is State.MET and not outcome.exclusion
            for outcome in self.decision.outcomes
        )
        return 0.03 * min(met, 2) - 0.02 * min(len(self.decision.missing), 4)


def judge(evidence: PolicyEvidence, facts: ApplicantFacts) -> Judged:
    """The rule in force of a policy, judged. A stored rule that no longer parses counts as no
    rule: it is the caseworker's to mend, not the citizen's."""
    judged = judge_tree(evidence.rule, evidence.rule_status, facts, outdated=evidence.rule_outdated)
    if judged.decision is None:
        return Judged(evidence, None, RuleBasis.NO_RULE)
    return Judged(evidence, judged.decision, _BASIS[RuleStatus(judged.basis)])
