"""The only way to personal data: querysets limited to their owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db import models

if TYPE_CHECKING:
    from accounts.models import User
    from profiles.models import HealthFact, Profile  # noqa: F401 - named in the base classes


class ProfileQuerySet(models.QuerySet["Profile"]):
    def for_user(self, user: User | AnonymousUser) -> ProfileQuerySet:
        """Family members of `user`; nothing for anonymous people."""
        return self.filter(user_id=user.pk) if user.is_authenticated else self.none()


class HealthFactQuerySet(models.QuerySet["HealthFact"]):
    def for_user(self, user: User | AnonymousUser) -> HealthFactQuerySet:
        return self.filter(profile__user_id=user.pk) if user.is_authenticated else self.none()
