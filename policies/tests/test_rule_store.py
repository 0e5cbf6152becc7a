"""What a newly read rule may replace, and what waits beside for the caseworker."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from policies.models import EligibilityRule, Policy, RuleAction, RuleRevision, RuleStatus
from policies.services.rules import rule_approve, rule_correct, rule_reject, rule_store
from policies.tests.admin_support import SECTIONS, add_version, make_policy, superuser

pytestmark = pytest.mark.django_db
AGE = {"criterion": "age", "min": 65, "quote": "만 65세 이상"}
NEAR = {"criterion": "near_poor", "quote": "차상위계층"}
CHANGED = {**SECTIONS, "benefit": "30만 원"}


def store(policy: Policy, tree: Any, *, certain: bool = False, **fields: Any) -> Any:
    policy.refresh_from_db()
    assert policy.current_version is not None
    return rule_store(
        policy=policy,
        version=policy.current_version,
        tree=tree,
        certain=certain,
        **{"unparsed": [], "confidence": 0.9, **fields},
    )


def in_force(policy: Policy) -> EligibilityRule | None:
    return policy.rules.filter(in_force=True).first()


def approved(policy: Policy, user: User, tree: Any = AGE) -> EligibilityRule:
    return rule_approve(rule=store(policy, tree), user=user, reason="확인")


def actions(policy: Policy) -> list[str]:
    return list(policy.rule_revisions.values_list("action", flat=True))


def test_a_reading_is_stored_with_all_there_is_to_know_of_it() -> None:
    policy = make_policy()
    left = [{"section": "target", "start": 0, "end": 1, "text": "만"}]
    rule = store(policy, AGE, unparsed=left, confidence=0.4, note="자동으로 읽음")
    assert rule == in_force(policy)
    assert (rule.status, rule.unparsed, rule.confidence) == (RuleStatus.DRAFT, left, 0.4)
    assert (rule.note, len(rule.digest)) == ("자동으로 읽음", 64)
    entry = RuleRevision.objects.get()
    assert (entry.action, entry.user, entry.before, entry.after) == ("read", None, None, AGE)


def test_what_a_rule_demands_of_everybody_is_stored_for_screening() -> None:
    policy, user = make_policy(), superuser()
    tree = {"all_of": [AGE, {"criterion": "sex", "one_of": ["female"]}]}
    rule = store(policy, tree)
    assert (rule.min_age_months, rule.max_age_months, rule.sex) == (780, None, "female")
    made = rule_correct(
        rule=rule, tree={"criterion": "age", "min": 5000}, user=user, reason="있을 수 없는 나이"
    )
    assert (made.min_age_months, made.sex) == (2400, "")


def test_the_same_reading_again_changes_nothing() -> None:
    policy = make_policy()
    store(policy, AGE)
    before = list(EligibilityRule.objects.values())
    assert store(policy, AGE) is None
    assert list(EligibilityRule.objects.values()) == before
    assert RuleRevision.objects.count() == 1


def test_the_same_conditions_on_a_new_text_stay_one_rule_that_follows_it() -> None:
    policy = make_policy()
    rule = store(policy, AGE, confidence=0.5)
    add_version(policy, CHANGED)
    again = store(policy, {**AGE, "quote": "65세 이상"}, confidence=0.8)
    assert (again.pk, again.version, again.confidence) == (rule.pk, policy.current_version, 0.8)
    assert again.tree["quote"] == "65세 이상"
    assert EligibilityRule.objects.count() == 1


@pytest.mark.parametrize(
    ("first", "second", "replaced"),
    [
        ("draft", "draft", True),
        ("draft", "catalogued", True),
        ("catalogued", "catalogued", True),
        ("catalogued", "draft", False),
    ],
)
def test_what_replaces_what_on_the_same_text(first: str, second: str, replaced: bool) -> None:
    policy = make_policy()
    store(policy, AGE, certain=first == "catalogued")
    new = store(policy, NEAR, certain=second == "catalogued")
    rule = in_force(policy)
    assert rule is not None
    assert (rule.tree == NEAR, rule == new) == (replaced, replaced)
    assert rule.status == (second if replaced else first)


def test_a_new_text_without_a_curated_rule_gets_the_one_that_was_read() -> None:
    policy = make_policy()
    store(policy, AGE, certain=True)
    add_version(policy, CHANGED)
    assert store(policy, NEAR) == in_force(policy)


def test_a_rule_whose_source_has_none_any_more_leaves_force() -> None:
    policy = make_policy()
    store(policy, AGE)
    assert store(policy, None) is None
    assert in_force(policy) is None


@pytest.mark.parametrize("certain", [False, True])
def test_a_reviewed_rule_stays_and_the_new_reading_waits_beside(certain: bool) -> None:
    policy, user = make_policy(), superuser()
    rule = approved(policy, user)
    add_version(policy, CHANGED)
    beside = store(policy, NEAR, certain=certain, confidence=0.6)
    rule = EligibilityRule.objects.get(pk=rule.pk)
    assert in_force(policy) == rule
    assert rule.is_outdated
    assert (beside.in_force, beside.version) == (False, policy.current_version)
    assert list(EligibilityRule.objects.outdated()) == [rule]
    marked = EligibilityRule.objects.with_outdated().values_list("pk", "outdated")
    assert set(marked) == {(rule.pk, True), (beside.pk, False)}
    assert list(EligibilityRule.objects.pending()) == [beside]
    assert actions(policy)[:2] == [RuleAction.READ, RuleAction.SOURCE_CHANGED]
    for _ in range(2):
        assert store(policy, NEAR, certain=certain) is None
    assert len(actions(policy)) == 4
    entry = RuleRevision.objects.get(action=RuleAction.SOURCE_CHANGED)
    assert "버전 2" in entry.reason
    assert entry.rule == rule


def test_even_the_same_conditions_of_a_changed_text_wait_for_the_caseworker() -> None:
    policy, user = make_policy(), superuser()
    approved(policy, user)
    add_version(policy, CHANGED)
    beside = store(policy, AGE)
    assert not beside.in_force
    rule_approve(rule=beside, user=user)
    rule = in_force(policy)
    assert rule is not None
    assert (rule.version, rule.is_outdated) == (policy.current_version, False)
    assert not EligibilityRule.objects.pending().exists()


def test_a_changed_source_without_a_reading_is_noted_all_the_same() -> None:
    policy, user = make_policy(), superuser()
    rule = approved(policy, user)
    add_version(policy, CHANGED)
    for _ in range(2):
        assert store(policy, None) is None
    assert in_force(policy) == rule
    assert actions(policy).count(RuleAction.SOURCE_CHANGED) == 1
    add_version(policy, SECTIONS)
    store(policy, None)
    assert actions(policy).count(RuleAction.SOURCE_CHANGED) == 2


def test_another_reading_of_the_text_that_was_reviewed_is_dropped() -> None:
    policy, user = make_policy(), superuser()
    rule = approved(policy, user)
    assert store(policy, NEAR) is None
    assert in_force(policy) == rule
    assert policy.rules.count() == 1


def test_a_rejected_reading_does_not_come_back_with_other_quotes() -> None:
    policy, user = make_policy(), superuser()
    rule_reject(rule=store(policy, AGE), user=user, reason="원문과 다름")
    add_version(policy, CHANGED)
    assert store(policy, {**AGE, "quote": "65세 이상", "confidence": 0.3}) is None
    assert in_force(policy) is None
    assert store(policy, NEAR) == in_force(policy)


def test_approving_the_old_rule_for_the_new_text_settles_the_change() -> None:
    policy, user = make_policy(), superuser()
    rule = approved(policy, user)
    add_version(policy, CHANGED)
    store(policy, NEAR)
    again = rule_approve(rule=rule, user=user, reason="조건은 그대로")
    assert (again.pk, again.version) == (rule.pk, policy.current_version)
    assert not EligibilityRule.objects.outdated().exists()
    assert not EligibilityRule.objects.pending().exists()


def test_correcting_from_the_new_reading_settles_it_too() -> None:
    policy, user = make_policy(), superuser()
    approved(policy, user)
    add_version(policy, CHANGED)
    beside = store(policy, NEAR)
    made = rule_correct(rule=beside, tree={"all_of": [AGE, NEAR]}, user=user, reason="둘 다 필요함")
    assert in_force(policy) == made
    assert not EligibilityRule.objects.pending().exists()
    entry = policy.rule_revisions.first()
    assert entry is not None
    assert (entry.before, entry.after) == (AGE, {"all_of": [AGE, NEAR]})


def test_a_rule_from_before_the_digests_is_known_again() -> None:
    policy = make_policy()
    store(policy, AGE)
    EligibilityRule.objects.update(digest="")
    store(policy, AGE)
    assert policy.rules.count() == 1
    assert policy.rules.get().digest
