"""The next best question: asked, confirmed, saved, declined."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from policies.tests.factories import AGE_RULE, make_policy
from profiles.models import Profile
from profiles.tests.factories import make_profile, make_user
from profiles.tests.screened import FREE, PAGE, WOMAN, part, text_of, whole

pytestmark = pytest.mark.django_db
ANSWER = f"{PAGE}answer/"


def answer(profile: Profile, **values: Any) -> dict[str, Any]:
    return {"key": "sex", "members": [str(profile.id)], "sex": "female", **values}


def test_it_is_asked_with_its_reason(profile: Profile, owner: Client) -> None:
    make_policy("여성 정책", rule=WOMAN)
    page = whole(owner)
    assert "성별이 어떻게 되세요?" in page
    assert "이 답으로 1개 정책의 판정이 정해져요: 여성 정책." in page
    assert 'name="sex"' in owner.get(f"{PAGE}question/?part=1").content.decode()


def test_nothing_is_saved_before_it_is_confirmed(profile: Profile, owner: Client) -> None:
    make_policy("여성 정책", rule=WOMAN)
    page = owner.post(ANSWER, answer(profile)).content.decode()
    assert "이렇게 저장할까요?" in page
    assert "성별이 어떻게 되세요? 여성" in text_of(page)
    assert Profile.objects.get().sex is None
    edited = owner.post(ANSWER, answer(profile, do="edit")).content.decode()
    assert "답하기" in edited
    assert Profile.objects.get().sex is None
    response = owner.post(ANSWER, answer(profile, do="save"))
    assert response.url == PAGE
    assert Profile.objects.get().sex == "female"
    assert "여성 정책" in part(whole(owner), "likely")


def test_an_empty_answer_is_sent_back(profile: Profile, owner: Client) -> None:
    make_policy("여성 정책", rule=WOMAN)
    response = owner.post(ANSWER, answer(profile, sex="", do="save"))
    assert response.status_code == 422
    assert "건너뛰어도 됩니다" in response.content.decode()


def test_a_household_answer_goes_to_those_chosen(profile: Profile, owner: Client) -> None:
    father = make_profile(profile.user, "아버지", birth_date=date(1955, 1, 1))
    child = make_profile(profile.user, "아이", birth_date=date(1950, 1, 1))
    rule = {"criterion": "median_income_ratio", "max": 50}
    make_policy("저소득 정책", rule=rule)
    page = whole(owner)
    assert "기준중위소득의 몇 %인지" in page
    assert page.count('name="members"') == 3
    sent = {
        "key": "median_income_ratio",
        "members": [str(profile.id), str(father.id)],
        "household_size": "3",
        "monthly_income": "120만원",
    }
    shown = owner.post(ANSWER, sent).content.decode()
    assert "가구의 한 달 소득 1,200,000원" in text_of(shown)
    owner.post(ANSWER, {**sent, "do": "save"})
    incomes = dict(Profile.objects.values_list("name", "monthly_income"))
    assert incomes == {"어머니": 1_200_000, "아버지": 1_200_000, "아이": None}
    size_alone = {**sent, "members": [str(child.id)], "monthly_income": ""}
    assert owner.post(ANSWER, {**size_alone, "do": "save"}).status_code == 422


def test_a_free_answer_is_kept_and_heard(profile: Profile, owner: Client) -> None:
    make_policy("돌봄 정책", rule=FREE)
    page = owner.get(f"{PAGE}question/?part=1").content.decode()
    name = page.split('name="other_')[1].split('"')[0]
    sent = {
        "key": "other.홀로돌봄",
        "members": [str(profile.id)],
        f"other_{name}": "yes",
        "do": "save",
    }
    owner.post(ANSWER, sent)
    assert Profile.objects.get().other == {"홀로돌봄": True}
    assert "돌봄 정책" in part(whole(owner), "likely")


def test_residence_and_lists_are_kept(profile: Profile, owner: Client) -> None:
    make_policy("동작 정책", rule=AGE_RULE, region=("서울특별시", "동작구"))
    wrong = {"key": "region", "members": [str(profile.id)], "sido": "부산광역시"}
    wrong["sigungu"] = "동작구"
    assert owner.post(ANSWER, wrong).status_code == 422
    owner.post(ANSWER, {**wrong, "sido": "서울특별시", "do": "save"})
    assert Profile.objects.get().sigungu == "동작구"
    make_policy("아이 정책", rule={"criterion": "children", "max": 7})
    kids = {
        "key": "children",
        "members": [str(profile.id)],
        "children_known": "yes",
        "children": ["2022-03-01", ""],
        "do": "save",
    }
    owner.post(ANSWER, kids)
    assert Profile.objects.get().children == [date(2022, 3, 1)]


def test_only_the_open_question_of_the_own_family_is_taken(
    profile: Profile, owner: Client, stranger: Client, client: Client
) -> None:
    make_policy("여성 정책", rule=WOMAN)
    sent = answer(profile, do="save")
    assert client.post(ANSWER, sent).url.startswith("/accounts/login/")
    stranger.post(ANSWER, sent)
    other = make_profile(make_user("third@example.com"), "남")
    wrong = {**sent, "members": [str(other.id)]}
    assert owner.post(ANSWER, wrong).status_code == 422
    owner.post(ANSWER, {**sent, "key": "assets", "assets": "1"})
    assert Profile.objects.filter(sex="female").count() == 0
    assert Profile.objects.filter(assets=1).count() == 0


def test_a_declined_question_stays_away_until_asked_back(profile: Profile, owner: Client) -> None:
    make_policy("여성 정책", rule=WOMAN)
    owner.post(f"{PAGE}decline/", {"key": "sex"})
    page = whole(owner)
    assert "성별이 어떻게 되세요?" not in page
    assert "말하지 않기로 한 질문이 1개" in page
    owner.post(f"{PAGE}ask-again/")
    assert "성별이 어떻게 되세요?" in whole(owner)
