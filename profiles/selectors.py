"""Reads of family profiles: members, and what they may receive."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from policies.eligibility.evaluate import reasons
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision
from policies.eligibility.questions import OTHER_PREFIX
from policies.models import Policy
from policies.screening.candidates import Dropped
from policies.screening.family import screen_person
from policies.screening.items import Item
from policies.screening.rules import Judged, judge_rule
from policies.vocabulary import Verdict
from profiles.facts import facts_of
from profiles.models import Profile
from profiles.querysets import ProfileQuerySet

# As many policies are read at once as a page shows.
_AT_ONCE = 20


class _Policies:
    """Policies of a list, read a page at a time when they are first looked at."""

    def __init__(self, ids: list[UUID]) -> None:
        self._places = {policy_id: place for place, policy_id in enumerate(ids)}
        self._ids = ids
        self._read: dict[UUID, Policy] = {}

    def get(self, policy_id: UUID) -> Policy:
        if policy_id not in self._read:
            start = self._places[policy_id]
            wanted = self._ids[start : start + _AT_ONCE]
            self._read |= Policy.objects.select_related("agency").in_bulk(wanted)
        return self._read[policy_id]


@dataclass(frozen=True)
class MemberDecision:
    """What one policy means for one member; its sentences are made when they are asked for."""

    item: Item
    facts: ApplicantFacts = field(repr=False)
    policies: _Policies = field(repr=False)

    @property
    def policy(self) -> Policy:
        return self.policies.get(self.item.policy_id)

    @property
    def verdict(self) -> Verdict:
        return self.item.verdict

    @cached_property
    def judged(self) -> Judged:
        """The whole verdict with what it rests on."""
        return judge_rule(self.item.rule, self.facts)

    @property
    def decision(self) -> Decision | None:
        return self.judged.decision

    @property
    def basis_label(self) -> str:
        return self.judged.basis_label

    @property
    def reasons(self) -> list[str]:
        """Sentences the verdict rests on, without those that would name an internal key."""
        if self.decision is None:
            return []
        keys = [key for each in self.decision.outcomes for key in each.missing]
        free = [key.removeprefix(OTHER_PREFIX) for key in keys if key.startswith(OTHER_PREFIX)]
        hidden = [quoted for name in free for quoted in (f"「{name}」", f"‘{name}’")]
        return [text for text in reasons(self.decision) if not any(key in text for key in hidden)]

    @property
    def missing_count(self) -> int:
        """How many facts are still open."""
        return len(self.item.missing)

    @property
    def question(self) -> str:
        """Question for the most decisive missing fact that can be asked in plain words."""
        return self.item.question


@dataclass(frozen=True)
class Matches:
    """What is worth a look, and how many policies were held against the member's facts."""

    rows: list[MemberDecision]
    checked: int


def family_of(user: User | AnonymousUser) -> ProfileQuerySet:
    """Members of the user's family with what their facts are made of, the main one first."""
    return Profile.objects.for_user(user).prefetch_related("health_facts", "received_benefits")


def home_sido(user: User | AnonymousUser) -> str:
    """The 시도 in which the main member lives, "" where that is not known."""
    main = Profile.objects.for_user(user).only("sido").first()
    return (main.sido or "") if main else ""


def family_by_key(user: User | AnonymousUser) -> dict[str, Profile]:
    """Members by the key that a talk has for them: their relation, a second child child2."""
    members: dict[str, Profile] = {}
    for profile in family_of(user):
        key, number = profile.relation, 2
        while key in members:
            key, number = f"{profile.relation}{number}", number + 1
        members[key] = profile
    return members


def member_get(user: User | AnonymousUser, profile_id: UUID) -> Profile | None:
    """The user's own member; None for anybody else's."""
    return family_of(user).filter(id=profile_id).first()


def member_matches(profile: Profile, *, as_of: date) -> Matches:
    """Policies the member may receive: likely first, then those with the fewest open facts.

    Only policies with a rule are judged: those of the member's region, of the whole nation
    alone when it is unknown. What the member cannot receive, or receives, is left out.
    """
    facts = facts_of(profile, as_of=as_of)
    found = screen_person(facts)
    here = bool(profile.sido)
    possible = [item for item in found.open_items if item.here or here]
    others = [*found.unlikely, *found.already_received]
    left_out = sum(item.here or here for item in others)
    left_out += sum(count for reason, count in found.dropped.items() if reason != Dropped.REGION)
    policies = _Policies([item.policy_id for item in possible])
    rows = [MemberDecision(item, facts, policies) for item in possible]
    return Matches(rows, len(rows) + left_out)
