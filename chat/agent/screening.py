"""Which policies a person's situation speaks to: rules evaluated, the telling ones first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision, State
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import AgeCriterion, AgeUnit, Rule, rule_from_data, rule_leaves
from policies.vocabulary import Verdict

# How much a met criterion says that a programme is meant for this person: a disease or a
# pregnancy much, an income limit that most households meet little.
WEIGHTS = {
    "condition": 3.0,
    "pregnancy": 2.5,
    "infertility_treatment": 3.0,
    "disability": 2.5,
    "long_term_care_grade": 2.5,
    "birth_window": 2.0,
    "children": 2.5,
    "household_type": 2.0,
    "veteran": 2.0,
    "basic_livelihood": 2.0,
    "near_poor": 2.0,
    "married_within": 2.0,
    "employment": 1.5,
    "tenure": 1.5,
    "education": 1.0,
    "receives": 1.0,
    "other": 1.0,
    "median_income_ratio": 1.0,
    "monthly_income": 1.0,
    "region": 0.4,
}
# What an open fact takes off: little where most people meet it (nationality), much where
# few do (a veteran's standing, a disease nobody has spoken of).
MISSING_COSTS = {
    "nationality": 0.05,
    "region": 0.1,
    "sex": 0.1,
    "birth_date": 0.2,
    "monthly_income": 0.3,
    "median_income_ratio": 0.3,
    "assets": 0.3,
    "household_size": 0.3,
    "children": 0.5,
    "basic_livelihood": 0.7,
    "near_poor": 0.7,
    "veteran": 0.9,
    "disability": 0.9,
    "long_term_care_grade": 0.9,
    "pregnancy": 0.9,
    "conditions": 0.9,
}
OTHER_COST = 0.5
LIKELY_BONUS = 0.5
SENIOR, YOUNG = 60, 45
# Money to live on matters more to a household than an occasional service.
LIVING_BONUS = 0.7


@dataclass(frozen=True)
class Screened:
    """A policy with how well its rule fits (higher is better, never below 0)."""

    policy_id: str
    fit: float


def screen(
    rules: Iterable[tuple[str, int, dict[str, Any], bool]], facts: ApplicantFacts
) -> list[Screened]:
    """Policies that say something to this person, best first. Each rule comes as (policy id,
    rule id, tree, whether it is money to live on).

    A policy whose rule fails, or of which nothing telling is met, is left out.
    """
    found = []
    for policy_id, rule_id, tree, living in rules:
        rule = _parsed(rule_id, tree)
        if rule is None:
            continue
        decision = evaluate(rule, facts, bundled_tables())
        fit = _fit(rule, decision)
        if decision.verdict is not Verdict.UNLIKELY and fit > 0:
            found.append(Screened(policy_id, fit + (LIVING_BONUS if living else 0.0)))
    found.sort(key=lambda item: (-item.fit, item.policy_id))
    return found


def _fit(rule: Rule, decision: Decision) -> float:
    """Weight of the telling criteria that are met, less what is still to be asked."""
    met: dict[str, float] = {}
    for leaf, outcome in zip(rule_leaves(rule), decision.outcomes, strict=True):
        if outcome.state is State.MET and not outcome.exclusion:
            weight = _age_weight(leaf) if isinstance(leaf, AgeCriterion) else None
            weight = WEIGHTS.get(outcome.criterion, 0.0) if weight is None else weight
            met[outcome.criterion] = max(weight, met.get(outcome.criterion, 0.0))
    telling = sum(met.values())
    if telling < 1.0:
        return 0.0
    bonus = LIKELY_BONUS if decision.verdict is Verdict.LIKELY else 0.0
    return max(
        0.0, telling + bonus - sum(MISSING_COSTS.get(key, OTHER_COST) for key in decision.missing)
    )


def _age_weight(leaf: AgeCriterion) -> float:
    """A limit that most adults meet says nothing; one for the old or the young much."""
    top = leaf.max if leaf.max is not None else leaf.below
    if leaf.unit is AgeUnit.MONTHS:
        return WEIGHTS["children"] if top is not None else 0.0
    if leaf.min is not None and leaf.min >= SENIOR:
        return 2.0
    return 1.5 if top is not None and top <= YOUNG else 0.2


class _Tree:
    """A stored tree as an argument of the cache: equal by the rule's id, since the tree of
    a rule never changes."""

    def __init__(self, rule_id: int, tree: dict[str, Any]) -> None:
        self.rule_id = rule_id
        self.tree = tree

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Tree) and (other.rule_id, other.tree) == (self.rule_id, self.tree)

    def __hash__(self) -> int:
        return self.rule_id


@lru_cache(maxsize=8192)
def _cached(stored: _Tree) -> Rule | None:
    try:
        return rule_from_data(stored.tree)
    except ValidationError:
        return None


def _parsed(rule_id: int, tree: dict[str, Any]) -> Rule | None:
    return _cached(_Tree(rule_id, tree))
