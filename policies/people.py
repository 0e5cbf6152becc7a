"""People whose facts an account has saved, for pages that lie below the app that saves them.

The app that keeps them registers itself (`people_from`); without one nobody is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from policies.eligibility.facts import ApplicantFacts


@dataclass(frozen=True)
class KnownPerson:
    """`whose`: "내", "어머니의"."""

    id: UUID
    name: str
    whose: str
    facts: ApplicantFacts


People = Callable[[User | AnonymousUser, date], Sequence[KnownPerson]]
_sources: list[People] = []


def people_from(source: People) -> None:
    """Makes `source` the one that is asked."""
    _sources[:] = [source]


def people_of(user: User | AnonymousUser, day: date) -> Sequence[KnownPerson]:
    """Those the user may see, with their facts on `day`; nobody for anonymous people."""
    return _sources[0](user, day) if _sources and user.is_authenticated else ()
