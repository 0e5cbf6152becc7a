"""Properties of the whole engine over random people and rules."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision, State, UnknownReason
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import CRITERION_MODELS, rule_from_data, rule_to_data
from policies.tests.eligibility.strategies import LEAVES, partial_people, people, rules
from policies.vocabulary import Verdict


def run(rule: dict[str, Any], facts: dict[str, Any]) -> Decision:
    return evaluate(rule_from_data(rule), ApplicantFacts.model_validate(facts), bundled_tables())


@settings(max_examples=400, deadline=None)
@given(rule=rules(), whole=people(), data=st.data())
def test_learning_more_never_turns_a_verdict(
    rule: dict[str, Any], whole: dict[str, Any], data: st.DataObject
) -> None:
    before = run(rule, data.draw(partial_people(whole)))
    if before.verdict is not Verdict.NEEDS_MORE_INFO:
        assert run(rule, whole).verdict is before.verdict


@settings(max_examples=600, deadline=None)
@given(leaf=st.sampled_from(LEAVES), whole=people(), data=st.data())
def test_learning_more_never_turns_a_criterion(
    leaf: dict[str, Any], whole: dict[str, Any], data: st.DataObject
) -> None:
    before = run(leaf, data.draw(partial_people(whole))).outcomes[0]
    if before.state is not State.UNKNOWN:
        assert run(leaf, whole).outcomes[0].state is before.state


def shuffled(rule: dict[str, Any], random: Random) -> dict[str, Any]:
    """The same rule with the branches of every group in another order."""
    changed = dict(rule)
    for key in ("all_of", "any_of", "none_of", "of"):
        if isinstance(rule.get(key), list) and "criterion" not in rule:
            changed[key] = [shuffled(branch, random) for branch in rule[key]]
            random.shuffle(changed[key])
    return changed


@settings(max_examples=200, deadline=None)
@given(rule=rules(), whole=people(), data=st.data(), random=st.randoms(use_true_random=False))
def test_the_order_of_branches_does_not_matter(
    rule: dict[str, Any], whole: dict[str, Any], data: st.DataObject, random: Random
) -> None:
    facts = data.draw(partial_people(whole))
    first, second = run(rule, facts), run(shuffled(rule, random), facts)
    assert first.verdict is second.verdict
    assert set(first.missing) == set(second.missing)
    assert first.flip_on == second.flip_on


@settings(max_examples=200, deadline=None)
@given(rule=rules(), whole=people(), data=st.data())
def test_a_decision_is_sound(
    rule: dict[str, Any], whole: dict[str, Any], data: st.DataObject
) -> None:
    decision = run(rule, data.draw(partial_people(whole)))
    assert any(each.decisive for each in decision.outcomes)
    for each in decision.outcomes:
        assert each.sentence.endswith(".")
        assert (each.reason is None) is (each.state is not State.UNKNOWN)
        assert bool(each.missing) is (each.reason is UnknownReason.FACT_MISSING)
        assert bool(each.question) is bool(each.missing)
    if decision.verdict is not Verdict.NEEDS_MORE_INFO:
        assert decision.missing == []
    asked = {key for each in decision.outcomes for key in each.missing}
    assert set(decision.missing) <= asked


@given(rule=rules())
def test_rules_survive_json(rule: dict[str, Any]) -> None:
    parsed = rule_from_data(rule)
    assert rule_from_data(json.loads(json.dumps(rule_to_data(parsed)))) == parsed


@pytest.mark.parametrize("name", sorted(CRITERION_MODELS))
def test_every_criterion_is_exercised_somewhere(name: str) -> None:
    assert name in {leaf["criterion"] for leaf in LEAVES}
