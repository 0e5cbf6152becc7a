"""How often conversations showed a policy: the order in which rules are best reviewed."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import F

from policies.models import Policy


def policies_asked(*, ids: Iterable[UUID | str]) -> int:
    """Count one showing for each of the policies; returns how many there were."""
    return Policy.objects.filter(id__in=set(ids)).update(asked_count=F("asked_count") + 1)
