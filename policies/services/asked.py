"""How often conversations showed a policy: the order in which rules are best reviewed."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import F

from policies.models import Policy


def policies_asked(*, ids: Iterable[UUID | str]) -> int:
    """Count one showing for each of the policies; returns how many there were.

    A policy that is being published is passed over: a count is not worth an answer's wait.
    """
    with transaction.atomic():
        free = Policy.objects.select_for_update(skip_locked=True, no_key=True)
        found = list(free.filter(id__in=set(ids)).order_by("pk").values_list("pk", flat=True))
        return Policy.objects.filter(pk__in=found).update(asked_count=F("asked_count") + 1)
