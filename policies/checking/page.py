"""The check of a policy page: form and verdict for an anonymous person or one of a family."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any

from policies.checking.asked import CheckForm, facts_asked
from policies.checking.result import Checked, checked
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.rule import CriterionBase
from policies.models import Policy
from policies.screening.rules import compiled_tree, judge_policy, rules_in_force


@dataclass(frozen=True)
class PolicyCheck:
    """What a policy's rule asks, and how it judges. `has_rule` False: nothing to judge by."""

    policy: Policy
    regions: list[str]
    leaves: tuple[CriterionBase, ...]
    has_rule: bool

    def form(self, data: Any, known: ApplicantFacts, *, missing: Collection[str] = ()) -> CheckForm:
        """The form with what is known already; `missing`: open facts to ask for besides."""
        asked = facts_asked(self.leaves, local=bool(self.regions), missing=missing)
        return CheckForm(data, asked=asked, known=known)

    def result(self, facts: ApplicantFacts) -> Checked:
        """The verdict on `facts.as_of`."""
        return checked(
            partial(judge_policy, self.policy.id),
            facts,
            names=(self.policy.name, *self.policy.aliases),
            regions=self.regions,
        )

    def missing(self, facts: ApplicantFacts) -> list[str]:
        """Keys of the facts that are open for this person."""
        decision = judge_policy(self.policy.id, facts).decision
        return decision.missing if decision else []


def policy_check(policy: Policy) -> PolicyCheck:
    """The check of a published policy by its rule in force."""
    row = rules_in_force().filter(policy=policy).first()
    compiled = compiled_tree(row.tree) if row is not None else None
    leaves = compiled.leaves if compiled is not None else ()
    regions = [] if policy.nationwide else [str(each) for each in policy.regions.all()]
    return PolicyCheck(
        policy=policy,
        regions=regions,
        leaves=tuple(leaf.criterion for leaf in leaves),
        has_rule=compiled is not None,
    )


@dataclass(frozen=True)
class Shown:
    """Form and verdict of one request; no verdict before anything is known."""

    form: CheckForm
    result: Checked | None = None


def check_shown(check: PolicyCheck, known: ApplicantFacts, data: Any = None) -> Shown:
    """The form as it was sent (`data`), or as the saved facts fill it, with the verdict.

    What the verdict found open besides is asked for in the form that comes back.
    """
    missing = check.missing(known)
    form = check.form(data, known, missing=missing)
    if data is None:
        told = bool(known.known())
        return Shown(form, check.result(known) if told else None)
    if not form.is_valid():
        return Shown(form)
    facts = form.facts()
    further = [key for key in check.missing(facts) if key not in missing]
    result = check.result(facts)
    if further:
        form = check.form(data, known, missing=[*missing, *further])
        form.is_valid()
    return Shown(form, result)
