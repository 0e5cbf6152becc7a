"""The only way to personal data: querysets limited to their owner."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from accounts.models import User
    from profiles.models import (  # noqa: F401 - named in the base classes
        HealthFact,
        Profile,
        ReceivedBenefit,
    )


class ProfileQuerySet(models.QuerySet["Profile"]):
    def for_user(self, user: User | AnonymousUser) -> ProfileQuerySet:
        """Family members of `user`; nothing for anonymous people."""
        return self.filter(user_id=user.pk) if user.is_authenticated else self.none()


class HealthFactQuerySet(models.QuerySet["HealthFact"]):
    def for_user(self, user: User | AnonymousUser) -> HealthFactQuerySet:
        return self.filter(profile__user_id=user.pk) if user.is_authenticated else self.none()


class ReceivedBenefitQuerySet(models.QuerySet["ReceivedBenefit"]):
    def for_user(self, user: User | AnonymousUser) -> ReceivedBenefitQuerySet:
        return self.filter(profile__user_id=user.pk) if user.is_authenticated else self.none()

    def received_on(self, day: date) -> ReceivedBenefitQuerySet:
        """Received on `day`; without a first or last day that end is open."""
        begun = Q(since__isnull=True) | Q(since__lte=day)
        return self.filter(begun, Q(until__isnull=True) | Q(until__gte=day))
