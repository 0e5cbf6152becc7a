"""Verdict of one policy for one person, with the basis it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ValidationError

from chat.agent.evidence import PolicyEvidence
from chat.answer import RuleBasis
from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision, State
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import rule_from_data
from policies.models.rule import BASIS_LABELS as RULE_BASIS_LABELS
from policies.models.rule import RuleStatus
from policies.vocabulary import Verdict

_BASIS = {
    RuleStatus.DRAFT: RuleBasis.DRAFT,
    RuleStatus.CATALOGUED: RuleBasis.CATALOGUED,
    RuleStatus.APPROVED: RuleBasis.APPROVED,
    RuleStatus.CORRECTED: RuleBasis.APPROVED,
}
BASIS_LABELS = {
    **{basis: RULE_BASIS_LABELS[status] for status, basis in _BASIS.items()},
    RuleBasis.NO_RULE: "기준을 아직 분석하지 못함",
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
    """Evaluate the rule in force of a policy. A stored rule that no longer parses counts
    as no rule: it is the caseworker's to mend, not the citizen's."""
    if evidence.rule is None:
        return Judged(evidence, None, RuleBasis.NO_RULE)
    try:
        rule = rule_from_data(evidence.rule)
    except ValidationError:
        return Judged(evidence, None, RuleBasis.NO_RULE)
    basis = _BASIS[RuleStatus(evidence.rule_status)]
    return Judged(evidence, evaluate(rule, facts, bundled_tables()), basis)
