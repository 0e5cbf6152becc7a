"""Received benefits over the API: owner, stranger, anonymous; read-only in the admin."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib import admin
from django.test import RequestFactory
from rest_framework.test import APIClient

from policies.tests.factories import make_policy
from profiles.ledger_services import benefit_add
from profiles.models import Profile, ReceivedBenefit
from profiles.tests.factories import make_profile, make_user

pytestmark = pytest.mark.django_db
LIST = "/api/v1/received-benefits/"


@pytest.fixture
def stranger() -> APIClient:
    client = APIClient()
    client.force_authenticate(make_user("stranger@example.com"))
    return client


@pytest.fixture
def mine(profile: Profile) -> APIClient:
    client = APIClient()
    client.force_authenticate(profile.user)
    return client


def test_the_owner_adds_changes_and_deletes(mine: APIClient, profile: Profile) -> None:
    make_policy("기초연금")
    body = {"profile": str(profile.id), "name": "기초연금", "amount": 334810, "since": "2026-01-25"}
    made = mine.post(LIST, body, format="json").json()
    assert (made["policy_name"], made["paid"], made["until"]) == ("기초연금", "monthly", None)
    path = f"{LIST}{made['id']}/"
    changed = mine.patch(path, {"amount": None, "until": "2026-10-31"}, format="json").json()
    assert (changed["amount"], changed["until"]) == (None, "2026-10-31")
    assert len(mine.get(LIST).json()["results"]) == 1
    assert mine.delete(path).status_code == 204
    assert not ReceivedBenefit.objects.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"amount": -1}, "amount"),
        ({"name": ""}, "name"),
        ({"since": "2026-02-30"}, "since"),
        ({"since": "2026-02-02", "until": "2026-02-01"}, "until"),
    ],
)
def test_wrong_values_are_refused(
    mine: APIClient, profile: Profile, change: dict[str, object], field: str
) -> None:
    body = {"profile": str(profile.id), "name": "수당", **change}
    response = mine.post(LIST, body, format="json")
    assert response.status_code == 400
    assert field in response.json()


def test_strangers_see_and_change_nothing(profile: Profile, stranger: APIClient) -> None:
    benefit = benefit_add(profile=profile, values={"name": "기초연금", "since": date(2026, 1, 1)})
    path = f"{LIST}{benefit.pk}/"
    for method in ("get", "patch", "put", "delete"):
        assert getattr(stranger, method)(path, {"name": "남"}, format="json").status_code == 404
    assert stranger.get(LIST).json()["results"] == []
    body = {"profile": str(profile.id), "name": "남의 수당"}
    assert stranger.post(LIST, body, format="json").status_code == 400
    assert APIClient().get(LIST).status_code == 403
    assert APIClient().post(LIST, body, format="json").status_code == 403


def test_an_entry_stays_with_its_member(mine: APIClient, profile: Profile) -> None:
    other = make_profile(profile.user, "아이", relation="child")
    benefit = benefit_add(profile=profile, values={"name": "기초연금"})
    mine.patch(f"{LIST}{benefit.pk}/", {"profile": str(other.id)}, format="json")
    assert ReceivedBenefit.objects.get().profile == profile


def test_the_admin_only_reads(profile: Profile) -> None:
    request = RequestFactory().get("/")
    request.user = profile.user
    page = admin.site.get_model_admin(ReceivedBenefit)
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request)
    assert not page.has_delete_permission(request)
