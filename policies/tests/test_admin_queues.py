"""What waits for a caseworker, the comparison after a change of the source, bulk approval, and
the audit behind all of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import User
from policies.eligibility.digest import rule_digest
from policies.models import EligibilityRule, Policy, RuleAction, RuleRevision, RuleStatus, SavedCase
from policies.rule_querysets import AuditKept
from policies.services.asked import policies_asked
from policies.services.rules import ReviewRefused, rule_approve, rule_tokens, rules_approve
from policies.tests.admin_support import (
    SECTIONS,
    TREE,
    add_version,
    client_of,
    make_policy,
    make_rule,
    staff,
    superuser,
)
from policies.tests.browser_form import BrowserForm

pytestmark = pytest.mark.django_db
LIST = "admin:policies_eligibilityrule_changelist"
CHANGE = "admin:policies_eligibilityrule_change"
IDENTICAL = "admin:policies_eligibilityrule_identical"
REVIEW = "admin:policies_eligibilityrule_review"
AGE = {"criterion": "age", "min": 65, "quote": "만 65세 이상"}


def listed(client: Client, queue: str) -> list[str]:
    """Names of the policies in a queue, in the order of the list."""
    page = client.get(f"{reverse(LIST)}?queue={queue}").content.decode()
    return re.findall(r'<th class="field-title"><a href="[^"]*">([^<]*)</a>', page)


def draft(name: str, **fields: Any) -> EligibilityRule:
    return make_rule(make_policy(name), **fields)


def outdated(name: str, user: User) -> EligibilityRule:
    """A reviewed rule whose source changed, with a new reading beside it."""
    policy = make_policy(name)
    rule = rule_approve(rule=make_rule(policy, tree=AGE), user=user)
    add_version(policy, {**SECTIONS, "target": SECTIONS["target"].replace("65", "60")})
    make_rule(policy, tree={**AGE, "min": 60, "quote": "만 60세 이상"}, in_force=False)
    return EligibilityRule.objects.get(pk=rule.pk)


def test_each_queue_has_its_rules_and_its_count() -> None:
    user = superuser()
    draft("가 새것", confidence=0.9)
    draft("나 낮음", confidence=0.69)
    draft("다 남음", confidence=0.9, unparsed=[{"section": "target", "text": "치료 중"}])
    draft("라 목록", status=RuleStatus.CATALOGUED)
    rule_approve(rule=draft("마 확인"), user=user)
    outdated("바 바뀜", user)
    client = client_of(user)
    assert sorted(listed(client, "new")) == ["가 새것", "나 낮음", "다 남음", "바 바뀜"]
    assert listed(client, "changed") == ["바 바뀜"]
    assert sorted(listed(client, "unsure")) == ["나 낮음", "다 남음"]
    assert listed(client, "asked") == []
    page = client.get(reverse(LIST)).content.decode()
    counts = re.findall(r'poly-queue__count">(\d+)</span>\s*<span[^>]*>([^<]*)<', page)
    assert counts == [
        ("4", "새 자동 분석"),
        ("1", "원문이 바뀜"),
        ("2", "확신 낮음"),
        ("0", "많이 물은 정책"),
    ]
    assert "(원문 바뀜)" in page


def test_the_threshold_of_confidence_is_a_setting(settings: Any) -> None:
    rule = draft("가", confidence=0.8)
    assert not EligibilityRule.objects.unsure().exists()
    settings.RULE_LOW_CONFIDENCE = 0.85
    assert list(EligibilityRule.objects.unsure()) == [rule]


def test_the_most_asked_come_first() -> None:
    rules = {name: draft(name) for name in ("가", "나", "다", "라")}
    rule_approve(rule=rules["라"], user=superuser())
    ids = {name: rule.policy_id for name, rule in rules.items()}
    assert policies_asked(ids=[ids["가"], ids["나"], ids["라"], ids["나"]]) == 3
    assert policies_asked(ids=[str(ids["나"])]) == 1
    assert policies_asked(ids=[]) == 0
    client = client_of(User.objects.get())
    assert listed(client, "asked") == ["나", "가"]


def test_a_decided_draft_leaves_the_queue() -> None:
    user = superuser()
    policy = make_policy()
    old = make_rule(policy)
    beside = make_rule(policy, tree=AGE, in_force=False)
    rule_approve(rule=old, user=user)
    assert not EligibilityRule.objects.pending().exists()
    later = make_rule(policy, tree={**AGE, "min": 70}, in_force=False)
    assert list(EligibilityRule.objects.pending()) == [later]
    assert beside not in EligibilityRule.objects.pending()


def test_a_changed_source_shows_both_trees_and_the_text() -> None:
    user = superuser()
    rule = outdated("무릎 지원", user)
    new = EligibilityRule.objects.pending().get()
    client = client_of(user)
    for each, other in ((rule, new), (new, rule)):
        page = client.get(reverse(CHANGE, args=[each.pk])).content.decode()
        assert "적용 중인 규칙 · 버전 1" in page
        assert "자동 분석 · 버전 2" in page
        assert "만 65세 이상이어야 합니다." in page
        assert "만 60세 이상이어야 합니다." in page
        assert "<ins>만 60세 이상</ins>" in page
        assert "<del>만 65세 이상</del>" in page
        assert page.count("다른 쪽에 없음") == 2
        assert reverse(CHANGE, args=[other.pk]) in page
    page = client.get(reverse(CHANGE, args=[rule.pk])).content.decode()
    assert "다시 확인할 때까지 이 규칙을 그대로 적용" in page


def test_a_rule_on_words_that_are_gone_is_not_approved_again() -> None:
    user = superuser()
    rule = outdated("무릎 지원", user)
    with pytest.raises(ReviewRefused, match="「만 65세 이상」"):
        rule_approve(rule=rule, user=user)
    client = client_of(user)
    data = {"decision": "approve", "reason": "", "token": rule_tokens([rule.pk])[rule.pk]}
    page = client.post(reverse(REVIEW, args=[rule.pk]), data, follow=True).content.decode()
    assert "지금 원문에 없는 인용문이 있어 승인할 수 없습니다" in page
    rule.refresh_from_db()
    assert (rule.in_force, rule.version.number) == (True, 1)


def test_the_page_shows_confidence_and_what_was_not_read() -> None:
    left = {"section": "target", "start": 0, "end": 3, "text": "치료 중이면"}
    rule = draft("무릎 지원", tree=AGE, confidence=0.62, unparsed=[left])
    page = client_of(superuser()).get(reverse(CHANGE, args=[rule.pk])).content.decode()
    assert "62% · 읽지 못함 1" in page
    assert '<span class="poly-unread">치료 중이면</span>' in page
    assert "읽지 못함" in page


def test_identical_rules_are_approved_together_from_the_list() -> None:
    user = superuser()
    alike = [draft("가", tree=AGE), draft("나", tree={**AGE, "quote": "65세 이상"})]
    other = draft("다")
    SavedCase.objects.create(name="청년", facts={"as_of": "2026-06-01", "birth_date": "2000-01-01"})
    client = client_of(user)
    pks = [rule.pk for rule in (*alike, other)]
    asked = client.post(
        reverse(LIST), {"action": "identical_selected", "_selected_action": pks}
    ).content.decode()
    assert asked.index("조건이 같은 규칙 2건") < asked.index("조건이 같은 규칙 1건")
    assert asked.count("시험 사례 1건 가운데") == 3
    form = BrowserForm(asked, "poly-full")
    refused = client.post(reverse(LIST), form.data).content.decode()
    assert "한꺼번에 승인하려면 사유를 적어 주세요." in refused
    assert not EligibilityRule.objects.reviewed().exists()
    form = BrowserForm(refused, "poly-full").fill(
        reason="같은 문장", _selected_action=[rule.pk for rule in alike]
    )
    page = client.post(reverse(LIST), form.data, follow=True).content.decode()
    assert "같은 조건의 규칙 2개를 승인했습니다." in page
    assert set(EligibilityRule.objects.reviewed()) == set(alike)
    entries = RuleRevision.objects.filter(action=RuleAction.BULK_APPROVED)
    assert {entry.reason for entry in entries} == {"같은 문장"}
    assert all(entry.impact and entry.impact["total"] == 1 for entry in entries)
    assert LogEntry.objects.count() == 2


def test_identical_rules_are_found_from_the_page_of_one() -> None:
    user = superuser()
    rules = [draft(name, tree=AGE) for name in ("가", "나", "다")]
    rule_approve(rule=rules[2], user=user)
    EligibilityRule.objects.filter(pk__in=[each.pk for each in rules]).update(
        digest=rule_digest(AGE)
    )
    client = client_of(user)
    page = client.get(reverse(CHANGE, args=[rules[0].pk])).content.decode()
    assert "같은 조건 2건 함께 승인" in page
    asked = client.get(reverse(IDENTICAL, args=[rules[0].pk])).content.decode()
    form = BrowserForm(asked, "poly-full").fill(reason="같은 문장")
    assert len(form.data["_selected_action"]) == 2
    client.post(reverse(LIST), form.data)
    assert EligibilityRule.objects.reviewed().count() == 3


def test_a_bulk_approval_is_whole_or_not_at_all() -> None:
    user = superuser()
    rules = [draft("가", tree=AGE), draft("나", tree=AGE)]
    tokens = rule_tokens([rule.pk for rule in rules])
    rule_approve(rule=rules[1], user=user)
    with pytest.raises(ReviewRefused, match=r"나: .*바뀌어"):
        rules_approve(rules=rules, user=user, reason="같음", tokens=tokens)
    rules[0].refresh_from_db()
    assert rules[0].status == RuleStatus.DRAFT
    with pytest.raises(ReviewRefused, match="서로 다른"):
        rules_approve(rules=[rules[0], draft("다")], user=user, reason="같음", tokens={})
    with pytest.raises(ReviewRefused, match="사유"):
        rules_approve(rules=rules, user=user, reason=" ", tokens=tokens)


def test_a_stale_decision_is_refused_and_said() -> None:
    user = superuser()
    rule = draft("가")
    stale = rule_tokens([rule.pk])[rule.pk]
    rule_approve(rule=rule, user=user, reason="먼저")
    client = client_of(user)
    for sent in ({"token": stale}, {}):
        data = {"decision": "reject", "reason": "나중", **sent}
        page = client.post(reverse(REVIEW, args=[rule.pk]), data, follow=True).content.decode()
        assert "규칙이나 원문이 바뀌어 저장하지 않았습니다" in page
    rule.refresh_from_db()
    assert rule.status == RuleStatus.APPROVED


def test_a_new_version_of_the_source_makes_an_open_page_stale() -> None:
    user = superuser()
    rule = draft("가")
    stale = rule_tokens([rule.pk])[rule.pk]
    add_version(rule.policy, SECTIONS)
    with pytest.raises(ReviewRefused, match="원문이 바뀌어"):
        rule_approve(rule=rule, user=user, token=stale)


def test_history_stands_on_the_rule_and_on_the_policy() -> None:
    user = superuser()
    rule = draft("가")
    rule_approve(rule=rule, user=user, reason="원문과 같음")
    client = client_of(user)
    entry = RuleRevision.objects.get()
    for address in (
        reverse(CHANGE, args=[rule.pk]),
        reverse("admin:policies_policy_change", args=[rule.policy_id]),
    ):
        page = client.get(address).content.decode()
        assert "원문과 같음" in page
        assert "admin@example.com" in page
        assert reverse("admin:policies_rulerevision_change", args=[entry.pk]) in page
    worker = client_of(
        staff("policies.view_policy", "policies.view_eligibilityrule", email="b@example.com")
    )
    page = worker.get(reverse(CHANGE, args=[rule.pk])).content.decode()
    assert "원문과 같음" in page
    assert "rulerevision" not in page


def test_the_audit_is_read_only_for_everybody() -> None:
    user = superuser()
    rule = draft("가")
    rule_approve(rule=rule, user=user, reason="원문과 같음")
    entry = RuleRevision.objects.get()
    client = client_of(user)
    url = reverse("admin:policies_rulerevision_change", args=[entry.pk])
    page = client.get(url).content.decode()
    assert "이전 조건" in page
    assert "만 65세 이상이어야 합니다." in page
    assert "본문에 없음" not in page
    assert client.post(url, {"reason": "고침"}).status_code == 403
    delete = reverse("admin:policies_rulerevision_delete", args=[entry.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    assert client.get(reverse("admin:policies_rulerevision_add")).status_code == 403
    assert (
        "원문과 같음"
        in client.get(reverse("admin:policies_rulerevision_changelist")).content.decode()
    )
    stranger = client_of(staff("policies.view_eligibilityrule", email="c@example.com"))
    assert stranger.get(url).status_code == 403


def test_code_cannot_rewrite_the_audit_and_it_outlives_users_and_rules() -> None:
    user = superuser()
    rule = draft("가")
    rule_approve(rule=rule, user=user, reason="원문과 같음")
    entry = RuleRevision.objects.get()
    entry.reason = "다른 사유"
    for rewrite in (
        entry.save,
        entry.delete,
        RuleRevision.objects.all().delete,
        lambda: RuleRevision.objects.update(reason="다른 사유"),
    ):
        with pytest.raises(AuditKept):
            rewrite()
    user.delete()
    EligibilityRule.objects.all().delete()
    entry = RuleRevision.objects.get()
    assert (entry.reason, entry.user, entry.rule, entry.after) == ("원문과 같음", None, None, TREE)
    Policy.objects.all().delete()
    assert not RuleRevision.objects.exists()


def test_viewers_get_no_way_to_change() -> None:
    rule = draft("가")
    make_rule(make_policy("나"))
    viewer = client_of(staff("policies.view_eligibilityrule"))
    page = viewer.get(reverse(LIST)).content.decode()
    assert "새 자동 분석" in page
    assert "identical_selected" not in page
    assert viewer.get(reverse(IDENTICAL, args=[rule.pk])).status_code == 403
    page = viewer.get(reverse(CHANGE, args=[rule.pk])).content.decode()
    assert "이 규칙을 승인하면 바뀌는 판정" in page
    for word in ("조건 수정", "함께 승인", 'name="token"'):
        assert word not in page


def test_pages_of_many_rules_need_few_queries(django_assert_max_num_queries: Any) -> None:
    rules = [draft(f"지원 {number}", tree=AGE) for number in range(12)]
    client = client_of(superuser())
    data = {"action": "identical_selected", "_selected_action": [rule.pk for rule in rules]}
    with django_assert_max_num_queries(14):
        assert client.post(reverse(LIST), data).status_code == 200
