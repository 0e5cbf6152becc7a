"""상황이 바뀌면?: told, never saved."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from policies.tests.factories import AGE_RULE, make_policy
from profiles.models import Profile
from profiles.services import profile_update
from profiles.tests.screened import PAGE, text_of

pytestmark = pytest.mark.django_db
ADDRESS = f"{PAGE}what-if/"


def told(owner: Client, profile: Profile, **sent: Any) -> str:
    response = owner.post(ADDRESS, {"member": str(profile.id), **sent})
    assert response.status_code == 200, response.content.decode()
    return " ".join(response.content.decode().split())


def test_leaving_a_job_gains_and_loses(profile: Profile, owner: Client) -> None:
    profile_update(
        profile=profile,
        values={"employment": "employed", "health_insurance": "employee"},
    )
    make_policy("구직 지원", rule={"criterion": "employment", "one_of": ["unemployed"]})
    make_policy("직장인 지원", rule={"criterion": "employment", "one_of": ["employed"]})
    page = told(owner, profile, change="quit")
    gained, lost = page.split('data-shift="gained"')[1].split('data-shift="lost"')
    assert "구직 지원을 받을 가능성이 높아져요." in text_of(gained)
    assert "직장인 지원은 조건에 맞지 않게 돼요." in text_of(lost)
    assert "모르게 된 것" in page
    assert "건강보험 자격" in page
    assert Profile.objects.get().employment == "employed"


def test_moving_is_checked_and_told(profile: Profile, owner: Client) -> None:
    profile_update(profile=profile, values={"sido": "서울특별시", "sigungu": "동작구"})
    make_policy("부산 정책", rule=AGE_RULE, region=("부산광역시", ""))
    make_policy("동작 정책", rule=AGE_RULE, region=("서울특별시", "동작구"))
    page = told(owner, profile, change="move", sido="부산광역시", sigungu="해운대구")
    assert "부산 정책을 받을 가능성이 높아져요." in text_of(page)
    assert "사는 곳이 달라져" in page
    wrong = {"member": str(profile.id), "change": "move", "sigungu": "해운대구"}
    response = owner.post(ADDRESS, wrong)
    assert response.status_code == 422
    assert "새로 살 시·도를 골라 주세요." in response.content.decode()


def test_growing_older_is_counted_to_the_day(profile: Profile, owner: Client) -> None:
    make_policy("일흔 정책", rule={"criterion": "age", "min": 70})
    ends = date(timezone.localdate().year, 12, 31)
    make_policy("곧 끝나는 정책", rule=AGE_RULE, period_end=ends)
    page = told(owner, profile, change="age", age="70")
    assert "2029년 3월 2일이 되었을 때" in page
    assert "일흔 정책을 받을 가능성이 높아져요." in text_of(page)
    assert f"신청 기간이 {ends.year}년 12월 31일에 끝납니다." in page
    sent = {"member": str(profile.id), "change": "age", "age": "20"}
    assert "이미 그 나이가 되었어요" in owner.post(ADDRESS, sent).content.decode()
    Profile.objects.update(birth_date=None)
    sent["age"] = "70"
    assert "생년월일을 적어 두어야" in owner.post(ADDRESS, sent).content.decode()


def test_a_birth_with_unknown_children_says_what_it_took(profile: Profile, owner: Client) -> None:
    baby = {"criterion": "children", "unit": "months", "max": 11}
    make_policy("아기 정책", rule=baby)
    page = told(owner, profile, change="birth")
    assert "아기 정책을 받을 가능성이 높아져요." in text_of(page)
    assert "태어날 아이 한 명만 있는 것으로" in page


@pytest.mark.parametrize(
    "sent",
    [
        {"change": "work"},
        {"change": "pregnant"},
        {"change": "marry"},
        {"change": "income", "monthly_income": "0"},
        {"change": "size", "household_size": "1"},
        {"change": "disability", "disability": "severe"},
    ],
)
def test_every_change_works(sent: dict[str, str], profile: Profile, owner: Client) -> None:
    make_policy(rule=AGE_RULE)
    assert "바꿔 본 것" in told(owner, profile, **sent)


def test_nothing_changes_where_it_is_so_already(profile: Profile, owner: Client) -> None:
    profile_update(profile=profile, values={"employment": "unemployed"})
    assert "달라지는 것이 없어요" in told(owner, profile, change="quit")


def test_more_rows_on_demand(profile: Profile, owner: Client) -> None:
    for number in range(25):
        make_policy(f"구직 {number}", rule={"criterion": "employment", "one_of": ["unemployed"]})
    page = told(owner, profile, change="quit")
    assert page.count('data-testid="moved"') == 20
    assert "5개 남음" in page
    page = told(owner, profile, change="quit", shown="40")
    assert page.count('data-testid="moved"') == 25


def test_faults_are_told(profile: Profile, owner: Client, stranger: Client) -> None:
    sent = {"member": str(profile.id), "change": "income", "monthly_income": "조금"}
    page = owner.post(ADDRESS, sent).content.decode()
    assert "금액을 1,200,000" in page
    assert 'value="조금"' in page
    # What belongs to another change does not matter.
    page = told(owner, profile, change="quit", monthly_income="조금", age="x")
    assert "바꿔 본 것" in page
    assert owner.post(ADDRESS, {"member": str(profile.id)}).status_code == 422
    assert stranger.post(ADDRESS, sent).status_code == 422
