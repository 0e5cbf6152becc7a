"""Every status a rule may have in force is shown wherever rules are shown: what one page
lacks a word for would be an error page there."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from policies.models import EligibilityRule, RuleStatus
from policies.services import policy_load
from policies.tests.records import load_entries, make_record
from profiles.services import profile_create

pytestmark = pytest.mark.django_db
IN_FORCE = [status for status in RuleStatus if status is not RuleStatus.REJECTED]


@pytest.fixture
def owner(client: Client) -> User:
    user = User.objects.create_superuser("alice@example.com", "pw")
    client.force_login(user)
    return user


@pytest.mark.parametrize("status", IN_FORCE)
def test_rule_of_any_status_is_shown_everywhere(
    client: Client, owner: User, status: RuleStatus
) -> None:
    policy = policy_load(record=make_record(rule={"criterion": "age", "min": 60})).policy
    EligibilityRule.objects.filter(policy=policy).update(status=status)
    rule = EligibilityRule.objects.get(policy=policy)
    profile = profile_create(user=owner, values={"name": "나", "relation": "self"})
    for address in (
        f"/profiles/{profile.pk}/matches/",
        reverse("admin:policies_policy_changelist"),
        reverse("admin:policies_policy_changelist") + f"?rule={status.value}",
        reverse("admin:policies_policy_change", args=[policy.pk]),
        reverse("admin:policies_eligibilityrule_changelist"),
        reverse("admin:policies_eligibilityrule_change", args=[rule.pk]),
    ):
        page = client.get(address)
        assert page.status_code == 200, address
        assert policy.name in page.content.decode(), address


def test_catalogue_as_it_is_loaded_is_shown(client: Client, owner: User) -> None:
    load_entries("basic-pension")
    profile = profile_create(user=owner, values={"name": "나", "relation": "self"})
    page = client.get(f"/profiles/{profile.pk}/matches/").content.decode()
    assert "기초연금" in page
    assert "공식 자료로 정리한 기준" in page
