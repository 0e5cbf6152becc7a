from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from policies.eligibility.rule import CRITERION_MODELS, rule_from_data
from policies.models import EligibilityRule, RuleAction, RuleRevision, RuleStatus
from policies.services.rules import rule_approve
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
from policies.tests.correction import CORRECT, Desk

pytestmark = pytest.mark.django_db
CHANGE = "admin:policies_eligibilityrule_change"


def saved(rule: EligibilityRule) -> EligibilityRule:
    return EligibilityRule.objects.get(policy=rule.policy, in_force=True)


def test_a_number_is_corrected_and_the_rest_comes_back_as_it_was() -> None:
    rule = make_rule(make_policy(), unparsed=[{"section": "target", "text": "치료 중"}])
    desk = Desk(rule)
    assert desk.form["n-0-min"] == "65"
    assert desk.form["n-0-quote"] == "만 65세 이상"
    desk.form.fill(n__0__min=60)
    desk.save()
    made = saved(rule)
    assert made.pk != rule.pk
    assert (made.status, made.confidence, made.unparsed) == (RuleStatus.CORRECTED, None, [])
    wanted = {"all_of": [{**TREE["all_of"][0], "min": 60}, *TREE["all_of"][1:]]}
    wanted["all_of"][1] = {
        "any_of": [
            wanted["all_of"][1]["any_of"][0],
            {"criterion": "near_poor", "quote": "차상위계층"},
        ]
    }
    assert made.tree == wanted
    assert made.note == "수정 승인 사유: 원문과 다름"
    rule.refresh_from_db()
    assert (rule.tree, rule.in_force, rule.status) == (TREE, False, RuleStatus.DRAFT)
    assert "수정했습니다" in LogEntry.objects.get().get_change_message()


def test_nothing_changed_is_not_saved() -> None:
    rule = make_rule(make_policy())
    page = Desk(rule).save().page
    assert "바뀐 것이 없습니다" in page
    assert EligibilityRule.objects.count() == 1


ALL_KINDS: list[dict[str, Any]] = [
    {"criterion": "age", "min": 19, "below": 35, "unit": "year_age", "at": "year_start"},
    {"criterion": "age", "max": 36, "unit": "months", "on": "2026-01-01"},
    {"criterion": "age_group", "group": "청년"},
    {"criterion": "birth_window", "born_from": "2007-01-01", "born_to": "2008-12-31"},
    {"criterion": "sex", "one_of": ["female"]},
    {"criterion": "region", "sido": "서울특별시", "sigungu": "동작구"},
    {"criterion": "residence", "min_months": 0, "moved_to": "2026-03-01"},
    {"criterion": "nationality", "one_of": ["korean", "marriage_migrant"]},
    {"criterion": "household_type", "any_of": ["single_parent"]},
    {"criterion": "household_size", "min": 1, "max": 3},
    {"criterion": "marital_status", "one_of": ["married"]},
    {"criterion": "married_within", "max_months": 84},
    {"criterion": "children", "min_count": 2, "below": 18, "ordinal": 3},
    {"criterion": "pregnancy", "one_of": ["postpartum"], "within_months": 6},
    {"criterion": "infertility_treatment"},
    {"criterion": "low_income"},
    {"criterion": "median_income_ratio", "max": 52.5},
    {"criterion": "monthly_income", "table": "basic_pension"},
    {"criterion": "monthly_income", "below": 0},
    {"criterion": "health_insurance", "one_of": ["medical_aid_1"]},
    {"criterion": "premium", "employee_max": 127000, "minimum": True},
    {"criterion": "assets", "max": 300000000},
    {"criterion": "owns_home", "equals": False},
    {"criterion": "tenure", "one_of": ["monthly_rent"]},
    {"criterion": "basic_livelihood", "any_of": ["생계"]},
    {"criterion": "near_poor", "equals": False},
    {
        "criterion": "disability",
        "one_of": ["severe"],
        "types": ["지체", "시각"],
        "legacy_grade_max": 3,
    },
    {"criterion": "long_term_care_grade", "one_of": ["1", "cognitive"]},
    {"criterion": "condition", "any_of": ["치매", "암"]},
    {"criterion": "employment", "one_of": ["job_seeking"]},
    {"criterion": "education", "one_of": ["university"]},
    {"criterion": "veteran", "kinds": ["참전유공자"], "family": True},
    {"criterion": "receives", "any_of": ["장애수당"]},
    {"criterion": "other", "key": "유치원 재원", "question": "다니나요?", "terms": ["유치원"]},
]


def test_every_kind_of_criterion_survives_the_form() -> None:
    """What is not touched is saved as it was, whatever it is."""
    assert {each["criterion"] for each in ALL_KINDS} == set(CRITERION_MODELS)
    full = {
        **ALL_KINDS[0],
        "unclear": True,
        "legal_basis": "노인복지법 제26조",
        "effective_from": "2026-01-01",
        "effective_to": "2026-12-31",
        "section": "summary",
        "quote": "노인의 <b>무릎</b>",
    }
    tree = {
        "all_of": [
            {"at_least": 2, "of": ALL_KINDS},
            {"none_of": [full]},
            {"criterion": "age", "min": 65, "quote": "만 65세 이상\n기초생활수급자"},
        ]
    }
    rule_from_data(tree)
    rule = make_rule(make_policy(), tree=tree)
    desk = Desk(rule)
    desk.form.fill(n__2__min=66)
    desk.save()
    tree["all_of"][2]["min"] = 66
    assert saved(rule).tree == tree


def test_the_form_speaks_korean() -> None:
    page = Desk(make_rule(make_policy(), tree={"all_of": ALL_KINDS})).page
    for word in ("기준중위소득의 %", "원 (월)", "개월 이내", "무주택", "연 나이", "모두 충족"):
        assert word in page
    shown = re.sub(r"<[^>]*>", " ", page[page.index("poly-edit") :])
    english = set(re.findall(r"[a-z]+_[a-z_]+", shown))
    assert not english, english


def test_a_criterion_is_added_filled_in_and_turned_into_another_kind() -> None:
    rule = make_rule(make_policy())
    desk = Desk(rule)
    desk.form.fill(n__new="near_poor")
    desk.press("add:n")
    assert desk.form["n-3-kind"] == "near_poor"
    desk.form.fill(n__3__quote="차상위계층", n__3__new="household_size")
    desk.press("turn:n-3")
    assert desk.form["n-3-quote"] == "차상위계층"
    desk.form.fill(n__3__max=4)
    desk.save()
    assert saved(rule).tree["all_of"][3] == {
        "criterion": "household_size",
        "max": 4,
        "quote": "차상위계층",
    }


def test_groups_are_added_changed_wrapped_and_opened() -> None:
    rule = make_rule(make_policy())
    desk = Desk(rule)
    desk.press("wrap:n-0")
    assert (desk.form["n-0-kind"], desk.form["n-0-0-min"]) == ("any_of", "65")
    desk.form.fill(n__0__kind="at_least", n__0__needed=1)
    desk.press("unwrap:n-1")
    assert desk.form["n-2-kind"] == "near_poor"
    desk.press("into:n-1")
    assert desk.form["n-0-1-kind"] == "basic_livelihood"
    desk.press("up:n-1").press("down:n-0").press("up:n-1").press("out:n-1-1")
    desk.save()
    age, recipient = TREE["all_of"][0], TREE["all_of"][1]["any_of"][0]
    near = {"criterion": "near_poor", "quote": "차상위계층"}
    assert saved(rule).tree == {
        "all_of": [near, {"at_least": 1, "of": [age]}, recipient, TREE["all_of"][2]]
    }


def test_criteria_and_groups_are_removed() -> None:
    rule = make_rule(make_policy())
    desk = Desk(rule)
    desk.press("remove:n-1").press("remove:n-1")
    assert "n-1-kind" not in desk.form
    desk.save()
    assert saved(rule).tree == {"all_of": [TREE["all_of"][0]]}


def test_a_rule_of_one_criterion_can_grow() -> None:
    rule = make_rule(make_policy(), tree=TREE["all_of"][0])
    desk = Desk(rule)
    desk.press("wrap:n")
    desk.form.fill(n__new="near_poor")
    desk.press("add:n").save()
    assert saved(rule).tree == {"any_of": [TREE["all_of"][0], {"criterion": "near_poor"}]}
    desk = Desk(saved(rule), desk.client)
    desk.press("remove:n-1").press("unwrap:n").save()
    assert saved(rule).tree == TREE["all_of"][0]


def test_what_was_not_read_becomes_a_criterion() -> None:
    text = SECTIONS["target"]
    start = text.index("65세 이상이라도")
    left = {"section": "target", "start": start, "end": start + 8, "text": "65세 이상이라도"}
    rule = make_rule(make_policy(), unparsed=[left])
    desk = Desk(rule)
    assert '<span class="poly-unread">65세 이상이라도</span>' in desk.page
    desk.press("unread:0")
    assert desk.form["n-3-kind"] == "other"
    assert desk.form["n-3-quote"] == "65세 이상이라도"
    desk.form.fill(n__3__new="age")
    desk.press("turn:n-3").form.fill(n__3__min=65)
    desk.save()
    assert saved(rule).tree["all_of"][3]["quote"] == "65세 이상이라도"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"n__0__min": "많음"}, "정수를 입력하세요."),
    ({"n__0__min": "-1"}, "0 이상"),
    ({"n__0__min": ""}, "‘이상’, ‘이하’, ‘초과’, ‘미만’ 가운데 하나는 있어야 합니다"),
    ({"n__0__max": "60"}, "‘이상’(65)이 ‘이하’(60)보다 큽니다"),
    ({"n__0__quote": "만 70세 이상"}, "고른 항목의 원문에 없는 말입니다"),
    ({"n__0__quote": "만65세  이상"}, "띄어쓰기까지 원문과 같아야 합니다: 「만 65세 이상」"),
    ({"n__0__section": "summary"}, "고른 항목의 원문에 없는 말입니다"),
    ({"n__0__on": "어제"}, "올바른 날짜를 입력하세요."),
    ({"n__1__0__any_of": []}, "필수 항목입니다."),
    ({"n__2__0__key": " "}, "필수 항목입니다."),
    ({"n__kind": "at_least", "n__needed": "9"}, "이 묶음의 조건은 3개뿐입니다."),
    ({"n__kind": "at_least", "n__needed": "둘"}, "1 이상의 숫자로"),
]


@pytest.mark.parametrize(("typed", "message"), WRONG, ids=[f"{m[:8]}" for _, m in WRONG])
def test_mistakes_are_told_at_their_field_and_nothing_is_lost(
    typed: dict[str, Any], message: str
) -> None:
    rule = make_rule(make_policy())
    desk = Desk(rule)
    desk.form.fill(n__2__0__question="지금 입원 중이신가요?", **typed)
    desk.press("check")
    assert message in desk.page
    assert "고칠 곳이 1곳 있습니다." in desk.page
    assert desk.form["n-2-0-question"] == "지금 입원 중이신가요?"
    for key, value in typed.items():
        name = key.replace("__", "-")
        assert desk.form.data.get(name, [""])[0].strip() == str(value or "").strip()
    assert EligibilityRule.objects.count() == 1


def test_an_empty_group_is_told() -> None:
    desk = Desk(make_rule(make_policy()))
    desk.form.fill(n__new="none_of")
    desk.press("add:n").press("check")
    assert "이 묶음에 조건이 없습니다." in desk.page


def test_buttons_keep_what_is_typed_even_when_it_is_wrong() -> None:
    desk = Desk(make_rule(make_policy()))
    desk.form.fill(n__0__min="많음", n__0__quote="없는 말", n__1__0__any_of=["의료"])
    desk.press("down:n-0")
    assert "errorlist" not in desk.page
    assert (desk.form["n-1-min"], desk.form["n-1-quote"]) == ("많음", "없는 말")
    assert desk.form.data["n-0-0-any_of"] == ["의료"]


def test_the_reason_is_asked_for_and_the_way_back_keeps_everything() -> None:
    rule = make_rule(make_policy())
    desk = Desk(rule)
    desk.form.fill(n__0__min=60)
    desk.press("check")
    assert "다른 쪽에 없음" in desk.page
    desk.press("save")
    assert "수정하려면 사유를 적어 주세요." in desk.page
    desk.form.fill(reason="60세부터")
    desk.press("edit")
    assert (desk.form["n-0-min"], desk.form["reason"]) == ("60", "60세부터")
    desk.press("check").press("save")
    assert saved(rule).tree["all_of"][0]["min"] == 60


def test_the_second_of_two_caseworkers_is_told_and_overwrites_nothing() -> None:
    rule = make_rule(make_policy())
    first, second = Desk(rule), Desk(rule, client_of(staff_worker()))
    first.form.fill(n__0__min=60)
    second.form.fill(n__0__min=70)
    first.save("육십")
    second.save("칠십")
    assert "규칙이나 원문이 바뀌어 저장하지 않았습니다" in second.page
    assert saved(rule).tree["all_of"][0]["min"] == 60
    assert second.form["n-0-min"] == "70"
    second.press("renew")
    assert second.form["reason"] == "칠십"
    second.press("save")
    assert saved(rule).tree["all_of"][0]["min"] == 70
    corrected = RuleRevision.objects.filter(action=RuleAction.CORRECTED)
    assert [each.before["all_of"][0]["min"] for each in corrected] == [60, 65]


def test_pressing_save_twice_saves_once() -> None:
    rule = make_rule(make_policy())
    desk = Desk(rule)
    desk.form.fill(n__0__min=60)
    desk.press("check")
    desk.form.fill(reason="육십")
    sent = desk.form.press("save")
    for _ in range(2):
        desk.client.post(desk.url, sent)
    assert RuleRevision.objects.filter(action=RuleAction.CORRECTED).count() == 1


def test_a_rule_of_a_changed_source_is_corrected_to_the_new_text() -> None:
    policy = make_policy()
    user = superuser()
    rule = make_rule(policy)
    rule_approve(rule=rule, user=user)
    add_version(policy, {"target": SECTIONS["target"].replace("만 65세 이상", "만 60세 이상")})
    desk = Desk(rule, client_of(user))
    assert "지금 원문(버전 2)에 맞게 고칩니다" in desk.page
    assert "고른 항목의 원문에 없는 말입니다" in desk.page
    desk.form.fill(n__0__min=60, n__0__quote="만 60세 이상")
    desk.save()
    made = saved(rule)
    assert made.version == policy.current_version
    assert not made.is_outdated


def test_a_malformed_rule_can_be_mended() -> None:
    tree = {"all_of": [{"criterion": "age"}, {"criterion": "unheard"}, "나이"]}
    rule = make_rule(make_policy(), tree=tree)
    desk = Desk(rule)
    desk.form.fill(n__0__min=65)
    desk.save()
    assert saved(rule).tree == {"all_of": [{"criterion": "age", "min": 65}]}


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "check"},
        {"n-kind": "unheard", "do": "check"},
        {"n-kind": "all_of", "do": "remove:n"},
        {"n-kind": "all_of", "do": "remove:n-7"},
        {"n-kind": "all_of", "do": "out:n"},
        {"n-kind": "all_of", "do": "_at:n"},
        {"n-kind": "all_of", "do": "at:n"},
        {"n-kind": "all_of", "do": "append:n"},
        {"n-kind": "all_of", "do": "add:n", "n-new": "unheard"},
        {"n-kind": "all_of", "do": "unread:3"},
    ],
)
def test_forms_that_are_not_ours_change_nothing(sent: dict[str, str]) -> None:
    rule = make_rule(make_policy())
    client = client_of(superuser())
    page = client.post(reverse(CORRECT, args=[rule.pk]), sent).content.decode()
    assert "그렇게 바꿀 수 없습니다." in page
    assert EligibilityRule.objects.count() == 1


def test_only_who_may_change_rules_corrects() -> None:
    rule = make_rule(make_policy())
    viewer = client_of(staff("policies.view_eligibilityrule"))
    url = reverse(CORRECT, args=[rule.pk])
    assert viewer.get(url).status_code == 403
    assert viewer.post(url, {"n-kind": "all_of", "do": "save"}).status_code == 403
    assert url not in viewer.get(reverse(CHANGE, args=[rule.pk])).content.decode()
    assert Client().get(url).status_code == 302


def staff_worker() -> Any:
    return staff(
        "policies.view_eligibilityrule",
        "policies.change_eligibilityrule",
        email="second@example.com",
    )
