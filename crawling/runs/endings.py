"""What becomes of a run that could not go on."""

from __future__ import annotations

import logging
from datetime import datetime, time, timedelta

from django.conf import settings
from django.db import Error, connection
from django.db.models import F, QuerySet
from django.utils import timezone

from crawling.alerts import alert_send
from crawling.errors import RunRefused
from crawling.fetching.types import FetchError, FetchFault
from crawling.models import Source, StagedRecord, SyncRun
from crawling.periods import SEOUL
from crawling.runs.events import run_note
from crawling.runs.publishing import SourceBusy

logger = logging.getLogger(__name__)
Status = SyncRun.Status
# Trying again cannot mend these: somebody has to change a setting or the code.
_HOPELESS = {
    FetchFault.REFUSED_HOST,
    FetchFault.PRIVATE_ADDRESS,
    FetchFault.ROBOTS,
    FetchFault.CREDENTIALS,
    FetchFault.SCHEMA,
}
_QUOTA_RENEWED = time(0, 10)


def run_failed(run: SyncRun, error: Exception) -> bool:
    """Interrupt the run, or end it as failed where trying again is of no use; whether it ended.

    When the database itself is away nothing can be stored: the lease runs out then, and
    whoever finds the run goes on with it.
    """
    reason = _reason(run, error)
    try:
        # A connection that broke is made anew.
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        return _stopped(run, reason, error)
    except Error:
        logger.warning("run %s: the database is away, the run goes on later", run.pk)
        return False


def run_interrupted(run: SyncRun, reason: str) -> None:
    """Stop the run as a person wished: it goes on only when it is started again."""
    wait = timedelta(hours=settings.CRAWL_RUNS["resume_hours"])
    _interrupt(run, reason, timezone.now() + wait)


def _stopped(run: SyncRun, reason: str, error: Exception) -> bool:
    fault = error.kind if isinstance(error, FetchError) else None
    if fault is FetchFault.QUOTA:
        Source.objects.filter(pk=run.source_id).update(quota_left=0)
    attempts = run.attempts + 1
    if fault in _HOPELESS or isinstance(error, RunRefused) or _worn_out(attempts):
        _fail(run, reason)
        return True
    when = timezone.now() + timedelta(seconds=_pause(run))
    if isinstance(error, FetchError) and error.retry_after:
        when = max(when, timezone.now() + timedelta(seconds=error.retry_after))
    elif fault is FetchFault.QUOTA:
        when = _next_quota()
    if not isinstance(error, SourceBusy):
        run.attempts = attempts
    _interrupt(run, reason, when)
    return False


def _worn_out(attempts: int) -> bool:
    most: int = settings.CRAWL_RUNS["attempts"]
    return attempts >= most


def _interrupt(run: SyncRun, reason: str, when: datetime) -> None:
    changed = _mine(run).update(
        status=Status.INTERRUPTED,
        message=reason,
        attempts=run.attempts,
        resume_after=when,
        lease_holder="",
        lease_expires_at=None,
    )
    if changed:
        run_note(run, f"멈췄습니다: {reason}")


def _fail(run: SyncRun, reason: str) -> None:
    changed = _mine(run).update(
        status=Status.FAILED,
        message=reason,
        attempts=run.attempts + 1,
        finished_at=timezone.now(),
        lease_holder="",
        lease_expires_at=None,
    )
    if not changed:
        return
    run.staged.filter(outcome=StagedRecord.Outcome.STAGED).delete()
    Source.objects.filter(pk=run.source_id).update(failures_in_row=F("failures_in_row") + 1)
    run_note(run, f"실패했습니다: {reason}")
    alert_send(
        title=f"[{run.source.title}] 수집에 실패했습니다",
        text=f"지난 자료를 그대로 두었습니다. 수집 실행 {run.pk}번: {reason}",
    )


def _mine(run: SyncRun) -> QuerySet[SyncRun]:
    return SyncRun.objects.filter(pk=run.pk, lease_holder=run.lease_holder, status=Status.RUNNING)


def _reason(run: SyncRun, error: Exception) -> str:
    if isinstance(error, FetchError | SourceBusy | RunRefused):
        return str(error)
    logger.error("run %s stopped", run.pk, exc_info=error)
    # Not its text, which nobody has checked for keys and people: the server's log has that.
    return f"예상하지 못한 오류({type(error).__name__})입니다. 자세한 내용은 서버 기록에 있습니다."


def _pause(run: SyncRun) -> float:
    seconds: float = settings.CRAWL_RUNS["pause_seconds"] * 2**run.attempts
    return seconds


def _next_quota() -> datetime:
    """The open services count their calls by the day."""
    tomorrow = timezone.localdate(timezone=SEOUL) + timedelta(days=1)
    return datetime.combine(tomorrow, _QUOTA_RENEWED, SEOUL)
