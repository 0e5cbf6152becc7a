"""Writes to the ledger of benefits received. The caller has found the rows through `for_user()`
and the person has asked for it: nothing of a talk comes here by itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction

from accounts.models import User
from policies.eligibility.criteria.support import same_benefit
from policies.models import Policy
from policies.named import policy_named
from policies.same import squeezed_name
from profiles.errors import BenefitRefused
from profiles.models import BENEFIT_NAME, BENEFIT_NOTE, MOST_WON, Profile, ReceivedBenefit

FIELDS = frozenset({"name", "amount", "paid", "since", "until", "note"})
MOST_A_MEMBER = 100


@transaction.atomic
def benefit_add(*, profile: Profile, values: Mapping[str, Any]) -> ReceivedBenefit:
    """A benefit that the member receives. Raises BenefitRefused."""
    User.objects.select_for_update().get(pk=profile.user_id)
    if profile.received_benefits.count() >= MOST_A_MEMBER:
        raise BenefitRefused("name", f"한 사람에게 {MOST_A_MEMBER}개까지 적을 수 있어요.")
    return _store(ReceivedBenefit(profile=profile), values)


@transaction.atomic
def benefit_update(*, benefit: ReceivedBenefit, values: Mapping[str, Any]) -> ReceivedBenefit:
    """Change the named values; what is not named stays. Raises BenefitRefused."""
    User.objects.select_for_update().get(pk=benefit.profile.user_id)
    return _store(benefit, values)


@transaction.atomic
def benefit_end(*, benefit: ReceivedBenefit, until: date) -> ReceivedBenefit:
    """Received until that day and no longer. Raises BenefitRefused."""
    ended = benefit_update(benefit=benefit, values={"until": until})
    _forget_name(benefit.profile, benefit.name)
    return ended


@transaction.atomic
def benefit_delete(*, benefit: ReceivedBenefit) -> None:
    """Forget the entry, as if it had never been written down."""
    _forget_name(benefit.profile, benefit.name)
    benefit.delete()


def _store(benefit: ReceivedBenefit, values: Mapping[str, Any]) -> ReceivedBenefit:
    unknown = values.keys() - FIELDS
    if unknown:
        raise ValueError(f"not of a received benefit: {sorted(unknown)}")
    for key, value in values.items():
        setattr(benefit, key, value)
    benefit.name = " ".join(benefit.name.split())
    _check(benefit)
    if benefit._state.adding or "name" in values:
        benefit.policy = policy_surely_named(benefit.name, benefit.profile)
    benefit.save()
    return benefit


def _check(benefit: ReceivedBenefit) -> None:
    if not benefit.name:
        raise BenefitRefused("name", "지원의 이름을 적어 주세요.")
    if len(benefit.name) > BENEFIT_NAME or len(benefit.note) > BENEFIT_NOTE:
        field = "name" if len(benefit.name) > BENEFIT_NAME else "note"
        most = BENEFIT_NAME if field == "name" else BENEFIT_NOTE
        raise BenefitRefused(field, f"{most}자 안으로 적어 주세요.")
    if benefit.amount is not None and not 0 <= benefit.amount <= MOST_WON:
        raise BenefitRefused("amount", "금액을 다시 확인해 주세요. 0원부터 10억 원까지 적습니다.")
    if benefit.since and benefit.until and benefit.until < benefit.since:
        raise BenefitRefused("until", "마지막으로 받는 날은 받기 시작한 날보다 앞설 수 없어요.")
    if _doubled(benefit):
        raise BenefitRefused("name", "같은 지원이 이미 적혀 있어요. 그것을 고쳐 주세요.")


def _doubled(benefit: ReceivedBenefit) -> bool:
    """Whether an entry of the same name covers some of the same days: sent twice, usually."""
    others = ReceivedBenefit.objects.filter(profile_id=benefit.profile_id, paid=benefit.paid)
    first, last = benefit.since or date.min, benefit.until or date.max
    return any(
        squeezed_name(other.name) == squeezed_name(benefit.name)
        and (other.since or date.min) <= last
        and (other.until or date.max) >= first
        for other in others.exclude(pk=benefit.pk)
    )


def policy_surely_named(name: str, profile: Profile) -> Policy | None:
    """The policy of exactly that name or alias; of a region only where the member lives."""
    found = policy_named(name, profile.sido, profile.sigungu).policy
    if found is None or not (found.nationwide or profile.sido):
        return None
    names = {squeezed_name(each) for each in (found.name, *found.aliases)}
    return found if squeezed_name(name) in names else None


def _forget_name(profile: Profile, name: str) -> None:
    """Take the name out of those that were noted without details."""
    kept = [each for each in profile.receives or () if not same_benefit(name, each)]
    if profile.receives and len(kept) < len(profile.receives):
        profile.receives = kept
        profile.save(update_fields=["receives", "updated_at"])
