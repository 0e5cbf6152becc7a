"""Records become policies: versions, chunks, rules, taxonomy; bad ones leave no trace."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from policies.errors import RecordInvalid
from policies.models import (
    Agency,
    DataVersion,
    EligibilityRule,
    LexicalPosting,
    Policy,
    PolicyChunk,
    PolicyVersion,
    Region,
    RuleStatus,
)
from policies.records import RecordContact, RecordRegion
from policies.services import policy_load
from policies.services.rules import rule_approve, rule_reject
from policies.tests.records import AGE_RULE, load, make_record
from policies.vocabulary import PeriodKind, PolicyStatus, Section

pytestmark = pytest.mark.django_db
SECTIONS = make_record().sections
RAISED = {**SECTIONS, Section.BENEFIT: "월 5만 원까지 드립니다."}


def in_force(policy: Policy) -> EligibilityRule | None:
    return policy.rules.filter(in_force=True).first()


def data_version() -> int:
    return DataVersion.objects.get(group="test").number


def test_created_then_unchanged_then_changed() -> None:
    first = policy_load(record=make_record())
    assert first.outcome == "created"
    again = policy_load(record=make_record(raw={"read": 2}, collected_on=date(2026, 7, 1)))
    assert (again.outcome, again.policy.pk) == ("unchanged", first.policy.pk)
    changed = policy_load(record=make_record(sections=RAISED))
    assert (changed.outcome, changed.policy.pk) == ("changed", first.policy.pk)
    assert list(changed.policy.versions.values_list("number", flat=True)) == [2, 1]


def test_unchanged_record_writes_nothing() -> None:
    load()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        load()
    verbs = {query["sql"].split()[0] for query in queries}
    assert verbs <= {"SELECT", "SAVEPOINT", "RELEASE"}


def test_old_version_keeps_the_text_citations_point_to() -> None:
    policy = load()
    old = policy.versions.get()
    start = old.sections["benefit"].index("3만 원")
    load(sections=RAISED)
    old.refresh_from_db()
    assert old.sections["benefit"][start : start + 4] == "3만 원"
    current = Policy.objects.get().current_version
    assert current is not None
    assert current.sections["benefit"] == "월 5만 원까지 드립니다."


def test_only_the_current_version_is_searchable() -> None:
    load()
    load(sections=RAISED)
    current = Policy.objects.get().current_version_id
    assert set(PolicyChunk.objects.values_list("version_id", flat=True)) == {current}
    assert set(LexicalPosting.objects.values_list("version_id", flat=True)) == {current}
    assert not PolicyChunk.objects.filter(text__contains="3만 원").exists()


def test_back_to_an_earlier_text_is_a_version_of_its_own() -> None:
    load()
    load(sections=RAISED)
    policy = load()
    assert policy.versions.count() == 3
    assert policy.current_version is not None
    assert policy.current_version.number == 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "  "}, "정책명이 없습니다"),
        ({"sections": {}}, "본문이 없습니다"),
        ({"sections": {Section.SUMMARY: " \n"}}, "본문이 없습니다"),
        ({"apply_url": "bokjiro"}, "주소가 올바르지 않습니다"),
        ({"detail_url": "javascript:alert(1)"}, "주소가 올바르지 않습니다"),
        ({"apply_url": "ftp://bokjiro.go.kr/"}, "주소가 올바르지 않습니다"),
        ({"rule": {"criterion": "no-such"}}, "규칙 형식이 올바르지 않습니다"),
        ({"rule": {"all_of": []}}, "규칙 형식이 올바르지 않습니다"),
        ({"rule": {**AGE_RULE, "min": "많음"}}, "규칙 형식이 올바르지 않습니다"),
    ],
)
@pytest.mark.parametrize("known", [False, True])
def test_refused_record_leaves_no_trace(changes: dict[str, Any], message: str, known: bool) -> None:
    if known:
        load()
    before = list(Policy.objects.values()), PolicyVersion.objects.count(), Agency.objects.count()
    with pytest.raises(RecordInvalid, match=message):
        policy_load(record=make_record(**{"agency": "새 기관", **changes}))
    after = list(Policy.objects.values()), PolicyVersion.objects.count(), Agency.objects.count()
    assert before == after
    assert DataVersion.objects.filter(group="test").exists() is known


def test_unreviewed_rule_follows_its_record() -> None:
    policy = load(rule=AGE_RULE)
    rule = in_force(policy)
    assert rule is not None
    assert rule.status == RuleStatus.DRAFT
    load(rule={**AGE_RULE, "min": 65}, rule_certain=True)
    new = in_force(policy)
    assert new is not None
    assert (new.tree["min"], new.status) == (65, RuleStatus.CATALOGUED)
    assert policy.rules.filter(in_force=False).count() == 1
    load(rule=None, for_persons=False)
    assert in_force(policy) is None


def test_same_rule_on_a_new_text_stays_one_rule() -> None:
    policy = load(rule=AGE_RULE)
    load(rule=AGE_RULE, sections=RAISED)
    assert policy.rules.count() == 1


def test_reviewed_rule_outlives_changes_of_the_source() -> None:
    policy = load(rule=AGE_RULE)
    user = User.objects.create_user("worker@example.com", "pw")
    rule_approve(rule=policy.rules.get(), user=user)
    load(rule={**AGE_RULE, "min": 99}, sections=RAISED)
    rule = in_force(policy)
    assert rule is not None
    assert (rule.tree["min"], rule.reviewed_by) == (60, user)
    load(rule=None, name="치매 약값")
    assert in_force(policy) is not None


def test_rejected_rule_does_not_come_back_but_another_may() -> None:
    policy = load(rule=AGE_RULE)
    user = User.objects.create_user("worker@example.com", "pw")
    rule_reject(rule=policy.rules.get(), user=user, reason="원문과 다름")
    load(rule=AGE_RULE, sections=RAISED)
    assert in_force(policy) is None
    load(rule={**AGE_RULE, "min": 65}, sections=RAISED)
    rule = in_force(policy)
    assert rule is not None
    assert rule.tree["min"] == 65


def test_regions_with_their_province_and_agency_are_made_once() -> None:
    seoul = [RecordRegion("서울특별시", "동작구")]
    policy = load(regions=seoul, agency=" 동작구보건소 ")
    load("other", regions=[*seoul, RecordRegion("부산광역시")], agency="동작구보건소")
    assert not policy.nationwide
    district = policy.regions.get()
    assert district.parent == Region.objects.get(sido="서울특별시", sigungu="")
    assert Region.objects.count() == 3
    assert list(Agency.objects.values_list("name", flat=True)) == ["동작구보건소"]
    assert not load(regions=[]).regions.exists()
    assert Policy.objects.get(external_id="dementia").nationwide
    assert load("nameless", agency="  ").agency.name == "소관기관 미상"


def test_taxonomy_period_audience_and_source_are_stored() -> None:
    policy = load(
        life_stages=["노년"],
        target_groups=["저소득"],
        themes=["신체건강", "보호·돌봄"],
        contacts=[RecordContact("보건소", "02-820-0000")],
        legal_basis=["치매관리법 제12조"],
        for_persons=False,
        status=PolicyStatus.UPCOMING,
        year=2026,
        period_kind=PeriodKind.RANGE,
        period_end=date(2026, 12, 31),
        detail_url="https://www.bokjiro.go.kr/",
        source_title="복지로",
        collected_on=date(2026, 6, 12),
    )
    policy.refresh_from_db()
    assert [term.name for term in policy.life_stages.all()] == ["노년"]
    assert {term.name for term in policy.themes.all()} == {"신체건강", "보호·돌봄"}
    assert (policy.for_persons, policy.status) == (False, "upcoming")
    assert (policy.period_kind, policy.period_end) == ("range", date(2026, 12, 31))
    version = policy.current_version
    assert version is not None
    assert version.contacts == [{"name": "보건소", "phone": "02-820-0000"}]
    assert (version.source_title, version.collected_on) == ("복지로", date(2026, 6, 12))
    assert version.source_url == policy.detail_url
    assert not Policy.objects.recommendable().exists()
    load(themes=["신체건강"])
    assert [term.name for term in policy.themes.all()] == ["신체건강"]


def test_data_version_counts_changes_only() -> None:
    load()
    first = data_version()
    load()
    assert data_version() == first
    load(sections=RAISED)
    assert data_version() == first + 1


def test_same_id_of_another_source_is_another_policy() -> None:
    load()
    policy_load(record=make_record(source="other"))
    assert Policy.objects.count() == 2


def test_blank_sections_are_left_out() -> None:
    policy = load(sections={**SECTIONS, Section.NOTICE: " \n "})
    version = policy.current_version
    assert version is not None
    assert "notice" not in version.sections
    assert version.created_at <= timezone.now()
