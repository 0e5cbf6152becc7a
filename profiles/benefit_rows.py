"""Rows of the benefits page: a policy with the sentence that decides and what is still open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from uuid import UUID

from policies.checking.result import Row, flip_note, open_name, place_row, row_of
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import CriterionOutcome, Decision
from policies.models import Policy
from policies.screening.fit import WEIGHTS
from policies.screening.rules import Judged, RuleInForce, compiled_rules, judge_rule
from policies.vocabulary import Verdict
from profiles.benefits import Found

# An age limit tells more than what most people meet, less than a disease.
_AGE_WEIGHT = 1.2
_AGES = frozenset({"age", "age_group"})
_MISSING_SHOWN = 3
_FORESEEN = timedelta(days=2 * 365)


@dataclass(frozen=True)
class BenefitRow:
    """One policy of a group. `why`: the criterion that decides; `open`: what would settle it,
    the first few; `open_rest` how many more."""

    policy: Policy
    basis_label: str
    notice: str
    why: Row | None
    open: list[str]
    open_rest: int
    flip: str
    held: str


def benefit_rows(
    found: Sequence[Found], facts: ApplicantFacts, *, received: bool = False
) -> list[BenefitRow]:
    """Rows in the order of the list, in a fixed number of queries. What is `received` already
    needs no reason."""
    policies = policies_of([each.policy_id for each in found])
    rules = compiled_rules()
    return [
        _received(each, policies[each.policy_id], rules.get(each.policy_id), facts)
        if received
        else _benefit(each, policies[each.policy_id], rules.get(each.policy_id), facts)
        for each in found
        if each.policy_id in policies
    ]


def policies_of(ids: Sequence[UUID]) -> dict[UUID, Policy]:
    """Published policies with what a row shows."""
    found = Policy.objects.published().select_related("agency").prefetch_related("regions")
    return found.in_bulk(ids)


def _benefit(
    found: Found, policy: Policy, rule: RuleInForce | None, facts: ApplicantFacts
) -> BenefitRow:
    judged = judge_rule(rule, facts)
    decision = judged.decision
    place = None if found.here else place_row([str(each) for each in policy.regions.all()], facts)
    open_ = _open(decision)
    if place is not None and "region" not in (decision.missing if decision else []):
        open_.insert(0, open_name("region"))
    return BenefitRow(
        policy=policy,
        basis_label=judged.basis_label,
        notice=judged.notice,
        why=_why(judged) or place,
        open=open_[:_MISSING_SHOWN],
        open_rest=max(len(open_) - _MISSING_SHOWN, 0),
        flip=flip_note(partial(judge_rule, rule), facts, decision)
        if decision and _soon(decision, facts)
        else "",
        held=found.held,
    )


def _received(
    found: Found, policy: Policy, rule: RuleInForce | None, facts: ApplicantFacts
) -> BenefitRow:
    judged = judge_rule(rule, facts)
    return BenefitRow(policy, judged.basis_label, judged.notice, None, [], 0, "", found.held)


def _soon(decision: Decision, facts: ApplicantFacts) -> bool:
    """Whether time alone changes the verdict within the days that people plan for."""
    turn = decision.flip_on
    return turn is not None and turn - facts.as_of <= _FORESEEN


def _why(judged: Judged) -> Row | None:
    """The criterion that says most: of a likely verdict the most telling one, else what is
    missed by a measured distance or can be asked."""
    if judged.decision is None:
        return None
    carrying = [
        each
        for each in judged.decision.outcomes
        if each.decisive and (each.quote or each.criterion != "other")
    ]
    if judged.verdict is Verdict.LIKELY:
        carrying.sort(key=lambda each: -_weight(each))
    else:
        carrying.sort(key=lambda each: (not each.missing, not each.distance))
    return row_of(carrying[0]) if carrying else None


def _weight(outcome: CriterionOutcome) -> float:
    if outcome.exclusion:
        return 0.0
    return _AGE_WEIGHT if outcome.criterion in _AGES else WEIGHTS.get(outcome.criterion, 0.0)


def _open(decision: Decision | None) -> list[str]:
    """Open facts in words; a free criterion by its own question, or not at all."""
    if decision is None:
        return []
    asked = {each.missing[0]: each.question for each in decision.outcomes if each.missing}
    names = []
    for key in decision.missing:
        name = open_name(key, asked.get(key, ""))
        if not name.startswith("「"):
            names.append(name)
    return names
