"""Reads of the ledger: what a family receives, what it adds up to, what excludes each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from policies.eligibility.criteria.support import same_benefit
from policies.graph.together import Pair, exclusive_pairs
from profiles.models import Profile, ReceivedBenefit
from profiles.querysets import ProfileQuerySet, ReceivedBenefitQuerySet
from profiles.selectors import family_of


@dataclass(frozen=True)
class Sum:
    """KRW of the entries with an amount. `unknown`: names of those without."""

    amount: int
    counted: int
    unknown: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What the sum leaves out, "" where nothing."""
        if not self.unknown:
            return ""
        return f"금액을 적지 않은 {len(self.unknown)}건은 빠져 있어요: {', '.join(self.unknown)}."


@dataclass(frozen=True)
class MemberLedger:
    """One member on one day. `named`: received by name only, without an entry; `clashes`:
    entries of today that exclude each other by our data; `unmatched`: names whose policy is
    not certain, so that nothing was compared."""

    profile: Profile
    as_of: date
    now: tuple[ReceivedBenefit, ...]
    planned: tuple[ReceivedBenefit, ...]
    ended: tuple[ReceivedBenefit, ...]
    named: tuple[str, ...]
    monthly: Sum
    once: Sum
    clashes: tuple[Pair, ...]
    unmatched: tuple[str, ...]

    @property
    def has_entries(self) -> bool:
        return bool(self.now or self.planned or self.ended or self.named)


@dataclass(frozen=True)
class HouseholdLedger:
    """All members; sums over what is received on `as_of`."""

    as_of: date
    members: tuple[MemberLedger, ...]
    monthly: Sum
    once: Sum


def household_ledger(user: User | AnonymousUser, as_of: date) -> HouseholdLedger:
    """The ledger of the user's family; no members for anonymous people."""
    members = tuple(_member(profile, as_of) for profile in _family(user))
    return HouseholdLedger(
        as_of=as_of,
        members=members,
        monthly=_added([each.monthly for each in members]),
        once=_added([each.once for each in members]),
    )


def benefits_of(user: User | AnonymousUser) -> ReceivedBenefitQuerySet:
    """All entries of the user's family, ended ones too."""
    return ReceivedBenefit.objects.for_user(user).select_related("profile", "policy")


def benefit_get(user: User | AnonymousUser, benefit_id: UUID) -> ReceivedBenefit | None:
    """The user's own entry; None for anybody else's."""
    return benefits_of(user).filter(pk=benefit_id).first()


def entries_called(profile: Profile, name: str, as_of: date) -> list[ReceivedBenefit]:
    """Entries received on the day that go by that name."""
    now = profile.received_benefits.received_on(as_of).select_related("policy", "profile")
    return [each for each in now if same_benefit(name, each.name) or same_benefit(each.name, name)]


def _family(user: User | AnonymousUser) -> ProfileQuerySet:
    return family_of(user).prefetch_related("received_benefits__policy__current_version")


def _member(profile: Profile, as_of: date) -> MemberLedger:
    entries = list(profile.received_benefits.all())
    planned = [each for each in entries if each.since and each.since > as_of]
    ended = [each for each in entries if each.until and each.until < as_of]
    now = [each for each in entries if each not in planned and each not in ended]
    named = _named_only(profile, now)
    matched = {each.policy.pk: each.policy for each in now if each.policy is not None}
    monthly = [each for each in now if each.paid == ReceivedBenefit.MONTHLY]
    return MemberLedger(
        profile=profile,
        as_of=as_of,
        now=tuple(now),
        planned=tuple(planned),
        ended=tuple(ended),
        named=named,
        monthly=summed(monthly, named),
        once=summed([each for each in now if each not in monthly]),
        clashes=tuple(exclusive_pairs(list(matched.values()))),
        unmatched=(*(each.name for each in now if each.policy is None), *named),
    )


def _named_only(profile: Profile, now: Iterable[ReceivedBenefit]) -> tuple[str, ...]:
    """Names noted as received that no entry of today tells more of."""
    written = [each.name for each in now]
    kinds = [f"{kind}급여" for kind in profile.basic_livelihood or ()]
    return tuple(
        name
        for name in dict.fromkeys([*(profile.receives or ()), *kinds])
        if not any(same_benefit(name, each) or same_benefit(each, name) for each in written)
    )


def summed(entries: Sequence[ReceivedBenefit], named: Sequence[str] = ()) -> Sum:
    """KRW of the entries; `named` are received too, without an amount."""
    amounts = [each.amount for each in entries if each.amount is not None]
    unknown = [each.name for each in entries if each.amount is None]
    return Sum(sum(amounts), len(amounts), (*unknown, *named))


def _added(sums: Sequence[Sum]) -> Sum:
    return Sum(
        amount=sum(each.amount for each in sums),
        counted=sum(each.counted for each in sums),
        unknown=tuple(name for each in sums for name in each.unknown),
    )
