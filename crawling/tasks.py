"""Collections in the background; every task may run twice, or on two workers at once."""

from __future__ import annotations

import logging
import random
import time
from datetime import timedelta
from uuid import uuid4

from celery import shared_task
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from crawling.alerts import alert_send
from crawling.errors import RunRefused
from crawling.fetching.access import setup_missing
from crawling.models import Source, SyncRun
from crawling.reports import coverage_text
from crawling.runs.decisions import edition_rollback
from crawling.runs.lease import runs_at_work, runs_waiting
from crawling.runs.pruning import history_prune
from crawling.runs.start import run_start
from crawling.runs.work import Outcome, run_work
from crawling.schedules import collections_missed, lateness, schedules_ensure
from crawling.sources.registry import CRAWLERS
from policies.tasks import embed_missing

logger = logging.getLogger(__name__)


@shared_task
def source_crawl(source: str, jittered: bool = False) -> None:
    """The nightly collection of a source; a little late, so that hosts are not all asked on
    the stroke of the hour. A source whose key nobody has set is no failure of the night, and a
    message that comes twice is no second night."""
    if lateness().get(source, 0.0) < 0:
        logger.info("%s has been collected for this time", source)
        return
    if not Source.objects.filter(pk=source, enabled=True).exists():
        return
    missing = setup_missing(CRAWLERS[source]) if source in CRAWLERS else ""
    if missing:
        logger.info("%s is not collected: %s", source, missing)
        return
    jitter = settings.CRAWL_RUNS["jitter_seconds"]
    if jitter and not jittered:
        delay = random.uniform(0, jitter)  # noqa: S311 - nothing secret
        source_crawl.apply_async((source, True), countdown=delay)
        return
    try:
        run = run_start(source=source, trigger=SyncRun.Trigger.SCHEDULE)
    except RunRefused as refused:
        logger.info("%s is not collected now: %s", source, refused)
        return
    run_continue(run.pk)


@shared_task
def run_continue(run_id: int) -> None:
    """Work on a run for a while, then hand over to a task like itself. Ends at once where
    somebody else is at work, and where as many runs go on as may: it is taken up later."""
    if runs_at_work() >= settings.CRAWL_RUNS["at_once"]:
        return
    # Not the task's id: a task that is delivered twice must not share its own lease.
    until = time.monotonic() + settings.CRAWL_RUNS["task_seconds"]
    if run_work(run_id=run_id, holder=f"worker-{uuid4().hex}", until=until) is Outcome.TIME_IS_UP:
        run_continue.delay(run_id)


@shared_task
def runs_recover() -> int:
    """Go on with runs that nobody works on any more; returns how many. Sources that are new
    get their nightly task here, and nights of which beat's message was lost their collection."""
    schedules_ensure()
    for source in collections_missed():
        source_crawl.delay(source, True)
    waiting = runs_waiting()
    for run_id in waiting:
        run_continue.delay(run_id)
    return len(waiting)


@shared_task
def edition_take_back(edition_id: int, user_id: str) -> None:
    """Take an edition back as a person asked; texts that returned are embedded afterwards."""
    try:
        edition_rollback(edition_id=edition_id, user=User.objects.get(pk=user_id))
    except RunRefused as refused:
        alert_send(title="게시를 되돌리지 못했습니다", text=str(refused))
        return
    embed_missing.delay()


@shared_task
def sources_check() -> int:
    """Tell once a day about sources without a good collection for too long; returns how many
    were told of."""
    now = timezone.now()
    quiet = Q(stale_alerted_at=None) | Q(stale_alerted_at__lt=now - timedelta(days=1))
    told = 0
    for source in Source.objects.filter(quiet, enabled=True, last_good_at__isnull=False):
        hours = int((now - (source.last_good_at or now)).total_seconds() // 3600)
        if hours <= source.stale_hours:
            continue
        alert_send(
            title=f"[{source.title}] 자료가 오래되었습니다",
            text=f"마지막 정상 수집이 {hours}시간 전입니다. 관리자 화면의 자료 출처를 봐 주세요.",
        )
        Source.objects.filter(pk=source.pk).update(stale_alerted_at=now)
        told += 1
    return told


@shared_task
def history_clean() -> int:
    """Drop fetched documents, staged records and editions nobody needs any more."""
    return history_prune()


@shared_task
def coverage_report() -> str:
    """Tell the operators what is held, and how fresh and how well read it is."""
    text = coverage_text(timezone.localdate())
    if settings.CRAWL_RUNS["alert_emails"] or settings.CRAWL_RUNS["alert_webhook"]:
        alert_send(title="수집 현황", text=text)
    return text
