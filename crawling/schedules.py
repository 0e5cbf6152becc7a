"""Nightly collections in the tables of beat: made once, then the admin's."""

from __future__ import annotations

import json

from django.conf import settings
from django_celery_beat.models import CrontabSchedule, PeriodicTask

from crawling.models import Source
from crawling.periods import SEOUL
from crawling.runs.registry import source_ensure
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
