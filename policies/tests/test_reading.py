"""Rules are read from stored texts: at loading, and again by a command that may stop anywhere."""

from __future__ import annotations

import json
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from policies.eligibility.parsing.found import Region
from policies.eligibility.rule import rule_from_data, rule_leaves
from policies.errors import ReadingFailed
from policies.models import DataVersion, EligibilityRule, Policy, RuleRevision, RuleStatus
from policies.records import RecordRegion
from policies.services import prepared, reading, rule_text
from policies.services.reading import rules_read
from policies.services.rule_text import bound_regions
from policies.services.rules import rule_approve, rule_reject
from policies.tests.records import AGE_RULE, load, make_record
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
SEOUL = RecordRegion("서울특별시", "동작구")


def texts(target: str, criteria: str = "") -> dict[Section, str]:
    return {
        **make_record().sections,
        Section.TARGET: target,
        Section.CRITERIA: criteria,
    }


def in_force(policy: Policy) -> EligibilityRule | None:
    return policy.rules.filter(in_force=True).first()


def drafted(external_id: str = "dementia", **changes: Any) -> EligibilityRule:
    rule = in_force(load(external_id, **changes))
    assert rule is not None
    return rule


def kinds(rule: EligibilityRule) -> list[str]:
    return [leaf.model_dump()["criterion"] for leaf in rule_leaves(rule_from_data(rule.tree))]


def broken(*_: Any, **__: Any) -> Any:
    raise ReadingFailed("RecursionError: 너무 깊음")


def test_a_record_without_a_rule_gets_a_draft_of_its_text() -> None:
    rule = drafted(sections=texts("만 65세 이상 기초생활수급자\n\n알 수 없는 사정"))
    assert (rule.status, rule.get_status_display()) == (RuleStatus.DRAFT, "자동 분석")
    assert kinds(rule)[:2] == ["age", "basic_livelihood"]
    assert rule.min_age_months == 780
    assert rule.confidence is not None
    assert 0 < rule.confidence <= 1
    assert rule.note
    assert RuleRevision.objects.get().action == "read"


def test_evidence_is_exact_text_of_the_stored_sections() -> None:
    target = (
        "○ 만 19세~39세 청년\n ※ 단, 예산이 허락하는 때에는 조정 가능\n○ 기준중위소득 100% 이하"
    )
    rule = drafted(sections=texts(target, "무주택 세대주"))
    stored = rule.version.sections
    leaves = [leaf for leaf in rule_leaves(rule_from_data(rule.tree)) if leaf.quote]
    assert leaves
    assert all(leaf.quote in stored[leaf.section] for leaf in leaves)
    for span in rule.unparsed:
        assert stored[span["section"]][span["start"] : span["end"]] == span["text"]


def test_a_rule_of_its_own_is_not_read_over() -> None:
    assert drafted(rule=AGE_RULE, rule_certain=True).tree == AGE_RULE
    assert drafted("placeholder", rule=AGE_RULE).tree == AGE_RULE


@pytest.mark.parametrize(
    "changes",
    [
        {"for_persons": False},
        {"sections": {Section.SUMMARY: "만 65세 이상에게 드립니다."}, "regions": [SEOUL]},
        {"sections": texts("누구나")},
    ],
    ids=["businesses only", "no conditions published", "everybody"],
)
def test_no_rule_where_there_is_nothing_to_ask(changes: dict[str, Any]) -> None:
    assert not load(**changes).rules.exists()


def test_the_regions_of_the_record_bind() -> None:
    rule = drafted(agency="청년정책과", regions=[SEOUL], sections=texts("만 19세 이상"))
    region = rule_leaves(rule_from_data(rule.tree))[0].model_dump(exclude_defaults=True)
    assert (region["sido"], region["sigungu"]) == ("서울특별시", "동작구")


@pytest.mark.parametrize(
    ("own", "agency", "bound"),
    [
        ([("경기도", "안산시")], "청년정책과", [("경기도", "안산시")]),
        ([("경상북도", "안동시")], "경상북도 청년정책과", [("경상북도", "안동시")]),
        ([("경기도", "성남시")], "성남도시개발공사", []),
        ([], "보건복지부", []),
        (
            [("인천광역시", "제물포구"), ("인천광역시", "영종구")],
            "인천광역시 중구",
            [("인천광역시", "중구"), ("인천광역시", "제물포구"), ("인천광역시", "영종구")],
        ),
        (
            [("전남광주통합특별시", f"{name}구") for name in ("동", "서", "남", "북", "광산")],
            "광주광역시",
            [("광주광역시", None)],
        ),
    ],
    ids=["department", "part of a province", "corporation", "national", "divided", "merged"],
)
def test_whose_residents_a_policy_is_for(
    own: list[tuple[str, str]], agency: str, bound: list[tuple[str, str | None]]
) -> None:
    regions = tuple(Region(*each) for each in own)
    assert set(bound_regions(regions, agency)) == {Region(*each) for each in bound}


def test_a_text_without_a_year_is_read_as_of_its_collection() -> None:
    trees = [
        drafted(
            str(year), sections=texts("2003. 1. 1. 이후 출생"), collected_on=date(year, 7, 1)
        ).tree
        for year in (2010, 2035)
    ]
    assert trees[0] != trees[1]


def test_an_unreadable_text_does_not_keep_the_policy_away(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = load()
    assert in_force(policy)
    monkeypatch.setattr(prepared, "text_read", broken)
    load(sections=texts("만 70세 이상"))
    policy.refresh_from_db()
    assert policy.versions.count() == 2
    assert in_force(policy) is None


def test_quotes_that_do_not_stand_in_the_text_are_dropped(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        rule_text,
        "rule_to_data",
        lambda rule: {"all_of": [{"criterion": "age", "min": 60, "quote": "만 61세 이상"}]},
    )
    rule = drafted()
    assert rule.tree == {"all_of": [{"criterion": "age", "min": 60}]}
    assert "quote not in" in caplog.text


def test_reading_again_changes_nothing() -> None:
    for number in range(3):
        load(str(number), rule_note="아직 검토되지 않음")
    before = list(EligibilityRule.objects.order_by("pk").values())
    data = DataVersion.objects.get(group="test").number
    for _ in range(2):
        result = rules_read()
        assert (result.total, result.with_rule, result.changed, result.unchanged) == (3, 3, 0, 3)
    assert list(EligibilityRule.objects.order_by("pk").values()) == before
    assert DataVersion.objects.get(group="test").number == data


def test_policies_from_before_the_parser_get_their_rule() -> None:
    policy = load()
    EligibilityRule.objects.all().delete()
    data = DataVersion.objects.get(group="test").number
    result = rules_read()
    assert (result.with_rule, result.changed) == (1, 1)
    assert in_force(policy)
    assert DataVersion.objects.get(group="test").number == data + 1


def test_a_better_parser_replaces_drafts_and_only_drafts() -> None:
    old = {"criterion": "age", "min": 99, "quote": "만 60세 이상"}
    for name in ("draft", "approved", "rejected"):
        load(name)
    catalogued = load("catalogued", rule=AGE_RULE, rule_certain=True)
    user = User.objects.create_user("worker@example.com", "pw")
    rule_reject(
        rule=EligibilityRule.objects.get(policy__external_id="rejected"), user=user, reason="틀림"
    )
    EligibilityRule.objects.filter(policy__external_id__in=["draft", "approved"]).update(
        tree=old, digest=""
    )
    rule_approve(rule=EligibilityRule.objects.get(policy__external_id="approved"), user=user)
    result = rules_read()
    assert (result.total, result.changed, result.unchanged) == (3, 1, 2)
    trees = {
        rule.policy.external_id: rule.tree for rule in EligibilityRule.objects.filter(in_force=True)
    }
    assert trees["draft"] != old
    assert trees["approved"] == old
    assert trees["catalogued"] == AGE_RULE
    assert "rejected" not in trees
    assert in_force(catalogued)


def test_sources_changed_texts_and_a_limit_narrow_the_run() -> None:
    load("1")
    load("2", source="other", sections=texts("누구나"))
    load("3", for_persons=False)
    assert rules_read(sources=["other"]).total == 1
    assert rules_read(changed_only=True).total == 1
    assert rules_read(limit=1).total == 1
    assert rules_read().total == 2


def test_a_text_that_has_no_condition_any_more_loses_its_draft() -> None:
    policy = load()
    version = policy.current_version
    assert version is not None
    version.sections = {"summary": "치매 약값을 돌려드립니다."}
    version.save()
    assert rules_read().changed == 1
    assert in_force(policy) is None


def test_failures_are_listed_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.EMBEDDED_DIR = tmp_path
    load("1")
    load("2")
    read = reading.rule_read
    monkeypatch.setattr(
        reading,
        "rule_read",
        lambda version, policy: (broken if policy.external_id == "1" else read)(
            version=version, policy=policy
        ),
    )
    out = StringIO()
    call_command("read_rules", stdout=out)
    assert "전체 2건: 규칙 있음 1, 바뀜 0, 그대로 1, 실패 1" in out.getvalue()
    file = next((tmp_path / "rules").iterdir())
    assert str(file) in out.getvalue()
    line = json.loads(file.read_text(encoding="utf-8"))
    assert line == {"source": "test", "external_id": "1", "reason": "RecursionError: 너무 깊음"}


def test_an_interrupted_run_keeps_its_batches_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        load(str(number))
    EligibilityRule.objects.all().delete()
    monkeypatch.setattr(reading, "BATCH", 1)
    read, seen = reading.rule_read, []

    def interrupted(**options: Any) -> Any:
        seen.append(options)
        if len(seen) == 2:
            raise KeyboardInterrupt
        return read(**options)

    monkeypatch.setattr(reading, "rule_read", interrupted)
    with pytest.raises(CommandError, match="중단했습니다"):
        call_command("read_rules")
    assert EligibilityRule.objects.count() == 1
    monkeypatch.setattr(reading, "rule_read", read)
    assert rules_read().changed == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [({"limit": 0}, "1 이상"), ({"source": ["gov25"]}, "저장된 정책이 없는 출처")],
)
def test_the_command_refuses_what_makes_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("read_rules", **options)
