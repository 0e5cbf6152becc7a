"""Querysets of policies: what is published, for whom, where, until when."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from policies.vocabulary import PolicyStatus

if TYPE_CHECKING:
    from policies.models.policy import Policy  # noqa: F401 - named in a string


class PolicyQuerySet(models.QuerySet["Policy"]):
    def published(self) -> PolicyQuerySet:
        """Policies with a version that people may see."""
        return self.filter(current_version__isnull=False)

    def recommendable(self) -> PolicyQuerySet:
        """Published policies for persons that have not ended."""
        return self.published().filter(for_persons=True).exclude(status=PolicyStatus.CLOSED)

    def open_on(self, day: date) -> PolicyQuerySet:
        """Not closed, and `day` not outside the application period where one is set."""
        return self.exclude(status=PolicyStatus.CLOSED).filter(
            Q(period_end__isnull=True) | Q(period_end__gte=day)
        )

    def in_region(self, sido: str, sigungu: str | None = None) -> PolicyQuerySet:
        """Policies of the nation, of the 시도 as a whole, and of the 시군구.

        Without `sigungu`, those of every 시군구 in the 시도 are kept: they may apply.
        """
        # The models are made with this class, and the residence reads them.
        from policies.residence import residence_regions

        lived = residence_regions(sido, sigungu)
        links = self.model.regions.through._default_manager.filter(region_id__in=lived.possible)
        return self.filter(Q(nationwide=True) | Q(pk__in=links.values("policy_id")))
