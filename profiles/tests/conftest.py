"""A family of one member: its owner, and somebody else."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from profiles.models import Profile
from profiles.tests.factories import make_profile, make_user


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
