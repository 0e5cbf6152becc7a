"""Data version of a source group: part of the keys of caches that depend on it."""

from __future__ import annotations

from django.db.models import F
from django.utils import timezone

from policies.models import DataVersion


def data_version_bump(*, group: str) -> None:
    """Next number for `group`, so that caches built on older data are passed over."""
    updated = DataVersion.objects.filter(group=group).update(
        number=F("number") + 1, updated_at=timezone.now()
    )
    if not updated:
        DataVersion.objects.get_or_create(group=group, defaults={"number": 1})
