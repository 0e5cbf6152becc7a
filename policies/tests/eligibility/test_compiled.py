"""A compiled rule says what `evaluate` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.catalogue.load import load_catalogue
from policies.eligibility.compiled import compile_rule
from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision, State
from policies.eligibility.person import Outline, Person
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import rule_from_data
from policies.tests.eligibility.people import person
from policies.tests.eligibility.strategies import LEAVES, partial_people, people, rules
from policies.vocabulary import Verdict


def someone(**facts: Any) -> Person:
    return Person(person(**facts), bundled_tables())


def outlined(rule: dict[str, Any], **facts: Any) -> list[tuple[str, int]]:
    """Missing facts of a rule with the number of answers that settle."""
    outline = someone(**facts).outline_of(compile_rule(rule_from_data(rule)))
    return [(each.key, each.settles) for each in outline.missing]


def assert_states(outline: Outline, decision: Decision) -> None:
    """Equal; where the verdict is certain, what cannot turn it may have been left open."""
    certain = decision.verdict is not Verdict.NEEDS_MORE_INFO
    for state, each in zip(outline.states, decision.outcomes, strict=True):
        assert state is each.state or (certain and state is State.UNKNOWN)


@settings(max_examples=400, deadline=None)
@given(listed=st.lists(rules(), min_size=1, max_size=4), whole=people(), data=st.data())
def test_verdict_and_outline_are_those_of_evaluate(
    listed: list[dict[str, Any]], whole: dict[str, Any], data: st.DataObject
) -> None:
    facts = ApplicantFacts.model_validate(data.draw(partial_people(whole)))
    tables = bundled_tables()
    one = Person(facts, tables)
    for rule in map(rule_from_data, listed):
        decision, compiled = evaluate(rule, facts, tables), compile_rule(rule)
        outline = one.outline_of(compiled)
        assert one.verdict_of(compiled) is decision.verdict
        assert outline.verdict is decision.verdict
        assert_states(outline, decision)
        assert [each.key for each in outline.missing] == decision.missing


SAID = [
    "신청일 현재 재직 중인 자",
    "관내에 사업장을 둔 소상공인",
    "농어업인 또는 귀농인",
    "유사사업 참여 중이거나 지원금을 수령한 자",
]
WORDED: list[dict[str, Any]] = [
    {"criterion": "other", "key": SAID[0], "quote": SAID[0]},
    {"criterion": "other", "key": "유사사업", "quote": SAID[3]},
    {"criterion": "employment", "one_of": ["self_employed"], "quote": SAID[1]},
    {"criterion": "employment", "one_of": ["farmer", "fisher"], "quote": SAID[2]},
    {"criterion": "region", "sido": "서울특별시"},
    {"criterion": "residence", "min_months": 12, "quote": "서울시에 1년 이상 거주"},
    {"criterion": "veteran", "kinds": ["참전유공자"], "quote": "참전유공자"},
    {"criterion": "veteran", "family": True, "quote": "국가유공자 유족"},
]


@settings(max_examples=300, deadline=None)
@given(
    branches=st.lists(st.sampled_from(WORDED), min_size=1, max_size=5),
    group=st.sampled_from(["all_of", "any_of", "none_of"]),
    said=st.dictionaries(st.sampled_from([*SAID, "타 시도에서 전입"]), st.booleans(), max_size=2),
    moved=st.sampled_from([None, "2026-06-01", "2020-01-01"]),
)
def test_what_was_said_in_other_words_is_heard_alike(
    branches: list[dict[str, Any]], group: str, said: dict[str, bool], moved: str | None
) -> None:
    known = {"other": said, "moved_in_on": moved, "region": {"sido": "서울", "sigungu": "동작구"}}
    rule = rule_from_data({"all_of": [{group: branches}, {"criterion": "near_poor"}]})
    one, compiled = someone(near_poor=True, **known), compile_rule(rule)
    decision = evaluate(rule, one.facts, one.tables)
    assert one.verdict_of(compiled) is decision.verdict
    assert_states(one.outline_of(compiled), decision)


def catalogue_rules() -> Iterator[Any]:
    return (entry.rule for entry in load_catalogue().entries.values() if entry.rule is not None)


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"age": 70, "sex": "female", "region": {"sido": "서울특별시", "sigungu": "동작구"}},
        {"age": 34, "employment": "unemployed", "median_income_ratio": 45, "children": []},
        {"age": 50, "other": {"자영업": True, "동거": False, "농업 경영": True}},
        {"birth_date": "2025-12-01", "disability": "severe", "basic_livelihood": ["생계", "의료"]},
    ],
)
def test_catalogue_is_judged_alike(facts: dict[str, Any]) -> None:
    one, tables = someone(**facts), bundled_tables()
    verdicts = set()
    for rule in catalogue_rules():
        verdict = one.verdict_of(compile_rule(rule))
        assert verdict is evaluate(rule, one.facts, tables).verdict
        verdicts.add(verdict)
    assert Verdict.NEEDS_MORE_INFO in verdicts


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: str(leaf["criterion"]))
def test_where_a_criterion_was_read_does_not_matter(leaf: dict[str, Any]) -> None:
    elsewhere = {**leaf, "section": "criteria", "confidence": 0.4, "legal_basis": "제2조"}
    by_words = {"other", "veteran"}
    if leaf["criterion"] not in by_words:
        elsewhere["quote"] = "다른 문장"
    first, second = (compile_rule(rule_from_data(each)) for each in (leaf, elsewhere))
    assert first.key == second.key
    assert first.leaves[0].key == second.leaves[0].key


@settings(max_examples=200, deadline=None)
@given(leaf=st.sampled_from(LEAVES), whole=people(), data=st.data())
def test_leaves_of_one_key_have_one_state(
    leaf: dict[str, Any], whole: dict[str, Any], data: st.DataObject
) -> None:
    """Were a state read from the quote alone, sharing it over policies would be wrong."""
    whole = {key: value for key, value in whole.items() if key != "other"}
    other = {**leaf, "section": "notice"}
    if leaf["criterion"] not in {"other", "veteran"}:
        other["quote"] = "전혀 다른 문장에서 읽은 조건"
    facts = ApplicantFacts.model_validate(data.draw(partial_people(whole)))
    tables = bundled_tables()
    first, second = (evaluate(rule_from_data(each), facts, tables) for each in (leaf, other))
    assert first.verdict is second.verdict
    assert first.missing == second.missing


def test_criteria_decided_by_their_words_are_kept_apart() -> None:
    told = [
        compile_rule(rule_from_data({"criterion": "other", "key": "세대주", "quote": quote}))
        for quote in ("세대주", "세대주의 배우자")
    ]
    assert told[0].key != told[1].key


def test_polarity_and_structure_are_part_of_the_key() -> None:
    leaf = {"criterion": "near_poor"}
    trees = [
        leaf,
        {"none_of": [leaf]},
        {"any_of": [leaf, {"criterion": "veteran"}]},
        {"all_of": [leaf, {"criterion": "veteran"}]},
        {"all_of": [{"criterion": "veteran"}, leaf]},
    ]
    keys = [compile_rule(rule_from_data(tree)).key for tree in trees]
    assert len(set(keys)) == len(keys)


def test_a_fact_that_settles_is_told_from_one_that_helps() -> None:
    sex = {"criterion": "sex", "one_of": ["female"]}
    poor = {"criterion": "near_poor"}
    assert outlined(sex) == [("sex", 2)]
    assert outlined({"all_of": [sex, poor]}) == [("sex", 1), ("near_poor", 1)]
    owner = {"criterion": "owns_home", "equals": True}
    both = {"at_least": 2, "of": [sex, poor, {"criterion": "veteran"}, owner]}
    assert {settles for _, settles in outlined(both)} == {0}


def test_the_rules_own_question_is_kept() -> None:
    asked = {"criterion": "other", "key": "동거", "question": "함께 살고 계신가요?"}
    sex = {"criterion": "sex", "one_of": ["male"]}
    compiled = compile_rule(rule_from_data({"all_of": [asked, sex]}))
    questions = {each.key: each.question for each in someone().outline_of(compiled).missing}
    assert questions == {"other.동거": "함께 살고 계신가요?", "sex": ""}


def test_written_defaults_do_not_matter() -> None:
    key = compile_rule(rule_from_data({"criterion": "near_poor"})).key
    assert key == compile_rule(rule_from_data({"criterion": "near_poor", "equals": True})).key
