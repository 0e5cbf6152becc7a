"""Groups of stored policies: made from texts, stable, and left alone where settled."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from policies.models import DataVersion, Policy, PolicyGroup, PolicySignature
from policies.records import RecordRegion
from policies.services.groups import group_release, group_split, groups_merge, groups_rebuild
from policies.tasks import graph_refresh
from policies.tests.records import load
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
BIRTH = "출산 가정의 양육 부담을 덜고 출산을 장려하려고 장려금을 지급합니다."
BIRTH_TOO = "양육 부담을 줄여 출산을 장려하려는 장려금을 출산 가정에 드립니다."
CALVES = "송아지를 생산한 축산 농가의 우량 한우 개량을 돕습니다."
GOSEONG = RecordRegion("경상남도", "고성군")
YEOJU = RecordRegion("경기도", "여주시")
GUNPO = RecordRegion("경기도", "군포시")


def local(
    key: str, region: RecordRegion, text: str = BIRTH, name: str = "출산장려금 지원", **more: Any
) -> Policy:
    return load(key, name=name, regions=[region], sections={Section.SUMMARY: text}, **more)


def group_of(policy: Policy) -> int | None:
    return Policy.objects.get(pk=policy.pk).group_id


def versions() -> dict[str, int]:
    return dict(DataVersion.objects.values_list("group", "number"))


def test_copies_of_places_become_one_group_and_others_stay_out() -> None:
    one, two = local("a", GOSEONG), local("b", YEOJU, BIRTH_TOO, "여주시 출산장려금 지원사업")
    calves = local("c", GUNPO, CALVES)
    other = local("d", GUNPO, BIRTH, "결혼축하금")
    result = groups_rebuild()
    assert group_of(one) == group_of(two) is not None
    assert group_of(calves) is None
    assert group_of(other) is None
    assert (result.looked_at, result.changed, result.groups) == (4, 2, 1)
    group = PolicyGroup.objects.get()
    assert group.kind == PolicyGroup.NATIONAL_PROGRAMME


def test_one_programme_of_two_sources_is_one_record() -> None:
    sections = {Section.SUMMARY: "치매 약값과 진료비를 돌려드립니다."}
    load("x", name="치매치료관리비 지원", source="gov24", sections=sections)
    load("y", name="치매치료관리비 지원사업", source="bokjiro", sections=sections)
    groups_rebuild()
    group = PolicyGroup.objects.get()
    assert group.kind == PolicyGroup.SAME_RECORD
    assert group.members.count() == 2


def test_a_link_to_the_official_identifier_joins_records() -> None:
    load("WLF00004661", name="청년월세 지원사업", source="bokjiro")
    load(
        "2026",
        name="(국토부) 26년 청년월세 지원사업",
        source="youthcenter",
        raw={"refUrlAddr1": "https://www.bokjiro.go.kr/x.do?wlfareInfoId=WLF00004661&a=01"},
    )
    groups_rebuild()
    assert PolicyGroup.objects.get().members.count() == 2
    linked = PolicySignature.objects.get(policy__source="youthcenter")
    assert linked.official_ids == ["WLF00004661"]


def test_a_second_run_changes_nothing_and_moves_no_data_version() -> None:
    local("a", GOSEONG)
    local("b", YEOJU, BIRTH_TOO)
    groups_rebuild()
    before, ids = versions(), list(PolicyGroup.objects.values_list("pk", "updated_at"))
    assert groups_rebuild().looked_at == 0
    assert groups_rebuild(full=True).changed == 0
    assert versions() == before
    assert list(PolicyGroup.objects.values_list("pk", "updated_at")) == ids


def test_a_run_after_a_load_looks_only_at_what_may_belong_together() -> None:
    first = local("a", GOSEONG)
    second = local("b", YEOJU, BIRTH_TOO)
    load("z", name="치매치료관리비 지원")
    groups_rebuild()
    before = versions()["test"]
    third = local("c", GUNPO, BIRTH)
    result = groups_rebuild()
    assert (result.looked_at, result.changed) == (3, 1)
    assert group_of(third) == group_of(first) == group_of(second)
    assert versions()["test"] > before


def test_a_full_and_a_stepwise_run_agree() -> None:
    for number, region in enumerate((GOSEONG, YEOJU, GUNPO)):
        local(str(number), region, (BIRTH, BIRTH_TOO)[number % 2])
        groups_rebuild()
    stepwise = sorted(Policy.objects.values_list("external_id", "group_id"))
    assert groups_rebuild(full=True).changed == 0
    assert sorted(Policy.objects.values_list("external_id", "group_id")) == stepwise


def test_a_changed_text_leaves_the_group_and_empty_groups_go() -> None:
    one = local("a", GOSEONG)
    two = local("b", YEOJU, BIRTH_TOO)
    groups_rebuild()
    local("b", YEOJU, CALVES)
    groups_rebuild()
    assert group_of(one) is None
    assert group_of(two) is None
    assert not PolicyGroup.objects.exists()


def test_what_a_caseworker_split_stays_split() -> None:
    one, two, three = (
        local("a", GOSEONG),
        local("b", YEOJU, BIRTH_TOO),
        local("c", GUNPO),
    )
    groups_rebuild()
    group = PolicyGroup.objects.get()
    assert group_split(group=group, policies=[two.pk]) is None
    for full in (False, True):
        groups_rebuild(full=full)
        assert group_of(two) is None
        assert group_of(one) == group_of(three) == group.pk
    with pytest.raises(ValueError, match="일부"):
        group_split(group=group, policies=[one.pk, three.pk])
    with pytest.raises(ValueError, match="일부"):
        group_split(group=group, policies=[two.pk])


def test_two_taken_out_are_a_group_of_their_own() -> None:
    policies = [
        local(key, RecordRegion("경기도", place))
        for key, place in (("a", "여주시"), ("b", "군포시"), ("c", "오산시"), ("d", "하남시"))
    ]
    groups_rebuild()
    other = group_split(group=PolicyGroup.objects.get(), policies=[policies[0].pk, policies[1].pk])
    groups_rebuild(full=True)
    assert other is not None
    assert {group_of(each) for each in policies[:2]} == {other.pk}
    assert {group_of(each) for each in policies[2:]} != {other.pk}


def test_what_a_caseworker_merged_stays_merged_until_released() -> None:
    local("a", GOSEONG)
    local("b", YEOJU, BIRTH_TOO)
    local("c", GOSEONG, CALVES, "송아지 생산 장려금")
    local("d", YEOJU, CALVES, "송아지 생산 장려금")
    groups_rebuild()
    assert PolicyGroup.objects.count() == 2
    kept = groups_merge(groups=list(PolicyGroup.objects.all()))
    groups_rebuild(full=True)
    assert PolicyGroup.objects.get() == kept
    assert kept.members.count() == 4
    assert group_release(group=kept) == 4
    groups_rebuild()
    assert PolicyGroup.objects.count() == 2
    with pytest.raises(ValueError, match="둘 이상"):
        groups_merge(groups=[kept])


def test_a_new_copy_joins_a_settled_group() -> None:
    local("a", GOSEONG)
    local("b", YEOJU, BIRTH_TOO)
    local("e", RecordRegion("경기도", "하남시"), CALVES, "송아지 생산 장려금")
    local("f", RecordRegion("경기도", "오산시"), CALVES, "송아지 생산 장려금")
    groups_rebuild()
    kept = groups_merge(groups=list(PolicyGroup.objects.all()))
    for key, place in (("g", "광명시"), ("h", "김포시")):
        local(key, RecordRegion("경기도", place), BIRTH)
    groups_rebuild()
    assert kept.members.count() >= 4
    assert PolicyGroup.objects.filter(pk=kept.pk).exists()


def test_an_alias_changed_by_hand_is_seen() -> None:
    from policies.services.edit import policy_edit

    one = load("x", name="내일통장", source="gov24")
    load("y", name="청년자산통장", source="bokjiro")
    groups_rebuild()
    assert group_of(one) is None
    one.aliases = ["청년자산통장"]
    policy_edit(policy=one, fields=["aliases"])
    groups_rebuild()
    assert group_of(one) is not None


def test_command_and_task_do_the_same_work(capsys: pytest.CaptureFixture[str]) -> None:
    local("a", GOSEONG)
    local("b", YEOJU, BIRTH_TOO)
    out = StringIO()
    call_command("group_policies", stdout=out)
    assert "묶음이 바뀐 정책 2건" in out.getvalue()
    assert graph_refresh() == 0
    assert graph_refresh(full=True) == 0
    out = StringIO()
    call_command("group_policies", "--full", stdout=out)
    assert "본 정책 2건, 묶음이 바뀐 정책 0건, 묶음 1개" in out.getvalue()
