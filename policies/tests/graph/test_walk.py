"""Walks in the stored graph: where they lead, where they stop."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest

from policies.graph import walk
from policies.graph.candidates import candidates
from policies.graph.entities import GraphEntities, entities_in, said
from policies.graph.walk import Link, Related, enrich, reached
from policies.models import Agency, Law, Policy, PolicyGroup, PolicyRelation, Theme
from policies.retrieval.types import RegionFilter
from policies.tests.factories import make_policy

pytestmark = pytest.mark.django_db
DONGJAK = RegionFilter("서울특별시", "동작구")


def relate(origin: Policy, target: Policy, kind: str, **more: Any) -> PolicyRelation:
    return PolicyRelation.objects.create(origin=origin, target=target, kind=kind, **more)


def names(links: tuple[Link, ...]) -> list[str]:
    return [link.name for link in links]


def related(policy: Policy, region: RegionFilter | None = None) -> Related:
    return enrich([policy.pk], region=region)[policy.pk]


def themed(name: str, *themes: str, **more: Any) -> Policy:
    policy = make_policy(name, **more)
    policy.themes.set([Theme.objects.get_or_create(name=each)[0] for each in themes])
    return policy


def test_exclusive_partners_are_found_from_both_sides_with_the_sentence() -> None:
    heat, energy = make_policy("난방연료비"), make_policy("에너지바우처")
    relate(heat, energy, "exclusive", quote="에너지바우처와 중복지원 불가")
    assert names(related(heat).exclusive) == ["에너지바우처"]
    assert names(related(energy).exclusive) == ["난방연료비"]
    assert related(heat).exclusive[0].quote == "에너지바우처와 중복지원 불가"
    assert related(heat).walk == ("난방연료비 —중복 불가→ 에너지바우처",)


def test_a_copy_has_the_relations_of_its_national_programme() -> None:
    nation, copy = (
        make_policy("산모건강관리"),
        make_policy("산모관리", region=("서울특별시", "동작구")),
    )
    other = make_policy("입양숙려 지원")
    relate(copy, nation, "local_copy")
    relate(nation, other, "exclusive")
    found = related(copy)
    assert names(found.parents) == ["산모건강관리"]
    assert names(found.exclusive) == ["입양숙려 지원"]
    assert "산모관리 —국가 사업→ 산모건강관리 —중복 불가→ 입양숙려 지원" in found.walk


def test_a_record_of_another_source_shares_relations_through_its_group() -> None:
    group = PolicyGroup.objects.create(name="기초연금", kind=PolicyGroup.SAME_RECORD)
    one, two = make_policy("기초연금", group=group), make_policy("기초연금 지급", group=group)
    other = make_policy("노인맞춤돌봄")
    relate(two, other, "related")
    found = related(one)
    assert names(found.related) == ["노인맞춤돌봄"]
    assert "기초연금 지급" not in names(found.related)


def test_what_regions_add_shows_only_where_the_person_lives() -> None:
    nation = make_policy("장애인활동지원")
    for place in ("동작구", "관악구"):
        local = make_policy(f"{place} 추가지원", region=("서울특별시", place))
        relate(local, nation, "local_addition")
    assert names(related(nation).additions) == []
    assert names(related(nation, DONGJAK).additions) == ["동작구 추가지원"]
    whole = RegionFilter("서울특별시")
    assert names(related(nation, whole).additions) == ["관악구 추가지원", "동작구 추가지원"]


def test_a_rare_law_and_a_theme_in_common_are_a_way() -> None:
    law = Law.objects.create(name="치매관리법")
    one, two, three = (
        themed("치매 약값", "신체건강"),
        themed("치매 검사", "신체건강"),
        themed("치매 강연", "교육"),
    )
    for policy in (one, two, three):
        policy.laws.add(law)
    found = related(one)
    assert names(found.related) == ["치매 검사"]
    assert "치매관리법" in found.related[0].reason
    assert "신체건강" in found.related[0].reason


def test_a_law_that_many_cite_is_no_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "HUB_LIMIT", 2)
    law = Law.objects.create(name="국민기초생활 보장법")
    policies = [themed(f"정책{number}", "생활지원") for number in range(3)]
    for policy in policies:
        policy.laws.add(law)
    assert related(policies[0]).related == ()


def test_circles_end_and_nothing_leads_to_itself() -> None:
    one, two, three = (make_policy(name) for name in ("가", "나", "다"))
    for origin, target in ((one, two), (two, three), (three, one), (two, one)):
        relate(origin, target, "local_copy")
        relate(origin, target, "related")
    for policy in (one, two, three):
        found = related(policy)
        reached = {*names(found.related), *names(found.parents)}
        assert policy.name not in reached
        assert len(found.walk) == len(set(found.walk))


def test_walks_go_two_steps_and_fan_out_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = [make_policy(f"단계{number}") for number in range(4)]
    for origin, target in pairwise(chain):
        relate(origin, target, "local_copy")
    assert names(related(chain[0]).parents) == ["단계1", "단계2"]
    hub = make_policy("중심")
    for number in range(9):
        relate(hub, make_policy(f"곁{number}"), "related")
    assert len(related(hub).related) == walk.SHOWN
    monkeypatch.setattr(walk, "FAN_OUT", 2)
    assert len(related(hub).related) == 2


def test_what_is_rejected_closed_or_for_companies_is_not_reached() -> None:
    one = make_policy("출발")
    relate(one, make_policy("아님"), "related", rejected=True)
    relate(one, make_policy("끝남", status="closed"), "related")
    relate(one, make_policy("기업", for_persons=False), "related")
    relate(one, make_policy("다른 곳", region=("부산광역시", "")), "related")
    hidden = make_policy("내림")
    Policy.objects.filter(pk=hidden.pk).update(current_version=None)
    relate(one, hidden, "exclusive")
    found = related(one, DONGJAK)
    assert (found.related, found.exclusive, found.walk) == ((), (), ())


def test_what_excludes_is_not_suggested_too() -> None:
    one, two = make_policy("장애인연금"), make_policy("장애수당")
    relate(one, two, "related")
    relate(two, one, "exclusive")
    found = related(one)
    assert names(found.exclusive) == ["장애수당"]
    assert found.related == ()


def test_of_one_group_one_is_named() -> None:
    group = PolicyGroup.objects.create(name="에너지바우처", kind=PolicyGroup.SAME_RECORD)
    one = make_policy("난방연료비")
    for name in ("에너지바우처", "에너지 바우처"):
        relate(one, make_policy(name, group=group), "exclusive")
    assert len(related(one).exclusive) == 1


def test_unknown_and_no_policies_lead_nowhere() -> None:
    assert enrich([]) == {}
    assert enrich([uuid4()]) == {}


def test_entities_by_everyday_words_and_official_names() -> None:
    Agency.objects.create(name="국가보훈부")
    found = entities_in("동작구 사는 참전용사 할머니인데 보훈부 병원비 지원 있나요?")
    assert found == GraphEntities(
        life_stages=("노년",),
        target_groups=("보훈대상자",),
        themes=("신체건강",),
        agencies=("국가보훈부",),
        regions=(DONGJAK,),
    )
    assert "기관: 국가보훈부" in list(said(found))
    assert list(said(found))[-1] == "지역: 서울특별시 동작구"


@pytest.mark.parametrize("text", ["", "안녕하세요", "\0", "장애물 달리기", "?" * 500])
def test_a_text_that_names_nothing_has_no_entities(text: str) -> None:
    assert not entities_in(text)
    assert candidates(entities_in(text)) == []


def test_candidates_carry_what_was_named_most_kinds_first() -> None:
    both = themed("노인 건강", "신체건강", life_stages=["노년"])
    here = themed(
        "동작 노인 건강", "신체건강", life_stages=["노년"], region=("서울특별시", "동작구")
    )
    one = themed("노인 여가", "문화·여가", life_stages=["노년"])
    themed("부산 노인 건강", "신체건강", life_stages=["노년"], region=("부산광역시", ""))
    themed("청년 월세", "주거", life_stages=["청년"])
    found = candidates(
        GraphEntities(life_stages=("노년",), themes=("신체건강",), regions=(DONGJAK,))
    )
    assert [each.policy_id for each in found] == [here.pk, both.pk, one.pk]
    assert found[0].path == ("노년", "신체건강", "서울특별시 동작구")
    assert found[2].path == ("노년",)
    assert len(candidates(GraphEntities(life_stages=("노년",)), limit=2)) == 2


def test_candidates_of_a_district_include_its_province_and_former_names() -> None:
    province = make_policy("도 사업", region=("강원도", ""))
    district = make_policy("시 사업", region=("강원특별자치도", "춘천시"))
    make_policy("다른 시", region=("강원특별자치도", "원주시"))
    found = candidates(GraphEntities(regions=(RegionFilter("강원특별자치도", "춘천시"),)))
    assert {each.policy_id for each in found} == {province.pk, district.pk}


def test_candidates_leave_out_what_cannot_be_offered() -> None:
    make_policy("끝남", life_stages=["노년"], status="closed")
    make_policy("기업", life_stages=["노년"], for_persons=False)
    assert candidates(GraphEntities(life_stages=("노년",))) == []
    assert candidates(GraphEntities(themes=("없는 주제",), agencies=("없는 기관",))) == []


def test_what_relations_lead_to_has_its_way_and_leaves_out_what_excludes() -> None:
    nation, copy = (
        make_policy("산모건강관리"),
        make_policy("산모관리", region=("서울특별시", "동작구")),
    )
    other, barred = make_policy("첫만남이용권"), make_policy("입양숙려 지원")
    relate(copy, nation, "local_copy")
    relate(other, nation, "related")
    relate(nation, barred, "exclusive")
    relate(other, barred, "related")
    assert reached([copy.pk], region=DONGJAK) == {
        nation.pk: "산모관리 —국가 사업→ 산모건강관리",
        other.pk: "산모관리 —국가 사업→ 산모건강관리 —관련→ 첫만남이용권",
    }
    # What it starts from is not led to.
    assert set(reached([nation.pk, other.pk])) == {barred.pk}
    assert reached([]) == {}
