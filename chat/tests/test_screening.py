"""Which policies a situation speaks to."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from chat.agent.screening import LIVING_BONUS, screen_published
from policies.eligibility.facts import ApplicantFacts
from policies.models import EligibilityRule, Policy, Theme
from policies.retrieval.types import RegionFilter
from policies.tests.factories import make_policy

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


pytestmark = pytest.mark.django_db


def published(facts: dict[str, Any], region: RegionFilter | None = None) -> list[str]:
    """Names of the published policies that speak to a person, best first."""
    person = ApplicantFacts.model_validate({"as_of": date(2026, 11, 29), **facts})
    names = {str(policy.pk): policy.name for policy in Policy.objects.all()}
    return [names[item.policy_id] for item in screen_published(person, region)]


def order(facts: dict[str, Any], **rules: dict[str, Any]) -> list[str]:
    """Names of the rules that speak to a person, best first."""
    for name, tree in rules.items():
        make_policy(name, rule=tree)
    return published(facts)


def test_what_most_people_meet_costs_less_than_what_few_do() -> None:
    assert order({"age": 70}, veterans=VETERANS, income=SENIOR_INCOME) == ["income", "veterans"]


def test_a_limit_every_adult_meets_says_nothing() -> None:
    assert order({"age": 70}, adults=ADULTS) == []


def test_a_failed_rule_is_left_out() -> None:
    assert order({"age": 70}, children=CHILDREN, income=SENIOR_INCOME) == ["income"]


def test_a_rule_that_cannot_be_read_is_passed_over() -> None:
    make_policy("broken", rule=ADULTS)
    EligibilityRule.objects.update(tree={"criterion": "nonsense"})
    assert order({"age": 70}, income=SENIOR_INCOME) == ["income"]


def test_published_policies_are_those_of_the_place_and_of_the_nation() -> None:
    make_policy("노인", rule=SENIOR_INCOME)
    make_policy("동작 보훈", rule=VETERANS, region=("서울특별시", "동작구"))
    make_policy("부산 노인", rule=SENIOR_INCOME, region=("부산광역시", ""))
    make_policy("누구나", rule=ADULTS)
    make_policy("아동", rule=CHILDREN)
    assert published({"age": 70}) == ["노인"]
    assert published({"age": 70}, RegionFilter("서울특별시", "동작구")) == ["노인", "동작 보훈"]
    assert len(published({"age": 70}, RegionFilter("부산광역시"))) == 2


def test_money_to_live_on_comes_first_and_what_is_received_is_left_out() -> None:
    make_policy("가 노인 연금", rule=SENIOR_INCOME)
    living = make_policy("나 노인 연금", rule=SENIOR_INCOME)
    living.themes.add(Theme.objects.create(name="생활지원"))
    found = screen_published(ApplicantFacts(as_of=date(2026, 11, 29), age=70), None)
    assert [item.policy_id for item in found][:1] == [str(living.pk)]
    assert 0 < found[0].fit - found[1].fit <= LIVING_BONUS
    assert published({"age": 70, "receives": ["나 노인 연금"]}) == ["가 노인 연금"]
