"""One programme of several sources is one to the citizen: listed once, told by all of them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from policies.eligibility.facts import ApplicantFacts
from policies.models import EligibilityRule, Policy, PolicyGroup, PolicyRelation, PolicyVersion
from policies.provenance import programme_of
from policies.screening.family import screen_person
from policies.services.groups import groups_merge, groups_rebuild
from policies.tests.factories import make_policy
from policies.tests.records import load
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
SEOUL = "서울특별시"
AGED: dict[str, Any] = {"criterion": "age", "min": 60, "quote": "만 60세 이상"}
POOR: dict[str, Any] = {"criterion": "near_poor", "quote": "차상위"}
TARGET = "만 60세 이상 치매환자로 기준중위소득 140% 이하인 분"


def record(source: str, name: str, day: int, **fields: Any) -> Policy:
    policy = make_policy(name, agency=f"{source} 기관", **fields)
    Policy.objects.filter(pk=policy.pk).update(source=source)
    PolicyVersion.objects.filter(policy=policy).update(
        source_title=f"{source} 자료", collected_on=date(2026, 11, day)
    )
    return Policy.objects.get(pk=policy.pk)


def together(*policies: Policy, kind: str = PolicyGroup.SAME_RECORD) -> None:
    group = PolicyGroup.objects.create(name=policies[0].name, kind=kind)
    Policy.objects.filter(pk__in=[each.pk for each in policies]).update(group=group)


@pytest.fixture
def pair() -> tuple[Policy, Policy]:
    """복지로 with the whole text, 보조금24 with other words and the papers."""
    official = record(
        "bokjiro",
        "치매치료관리비 지원",
        1,
        sections={"target": TARGET, "benefit": "월 3만 원까지 드립니다.", "application": "방문"},
        contacts=[],
        rule=AGED,
    )
    portal = record(
        "gov24",
        "치매 치료비 지원사업",
        2,
        sections={
            "target": "치매환자",
            "benefit": "월 5만 원까지 드립니다.",
            "application": "보건소에 방문하거나 온라인으로 신청합니다.",
            "documents": "신분증",
        },
        apply_url="https://www.gov.kr/apply",
        life_stages=["노년"],
    )
    together(official, portal)
    return official, portal


def names(client: Client, address: str) -> list[str]:
    return [policy.name for policy in client.get(address).context["page"].object_list]


@pytest.mark.usefixtures("pair")
def test_it_is_listed_once(client: Client) -> None:
    make_policy("다른 정책")
    assert names(client, "/policies/") == ["다른 정책", "치매치료관리비 지원"]
    # Whichever record a filter finds stands for it.
    assert names(client, "/policies/?life_stage=노년") == ["치매 치료비 지원사업"]
    assert client.get("/api/v1/policies/").json()["count"] == 2


def test_a_search_finds_it_once(client: Client, settings: Any) -> None:
    settings.EMBEDDER = "none"
    for key, source in (("a", "gov24"), ("b", "bokjiro")):
        load(key, name="치매치료관리비 지원", source=source)
    load("c", name="치매안심센터 쉼터", sections={Section.SUMMARY: "낮에 함께 지냅니다."})
    groups_rebuild()
    found = names(client, "/policies/?q=치매치료관리비")
    assert found.count("치매치료관리비 지원") == 1


def test_a_record_that_ended_stands_for_nothing(
    client: Client, pair: tuple[Policy, Policy]
) -> None:
    over = timezone.localdate() - timedelta(days=1)
    Policy.objects.filter(pk=pair[0].pk).update(period_end=over, period_text="어제까지")
    assert names(client, "/policies/") == ["치매 치료비 지원사업"]
    assert names(client, "/policies/?status=open") == ["치매 치료비 지원사업"]
    # Its text is as good as before, and the page says that the time is over.
    page = client.get(f"/policies/{pair[1].pk}/")
    assert page.context["programme"].main == pair[0]
    assert "접수 마감" in page.content.decode()
    Policy.objects.filter(pk=pair[0].pk).update(status="closed")
    assert programme_of(pair[1]).main == pair[1]


def test_every_address_tells_it_by_all_sources(client: Client, pair: tuple[Policy, Policy]) -> None:
    for policy in pair:
        page = client.get(f"/policies/{policy.pk}/")
        fields = {each.key: each.told.policy.source for each in page.context["programme"].sections}
        # What only mentions ("방문", "치매환자") leads nowhere.
        assert fields == {
            "target": "bokjiro",
            "benefit": "bokjiro",
            "application": "gov24",
            "documents": "gov24",
        }
        text = page.content.decode()
        assert "<h1>치매치료관리비 지원</h1>" in text
        assert f'rel="canonical" href="/policies/{pair[0].pk}/"' in text
        assert text.count('data-testid="source-record"') == 2
        for part in ("bokjiro 자료", "2026-11-01 수집", "gov24 자료", "2026-11-02 수집"):
            assert part in text
        # The other amount is there, under the name of who says it, and so is the way to apply.
        assert "월 5만 원까지 드립니다." in text
        assert 'href="https://www.gov.kr/apply"' in text
        assert 'href="tel:18999988"' in text
        assert "여기서는 ‘치매 치료비 지원사업’" in text


def test_the_api_names_every_source(client: Client, pair: tuple[Policy, Policy]) -> None:
    rows = client.get(f"/api/v1/policies/{pair[1].pk}/").json()["sources"]
    assert [(row["name"], row["collected_on"]) for row in rows] == [
        ("bokjiro", "2026-11-01"),
        ("gov24", "2026-11-02"),
    ]
    assert {"name", "target", "benefit"} <= set(rows[0]["leads"])
    assert set(rows[1]["leads"]) == {"application", "documents", "phones", "apply_url"}


def test_it_is_checked_by_the_record_that_tells_who_is_meant(
    client: Client, pair: tuple[Policy, Policy]
) -> None:
    for policy in pair:
        page = client.post(f"/policies/{policy.pk}/", {"age": "70"})
        assert page.context["check"].policy == pair[0]


def test_relations_of_every_record_are_shown_but_not_among_them(
    client: Client, pair: tuple[Policy, Policy]
) -> None:
    rival = make_policy("다른 정책")
    PolicyRelation.objects.create(origin=pair[1], target=rival, kind=PolicyRelation.EXCLUSIVE)
    PolicyRelation.objects.create(origin=pair[1], target=pair[0], kind=PolicyRelation.RELATED)
    relations = client.get(f"/policies/{pair[0].pk}/").context["relations"]
    assert (relations.exclusive, relations.related) == ([rival], [])


def test_one_source_says_nothing_of_others(client: Client) -> None:
    page = client.get(f"/policies/{make_policy().pk}/").content.decode()
    assert page.count('data-testid="source-record"') == 1
    assert "policy__told" not in page
    assert "여러 곳에서 안내하는" not in page


def test_copies_of_other_places_stay_policies_of_their_own(client: Client) -> None:
    one = record("bokjiro", "출산장려금", 1, region=(SEOUL, "동작구"))
    two = record("bokjiro", "출산 장려금", 1, region=(SEOUL, "강남구"))
    together(one, two, kind=PolicyGroup.NATIONAL_PROGRAMME)
    assert len(names(client, "/policies/")) == 2
    assert not programme_of(one).several
    # Not even when a caseworker says that they belong together.
    three = record("gov24", "출산장려금 지원", 1, region=(SEOUL, "동작구"))
    alone = PolicyGroup.objects.create(name="x", kind=PolicyGroup.SAME_RECORD)
    Policy.objects.filter(pk=three.pk).update(group=alone)
    groups_merge(groups=list(PolicyGroup.objects.all()))
    assert PolicyGroup.objects.get().kind == PolicyGroup.NATIONAL_PROGRAMME
    assert len(names(client, "/policies/")) == 3


def test_it_is_screened_once(pair: tuple[Policy, Policy]) -> None:
    def likely(**known: Any) -> list[str]:
        facts = ApplicantFacts.model_validate({"as_of": date(2026, 11, 29), "age": 70, **known})
        found = screen_person(facts)
        rows = (*found.likely, *found.already_received)
        assert found.counts["needs_more_info"] == found.counts["unlikely"] == 0
        return [item.rule.source for item in rows]

    two = {"all_of": [AGED, {"none_of": [POOR]}]}
    EligibilityRule.objects.create(
        policy=pair[1], version=PolicyVersion.objects.get(policy=pair[1]), tree=two, status="draft"
    )
    # A rule with one condition only says less than a whole one.
    assert likely(near_poor=False) == ["gov24"]
    EligibilityRule.objects.filter(policy=pair[0]).update(tree=two)
    assert likely(near_poor=False) == ["bokjiro"]
    # What is received is the programme, by whichever name.
    assert likely(near_poor=False, receives=["치매 치료비 지원사업"]) == ["gov24"]
    EligibilityRule.objects.filter(policy=pair[1]).update(status="approved")
    assert likely(near_poor=False) == ["gov24"]
