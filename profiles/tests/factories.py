"""People and family members for tests."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from profiles.models import Profile
from profiles.services import profile_create


def make_user(email: str = "owner@example.com") -> User:
    """An account without a usable password: tests log in by force."""
    return User.objects.create_user(email)


def make_profile(user: User, name: str = "어머니", **values: Any) -> Profile:
    """A family member with the given facts."""
    return profile_create(user=user, values={"name": name, "relation": "mother", **values})
