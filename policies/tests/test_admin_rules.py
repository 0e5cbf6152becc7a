from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from policies.models import DataVersion, EligibilityRule, RuleStatus
from policies.services.rules import ReviewRefused, rule_approve, rule_reject, rule_tokens
from policies.tests.admin_support import (
    add_version,
    client_of,
    make_policy,
    make_rule,
    staff,
    superuser,
)

pytestmark = pytest.mark.django_db
LIST = "admin:policies_eligibilityrule_changelist"
CHANGE = "admin:policies_eligibilityrule_change"
REVIEW = "admin:policies_eligibilityrule_review"
TRY = "admin:policies_eligibilityrule_try"


def token(rule: EligibilityRule) -> str:
    """What the rule's page sends back as the state it was made from."""
    return rule_tokens([rule.pk])[rule.pk]


def test_approving_puts_a_rule_in_force_and_the_other_out() -> None:
    policy, user = make_policy(), superuser()
    old = make_rule(policy)
    new = make_rule(policy, in_force=False)
    rule_approve(rule=new, user=user, reason="원문과 같음")
    old.refresh_from_db()
    new.refresh_from_db()
    assert (new.status, new.in_force, new.reviewed_by) == (RuleStatus.APPROVED, True, user)
    assert new.reviewed_at is not None
    assert new.note == "승인 사유: 원문과 같음"
    assert (old.status, old.in_force) == (RuleStatus.DRAFT, False)
    assert DataVersion.objects.get(group="catalogue").number == 1


def test_approving_twice_changes_nothing_more() -> None:
    policy, user = make_policy(), superuser()
    rule = make_rule(policy)
    for _ in range(2):
        rule_approve(rule=rule, user=user, reason="원문과 같음")
    rule.refresh_from_db()
    assert rule.note == "승인 사유: 원문과 같음"
    assert EligibilityRule.objects.filter(policy=policy, in_force=True).count() == 1


def test_rejecting_takes_a_rule_out_of_force() -> None:
    policy, user = make_policy(), superuser()
    rule = make_rule(policy, note="자동으로 읽음")
    rule_reject(rule=rule, user=user, reason="나이가\n다름")
    rule.refresh_from_db()
    assert (rule.status, rule.in_force) == (RuleStatus.REJECTED, False)
    assert rule.note == "자동으로 읽음\n반려 사유: 나이가 다름"
    assert not policy.rules.filter(in_force=True).exists()


def test_rejecting_needs_a_reason() -> None:
    rule = make_rule(make_policy())
    with pytest.raises(ReviewRefused):
        rule_reject(rule=rule, user=superuser(), reason="  ")
    rule.refresh_from_db()
    assert rule.in_force


def test_a_malformed_rule_cannot_be_approved() -> None:
    rule = make_rule(make_policy(), tree={"criterion": "age"})
    with pytest.raises(ReviewRefused):
        rule_approve(rule=rule, user=superuser())


def test_the_page_shows_sentences_quotes_and_no_markup_of_the_source() -> None:
    rule = make_rule(make_policy())
    page = client_of(superuser()).get(reverse(CHANGE, args=[rule.pk])).content.decode()
    assert "만 65세 이상이어야 합니다." in page
    assert "다음 가운데 하나 이상에 해당해야 합니다." in page
    assert "차상위계층이면 됩니다." in page
    assert "분석 신뢰도 70%" in page
    assert "‘치료 중이면’이면 제외됩니다." in page
    assert '<mark>만 65세 이상</mark><a class="poly-ref" href="#criterion-1">조건 1</a>' in page
    assert "&lt;b&gt;무릎&lt;/b&gt;" in page
    assert "<b>무릎</b>" not in page
    assert "<i>치료</i>" not in page


def test_unclear_and_lost_parts_are_marked() -> None:
    tree = {
        "all_of": [
            {"criterion": "age", "min": 70, "quote": "만 70세 이상"},
            {"criterion": "other", "key": "세부조건", "quote": "차상위계층", "unclear": True},
        ]
    }
    rule = make_rule(make_policy(), tree=tree)
    page = client_of(superuser()).get(reverse(CHANGE, args=[rule.pk])).content.decode()
    assert "이해하지 못한 조건이 1개" in page
    assert "인용문을 본문에서 찾지 못한 조건이 1개" in page
    assert "본문에 없음" in page


def test_a_malformed_rule_still_has_its_page() -> None:
    rule = make_rule(make_policy(), tree={"criterion": "age"})
    client = client_of(superuser())
    assert "규칙 형식이 올바르지 않습니다" in (
        client.get(reverse(CHANGE, args=[rule.pk])).content.decode()
    )
    assert client.get(reverse(TRY, args=[rule.pk])).status_code == 200


def test_a_rule_of_an_older_version_says_so() -> None:
    policy = make_policy()
    rule = make_rule(policy)
    add_version(policy, {"target": "만 60세 이상"})
    page = client_of(superuser()).get(reverse(CHANGE, args=[rule.pk])).content.decode()
    assert "이 규칙은 버전 1에서 읽었습니다" in page


def test_the_page_decides_and_logs() -> None:
    rule = make_rule(make_policy())
    client = client_of(staff("policies.view_eligibilityrule", "policies.change_eligibilityrule"))
    data = {"decision": "reject", "reason": "나이가 다름", "token": token(rule)}
    answer = client.post(reverse(REVIEW, args=[rule.pk]), data, follow=True)
    assert "규칙 1개를 반려했습니다." in answer.content.decode()
    rule.refresh_from_db()
    assert rule.status == RuleStatus.REJECTED
    entry = LogEntry.objects.get(object_id=str(rule.pk))
    assert "나이가 다름" in entry.get_change_message()
    data = {"decision": "approve", "reason": "", "token": token(rule)}
    client.post(reverse(REVIEW, args=[rule.pk]), data)
    rule.refresh_from_db()
    assert (rule.status, rule.in_force) == (RuleStatus.APPROVED, True)


def test_a_refused_decision_is_said() -> None:
    rule = make_rule(make_policy())
    data = {"decision": "reject", "reason": ""}
    url = reverse(REVIEW, args=[rule.pk])
    page = client_of(superuser()).post(url, data, follow=True).content.decode()
    assert "반려하려면 사유를 적어 주세요." in page
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("decision", ["approve", "reject"])
def test_the_list_asks_for_a_reason_and_decides(decision: str) -> None:
    rules = [make_rule(make_policy("가 지원")), make_rule(make_policy("나 지원"))]
    client = client_of(superuser())
    data = {"action": f"{decision}_selected", "_selected_action": [rule.pk for rule in rules]}
    asked = client.post(reverse(LIST), data)
    assert "가 지원" in asked.content.decode()
    assert set(EligibilityRule.objects.values_list("status", flat=True)) == {RuleStatus.DRAFT}
    tokens = {f"token-{rule.pk}": token(rule) for rule in rules}
    client.post(reverse(LIST), {**data, **tokens, "confirmed": "yes", "reason": "확인"})
    wanted = RuleStatus.APPROVED if decision == "approve" else RuleStatus.REJECTED
    assert set(EligibilityRule.objects.values_list("status", flat=True)) == {wanted}
    assert LogEntry.objects.count() == 2


def test_viewers_see_but_do_not_decide() -> None:
    rule = make_rule(make_policy())
    client = client_of(staff("policies.view_eligibilityrule"))
    page = client.get(reverse(CHANGE, args=[rule.pk]))
    assert page.status_code == 200
    assert 'name="decision"' not in page.content.decode()
    data = {"decision": "approve", "reason": ""}
    assert client.post(reverse(REVIEW, args=[rule.pk]), data).status_code == 403
    assert client.post(reverse(CHANGE, args=[rule.pk]), {}).status_code == 403
    assert "approve_selected" not in client.get(reverse(LIST)).content.decode()


def test_staff_without_permission_see_nothing() -> None:
    rule = make_rule(make_policy())
    client = client_of(staff())
    for name in (CHANGE, TRY):
        assert client.get(reverse(name, args=[rule.pk])).status_code == 403
    assert client.get(reverse(LIST)).status_code == 403


def test_a_rule_is_tried_with_facts() -> None:
    rule = make_rule(make_policy())
    client = client_of(staff("policies.view_eligibilityrule"))
    url = reverse(TRY, args=[rule.pk])
    page = client.get(url).content.decode()
    assert "지금 &lt;i&gt;치료&lt;/i&gt; 중이신가요?" in page
    facts = {"as_of": "2026-06-12", "birth_date": "1950-01-01", "near_poor": "yes"}
    open_ = client.post(url, facts).content.decode()
    assert "판정:" in open_
    assert "확인 필요" in open_
    likely = client.post(url, {**facts, "other_0": "no"}).content.decode()
    assert "받을 가능성 높음" in likely
    assert "만 76세로 만 65세 이상 조건에 맞습니다." in likely
    young = client.post(url, {**facts, "birth_date": "1990-01-01"}).content.decode()
    assert "어려움" in young
    rule.refresh_from_db()
    assert rule.status == RuleStatus.DRAFT


def test_the_trial_takes_known_negatives_and_names_mistakes() -> None:
    rule = make_rule(make_policy())
    client, url = client_of(superuser()), reverse(TRY, args=[rule.pk])
    none = {
        "as_of": "2026-06-12",
        "birth_date": "1950-01-01",
        "near_poor": "no",
        "basic_livelihood": "none",
        "other_0": "no",
        "children": "없음",
        "sido": "서울특별시",
        "sigungu": "동작구",
    }
    assert "어려움" in client.post(url, none).content.decode()
    wrong = {**none, "children": "어제", "basic_livelihood": ["none", "생계"], "sido": ""}
    page = client.post(url, wrong).content.decode()
    assert "날짜는 2020-03-15처럼 적어 주세요." in page
    assert "함께 고를 수 없습니다" in page
    assert "시·도도 적어 주세요" in page
    assert "판정:" not in page


def test_the_list_needs_few_queries(django_assert_max_num_queries: object) -> None:
    for number in range(12):
        make_rule(make_policy(f"지원 {number}"))
    client = client_of(superuser())
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        assert client.get(reverse(LIST)).status_code == 200
