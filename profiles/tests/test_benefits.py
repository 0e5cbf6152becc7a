"""우리 가족 혜택: parts, groups, paging, the question, whose it is, what is kept."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from policies.models import EligibilityRule, PolicyRelation, RuleStatus
from policies.services.versions import data_version_bump
from policies.tests.factories import AGE_RULE, make_policy
from profiles.benefits import Benefits
from profiles.models import Profile
from profiles.selectors import family_of
from profiles.services import profile_update
from profiles.tests.screened import FREE, PAGE, WOMAN, part, whole

pytestmark = pytest.mark.django_db
YOUNG: dict[str, Any] = {"criterion": "age", "max": 34}


def test_every_part_is_the_owners_alone(
    profile: Profile, owner: Client, stranger: Client, client: Client
) -> None:
    make_policy(rule=AGE_RULE)
    for address in (f"{PAGE}{profile.id}/?part=1", f"{PAGE}{profile.id}/likely/"):
        assert owner.get(address).status_code == 200
        assert stranger.get(address).status_code == 404
        assert client.get(address).url.startswith("/accounts/login/")
    for address in (PAGE, f"{PAGE}question/?part=1", f"{PAGE}what-if/"):
        assert owner.get(address).status_code == 200
        assert client.get(address).url.startswith("/accounts/login/")
    assert owner.get(f"{PAGE}{profile.id}/other/").status_code == 404
    assert "어머니" not in whole(stranger)
    assert "아직 등록한 가족이 없어요" in whole(stranger)


def test_the_page_opens_before_anything_is_screened(profile: Profile, owner: Client) -> None:
    make_policy("맞는 정책", rule=AGE_RULE)
    page = owner.get(PAGE).content.decode()
    assert '<progress id="screening-bar" max="2" value="0">' in page
    assert f'data-src="{PAGE}{profile.id}/?part=1"' in page
    assert f"{PAGE}?all=1" in page.split("<noscript>")[1].split("</noscript>")[0]
    assert "맞는 정책" not in page
    fragment = owner.get(f"{PAGE}{profile.id}/?part=1").content.decode()
    assert "맞는 정책" in fragment
    assert "<html" not in fragment
    assert owner.get(f"{PAGE}{profile.id}/").url == f"{PAGE}?all=1#member-{profile.id}"
    again = owner.get(PAGE).content.decode()
    assert "<progress" not in again
    assert "맞는 정책" in again


def test_a_result_is_kept_until_facts_rules_or_data_change(profile: Profile) -> None:
    make_policy("첫 정책", rule=AGE_RULE)

    def family() -> Benefits:
        return Benefits(list(family_of(profile.user)), timezone.localdate())

    family().of(profile)
    assert list(family().ready()) == [profile.id]
    make_policy("새 규칙", rule=AGE_RULE)
    assert family().ready() == {}
    family().of(profile)
    data_version_bump(group="test")
    assert family().ready() == {}
    family().of(profile)
    profile_update(profile=profile, values={"sex": "female"})
    assert family().ready() == {}
    cache.clear()


def test_policies_stand_in_groups_with_counts_and_reasons(profile: Profile, owner: Client) -> None:
    make_policy("맞는 정책", rule=AGE_RULE, apply_url="https://www.gov.kr/apply")
    make_policy("성별 정책", rule={"all_of": [WOMAN, FREE]})
    make_policy("청년 정책", rule=YOUNG)
    make_policy("기준 없는 정책")
    page = whole(owner)
    assert "받을 가능성 높음 1" in page
    assert "확인 필요 1" in page
    assert "어려움 1" in page
    likely = part(page, "likely")
    assert "만 60세 이상 조건에 맞습니다" in likely
    assert "자동 분석" in likely
    assert 'href="https://www.gov.kr/apply"' in likely
    asked = part(page, "needs_more_info")
    assert "아직 모르는 것: 성별, 집에서 홀로 돌보고 계신가요?" in asked
    assert "홀로돌봄" not in page
    hard = part(page, "unlikely")
    assert "청년 정책" in hard
    assert "초과" in hard
    assert "조건을 아직 분석하지 못해 판단하지 못한 정책이 1개" in page
    tags = [text.split(">")[0] for text in page.split("<details")[1:] if "data-group=" in text]
    assert [" open" in tag for tag in tags] == [True, False, False]


def test_received_and_exclusive_benefits_are_set_apart(profile: Profile, owner: Client) -> None:
    profile_update(profile=profile, values={"receives": ["기초연금"]})
    held = make_policy("기초연금", rule=AGE_RULE)
    rival = make_policy("다른 연금", rule=AGE_RULE)
    first, second = make_policy("가 지원", rule=AGE_RULE), make_policy("나 지원", rule=AGE_RULE)
    for one, other in ((held, rival), (first, second)):
        PolicyRelation.objects.create(origin=one, target=other, kind=PolicyRelation.EXCLUSIVE)
    page = whole(owner)
    assert "지금 받고 계신 것" in page
    assert "기초연금" in part(page, "already_received")
    assert ">기초연금</a>" not in part(page, "likely")
    assert "지금 받고 계신 기초연금과 함께 받을 수 없어요." in part(page, "likely")
    assert "함께 받을 수 없는 것 1묶음" in page
    assert "나 지원</a> — 이 가운데 하나만 받을 수 있어요." in page


def test_lists_are_paged_in_place_and_as_pages(
    profile: Profile, owner: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(45):
        make_policy(f"정책 {number:02}", rule=AGE_RULE)
    with django_assert_max_num_queries(30):
        page = whole(owner)
    assert page.count('data-testid="benefit"') == 20
    more = f"{PAGE}{profile.id}/likely/?page=2"
    assert f'href="{more}"' in page
    assert "더 보기" in page
    rows = owner.get(f"{more}&part=1").content.decode()
    assert rows.count('data-testid="benefit"') == 20
    assert "page=3" in rows
    assert "<html" not in rows
    last = owner.get(f"{PAGE}{profile.id}/likely/?page=3").content.decode()
    assert last.count('data-testid="benefit"') == 5
    assert "<html" in last
    assert "data-more-box" not in last


def test_an_outdated_basis_is_said(profile: Profile, owner: Client) -> None:
    policy = make_policy(rule=AGE_RULE)
    other = make_policy("다른 정책")
    EligibilityRule.objects.update(
        status=RuleStatus.APPROVED, reviewed_at=timezone.now(), version=other.current_version
    )
    page = whole(owner)
    assert policy.name in page
    assert "원문이 바뀌어 담당자가 다시 확인하고 있어요." in page


def test_unknown_residence_leaves_local_policies_open(profile: Profile, owner: Client) -> None:
    make_policy("동작 정책", rule=AGE_RULE, region=("서울특별시", "동작구"))
    asked = part(whole(owner), "needs_more_info")
    assert "동작 정책" in asked
    assert "사는 곳" in asked


def test_what_the_filters_dropped_is_counted_in_words(profile: Profile, owner: Client) -> None:
    profile_update(profile=profile, values={"sido": "서울특별시", "sigungu": "동작구"})
    make_policy("부산 정책", rule=AGE_RULE, region=("부산광역시", ""))
    page = whole(owner)
    assert "어려움 1" in page
    assert "사는 지역이 다른 정책 1개" in page
