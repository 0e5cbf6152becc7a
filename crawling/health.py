"""How the collection of each source goes, for the operator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone
from django_celery_beat.models import PeriodicTask

from crawling.fetching.access import setup_missing
from crawling.models import Source, SyncRun
from crawling.schedules import schedule_name
from crawling.sources.registry import CRAWLERS, SOURCES

_TREND = 7


@dataclass(frozen=True)
class Health:
    """`run`: the newest crawl or import. `trend`: published records of the last good crawls,
    oldest first. `schedule`: beat's task, None where nobody made or kept one. `missing`: what
    has to be set before it can be collected, a Korean sentence."""

    source: Source
    run: SyncRun | None
    trend: list[int]
    schedule: PeriodicTask | None
    can_crawl: bool
    missing: str

    @property
    def age(self) -> timedelta | None:
        good = self.source.last_good_at
        return timezone.now() - good if good is not None else None

    @property
    def is_stale(self) -> bool:
        return self.age is not None and self.age > timedelta(hours=self.source.stale_hours)

    @property
    def is_busy(self) -> bool:
        return self.run is not None and self.run.status == SyncRun.Status.RUNNING

    @property
    def good_at(self) -> datetime | None:
        return self.source.last_good_at


def sources_health() -> list[Health]:
    """Every source with its newest run, in the order of the names."""
    tasks = {task.name: task for task in PeriodicTask.objects.select_related("crontab")}
    found = []
    for source in Source.objects.all():
        good = source.runs.filter(
            kind=SyncRun.Kind.CRAWL, status=SyncRun.Status.DONE, dry_run=False, limit=None
        )
        found.append(
            Health(
                source=source,
                run=source.runs.first(),
                trend=[run.published for run in reversed(good[:_TREND])],
                schedule=tasks.get(schedule_name(source.pk)),
                can_crawl=source.pk in CRAWLERS,
                missing=setup_missing(CRAWLERS[source.pk]) if source.pk in CRAWLERS else "",
            )
        )
    return found


def policies_collected_at() -> datetime | None:
    """When a source of policies was last collected whole and published, None before that."""
    found = Source.objects.filter(pk__in=SOURCES).aggregate(at=Max("last_good_at"))
    at: datetime | None = found["at"]
    return at
