"""Relations found in texts, in groups and in published lists, and what people decide."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from policies.errors import RecordInvalid
from policies.models import DataVersion, Law, Policy, PolicyRelation
from policies.records import RecordRegion
from policies.services.groups import groups_rebuild
from policies.services.relations import (
    law_name,
    relation_add,
    relation_reject,
    relations_rebuild,
)
from policies.tests.records import load
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
HEAT = "난방비를 지원합니다.\n※ 에너지바우처와 중복지원 불가"
YEOJU = RecordRegion("경기도", "여주시")
GUNPO = RecordRegion("경기도", "군포시")


def heating(text: str = HEAT, **more: Any) -> Policy:
    sections = {Section.SUMMARY: "난방", Section.BENEFIT: text}
    return load("heat", name="난방연료비 지원", sections=sections, **more)


def relations() -> list[tuple[str, str, str, str]]:
    rows = PolicyRelation.objects.select_related("origin", "target").order_by("pk")
    return [(r.origin.name, r.target.name, r.kind, r.provenance) for r in rows]


def test_a_sentence_that_names_another_programme_is_kept_with_its_place() -> None:
    policy = heating()
    load("energy", name="에너지바우처")
    relations_rebuild()
    assert relations() == [("난방연료비 지원", "에너지바우처", "exclusive", "text")]
    row = PolicyRelation.objects.get()
    version = policy.current_version
    assert version is not None
    assert (row.version_id, row.section) == (version.pk, "benefit")
    text = version.sections["benefit"]
    assert text[row.start : row.end].strip() == row.quote
    assert row.quote.endswith("에너지바우처와 중복지원 불가")
    assert 0 < row.confidence <= 1


def test_a_second_run_changes_nothing_and_bumps_nothing() -> None:
    heating()
    load("energy", name="에너지바우처")
    relations_rebuild()
    before = list(DataVersion.objects.values_list("group", "number"))
    assert relations_rebuild().read == 0
    full = relations_rebuild(full=True)
    assert (full.read, full.added, full.changed, full.removed) == (2, 0, 0, 0)
    assert list(DataVersion.objects.values_list("group", "number")) == before


def test_a_sentence_that_is_gone_takes_its_relation_along() -> None:
    heating()
    load("energy", name="에너지바우처")
    relations_rebuild()
    heating("난방비를 지원합니다.")
    assert relations_rebuild().removed == 1
    assert relations() == []


def test_of_one_name_the_own_districts_then_the_nations_is_meant() -> None:
    heating(regions=[YEOJU])
    load("far", name="에너지바우처", regions=[GUNPO])
    relations_rebuild()
    assert relations() == []
    load("nation", name="에너지 바우처")
    near = load("near", name="에너지바우처 사업", regions=[YEOJU], aliases=["에너지바우처"])
    relations_rebuild(full=True)
    assert PolicyRelation.objects.get().target_id == near.pk
    heating(HEAT.replace("에너지", "보건복지부 에너지"), regions=[YEOJU])
    relations_rebuild()
    assert PolicyRelation.objects.get().target.nationwide


def test_a_name_that_may_mean_two_things_means_none() -> None:
    heating()
    load("one", name="에너지바우처")
    load("two", name="에너지바우처")
    relations_rebuild()
    assert relations() == []


def test_copies_and_additions_point_to_the_nations_programme() -> None:
    text = {Section.SUMMARY: "장애인의 활동을 활동지원사가 도와 자립과 사회참여를 돕습니다."}
    load("n", name="장애인활동지원", sections=text)
    load("c", name="장애인활동지원 사업", sections=text, regions=[YEOJU])
    load("a", name="장애인활동지원 시추가", sections=text, regions=[GUNPO])
    load("m", name="장애인 영화관 시추가", sections=text, regions=[GUNPO])
    groups_rebuild()
    relations_rebuild()
    assert sorted(relations()) == [
        ("장애인활동지원 사업", "장애인활동지원", "local_copy", "group"),
        ("장애인활동지원 시추가", "장애인활동지원", "local_addition", "group"),
    ]


def test_a_rejected_relation_never_comes_back() -> None:
    heating()
    load("energy", name="에너지바우처")
    relations_rebuild()
    relation_reject(relation=PolicyRelation.objects.get(), rejected=True)
    relations_rebuild(full=True)
    assert PolicyRelation.objects.get().rejected
    heating("다른 글입니다.")
    relations_rebuild()
    assert PolicyRelation.objects.get().rejected


def test_what_a_caseworker_states_stays_and_is_not_overwritten() -> None:
    origin, target = heating(), load("energy", name="에너지바우처")
    relation_add(origin=origin, target=target, kind=PolicyRelation.EXCLUSIVE)
    other = load("other", name="연탄쿠폰")
    relation_add(origin=origin, target=other, kind=PolicyRelation.RELATED)
    relations_rebuild(full=True)
    assert {row[3] for row in relations()} == {"caseworker"}
    assert len(relations()) == 2


def test_laws_are_kept_by_name() -> None:
    policy = load("law", legal_basis=["장애인복지법 제49조", "장애인복지법(제50조, 제1항)", "-"])
    relations_rebuild()
    assert [law.name for law in policy.laws.all()] == ["장애인복지법"]
    load("law", legal_basis=["치매관리법"])
    relations_rebuild()
    assert [law.name for law in policy.laws.all()] == ["치매관리법"]
    assert Law.objects.count() == 2


@pytest.mark.parametrize(
    ("citation", "name"),
    [
        ("국민기초생활 보장법 제7조", "국민기초생활 보장법"),
        ("「아동수당법」", "아동수당법"),
        ("영유아보육법(제34조)", "영유아보육법"),
        ("고용보험법 시행령 (제103조의2)", "고용보험법 시행령"),
        ("", ""),
        ("제3조", ""),
    ],
)
def test_articles_are_no_part_of_a_laws_name(citation: str, name: str) -> None:
    assert law_name(citation) == name


def pairs_file(folder: Path, content: object) -> Path:
    path = folder / "pairs.json"
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


def test_of_published_pairs_those_that_a_text_supports_are_kept(tmp_path: Path) -> None:
    home = {Section.TARGET: "어린이집에 다니지 않고 집에서 크는 아이. 보육료 대신 받습니다."}
    load("WLF1", name="가정양육수당", sections=home)
    load("WLF2", name="영유아보육료")
    load("WLF3", name="기초연금")
    rows = [
        {"a": "WLF1", "b": "WLF2", "verified": True},
        {"a": "CUR:가정양육수당", "b": "WLF3"},
        {"a": "WLF1", "b": "WLF9"},
    ]
    path = pairs_file(tmp_path, rows)
    relations_rebuild(pairs=path)
    assert relations() == [("가정양육수당", "영유아보육료", "exclusive", "published_pair")]
    assert "보육료 대신" in PolicyRelation.objects.get().quote
    assert relations_rebuild(full=True, pairs=path).changed == 0
    relations_rebuild(full=True)
    assert len(relations()) == 1
    relations_rebuild(pairs=pairs_file(tmp_path, []))
    assert relations() == []


@pytest.mark.parametrize("content", [{}, [1], [{"a": "x"}], [{"a": 1, "b": "y"}]])
def test_a_malformed_list_of_pairs_is_refused(tmp_path: Path, content: object) -> None:
    path = pairs_file(tmp_path, content)
    with pytest.raises(RecordInvalid):
        relations_rebuild(pairs=path)
    with pytest.raises(CommandError):
        call_command("group_policies", "--pairs", str(path))
    with pytest.raises(CommandError):
        call_command("group_policies", "--pairs", str(tmp_path / "none.json"))


def test_a_policys_page_names_the_nations_programme_and_the_local_ones(client: Client) -> None:
    nation = load("n", name="장애인활동지원")
    local = load("l", name="여주시 추가지원", regions=[YEOJU])
    wrong = load("w", name="군포시 추가지원", regions=[GUNPO])
    for origin in (local, wrong):
        PolicyRelation.objects.create(
            origin=origin, target=nation, kind="local_addition", rejected=origin == wrong
        )
    page = client.get(f"/policies/{local.pk}/").content.decode()
    assert "바탕이 되는 국가 사업" in page
    assert "장애인활동지원" in page
    page = client.get(f"/policies/{nation.pk}/").content.decode()
    assert "더해 주는 사업 1곳" in page
    assert "여주시 추가지원" in page
    assert "군포시 추가지원" not in page
