"""Writes to family profiles. The caller has already found the profile through `for_user()`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from accounts.models import User
from policies.eligibility.facts import ApplicantFacts
from profiles.choices import RELATION
from profiles.facts import DISEASE, SAME_NAME, conditions_of
from profiles.models import HealthFact, Profile

CONDITIONS = "conditions"
_WRITABLE = frozenset({"name", "relation", "sido", "sigungu", *SAME_NAME})


@transaction.atomic
def profile_create(*, user: User, values: Mapping[str, Any]) -> Profile:
    """New family member; the first one of a user is the main one."""
    _lock(user_id=user.pk)
    profile = Profile(user=user, is_main=not Profile.objects.for_user(user).exists())
    _store(profile, values)
    return profile


def member_add(*, user: User, key: str, name: str) -> Profile:
    """New member for the key of a talk (mother, child2 …), about whom nothing is known yet."""
    base = key.rstrip("0123456789")
    relation = base if base in dict(RELATION) else "other"
    return profile_create(user=user, values={"name": name, "relation": relation})


@transaction.atomic
def profile_update(*, profile: Profile, values: Mapping[str, Any]) -> Profile:
    """Change the named values; None makes a fact unknown again, what is not named stays."""
    _store(profile, values)
    return profile


@transaction.atomic
def profile_set_main(*, profile: Profile) -> Profile:
    """Make this member the one that conversations start with."""
    _lock(user_id=profile.user_id)
    Profile.objects.filter(user_id=profile.user_id, is_main=True).update(is_main=False)
    profile.is_main = True
    profile.save(update_fields=["is_main", "updated_at"])
    return profile


@transaction.atomic
def profile_delete(*, profile: Profile) -> None:
    """Forget a member with all health facts; the oldest of the others becomes the main one."""
    _lock(user_id=profile.user_id)
    user_id, was_main = profile.user_id, profile.is_main
    profile.delete()
    heir = Profile.objects.filter(user_id=user_id).order_by("created_at").first()
    if was_main and heir is not None:
        profile_set_main(profile=heir)


@transaction.atomic
def facts_save(
    *, user: User, relation: str, name: str, facts: ApplicantFacts, profile: Profile | None = None
) -> Profile:
    """Keep what was said of a member: known facts only, nothing known is forgotten.

    Without a `profile` the member is found by relation, made when there is none. A said age
    without a birth date is not kept: it would be wrong in a year.
    """
    if profile is None:
        profile = Profile.objects.for_user(user).filter(relation=relation).first()
    values: dict[str, Any] = {
        key: value for key, value in facts.known().items() if key in SAME_NAME
    }
    if facts.region is not None:
        values |= {"sido": facts.region.sido, "sigungu": facts.region.sigungu}
    if facts.conditions is not None:
        values[CONDITIONS] = [
            *((conditions_of(profile) or []) if profile else []),
            *facts.conditions,
        ]
    if profile is None:
        profile = profile_create(user=user, values={"name": name, "relation": relation, **values})
    else:
        profile_update(profile=profile, values=values)
    if facts.other:
        profile.other = {**profile.other, **facts.other}
        profile.save(update_fields=["other", "updated_at"])
    return profile


def _lock(*, user_id: Any) -> None:
    """One change of a user's family at a time: exactly one member is the main one."""
    User.objects.select_for_update().get(pk=user_id)


def _store(profile: Profile, values: Mapping[str, Any]) -> None:
    unknown = values.keys() - _WRITABLE - {CONDITIONS}
    if unknown:
        raise ValueError(f"not facts of a profile: {sorted(unknown)}")
    for name in values.keys() & _WRITABLE:
        value = values[name]
        setattr(profile, name, None if value == "" else value)
    if CONDITIONS in values:
        conditions = values[CONDITIONS]
        profile.no_conditions = None if conditions is None else not conditions
    profile.save()
    if CONDITIONS in values:
        _store_conditions(profile, values[CONDITIONS] or [])


def _store_conditions(profile: Profile, names: Sequence[str]) -> None:
    """Diseases become exactly `names`; those that stay keep their code and quote."""
    diseases = profile.health_facts.filter(predicate=DISEASE)
    diseases.exclude(object__in=names).delete()
    known = set(diseases.values_list("object", flat=True))
    HealthFact.objects.bulk_create(
        HealthFact(profile=profile, predicate=DISEASE, object=name)
        for name in dict.fromkeys(names)
        if name not in known
    )
