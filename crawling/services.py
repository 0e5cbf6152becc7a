"""Imports a snapshot: every record in its own transaction, refused ones with their reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.db import DataError, connection
from django.utils import timezone

from crawling.errors import RecordError, SnapshotError
from crawling.models import Source, SyncRun
from crawling.runs.publishing import LOCK_NAMESPACE
from crawling.sources.base import RawItem
from crawling.sources.base import Source as SourceAdapter
from crawling.sources.files import modified_on, provenance_date
from crawling.sources.registry import SOURCES
from policies.errors import EmbedderUnavailable, RecordInvalid
from policies.services import policies_embed, policy_load
from policies.services.sources import source_checked

# Counts of a running import are stored after so many records.
_SAVE_EVERY = 200
# Reasons kept with the run; the file holds all.
_MAX_REASONS = 500


class Progress(Protocol):
    """Told about each step: stage ("records" or "embedding"), done, total."""

    def __call__(self, stage: str, done: int, total: int, /) -> None: ...


def snapshot_import(
    *,
    source: str,
    path: Path,
    progress: Progress | None = None,
    limit: int | None = None,
    collected_on: date | None = None,
    embed: bool = True,
    searchable: bool = True,
) -> SyncRun:
    """Load the records of a snapshot as policies and embed what is new. Not `searchable`:
    see `policy_load`; then nothing is embedded either.

    Running it again changes nothing; after an interruption (the run is marked failed) it
    goes on where it stopped. Raises SnapshotError when there is no such source, when the
    snapshot cannot be read, or when no record could be used.
    """
    adapter = source_adapter(name=source)
    if limit is not None and limit < 1:
        raise SnapshotError("--limit 은 1 이상이어야 합니다")
    items = list(adapter.read(path))[:limit]
    if not items:
        raise SnapshotError(f"레코드가 없습니다: {path}")
    day = collected_on or _collected_on(adapter, items, path)
    with _exclusive(source):
        run = _run_start(adapter, path, len(items))
        try:
            _load_items(run, adapter, items, day, progress, searchable=searchable)
            if run.skipped == len(items):
                raise SnapshotError("쓸 수 있는 레코드가 없습니다. 출처와 경로를 확인해 주세요.")
            if embed and searchable:
                run.embedded = policies_embed(
                    progress=(lambda done, total: progress("embedding", done, total))
                    if progress
                    else None
                )
        except BaseException as error:
            _run_finish(run, SyncRun.Status.FAILED, _failure_text(error))
            raise
        _run_finish(run, SyncRun.Status.DONE, f"수집일 {day.isoformat()}")
        if limit is None:
            source_checked(source=source, day=day)
    return run


def source_adapter(*, name: str) -> SourceAdapter:
    """The adapter of a source. Raises SnapshotError for an unknown name."""
    if name not in SOURCES:
        raise SnapshotError(f"알 수 없는 출처입니다: {name} (가능: {', '.join(SOURCES)})")
    return SOURCES[name]


def reasons_path(run: SyncRun) -> Path:
    """File with the reasons of all records the run refused (JSON Lines)."""
    folder = Path(settings.EMBEDDED_DIR) / "import"
    return folder / f"{run.source_id}-{run.started_at:%Y%m%dT%H%M%SZ}-{run.pk}.jsonl"


def _load_items(
    run: SyncRun,
    adapter: SourceAdapter,
    items: list[RawItem],
    day: date,
    progress: Progress | None,
    *,
    searchable: bool,
) -> None:
    seen: set[str] = set()
    for number, item in enumerate(items, start=1):
        try:
            if item.external_id in seen:
                raise RecordError(item.external_id, "같은 식별자의 레코드가 앞에 있습니다")
            seen.add(item.external_id)
            record = adapter.parse(item, collected_on=day)
            result = policy_load(record=record, searchable=searchable)
        except RecordError as error:
            _refuse(run, item, error.reason)
        except (RecordInvalid, DataError) as error:
            _refuse(run, item, str(error).splitlines()[0] if str(error) else "저장할 수 없습니다")
        else:
            setattr(run, result.outcome, getattr(run, result.outcome) + 1)
        if number % _SAVE_EVERY == 0:
            run.save()
        if progress:
            progress("records", number, len(items))


def _refuse(run: SyncRun, item: RawItem, reason: str) -> None:
    run.skipped += 1
    entry = {"external_id": item.external_id, "reason": reason}
    if len(run.reasons) < _MAX_REASONS:
        run.reasons.append(entry)
    file = reasons_path(run)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(entry, ensure_ascii=False) + "\n")


def _collected_on(adapter: SourceAdapter, items: list[RawItem], path: Path) -> date:
    """PROVENANCE.txt, else the newest change in the data, else when the file was written."""
    newest = max((day for item in items if (day := adapter.updated_on(item))), default=None)
    return provenance_date(path) or newest or modified_on(path)


def _run_start(adapter: SourceAdapter, path: Path, total: int) -> SyncRun:
    source, _ = Source.objects.update_or_create(
        name=adapter.name,
        defaults={
            "title": adapter.title,
            "publisher": adapter.publisher,
            "document_url": adapter.document_url,
            "data_group": adapter.data_group,
        },
    )
    # The lock is ours: a run that still says "running" belonged to a process that died.
    source.runs.filter(kind=SyncRun.Kind.SNAPSHOT, status=SyncRun.Status.RUNNING).update(
        status=SyncRun.Status.FAILED,
        message="실행하던 프로세스가 멈췄습니다.",
        finished_at=timezone.now(),
    )
    return SyncRun.objects.create(source=source, origin=path.name[:300], total=total)


def _run_finish(run: SyncRun, status: SyncRun.Status, message: str) -> None:
    run.status = status
    run.message = message
    run.finished_at = timezone.now()
    run.save()


def _failure_text(error: BaseException) -> str:
    if isinstance(error, KeyboardInterrupt):
        return "사용자가 중단했습니다. 다시 실행하면 이어서 합니다."
    if isinstance(error, EmbedderUnavailable):
        return f"적재는 끝났으나 임베딩 모델을 쓸 수 없습니다: {error}"
    return str(error) or type(error).__name__


@contextmanager
def _exclusive(source: str) -> Iterator[None]:
    """One import of a source at a time; the database lets go of the lock with the connection."""
    key = (LOCK_NAMESPACE, source)
    if not _lock_call("SELECT pg_try_advisory_lock(%s, hashtext(%s))", key):
        raise SnapshotError(f"같은 출처를 이미 가져오고 있습니다: {source}")
    try:
        yield
    finally:
        _lock_call("SELECT pg_advisory_unlock(%s, hashtext(%s))", key)


def _lock_call(statement: str, key: tuple[int, str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(statement, key)
        row = cursor.fetchone()
    return bool(row and row[0])
