"""What the members of a family may receive, screened a member at a time and kept for a while.

A result is kept in the cache under the member's facts, the day and the version of the data, so
that a page that was left goes on where it stopped, and nothing stale is ever shown. It holds
ids and verdict groups only; sentences are made for the rows that are shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.core.cache import cache
from django.db.models import Max

from policies.eligibility.facts import ApplicantFacts
from policies.models import DataVersion, EligibilityRule
from policies.screening.family import screen_family, screen_person
from policies.screening.items import Item, MemberScreening, NextQuestion
from policies.vocabulary import Verdict
from profiles.facts import facts_of
from profiles.models import Profile

KEPT_SECONDS = 1800
ALREADY = "already_received"
GROUPS = (
    ALREADY,
    Verdict.LIKELY.value,
    Verdict.NEEDS_MORE_INFO.value,
    Verdict.UNLIKELY.value,
)


@dataclass(frozen=True)
class Found:
    """One policy for a member. `here`: it holds where the member surely lives; `held`: a
    benefit received now that rules it out, or ""."""

    policy_id: UUID
    here: bool
    held: str


@dataclass(frozen=True)
class MemberBenefits:
    """Policies of one member by group, best first; `counts` and `dropped` as of the screening.
    `exclusive`: sets of which only one can be received."""

    groups: dict[str, tuple[Found, ...]]
    counts: dict[str, int]
    dropped: dict[str, int]
    exclusive: tuple[tuple[UUID, ...], ...]


class Benefits:
    """The screening of one family on one day."""

    def __init__(self, family: Sequence[Profile], as_of: date) -> None:
        self.family = family
        self.as_of = as_of
        self.facts = {profile.id: facts_of(profile, as_of=as_of) for profile in family}
        self._stamp = _data_stamp()

    def ready(self) -> dict[UUID, MemberBenefits]:
        """Members whose result is there already."""
        keys = {self._key(profile): profile.id for profile in self.family}
        return {keys[key]: found for key, found in cache.get_many(keys).items()}

    def of(self, profile: Profile) -> MemberBenefits:
        """The result of one member, screened now unless it is there."""
        key = self._key(profile)
        found: MemberBenefits | None = cache.get(key)
        if found is None:
            found = _lean(screen_person(self.facts[profile.id]))
            cache.set(key, found, KEPT_SECONDS)
        return found

    def question(self, declined: Collection[str] = ()) -> NextQuestion | None:
        """What to ask next for the whole family; its `members` are ids as text."""
        known: tuple[NextQuestion | None] | None = cache.get(self._question_key(declined))
        if known is None:
            members = {str(profile_id): facts for profile_id, facts in self.facts.items()}
            found = screen_family(members, as_of=self.as_of, declined=declined)
            known = (found.question,)
            cache.set(self._question_key(declined), known, KEPT_SECONDS)
        return known[0]

    def _key(self, profile: Profile) -> str:
        return f"benefits:{profile.id}:{_digest(self._stamp, _text(self.facts[profile.id]))}"

    def _question_key(self, declined: Collection[str]) -> str:
        texts = [f"{each}{_text(facts)}" for each, facts in self.facts.items()]
        return f"benefits:question:{_digest(self._stamp, *texts, *sorted(declined))}"


def _lean(found: MemberScreening) -> MemberBenefits:
    return MemberBenefits(
        groups={group: tuple(map(_found, getattr(found, group))) for group in GROUPS},
        counts=found.counts,
        dropped={reason.value: count for reason, count in found.dropped.items()},
        exclusive=tuple(tuple(item.policy_id for item in group.items) for group in found.exclusive),
    )


def _found(item: Item) -> Found:
    return Found(item.policy_id, item.here, item.held)


def _text(facts: ApplicantFacts) -> str:
    return facts.model_dump_json(exclude={"provenance"}, exclude_none=True)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _data_stamp() -> str:
    """Changes with every load, edit and decision of a caseworker."""
    versions = DataVersion.objects.order_by("group").values_list("group", "number")
    newest = EligibilityRule.objects.aggregate(Max("pk"))["pk__max"]
    return f"{newest} {list(versions)}"
