"""The user's own family as people that a policy can be checked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from policies.people import KnownPerson
from profiles.facts import facts_of
from profiles.selectors import family_of
from profiles.summary import whose


def family_people(user: User | AnonymousUser, day: date) -> Sequence[KnownPerson]:
    """Members of the family, the main one first."""
    return [
        KnownPerson(profile.id, profile.name, whose(profile), facts_of(profile, as_of=day))
        for profile in family_of(user)
    ]
