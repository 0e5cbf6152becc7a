"""Who works on a run: a lease that is renewed while the work goes on, and its progress."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from types import TracebackType

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.models import Q
from django.utils import timezone

from crawling.models import SyncRun

logger = logging.getLogger(__name__)
Status = SyncRun.Status
Progress = Callable[[str, int, int], None]


class LeaseLost(Exception):
    """Somebody else has the run now, or stopped it: whatever was not committed is theirs."""


def runs_waiting() -> list[int]:
    """Crawls that nobody works on and that may go on now."""
    now = timezone.now()
    free = Q(lease_expires_at=None) | Q(lease_expires_at__lt=now)
    due = Q(resume_after=None) | Q(resume_after__lte=now)
    rows = SyncRun.objects.filter(
        free, due, kind=SyncRun.Kind.CRAWL, status__in=[Status.RUNNING, Status.INTERRUPTED]
    )
    return list(rows.order_by("pk").values_list("pk", flat=True))


def runs_at_work() -> int:
    """Crawls that some process works on now."""
    return SyncRun.objects.filter(
        kind=SyncRun.Kind.CRAWL, status=Status.RUNNING, lease_expires_at__gt=timezone.now()
    ).count()


def run_claim(run_id: int, holder: str) -> SyncRun | None:
    """The run with a fresh lease for `holder`; None when it has ended or somebody holds it."""
    now = timezone.now()
    with transaction.atomic():
        run = (
            SyncRun.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("source")
            .filter(pk=run_id, status__in=[Status.RUNNING, Status.INTERRUPTED])
            .first()
        )
        if run is None:
            return None
        held = run.lease_expires_at is not None and run.lease_expires_at > now
        if held and run.lease_holder != holder:
            return None
        run.lease_holder, run.lease_expires_at = holder, _expiry()
        run.status, run.resume_after = Status.RUNNING, None
        run.save(update_fields=["lease_holder", "lease_expires_at", "status", "resume_after"])
    return run


def run_put(run: SyncRun, **values: object) -> None:
    """Store `values` for the run that `run.lease_holder` holds. Raises LeaseLost."""
    held = SyncRun.objects.filter(pk=run.pk, lease_holder=run.lease_holder, status=Status.RUNNING)
    if not held.update(**values):
        raise LeaseLost
    for name, value in values.items():
        setattr(run, name, value)


def run_release(run: SyncRun) -> None:
    """Give up the lease, so that another process need not wait for its end."""
    SyncRun.objects.filter(pk=run.pk, lease_holder=run.lease_holder).update(
        lease_holder="", lease_expires_at=None
    )


class Heart:
    """Renews the lease of a run from a thread of its own, with the progress of its stage.

    A publish is one long transaction, and a slow page keeps its reader waiting: neither could
    tell anybody that the run lives. The thread has its own connection; when the database
    does not answer it tries again at the next beat.
    """

    def __init__(self, run: SyncRun, progress: Progress | None = None) -> None:
        self._run_id, self._holder = run.pk, run.lease_holder
        self._progress = progress
        self._counts: dict[str, int] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"run-{run.pk}", daemon=True)

    def __enter__(self) -> Heart:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()

    def report(self, stage: str, done: int, total: int) -> None:
        """Progress of the stage under way; stored with the next beat."""
        self._counts = {"done": max(done, 0), "stage_total": max(total, 0)}
        if self._progress:
            self._progress(stage, done, total)

    def _beat(self) -> None:
        try:
            while not self._over.wait(settings.CRAWL_RUNS["heartbeat_seconds"]):
                try:
                    self._store()
                except Error:
                    logger.warning("run %s: no beat, the database does not answer", self._run_id)
                    connection.close()
        finally:
            connection.close()

    def _store(self) -> None:
        rows = SyncRun.objects.filter(pk=self._run_id, lease_holder=self._holder)
        rows.update(lease_expires_at=_expiry(), **self._counts)


def _expiry() -> datetime:
    return timezone.now() + timedelta(seconds=settings.CRAWL_RUNS["lease_seconds"])
