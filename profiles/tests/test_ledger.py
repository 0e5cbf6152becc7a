"""받고 있는 지원: entries, sums, clashes, facts, and whose they are."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.services import account_delete, account_export
from policies.models import Policy, PolicyRelation
from policies.tests.factories import make_policy
from profiles.errors import BenefitRefused
from profiles.facts import facts_of
from profiles.ledger import Sum, entries_called, household_ledger, summed
from profiles.ledger_services import benefit_add, benefit_delete, benefit_end, benefit_update
from profiles.models import Profile, ReceivedBenefit
from profiles.services import profile_update
from profiles.tests.factories import make_profile

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 30)
PENSION: dict[str, Any] = {"name": "기초연금", "amount": 334_810, "paid": "monthly"}


def exclude(one: Policy, other: Policy, quote: str) -> None:
    """`one` says in its target that it excludes `other`."""
    assert one.current_version is not None
    start = one.current_version.sections["target"].index(quote)
    PolicyRelation.objects.create(
        origin=one,
        target=other,
        kind=PolicyRelation.EXCLUSIVE,
        provenance=PolicyRelation.TEXT,
        version=one.current_version,
        section="target",
        start=start,
        end=start + len(quote),
        quote=quote,
    )


def test_an_exact_name_finds_its_policy_and_a_part_of_one_does_not(profile: Profile) -> None:
    pension = make_policy("기초연금", aliases=["노령연금"])
    make_policy("청년월세 지원")
    assert benefit_add(profile=profile, values={"name": "기초 연금"}).policy == pension
    assert benefit_add(profile=profile, values={"name": "노령연금"}).policy == pension
    assert benefit_add(profile=profile, values={"name": "청년월세"}).policy is None


def test_a_local_policy_is_certain_only_where_the_member_lives(profile: Profile) -> None:
    local = make_policy("효도수당", region=("서울특별시", "동작구"))
    assert benefit_add(profile=profile, values={"name": "효도수당"}).policy is None
    profile_update(profile=profile, values={"sido": "서울특별시", "sigungu": "동작구"})
    twin = benefit_add(profile=profile, values={"name": "효도수당", "paid": "once"})
    assert twin.policy == local


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": "가" * 101}, "name"),
        ({"name": "수당", "amount": -1}, "amount"),
        ({"name": "수당", "since": DAY, "until": date(2026, 11, 29)}, "until"),
        ({"name": "수당", "note": "가" * 201}, "note"),
    ],
)
def test_what_cannot_be_is_refused(profile: Profile, values: dict[str, Any], field: str) -> None:
    with pytest.raises(BenefitRefused) as refused:
        benefit_add(profile=profile, values=values)
    assert refused.value.field == field
    assert not ReceivedBenefit.objects.exists()


def test_sent_twice_is_kept_once_but_received_again_later_is_another(profile: Profile) -> None:
    first = benefit_add(profile=profile, values={**PENSION, "since": date(2026, 1, 1)})
    with pytest.raises(BenefitRefused):
        benefit_add(profile=profile, values=PENSION)
    benefit_end(benefit=first, until=date(2026, 5, 31))
    benefit_add(profile=profile, values={**PENSION, "since": date(2026, 7, 1)})
    assert ReceivedBenefit.objects.count() == 2


def test_facts_hold_what_is_received_on_the_day(profile: Profile) -> None:
    assert facts_of(profile, as_of=DAY).receives is None
    benefit = benefit_add(profile=profile, values={**PENSION, "since": date(2026, 12, 1)})
    assert facts_of(profile, as_of=DAY).receives is None
    assert facts_of(profile, as_of=date(2026, 12, 1)).receives == ["기초연금"]
    benefit_update(benefit=benefit, values={"since": None})
    assert facts_of(profile, as_of=DAY).receives == ["기초연금"]
    benefit_end(benefit=benefit, until=DAY)
    assert facts_of(profile, as_of=DAY).receives == ["기초연금"]
    assert facts_of(profile, as_of=date(2026, 12, 1)).receives is None


def test_ending_an_entry_forgets_the_bare_name(profile: Profile) -> None:
    profile_update(profile=profile, values={"receives": ["기초연금", "장애인연금"]})
    benefit = benefit_add(profile=profile, values=PENSION)
    benefit_end(benefit=benefit, until=date(2026, 10, 31))
    profile.refresh_from_db()
    assert facts_of(profile, as_of=DAY).receives == ["장애인연금"]
    benefit_delete(benefit=benefit)
    assert not ReceivedBenefit.objects.exists()


def test_sums_keep_once_apart_and_say_what_has_no_amount(profile: Profile) -> None:
    profile_update(profile=profile, values={"receives": ["문화누리카드", "기초연금"]})
    child = make_profile(profile.user, "아이", relation="child")
    benefit_add(profile=profile, values=PENSION)
    benefit_add(profile=profile, values={"name": "장수축하금", "amount": 500_000, "paid": "once"})
    benefit_add(profile=profile, values={"name": "교통비"})
    benefit_add(profile=child, values={"name": "아동수당", "amount": 100_000})
    benefit_add(profile=child, values={"name": "지난 수당", "amount": 7, "until": date(2026, 1, 1)})
    found = household_ledger(profile.user, DAY)
    assert (found.monthly.amount, found.once.amount) == (434_810, 500_000)
    mother = found.members[0]
    assert mother.monthly == Sum(334_810, 1, ("교통비", "문화누리카드"))
    assert mother.named == ("문화누리카드",)
    assert "2건" in mother.monthly.sentence
    assert [each.name for each in found.members[1].ended] == ["지난 수당"]


def test_what_excludes_each_other_is_told_with_its_sentence(profile: Profile) -> None:
    care = make_policy("가정양육수당", sections={"target": "부모급여를 받는 사람은 제외합니다."})
    parental = make_policy("부모급여")
    exclude(care, parental, "부모급여를 받는 사람은 제외합니다.")
    for name in ("가정양육수당", "부모급여", "모르는 수당"):
        benefit_add(profile=profile, values={"name": name})
    found = household_ledger(profile.user, DAY).members[0]
    (clash,) = found.clashes
    assert clash.said[0].quote == "부모급여를 받는 사람은 제외합니다."
    assert found.unmatched == ("모르는 수당",)
    PolicyRelation.objects.update(rejected=True)
    assert household_ledger(profile.user, DAY).members[0].clashes == ()


def test_two_members_may_each_receive_one_of_a_pair(profile: Profile) -> None:
    care, parental = make_policy("가정양육수당"), make_policy("부모급여")
    PolicyRelation.objects.create(origin=care, target=parental, kind=PolicyRelation.EXCLUSIVE)
    other = make_profile(profile.user, "아이", relation="child")
    benefit_add(profile=profile, values={"name": "가정양육수당"})
    benefit_add(profile=other, values={"name": "부모급여"})
    assert not any(each.clashes for each in household_ledger(profile.user, DAY).members)


def test_entries_are_called_by_name(profile: Profile) -> None:
    benefit_add(profile=profile, values=PENSION)
    benefit_add(profile=profile, values={"name": "장애아동수당"})
    assert [each.name for each in entries_called(profile, "기초연금 수급", DAY)] == ["기초연금"]
    assert entries_called(profile, "아동수당", DAY) == []


def test_export_and_deletion_contain_the_ledger(profile: Profile) -> None:
    benefit_add(profile=profile, values={**PENSION, "note": "동주민센터"})
    exported = account_export(user=profile.user)["자료"]["받고 있는 지원"]
    assert exported[0]["메모"] == "동주민센터"
    assert exported[0]["금액(원)"] == 334_810
    account_delete(user=profile.user)
    assert not ReceivedBenefit.objects.exists()


def test_strangers_and_anonymous_people_have_an_empty_ledger(
    profile: Profile, stranger: Client, client: Client
) -> None:
    benefit = benefit_add(profile=profile, values=PENSION)
    for address in ("edit", "end", "delete"):
        path = f"/profiles/received/{benefit.id}/" + ("" if address == "edit" else f"{address}/")
        assert stranger.post(path, {"name": "남", "until": "2026-01-01"}).status_code == 404
        assert client.post(path).url.startswith("/accounts/login/")
    assert client.get("/profiles/received/").url.startswith("/accounts/login/")
    assert "기초연금" not in stranger.get("/profiles/received/").content.decode()
    body = {"member": str(profile.id), "name": "남의 수당", "paid": "monthly"}
    make_profile(stranger.get("/profiles/received/").wsgi_request.user, "나", relation="self")
    assert stranger.post("/profiles/received/new/", body).status_code == 422
    assert ReceivedBenefit.objects.get().name == "기초연금"


def test_the_page_adds_edits_and_ends(profile: Profile, owner: Client) -> None:
    body = {"member": str(profile.id), "name": "기초연금", "amount": "33만원", "paid": "monthly"}
    assert owner.post("/profiles/received/new/", body).status_code == 302
    benefit = ReceivedBenefit.objects.get()
    page = owner.get("/profiles/received/").content.decode()
    assert "월 330,000원" in " ".join(page.split())
    assert owner.post("/profiles/received/new/", body).status_code == 422
    path = f"/profiles/received/{benefit.id}/"
    wrong = owner.post(path, {**body, "amount": "많이"})
    assert wrong.status_code == 422
    assert "많이" in wrong.content.decode()
    assert owner.post(path, {**body, "amount": ""}).status_code == 302
    assert "금액 모름" in owner.get("/profiles/received/").content.decode()
    assert owner.get(f"{path}end/").status_code == 200
    assert owner.post(f"{path}end/", {"until": "2026-01-31"}).status_code == 302
    assert "끝난 지원 1건" in owner.get("/profiles/received/").content.decode()
    assert owner.post(f"{path}delete/").status_code == 302
    assert not ReceivedBenefit.objects.exists()


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(
    amounts=st.lists(st.none() | st.integers(0, 10**9), max_size=8),
)
def test_a_sum_counts_every_entry_once(amounts: list[int | None]) -> None:
    entries = [ReceivedBenefit(name=str(n), amount=each) for n, each in enumerate(amounts)]
    found = summed(entries)
    assert found.amount == sum(each for each in amounts if each is not None)
    assert found.counted + len(found.unknown) == len(amounts)
