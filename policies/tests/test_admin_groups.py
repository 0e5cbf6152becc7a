"""Caseworkers correct groups and relations in the admin."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from policies.models import Policy, PolicyGroup, PolicyRelation
from policies.services.groups import groups_rebuild
from policies.services.relations import relations_rebuild
from policies.tests.admin_support import client_of, staff, superuser
from policies.tests.factories import make_policy

pytestmark = pytest.mark.django_db
GROUPS = "admin:policies_policygroup_changelist"
GROUP = "admin:policies_policygroup_change"
POLICY = "admin:policies_policy_change"
PLACES = (("경기도", "여주시"), ("경기도", "군포시"), ("경상남도", "고성군"))


@pytest.fixture
def copies() -> list[Policy]:
    """Three copies of one programme, grouped."""
    text = {"summary": "출산 가정의 양육 부담을 덜고 출산을 장려하는 장려금을 지급합니다."}
    made = [make_policy("출산장려금 지원", region=place, sections=text) for place in PLACES]
    groups_rebuild()
    return made


def policy_form(policy: Policy, rows: list[dict[str, Any]], initial: int = 0) -> dict[str, Any]:
    data: dict[str, Any] = {
        "status": policy.status,
        "for_persons": "on",
        "period_kind": policy.period_kind,
        "outgoing-TOTAL_FORMS": str(len(rows)),
        "outgoing-INITIAL_FORMS": str(initial),
    }
    for number, row in enumerate(rows):
        data |= {f"outgoing-{number}-{key}": value for key, value in row.items()}
    return data


def test_pages_show_the_members_with_their_places(copies: list[Policy]) -> None:
    client = client_of(superuser())
    group = PolicyGroup.objects.get()
    listed = client.get(reverse(GROUPS), {"q": "출산장려금"}).content.decode()
    assert "여러 지역의 같은 사업" in listed
    page = client.get(reverse(GROUP, args=[group.pk])).content.decode()
    for _, place in PLACES:
        assert place in page


def test_splitting_holds_over_a_rebuild_and_is_logged(copies: list[Policy]) -> None:
    client = client_of(superuser())
    group = PolicyGroup.objects.get()
    url = reverse(GROUP, args=[group.pk])
    assert client.post(url, {"taken_out": [str(copies[0].pk)]}).status_code == 302
    groups_rebuild(full=True)
    assert Policy.objects.get(pk=copies[0].pk).group_id is None
    assert group.members.count() == 2
    assert LogEntry.objects.filter(change_message__contains="나누었습니다").exists()


def test_all_members_cannot_be_taken_out(copies: list[Policy]) -> None:
    client = client_of(superuser())
    url = reverse(GROUP, args=[PolicyGroup.objects.get().pk])
    answer = client.post(url, {"taken_out": [str(each.pk) for each in copies]})
    assert "일부만 골라 주세요" in answer.content.decode()
    assert PolicyGroup.objects.get().members.count() == 3


def test_merging_and_releasing(copies: list[Policy]) -> None:
    client = client_of(superuser())
    other = PolicyGroup.objects.create(name="송아지", kind=PolicyGroup.SAME_RECORD)
    stray = [make_policy("송아지 생산 장려금", group=other) for _ in range(2)]
    first = PolicyGroup.objects.exclude(pk=other.pk).get()
    data = {"action": "merge", "_selected_action": [first.pk]}
    answer = client.post(reverse(GROUPS), data, follow=True)
    assert "둘 이상 고르세요" in answer.content.decode()
    data["_selected_action"] = [first.pk, other.pk]
    client.post(reverse(GROUPS), data)
    groups_rebuild(full=True)
    assert PolicyGroup.objects.get().members.count() == 5
    client.post(reverse(GROUPS), {"action": "release", "_selected_action": [first.pk]})
    groups_rebuild()
    assert not {each.pk for each in stray} & set(
        Policy.objects.filter(group=first.pk).values_list("pk", flat=True)
    )


def test_who_may_only_look_changes_nothing(copies: list[Policy]) -> None:
    client = client_of(staff("policies.view_policygroup"))
    group = PolicyGroup.objects.get()
    url = reverse(GROUP, args=[group.pk])
    assert client.get(url).status_code == 200
    assert client.post(url, {"taken_out": [str(copies[0].pk)]}).status_code == 403
    assert group.members.count() == 3
    actions = {"action": "merge", "_selected_action": [group.pk]}
    client.post(reverse(GROUPS), actions)
    assert not Policy.objects.filter(group_settled=True).exists()


def test_a_relation_shows_where_it_is_known_from_and_can_be_rejected() -> None:
    energy = make_policy("에너지바우처")
    heat = make_policy("난방연료비", sections={"benefit": "에너지바우처와 중복지원 불가"})
    relations_rebuild()
    relation = PolicyRelation.objects.get(origin=heat, target=energy)
    client = client_of(superuser())
    url = reverse(POLICY, args=[heat.pk])
    page = client.get(url).content.decode()
    assert "원문의 문장" in page
    assert "에너지바우처와 중복지원 불가" in page
    row = {"id": str(relation.pk), "origin": str(heat.pk), "rejected": "on"}
    assert client.post(url, policy_form(heat, [row], initial=1)).status_code == 302
    relations_rebuild(full=True)
    relation.refresh_from_db()
    assert relation.rejected
    assert relation.kind == PolicyRelation.EXCLUSIVE


def test_a_relation_added_by_hand_is_the_caseworkers() -> None:
    one, two = make_policy("장애수당"), make_policy("장애아동수당")
    client = client_of(superuser())
    url = reverse(POLICY, args=[one.pk])
    row = {"origin": str(one.pk), "target": str(two.pk), "kind": "exclusive"}
    assert client.post(url, policy_form(one, [row])).status_code == 302
    relations_rebuild(full=True)
    relation = PolicyRelation.objects.get()
    assert relation.provenance == PolicyRelation.CASEWORKER
    itself = {"origin": str(one.pk), "target": str(one.pk), "kind": "related"}
    answer = client.post(url, policy_form(one, [itself]))
    assert "자기 자신과 관계를" in answer.content.decode()
    assert PolicyRelation.objects.count() == 1
