"""What runs leave behind is kept for a while, then dropped."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from crawling.models import Edition, RawDocument, Source, StagedRecord, SyncRun

_ENDED = (SyncRun.Status.DONE, SyncRun.Status.FAILED, SyncRun.Status.DISCARDED)


def history_prune() -> int:
    """Drop documents no run has met for long, refused records of old runs, and old editions
    beyond the last ones of each source; returns how many rows went. Runs stay."""
    oldest = timezone.now() - timedelta(days=settings.CRAWL_RUNS["keep_days"])
    documents, _ = RawDocument.objects.filter(fetched_at__lt=oldest).delete()
    ended = Q(run__finished_at__lt=oldest) | Q(run__status__in=_ENDED, run__started_at__lt=oldest)
    SyncRun.objects.filter(status=SyncRun.Status.HELD, started_at__lt=oldest).update(
        status=SyncRun.Status.DISCARDED, message="오래 정하지 않아 이 자료는 버렸습니다."
    )
    staged, _ = StagedRecord.objects.filter(ended).delete()
    editions = 0
    for source in Source.objects.all():
        rows = Edition.objects.filter(source=source)
        kept = rows.values_list("pk", flat=True)[: settings.CRAWL_RUNS["keep_editions"]]
        gone = rows.filter(created_at__lt=oldest).exclude(pk__in=list(kept))
        editions += gone.delete()[0]
    return documents + staged + editions
