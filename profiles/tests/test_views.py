"""Family pages: owner, stranger, anonymous."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from policies.tests.factories import AGE_RULE, make_policy
from policies.vocabulary import Verdict
from profiles.models import Profile
from profiles.selectors import member_matches
from profiles.services import profile_update
from profiles.tests.factories import make_profile

pytestmark = pytest.mark.django_db
PAGES = ["/profiles/{id}/", "/profiles/{id}/delete/", "/profiles/{id}/matches/"]
WRITES = ["/profiles/{id}/", "/profiles/{id}/delete/", "/profiles/{id}/main/"]


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
    make_policy("가 기준 없는 정책")
    make_policy("나 맞는 정책", rule=AGE_RULE)
    make_policy("다 안 맞는 정책", rule={"all_of": [{"criterion": "age", "max": 34}]})
    sex = {"criterion": "sex", "one_of": ["female"]}
    make_policy("라 둘 물어볼 정책", rule={"all_of": [sex, {"criterion": "near_poor"}]})
    make_policy("마 하나 물어볼 정책", rule=sex)
    make_policy("가 물어볼 수 없는 정책", rule={"criterion": "other", "key": "내부이름"})
    make_policy("바 먼 정책", rule=AGE_RULE, region=("부산광역시", ""))
    make_policy("사 지난 정책", rule=AGE_RULE, period_end=date(2026, 6, 30))
    found = member_matches(Profile.objects.get(), as_of=date(2026, 7, 1))
    assert found.checked == 5
    assert [(row.policy.name, row.verdict) for row in found.rows] == [
        ("나 맞는 정책", Verdict.LIKELY),
        ("마 하나 물어볼 정책", Verdict.NEEDS_MORE_INFO),
        ("라 둘 물어볼 정책", Verdict.NEEDS_MORE_INFO),
        ("가 물어볼 수 없는 정책", Verdict.NEEDS_MORE_INFO),
    ]


def test_matches_without_a_residence_are_nationwide(profile: Profile) -> None:
    make_policy("전국 정책", rule=AGE_RULE)
    make_policy("서울 정책", rule=AGE_RULE, region=("서울특별시", ""))
    found = member_matches(profile, as_of=date(2026, 7, 1))
    assert [row.policy.name for row in found.rows] == ["전국 정책"]


def test_matches_ask_the_first_question_and_show_no_internal_key(
    profile: Profile, owner: Client
) -> None:
    make_policy("성별 정책", rule={"criterion": "sex", "one_of": ["female"]})
    asked = {"criterion": "other", "key": "내부이름가", "question": "집에서 돌보고 계신가요?"}
    make_policy("돌봄 정책", rule=asked)
    make_policy("이름뿐인 정책", rule={"criterion": "other", "key": "내부이름나"})
    page = owner.get(f"/profiles/{profile.id}/matches/").content.decode()
    assert "‘성별이 어떻게 되세요?’만 알면 판단할 수 있어요" in page
    assert "‘집에서 돌보고 계신가요?’만 알면 판단할 수 있어요" in page
    assert "내부이름" not in page
    assert "<strong>3가지</strong>를 확인" in page


@pytest.mark.parametrize(
    ("relation", "title"),
    [("self", "내가 받을 수 있는 정책"), ("mother", "어머니가 받을 수 있는 정책")],
)
def test_matches_name_the_member_naturally(
    relation: str, title: str, profile: Profile, owner: Client
) -> None:
    Profile.objects.update(relation=relation)
    assert f"<h1>{title}</h1>" in owner.get(f"/profiles/{profile.id}/matches/").content.decode()


def test_list_shows_what_is_saved(profile: Profile, owner: Client) -> None:
    values = {"sex": "female", "household_size": 2, "conditions": ["치매"], "near_poor": False}
    profile_update(profile=profile, values={**values, "basic_livelihood": ["의료"]})
    page = owner.get("/profiles/").content.decode()
    assert "여성 · 2인 가구 · 치매 · 의료급여 · 차상위 아님" in page


def test_rarer_facts_are_folded_until_one_is_wrong(profile: Profile, owner: Client) -> None:
    address = f"/profiles/{profile.id}/"
    page = owner.get(address).content.decode().split("data-profile-form")[1]
    assert page.index('name="near_poor"') < page.index("<details") < page.index('name="assets"')
    assert "4명 6,494,738원" in page
    shut = [part.split(">")[0] for part in page.split("<details")[1:]]
    assert not any("open" in tag.split() for tag in shut)
    wrong = {"name": "어머니", "relation": "mother", "assets": "많이"}
    page = owner.post(address, wrong).content.decode().split("data-profile-form")[1]
    tags = [part.split(">")[0].split() for part in page.split("<details")[1:]]
    assert ["open" in tag for tag in tags] == [True, *[False] * (len(tags) - 1)]


def test_matches_queries_do_not_grow(
    profile: Profile, owner: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        make_policy(f"정책 {number}", rule=AGE_RULE)
    with django_assert_max_num_queries(9):
        page = owner.get(f"/profiles/{profile.id}/matches/?verdict=likely").content.decode()
    assert "받을 가능성 높음" in page
