"""What happened in a run, in sentences people read; kept with the run."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from crawling.models import StagedRecord, SyncRun


def run_note(run: SyncRun, text: str) -> None:
    """Add a line to the run's record; of very many the first and the newest are kept."""
    events = [*run.events, {"at": _stamp(timezone.now()), "text": text}]
    most = settings.CRAWL_RUNS["max_events"]
    if len(events) > most:
        events = [*events[: most // 2], *events[-(most - most // 2) :]]
    run.events = events
    SyncRun.objects.filter(pk=run.pk).update(events=events)


def run_log(run: SyncRun) -> Iterator[str]:
    """The lines of the run's log: what it is, what happened, and each record it refused."""
    yield f"출처: {run.source} ({run.source_id})"
    yield f"실행: {run.pk} · {run.get_kind_display()} · {run.get_status_display()}"
    yield f"시작: {_stamp(run.started_at)} · 끝: {_stamp(run.finished_at)}"
    yield counts_line(run)
    if run.message:
        yield f"메모: {run.message}"
    yield from (f"점검: {finding['text']}" for finding in run.gate)
    yield ""
    yield from (f"{event['at']}  {event['text']}" for event in run.events)
    yield ""
    refused = run.staged.exclude(outcome=StagedRecord.Outcome.STAGED).order_by("pk")
    for row in refused.iterator(chunk_size=1_000):
        yield f"{row.get_outcome_display()}\t{row.external_id}\t{row.reason}"
    if run.kind == SyncRun.Kind.SNAPSHOT:
        yield from (f"건너뜀\t{row['external_id']}\t{row['reason']}" for row in run.reasons)


def counts_line(run: SyncRun) -> str:
    """The counts of a run in one sentence."""
    return (
        f"전체 {run.total:,}건: 새로 {run.created:,}, 바뀜 {run.changed:,}, "
        f"그대로 {run.unchanged:,}, 다시 열림 {run.reopened:,}, 건너뜀 {run.skipped:,}, "
        f"실패 {run.failed:,}; 종료 {run.closed:,}건, 임베딩 {run.embedded:,}조각"
    )


def _stamp(moment: datetime | None) -> str:
    return f"{timezone.localtime(moment):%Y-%m-%d %H:%M:%S}" if moment else "-"
