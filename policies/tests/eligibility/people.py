"""Short ways to state facts and criteria in these tests."""

from __future__ import annotations

from datetime import date
from typing import Any

from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import CriterionOutcome, Decision
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import rule_from_data

AS_OF = date(2026, 11, 29)


def person(**facts: Any) -> ApplicantFacts:
    """Facts on 2026-11-29 unless `as_of` is given; what is not named is unknown."""
    return ApplicantFacts.model_validate({"as_of": AS_OF, **facts})


def decide(rule: dict[str, Any], **facts: Any) -> Decision:
    """Decision on a rule in its JSON form with the bundled tables."""
    return evaluate(rule_from_data(rule), person(**facts), bundled_tables())


def judged(criterion: str, fields: dict[str, Any], **facts: Any) -> CriterionOutcome:
    """Outcome of one criterion."""
    return decide({"criterion": criterion, **fields}, **facts).outcomes[0]
