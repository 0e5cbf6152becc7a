"""Querysets of policies: what is published, for whom, where, until when."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from policies.vocabulary import PolicyStatus

if TYPE_CHECKING:
    from policies.models.policy import Policy  # noqa: F401 - named in a string


def _trust() -> Case:
    """Place of a policy's source in the order of settings.FIELD_PRECEDENCE."""
    order = settings.FIELD_PRECEDENCE["*"]
    places = [When(source=name, then=Value(place)) for place, name in enumerate(order)]
    return Case(*places, default=Value(len(order)))


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

    def once_each(self) -> PolicyQuerySet:
        """Of one programme that several sources hold, only the record that leads among those
        found: one that goes on, of the source trusted most, changed last by its publisher."""
        # The models are made with this class.
        from policies.models.group import PolicyGroup

        ended = Q(status=PolicyStatus.CLOSED) | Q(period_end__lt=timezone.localdate())
        leading = Window(
            RowNumber(),
            partition_by="group_id",
            order_by=[
                Case(When(ended, then=Value(1)), default=Value(0)),
                _trust(),
                F("current_version__source_updated_at").desc(nulls_last=True),
                "pk",
            ],
        )
        several = self.order_by().filter(group__kind=PolicyGroup.SAME_RECORD)
        others = several.annotate(lead=leading).filter(lead__gt=1)
        return self.exclude(pk__in=others.values("pk"))
