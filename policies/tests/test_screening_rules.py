"""The one door to rules in force: read once, read again when something changed."""

from __future__ import annotations

import logging
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from policies.eligibility.facts import ApplicantFacts
from policies.models import EligibilityRule, Policy, PolicyVersion, RuleStatus
from policies.screening.rules import (
    NO_RULE,
    OUTDATED_NOTICE,
    compiled_rules,
    compiled_tree,
    judge_policy,
    judge_rule,
    judge_tree,
)
from policies.services.versions import data_version_bump
from policies.tests.factories import AGE_RULE, make_policy
from policies.vocabulary import Verdict

OLD = ApplicantFacts(as_of=date(2026, 11, 29), age=70)
BROKEN = {"criterion": "gone"}


def trees_read(queries: CaptureQueriesContext) -> int:
    """Queries that fetched the tree of a rule."""
    return sum('"tree"' in each["sql"] for each in queries.captured_queries)


@pytest.mark.django_db(transaction=True)
def test_rules_are_read_once_until_something_changes() -> None:
    first = make_policy("가", rule=AGE_RULE)
    known = compiled_rules()
    assert set(known) == {first.pk}
    with CaptureQueriesContext(connection) as queries:
        assert compiled_rules() is known
    assert len(queries) == 1
    second = make_policy("나", rule=AGE_RULE)
    assert set(compiled_rules()) == {first.pk, second.pk}
    first.rules.update(in_force=False)
    data_version_bump(group="test")
    assert set(compiled_rules()) == {second.pk}


@pytest.mark.django_db(transaction=True)
def test_a_rule_that_was_parsed_is_not_parsed_again() -> None:
    kept = make_policy("가", rule=AGE_RULE)
    before = compiled_rules()[kept.pk]
    Policy.objects.update(name="새 이름")
    data_version_bump(group="test")
    after = compiled_rules()[kept.pk]
    assert after.name == "새 이름"
    assert after.compiled is before.compiled


@pytest.mark.django_db
def test_inside_a_transaction_nothing_is_kept() -> None:
    policy = make_policy("가", rule=AGE_RULE)
    assert set(compiled_rules()) == {policy.pk}
    policy.rules.update(in_force=False)
    assert compiled_rules() == {}
    policy.rules.update(in_force=True)
    with CaptureQueriesContext(connection) as queries:
        assert set(compiled_rules()) == {policy.pk}
    assert len(queries) == 1


@pytest.mark.django_db
def test_an_older_rule_may_come_back_into_force() -> None:
    policy = make_policy("가", rule=AGE_RULE)
    policy.rules.update(in_force=False)
    make_policy("나", rule=AGE_RULE)
    assert policy.pk not in compiled_rules()
    policy.rules.update(in_force=True)
    assert compiled_rules()[policy.pk].compiled is not None


@pytest.mark.django_db
def test_a_tree_that_was_read_again_is_seen() -> None:
    policy = make_policy("가", rule=AGE_RULE)
    before = compiled_rules()[policy.pk].compiled
    reworded = {"all_of": [{**AGE_RULE["all_of"][0], "quote": "60세부터"}]}
    policy.rules.update(tree=reworded)
    after = compiled_rules()[policy.pk].compiled
    assert before is not None
    assert after is not None
    assert (before.key == after.key, before.rule == after.rule) == (True, False)


@pytest.mark.django_db
def test_rules_that_ask_the_same_share_what_was_made_of_them() -> None:
    one, other = make_policy("가", rule=AGE_RULE), make_policy("나", rule=AGE_RULE)
    rules = compiled_rules()
    assert rules[one.pk].compiled is rules[other.pk].compiled


@pytest.mark.django_db
def test_a_malformed_rule_is_logged_and_counts_as_none(caplog: pytest.LogCaptureFixture) -> None:
    policy = make_policy("가", rule={**BROKEN, "key": "처음 보는 모양"})
    with caplog.at_level(logging.ERROR):
        rule = compiled_rules()[policy.pk]
    assert rule.compiled is None
    assert "cannot be read" in caplog.text
    for judged in (judge_rule(rule, OLD), judge_policy(policy.pk, OLD), judge_rule(None, OLD)):
        assert judged.decision is None
        assert (judged.basis, judged.verdict) == (NO_RULE, Verdict.NEEDS_MORE_INFO)


@pytest.mark.django_db
def test_a_rejected_rule_is_not_judged_by() -> None:
    policy = make_policy("가", rule=AGE_RULE)
    policy.rules.update(status=RuleStatus.REJECTED)
    assert compiled_rules() == {}
    assert judge_policy(policy.pk, OLD).basis == NO_RULE


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("reviewed", "changed", "outdated"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_a_reviewed_rule_of_an_older_text_says_so(
    reviewed: bool, changed: bool, outdated: bool
) -> None:
    policy = make_policy("가", rule=AGE_RULE)
    if reviewed:
        when = date(2026, 1, 2).isoformat() + "T00:00:00Z"
        policy.rules.update(status=RuleStatus.APPROVED, reviewed_at=when)
    if changed:
        newer = PolicyVersion.objects.create(
            policy=policy, number=2, content_hash="1" * 64, sections={"target": "만 65세 이상"}
        )
        policy.current_version = newer
        policy.save()
    for judged in (judge_policy(policy.pk, OLD), judge_rule(compiled_rules()[policy.pk], OLD)):
        assert judged.verdict is Verdict.LIKELY
        assert judged.outdated is outdated
        assert judged.notice == (OUTDATED_NOTICE if outdated else "")
    label = "담당자가 확인한 기준" if reviewed else "자동 분석"
    assert judge_policy(policy.pk, OLD).basis_label == label


@pytest.mark.parametrize(
    ("tree", "basis"), [(None, NO_RULE), (BROKEN, NO_RULE), (AGE_RULE, "draft")]
)
def test_a_stored_tree_is_judged_with_its_status(tree: Any, basis: str) -> None:
    assert judge_tree(tree, "draft", OLD).basis == basis


def test_equal_trees_are_compiled_once() -> None:
    first = compiled_tree({"criterion": "age", "min": 60, "quote": "60세"})
    assert compiled_tree({"quote": "60세", "min": 60, "criterion": "age"}) is first


@pytest.mark.django_db
def test_trees_come_with_the_rules_when_they_are_new() -> None:
    make_policy("가", rule=AGE_RULE)
    with CaptureQueriesContext(connection) as queries:
        compiled_rules()
    assert (len(queries), trees_read(queries)) == (1, 1)
    assert EligibilityRule.objects.count() == 1
