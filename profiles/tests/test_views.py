"""Family pages: owner, stranger, anonymous."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from policies.tests.factories import AGE_RULE, make_policy
from policies.vocabulary import Verdict
from profiles.models import Profile
from profiles.selectors import member_decisions
from profiles.tests.factories import make_profile, make_user

pytestmark = pytest.mark.django_db
PAGES = ["/profiles/{id}/", "/profiles/{id}/delete/", "/profiles/{id}/matches/"]
WRITES = ["/profiles/{id}/", "/profiles/{id}/delete/", "/profiles/{id}/main/"]


@pytest.fixture
def profile() -> Profile:
    return make_profile(make_user(), birth_date=date(1959, 3, 2))


@pytest.fixture
def owner(profile: Profile) -> Client:
    client = Client()
    client.force_login(profile.user)
    return client


@pytest.fixture
def stranger() -> Client:
    client = Client()
    client.force_login(make_user("stranger@example.com"))
    return client


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_the_owners_alone(
    page: str, profile: Profile, owner: Client, stranger: Client, client: Client
) -> None:
    address = page.format(id=profile.id)
    assert owner.get(address).status_code == 200
    assert stranger.get(address).status_code == 404
    assert client.get(address).url.startswith("/accounts/login/")


@pytest.mark.parametrize("page", WRITES)
def test_strangers_change_nothing(page: str, profile: Profile, stranger: Client) -> None:
    response = stranger.post(page.format(id=profile.id), {"name": "남", "relation": "other"})
    assert response.status_code == 404
    assert Profile.objects.get().name == "어머니"


def test_list_shows_only_the_own_family(profile: Profile, owner: Client, stranger: Client) -> None:
    assert "어머니" in owner.get("/profiles/").content.decode()
    assert "아직 등록한 가족이 없어요" in stranger.get("/profiles/").content.decode()


def test_first_member_becomes_the_main_one(stranger: Client) -> None:
    stranger.post("/profiles/new/", {"name": "나", "relation": "self"})
    stranger.post("/profiles/new/", {"name": "아이", "relation": "child"})
    members = dict(Profile.objects.values_list("name", "is_main"))
    assert members == {"나": True, "아이": False}


def test_main_moves_and_is_inherited(profile: Profile, owner: Client) -> None:
    child = make_profile(profile.user, "아이")
    owner.post(f"/profiles/{child.id}/main/")
    assert list(Profile.objects.filter(is_main=True)) == [child]
    owner.post(f"/profiles/{child.id}/delete/")
    assert list(Profile.objects.filter(is_main=True)) == [profile]


def test_deletion_asks_first(profile: Profile, owner: Client) -> None:
    owner.get(f"/profiles/{profile.id}/delete/")
    assert Profile.objects.exists()
    owner.post(f"/profiles/{profile.id}/delete/")
    assert not Profile.objects.exists()


def test_error_keeps_what_was_typed(profile: Profile, owner: Client) -> None:
    data = {"name": "어머니", "relation": "mother", "birth_date": "봄날", "assets": "3억"}
    response = owner.post(f"/profiles/{profile.id}/", data)
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="봄날"' in page
    assert 'value="3억"' in page
    assert "날짜를 1959-03-02처럼 적어 주세요." in page
    assert Profile.objects.get().birth_date == date(1959, 3, 2)


def test_names_are_escaped(profile: Profile, owner: Client) -> None:
    Profile.objects.update(name="<script>alert(1)</script>")
    for address in ("/profiles/", f"/profiles/{profile.id}/matches/"):
        assert "<script>alert(1)" not in owner.get(address).content.decode()


def test_matches_put_likely_first_and_leave_other_regions_out(profile: Profile) -> None:
    Profile.objects.update(sido="서울특별시", sigungu="동작구")
    make_policy("가 모르는 정책")
    make_policy("나 맞는 정책", rule=AGE_RULE)
    young = {"all_of": [{"criterion": "age", "max": 34}]}
    make_policy("다 안 맞는 정책", rule=young)
    make_policy("라 물어볼 정책", rule={"criterion": "sex", "one_of": ["female"]})
    make_policy("마 먼 정책", rule=AGE_RULE, region=("부산광역시", ""))
    member = Profile.objects.get()
    rows = member_decisions(member, as_of=date(2026, 7, 1))
    assert [(row.policy.name, row.verdict) for row in rows] == [
        ("나 맞는 정책", Verdict.LIKELY),
        ("라 물어볼 정책", Verdict.NEEDS_MORE_INFO),
        ("가 모르는 정책", Verdict.NEEDS_MORE_INFO),
        ("다 안 맞는 정책", Verdict.UNLIKELY),
    ]


def test_matches_queries_do_not_grow(
    profile: Profile, owner: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        make_policy(f"정책 {number}", rule=AGE_RULE)
    with django_assert_max_num_queries(8):
        page = owner.get(f"/profiles/{profile.id}/matches/?verdict=likely").content.decode()
    assert "받을 가능성 높음" in page
