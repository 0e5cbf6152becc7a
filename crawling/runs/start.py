"""A run begins, or one that stopped goes on."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from crawling.errors import RunRefused
from crawling.models import Source, SyncRun
from crawling.runs.events import run_note
from crawling.runs.registry import source_ensure

Status = SyncRun.Status
OPEN = (Status.RUNNING, Status.INTERRUPTED)


@transaction.atomic
def run_start(
    *,
    source: str,
    trigger: SyncRun.Trigger,
    user: User | None = None,
    dry_run: bool = False,
    limit: int | None = None,
) -> SyncRun:
    """The run to work on: one of the source that stopped and asks for the same, else a new one.

    Raises RunRefused for an unknown source, a bad limit, or while the source is collected.
    """
    if limit is not None and limit < 1:
        raise RunRefused("최대 건수는 1 이상이어야 합니다.")
    row = source_ensure(source)
    Source.objects.select_for_update().get(pk=row.pk)
    stopped = row.runs.filter(kind=SyncRun.Kind.CRAWL, status__in=OPEN).first()
    if stopped is not None:
        if _held(stopped):
            raise RunRefused(f"지금 수집하고 있는 출처입니다: {row.title}")
        if _goes_on(stopped, dry_run, limit):
            stopped.status, stopped.resume_after = Status.RUNNING, None
            stopped.lease_holder, stopped.lease_expires_at = "", None
            stopped.save()
            run_note(stopped, f"멈춘 곳부터 이어서 합니다({trigger.label}).")
            return stopped
        stopped.status, stopped.finished_at = Status.FAILED, timezone.now()
        stopped.message = f"새 실행이 시작되어 그만뒀습니다. {stopped.message}".strip()
        stopped.lease_holder, stopped.lease_expires_at = "", None
        stopped.save()
    run = SyncRun.objects.create(
        source=row,
        kind=SyncRun.Kind.CRAWL,
        stage=SyncRun.Stage.FETCH,
        trigger=trigger,
        started_by=user,
        dry_run=dry_run,
        limit=limit,
    )
    run_note(run, f"시작했습니다({trigger.label}).")
    return run


def _held(run: SyncRun) -> bool:
    return run.lease_expires_at is not None and run.lease_expires_at > timezone.now()


def _goes_on(run: SyncRun, dry_run: bool, limit: int | None) -> bool:
    oldest = timezone.now() - timedelta(hours=settings.CRAWL_RUNS["resume_hours"])
    return (run.dry_run, run.limit) == (dry_run, limit) and run.started_at > oldest
