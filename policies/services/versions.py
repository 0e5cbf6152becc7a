"""Data version of a source group: part of the keys of caches that depend on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db.models import F
from django.utils import timezone

from policies.models import DataVersion

_waiting: ContextVar[set[str] | None] = ContextVar("data_versions_waiting", default=None)


def data_version_bump(*, group: str) -> None:
    """Next number for `group`, so that caches built on older data are passed over."""
    waiting = _waiting.get()
    if waiting is not None:
        waiting.add(group)
        return
    updated = DataVersion.objects.filter(group=group).update(
        number=F("number") + 1, updated_at=timezone.now()
    )
    if not updated:
        DataVersion.objects.get_or_create(group=group, defaults={"number": 1})


@contextmanager
def data_versions_together() -> Iterator[None]:
    """Every group that is bumped inside moves once, at the end; for a transaction that
    publishes much, which would else lock the number from its first record on."""
    waiting: set[str] = set()
    token = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(token)
    for group in sorted(waiting):
        data_version_bump(group=group)
