"""Saved test people: made on the trial page, imported from gold cases, tried before saving."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from policies.models import EligibilityRule, Policy, RuleAction, RuleRevision, SavedCase
from policies.services.cases import CaseInvalid, case_facts, cases_import
from policies.services.impact import BROKEN_RULE, NO_RULE, rule_impact
from policies.services.rules import rule_approve, rule_reject
from policies.tests.admin_support import client_of, make_policy, make_rule, staff, superuser
from policies.tests.browser_form import BrowserForm

pytestmark = pytest.mark.django_db
TRY = "admin:policies_eligibilityrule_try"
CHANGE = "admin:policies_eligibilityrule_change"
LIST = "admin:policies_eligibilityrule_changelist"
OLD = {"criterion": "age", "min": 65, "quote": "만 65세 이상"}
NEW = {**OLD, "min": 60}


def person(name: str, born: str, **fields: Any) -> SavedCase:
    facts = {"as_of": "2026-06-01", "birth_date": born}
    return SavedCase.objects.create(name=name, facts=facts, **fields)


def gold(policy: Policy, **changes: Any) -> dict[str, Any]:
    return {
        "id": "e0-025",
        "source": f"gov24_v3_2026-07/{policy.external_id}",
        "title": policy.name,
        "agency": "보건복지부",
        "target": "만 65세 이상",
        "criteria": "",
        "facts": {
            "as_of": "2026-11-29",
            "birth_date": "1963-07-14",
            "region": {"sido": "대전광역시", "sigungu": "유성구"},
            "receives": [],
            "other": {"치료중": False},
        },
        "verdict": "unlikely",
        "missing": [],
        **changes,
    }


def test_people_whose_verdict_changes_are_named_with_their_reasons() -> None:
    policy = make_policy()
    person("어머니", "1963-01-01", family="김씨네", expected={str(policy.pk): "unlikely"})
    person("할머니", "1940-01-01", family="김씨네")
    person("남의 정책 사람", "1963-01-01", policy=make_policy("다른 지원"))
    impact = rule_impact(policy_id=policy.pk, before=OLD, after=NEW)
    assert impact.total == 2
    (changed,) = impact.changed
    assert changed.name == "김씨네 · 어머니"
    assert (changed.before, changed.after) == ("unlikely", "likely")
    assert "만 65세 이상이어야" in changed.before_reasons[0]
    assert "만 60세 이상 조건에 맞습니다" in changed.after_reasons[0]
    assert impact.off == [changed]
    assert impact.counts == [("unlikely", "likely", 1)]


def test_missing_and_broken_rules_and_unreadable_people_are_told_apart() -> None:
    policy = make_policy()
    person("어머니", "1963-01-01")
    person("고장", "어제")
    impact = rule_impact(policy_id=policy.pk, before=None, after={"criterion": "age"})
    assert [(each.before, each.after) for each in impact.people] == [(NO_RULE, BROKEN_RULE)]
    assert impact.unread == ["고장"]


def test_a_decision_keeps_its_impact_in_the_audit() -> None:
    policy, user = make_policy(), superuser()
    make_rule(policy, tree=OLD)
    person("어머니", "1963-01-01")
    new = make_rule(policy, tree=NEW, in_force=False)
    rule_approve(rule=new, user=user, reason="60세부터")
    entry = RuleRevision.objects.get(action=RuleAction.APPROVED)
    assert entry.impact is not None
    assert (entry.impact["total"], entry.impact["changed"][0]["after"]) == (1, "likely")
    assert (entry.before, entry.after) == (OLD, NEW)
    rule_reject(rule=new, user=user, reason="아님")
    entry = RuleRevision.objects.get(action=RuleAction.REJECTED)
    assert entry.impact is not None
    assert entry.impact["changed"][0]["after"] == NO_RULE


def test_the_page_shows_what_approving_would_change() -> None:
    policy = make_policy()
    make_rule(policy, tree=OLD)
    person("어머니", "1963-01-01", expected={str(policy.pk): "unlikely"})
    new = make_rule(policy, tree=NEW, in_force=False)
    client = client_of(superuser())
    page = client.get(reverse(CHANGE, args=[new.pk])).content.decode()
    for words in ("<strong>1건</strong>", "어려움 → 받을 가능성 높음 1건", "기대와 다름", "어머니"):
        assert words in page
    data = {"action": "approve_selected", "_selected_action": [new.pk]}
    page = client.post(reverse(LIST), data).content.decode()
    assert "어려움 → 받을 가능성 높음 1건" in page
    data["action"] = "reject_selected"
    assert "<strong>0건</strong>" in client.post(reverse(LIST), data).content.decode()


def test_without_cases_the_page_says_so() -> None:
    rule = make_rule(make_policy())
    page = client_of(superuser()).get(reverse(CHANGE, args=[rule.pk])).content.decode()
    assert "시험할 사례가 없습니다" in page


def test_a_tried_person_is_saved_loaded_and_changed() -> None:
    rule = make_rule(make_policy())
    client, url = client_of(superuser()), reverse(TRY, args=[rule.pk])
    form = BrowserForm(client.get(url).content.decode(), "poly-trial")
    form.fill(
        as_of="2026-06-12",
        birth_date="1950-01-01",
        sex="female",
        sido="서울특별시",
        sigungu="동작구",
        children="1980-03-01, 1983-05-05",
        basic_livelihood=["none"],
        near_poor="yes",
        owns_home="no",
        conditions="없음",
        health_insurance="regional",
        health_insurance_premium=0,
        other_0="no",
        case__name="어머니",
        case__family="김씨네",
        case__expected="likely",
    )
    page = client.post(url, form.press("save_new"), follow=True).content.decode()
    assert "시험 사례 김씨네 · 어머니를 저장했습니다." in page
    assert "받을 가능성 높음" in page
    case = SavedCase.objects.get()
    assert case.facts == {
        "as_of": "2026-06-12",
        "birth_date": "1950-01-01",
        "sex": "female",
        "region": {"sido": "서울특별시", "sigungu": "동작구"},
        "children": ["1980-03-01", "1983-05-05"],
        "health_insurance": "regional",
        "health_insurance_premium": 0,
        "owns_home": False,
        "basic_livelihood": [],
        "near_poor": True,
        "conditions": [],
        "other": {"치료중": False},
    }
    assert case.expected == {str(rule.policy_id): "likely"}
    assert (case.policy, case.created_by is not None) == (None, True)
    form = BrowserForm(client.get(f"{url}?case={case.pk}").content.decode(), "poly-trial")
    form.fill(case__name="큰어머니", case__only_here="on", near_poor="")
    client.post(f"{url}?case={case.pk}", form.press("save_over"))
    changed = SavedCase.objects.get()
    assert (changed.name, changed.policy) == ("큰어머니", rule.policy)
    assert "near_poor" not in changed.facts
    assert changed.facts == {k: v for k, v in case.facts.items() if k != "near_poor"}


def test_answers_that_another_rule_asked_for_are_kept() -> None:
    rule = make_rule(make_policy(), tree=OLD)
    case = person("어머니", "1963-01-01")
    case.facts["other"] = {"치료중": True}
    case.save()
    client, url = client_of(superuser()), f"{reverse(TRY, args=[rule.pk])}?case={case.pk}"
    form = BrowserForm(client.get(url).content.decode(), "poly-trial")
    client.post(url, form.press("save_over"))
    case.refresh_from_db()
    assert case.facts["other"] == {"치료중": True}


def test_a_case_without_a_name_or_permission_is_not_saved() -> None:
    rule = make_rule(make_policy())
    url = reverse(TRY, args=[rule.pk])
    client = client_of(superuser())
    form = BrowserForm(client.get(url).content.decode(), "poly-trial").fill(sex="male")
    page = client.post(url, form.press("save_new")).content.decode()
    assert "시험 사례의 이름을 적어 주세요." in page
    assert BrowserForm(page, "poly-trial")["sex"] == "male"
    viewer = client_of(staff("policies.view_eligibilityrule"))
    assert "save_new" not in viewer.get(url).content.decode()
    sent = {**form.fill(case__name="몰래").data, "do": "save_new"}
    assert "저장할 권한이 없습니다" in viewer.post(url, sent).content.decode()
    assert not SavedCase.objects.exists()


def test_gold_cases_are_imported_for_stored_policies(tmp_path: Path, capsys: Any) -> None:
    policy = make_policy(source="gov24", external_id="000000465790")
    lines = [gold(policy), gold(policy, id="e0-026", source="youthcenter_2026-07/R1")]
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n")
    call_command("import_cases", str(path))
    assert "새로 1건, 바뀜 0건, 그대로 0건, 정책이 없어 건너뜀 1건" in capsys.readouterr().out
    case = SavedCase.objects.get()
    assert (case.policy, case.case_id) == (policy, "e0-025")
    assert case.expected == {str(policy.pk): "unlikely"}
    assert case_facts(case.facts).other == {"치료중": False}
    call_command("import_cases", str(path))
    assert "그대로 1건" in capsys.readouterr().out
    lines[0]["verdict"] = "likely"
    path.write_text(json.dumps(lines[0]))
    call_command("import_cases", str(path))
    assert "바뀜 1건" in capsys.readouterr().out
    assert SavedCase.objects.get().expected == {str(policy.pk): "likely"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "maybe"}, "2번째 줄: 정답 사례의 형식이 아닙니다."),
        ({"source": None}, "2번째 줄: 정답 사례의 형식이 아닙니다."),
        ({"facts": {"as_of": "2026-01-01", "agee": 3}}, "2번째 줄: 사실을 읽지 못했습니다: agee"),
        ({"facts": {}}, "2번째 줄: 사실을 읽지 못했습니다: as_of"),
    ],
)
def test_a_wrong_line_imports_nothing(change: dict[str, Any], message: str) -> None:
    policy = make_policy(source="gov24")
    lines = [json.dumps(gold(policy)), json.dumps(gold(policy, **change))]
    with pytest.raises(CaseInvalid, match=message):
        cases_import(lines=lines)
    assert not SavedCase.objects.exists()


def test_files_that_cannot_be_read_are_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="파일을 읽을 수 없습니다"):
        call_command("import_cases", str(tmp_path / "none.jsonl"))
    path = tmp_path / "list.jsonl"
    path.write_text("[1]\n")
    with pytest.raises(CommandError, match="1번째 줄"):
        call_command("import_cases", str(path))
    path.write_bytes("가".encode("cp949"))
    with pytest.raises(CommandError, match="UTF-8"):
        call_command("import_cases", str(path))


def test_the_case_page_reads_in_korean_and_gold_cases_stay() -> None:
    policy = make_policy(source="gov24", external_id="1")
    make_rule(policy)
    cases_import(lines=[json.dumps(gold(policy))])
    client = client_of(superuser())
    case = SavedCase.objects.get()
    url = reverse("admin:policies_savedcase_change", args=[case.pk])
    page = client.get(url).content.decode()
    for words in ("대전광역시 유성구", "<dd>아니요</dd>", "어려움", "규칙으로 시험하고"):
        assert words in page
    assert client.post(url, {"name": "바꿈"}).status_code == 403
    own = person("어머니", "1963-01-01")
    url = reverse("admin:policies_savedcase_change", args=[own.pk])
    assert client.post(url, {"name": "큰어머니", "family": "", "policy": ""}).status_code == 302
    own.refresh_from_db()
    assert own.name == "큰어머니"
    assert client.get(reverse("admin:policies_savedcase_changelist")).status_code == 200
    assert client.get(reverse("admin:policies_savedcase_add")).status_code == 403
    assert EligibilityRule.objects.count() == 1
