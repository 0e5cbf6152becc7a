"""Nightly collections in the tables of beat: made once, then the admin's."""

from __future__ import annotations

import json

from django.conf import settings
from django_celery_beat.models import CrontabSchedule, PeriodicTask

from crawling.models import Source, SyncRun
from crawling.periods import SEOUL
from crawling.runs.registry import source_ensure
from crawling.runs.start import OPEN
from crawling.sources.registry import CRAWLERS

TASK = "crawling.tasks.source_crawl"


def schedules_ensure() -> int:
    """Make the nightly task of each source that never had one; returns how many were made.

    What somebody changed, switched off or deleted in the admin stays so.
    """
    made = set(Source.objects.filter(schedule_made=True).values_list("pk", flat=True))
    count = 0
    for place, name in enumerate(CRAWLERS):
        if name in made:
            continue
        row = source_ensure(name)
        _schedule_make(row, place)
        Source.objects.filter(pk=name).update(schedule_made=True)
        count += 1
    return count


def lateness() -> dict[str, float]:
    """Seconds since the time of each source came round without a collection; negative ones
    until it comes. Only sources that have a schedule and were collected before: of others
    nothing can be missing.
    """
    rows = SyncRun.objects.filter(kind=SyncRun.Kind.CRAWL, dry_run=False, limit=None)
    newest = rows.order_by("source_id", "-started_at").distinct("source_id")
    last = {run.source_id: run.finished_at or run.started_at for run in newest}
    found: dict[str, float] = {}
    for task in PeriodicTask.objects.filter(task=TASK, enabled=True):
        source = _source_of(task)
        if source in last:
            zone = getattr(task.schedule, "tz", SEOUL)
            left = task.schedule.remaining_estimate(last[source].astimezone(zone))
            found[source] = max(-left.total_seconds(), found.get(source, -left.total_seconds()))
    return found


def _source_of(task: PeriodicTask) -> str:
    """Whom a task of beat collects; in the admin it can be named either way."""
    named, given = json.loads(task.kwargs or "{}"), json.loads(task.args or "[]")
    return str(named.get("source") or (given[0] if given else ""))


def collections_missed() -> list[str]:
    """Sources whose collection is overdue although nothing keeps it: nobody is at work on one,
    and beat has long sent it."""
    most = settings.CRAWL_RUNS["late_seconds"]
    late = [source for source, seconds in lateness().items() if seconds > most]
    waiting = SyncRun.objects.filter(kind=SyncRun.Kind.CRAWL, status__in=OPEN)
    rows = Source.objects.filter(pk__in=late, enabled=True)
    return list(rows.exclude(runs__in=waiting).order_by("pk").values_list("pk", flat=True))


def schedule_name(source: str) -> str:
    """The name of a source's task in beat's tables."""
    return f"crawl-{source}"


def _schedule_make(source: Source, place: int) -> None:
    """One after the other through the night, so that no two of them start together."""
    config = settings.CRAWL_RUNS
    minutes = config["first_hour"] * 60 + place * config["stagger_minutes"]
    crontab, _ = CrontabSchedule.objects.get_or_create(
        minute=str(minutes % 60),
        hour=str(minutes // 60 % 24),
        day_of_week="*",
        day_of_month="*",
        month_of_year="*",
        timezone=SEOUL,
    )
    PeriodicTask.objects.get_or_create(
        name=schedule_name(source.pk),
        defaults={
            "task": TASK,
            "crontab": crontab,
            "kwargs": json.dumps({"source": source.pk}),
            "description": f"{source.title}을(를) 밤마다 모읍니다.",
        },
    )
