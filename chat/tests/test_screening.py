"""Which policies a situation speaks to."""

from __future__ import annotations

from datetime import date
from typing import Any

from chat.agent.screening import screen
from policies.eligibility.facts import ApplicantFacts

SENIOR_INCOME: dict[str, Any] = {
    "all_of": [
        {"criterion": "age", "min": 65},
        {"criterion": "nationality", "one_of": ["korean"]},
        {"criterion": "monthly_income", "max": 2_000_000},
    ]
}
VETERANS: dict[str, Any] = {"all_of": [{"criterion": "age", "min": 65}, {"criterion": "veteran"}]}
ADULTS: dict[str, Any] = {"all_of": [{"criterion": "age", "min": 18}]}
CHILDREN: dict[str, Any] = {"criterion": "age", "max": 18}


def order(facts: dict[str, Any], **rules: dict[str, Any]) -> list[str]:
    """Names of the rules that speak to a person, best first."""
    rows = [(name, number, tree, False) for number, (name, tree) in enumerate(rules.items(), 900)]
    person = ApplicantFacts.model_validate({"as_of": date(2026, 11, 29), **facts})
    return [item.policy_id for item in screen(rows, person)]


def test_what_most_people_meet_costs_less_than_what_few_do() -> None:
    assert order({"age": 70}, veterans=VETERANS, income=SENIOR_INCOME) == ["income", "veterans"]


def test_a_limit_every_adult_meets_says_nothing() -> None:
    assert order({"age": 70}, adults=ADULTS) == []


def test_a_failed_rule_is_left_out() -> None:
    assert order({"age": 70}, children=CHILDREN, income=SENIOR_INCOME) == ["income"]


def test_a_rule_that_cannot_be_read_is_passed_over() -> None:
    assert order({"age": 70}, broken={"criterion": "nonsense"}, income=SENIOR_INCOME) == ["income"]
