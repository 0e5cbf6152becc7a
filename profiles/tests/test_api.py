"""Profiles over the API: owner, stranger, anonymous."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from profiles.models import Profile
from profiles.tests.factories import make_profile, make_user

pytestmark = pytest.mark.django_db
LIST = "/api/v1/profiles/"


@pytest.fixture
def profile() -> Profile:
    return make_profile(make_user(), household_types=[])


@pytest.fixture
def owner(profile: Profile) -> APIClient:
    client = APIClient()
    client.force_authenticate(profile.user)
    return client


@pytest.fixture
def stranger() -> APIClient:
    client = APIClient()
    client.force_authenticate(make_user("stranger@example.com"))
    return client


def test_unknown_is_null_and_none_is_an_empty_list(owner: APIClient, profile: Profile) -> None:
    shown = owner.get(f"{LIST}{profile.id}/").json()
    assert shown["household_types"] == []
    assert shown["near_poor"] is None
    assert shown["conditions"] is None
    assert "user" not in shown


@pytest.mark.parametrize("method", ["get", "patch", "put", "delete"])
def test_strangers_get_404(method: str, stranger: APIClient, profile: Profile) -> None:
    response = getattr(stranger, method)(f"{LIST}{profile.id}/", {"name": "남"}, format="json")
    assert response.status_code == 404
    assert stranger.post(f"{LIST}{profile.id}/set-main/").status_code == 404
    assert Profile.objects.get().name == "어머니"


def test_strangers_see_an_empty_list(stranger: APIClient, profile: Profile) -> None:
    assert stranger.get(LIST).json()["results"] == []


def test_anonymous_people_are_refused(profile: Profile) -> None:
    client = APIClient()
    assert client.get(LIST).status_code == 403
    assert client.get(f"{LIST}{profile.id}/").status_code == 403
    assert client.post(LIST, {"name": "남"}).status_code == 403


def test_owner_adds_and_changes(owner: APIClient, profile: Profile) -> None:
    body = {"name": "아이", "relation": "child", "conditions": ["아토피"], "is_main": True}
    made = owner.post(LIST, body, format="json").json()
    assert made["conditions"] == ["아토피"]
    assert made["is_main"] is False
    changed = owner.patch(f"{LIST}{made['id']}/", {"conditions": []}, format="json").json()
    assert changed["conditions"] == []
    assert changed["relation"] == "child"


def test_bad_values_are_refused(owner: APIClient, profile: Profile) -> None:
    for body in (
        {"sido": "부산광역시", "sigungu": "동작구"},
        {"assets": -1},
        {"sex": "x"},
        {"children": ["언젠가"]},
    ):
        response = owner.patch(f"{LIST}{profile.id}/", body, format="json")
        assert response.status_code == 400, body
