"""Fetch and stage: everything a source holds, before anybody sees any of it."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import TypeVar

from django.conf import settings
from django.db import DataError, transaction
from django.utils import timezone

from crawling.errors import RecordError, RecordSkipped
from crawling.fetching.types import Crawler, Fetcher
from crawling.models import StagedRecord, SyncRun
from crawling.periods import SEOUL
from crawling.runs.events import run_note
from crawling.runs.lease import Heart, run_put
from crawling.runs.targets import Staged, Target, digest_of
from crawling.sources.base import RawItem

logger = logging.getLogger(__name__)
Outcome = StagedRecord.Outcome
REPEATED = "같은 식별자의 자료가 앞에 있습니다"
_MAX_ID = 200
_FIELDS = ("outcome", "record", "raw_digest", "digest", "length", "lacks", "reason")
T = TypeVar("T")


class TimeIsUp(Exception):
    """The time of this process is over; what is staged stays, and somebody goes on."""


@dataclass
class _Pass:
    """One walk over the source: identifiers seen, and what came of them."""

    seen: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)


def records_stage(
    run: SyncRun,
    *,
    crawler: Crawler,
    fetcher: Fetcher,
    target: Target,
    heart: Heart,
    until: float | None = None,
) -> None:
    """Stage every record of the source; the run's counts tell how many came of what.

    After an interruption the source is walked again from its start: documents that this run
    has fetched come from the store, and records that are staged already are not read again.
    Raises FetchError where the source cannot be walked whole, and TimeIsUp past `until`
    (time.monotonic).
    """
    walk = _Pass()
    day = timezone.localtime(run.started_at, SEOUL).date()
    items = crawler.crawl(fetcher, limit=run.limit, progress=heart.report)
    with closing(_closable(items)) as stream:
        for batch in _timely(islice(stream, run.limit)):
            _batch_stage(run, batch, target, day, walk)
            run_put(run, **_totals(walk))
            if until is not None and time.monotonic() >= until:
                raise TimeIsUp
    run_put(run, **_totals(walk))
    _leftovers_drop(run, walk)
    run_note(run, f"{walk.counts.total():,}건을 모두 읽었습니다.")


def batches(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    """`rows` in lists of at most `size`."""
    stream = iter(rows)
    while batch := list(islice(stream, size)):
        yield batch


def _timely(items: Iterable[RawItem]) -> Iterator[list[RawItem]]:
    """Batches that are full, or that a slow source has kept waiting for long enough."""
    size, seconds = settings.CRAWL_RUNS["batch"], settings.CRAWL_RUNS["batch_seconds"]
    batch: list[RawItem] = []
    begun = time.monotonic()
    for item in items:
        batch.append(item)
        if len(batch) >= size or time.monotonic() - begun >= seconds:
            yield batch
            batch, begun = [], time.monotonic()
    if batch:
        yield batch


def _closable(items: Iterator[RawItem]) -> Generator[RawItem, None, None]:
    """A generator over `items`: closing it ends a crawl that is left in the middle."""
    yield from items


def _totals(walk: _Pass) -> dict[str, int]:
    return {
        "total": walk.counts.total(),
        "skipped": walk.counts[Outcome.SKIPPED],
        "failed": walk.counts[Outcome.FAILED],
    }


def _batch_stage(
    run: SyncRun, items: Sequence[RawItem], target: Target, day: date, walk: _Pass
) -> None:
    named = [(_own_id(item, walk), item) for item in items]
    stored = {
        row.external_id: row
        for row in StagedRecord.objects.filter(
            run=run, external_id__in=[key for key, _ in named]
        ).only("external_id", "raw_digest", "outcome")
    }
    fresh = []
    for key, item in named:
        digest = digest_of([item.parts, item.problem])
        row = stored.get(key)
        if row is None or row.raw_digest != digest:
            row = _row(run, key, item, target, day)
            row.raw_digest = digest
            fresh.append(row)
        walk.counts[row.outcome] += 1
    if not run.dry_run:
        _prepare(fresh, target)
    for failed in _rows_store(fresh):
        walk.counts[failed.outcome] -= 1
        walk.counts[Outcome.FAILED] += 1


def _own_id(item: RawItem, walk: _Pass) -> str:
    """The identifier a row is stored under; a repetition gets a number behind it."""
    # Neither zero bytes nor half characters can be stored.
    plain = item.external_id.replace("\x00", "").encode("utf-8", "replace").decode()
    key = first = plain[:_MAX_ID]
    number = 1
    while key in walk.seen:
        number += 1
        key = f"{first[: _MAX_ID - 8]}#{number}"
    walk.seen.add(key)
    return key


def _row(run: SyncRun, key: str, item: RawItem, target: Target, day: date) -> StagedRecord:
    row = StagedRecord(run=run, external_id=key, outcome=Outcome.FAILED)
    if len(item.external_id) > _MAX_ID:
        row.reason = f"식별자가 {_MAX_ID}자를 넘습니다"
        return row
    if key != item.external_id:
        repeated = key.startswith(f"{item.external_id[: _MAX_ID - 8]}#")
        row.outcome = Outcome.SKIPPED if repeated else Outcome.FAILED
        row.reason = REPEATED if repeated else "식별자에 쓸 수 없는 글자가 있습니다"
        return row
    if item.problem:
        row.reason = item.problem[:500]
        return row
    try:
        staged = target.stage(item, day=day)
    except RecordSkipped as skipped:
        row.outcome, row.reason = Outcome.SKIPPED, skipped.reason[:500]
    except RecordError as error:
        row.reason = error.reason[:500]
    except Exception as error:
        # One odd record must not keep all others away.
        logger.exception("%s %s: not staged", run.source_id, key)
        row.reason = f"읽는 중에 오류가 났습니다: {type(error).__name__}"
    else:
        row.outcome, row.record, row.digest = Outcome.STAGED, staged.data, staged.digest
        row.length, row.lacks = staged.length, list(staged.lacks)
    return row


def as_staged(row: StagedRecord) -> Staged:
    """What a target gets of a stored row."""
    return Staged(row.external_id, row.record or {}, row.digest, row.length, tuple(row.lacks))


def _prepare(rows: Sequence[StagedRecord], target: Target) -> None:
    staged = [row for row in rows if row.outcome == Outcome.STAGED]
    prepared = target.prepare([as_staged(row) for row in staged])
    for row, ready in zip(staged, prepared, strict=True):
        row.record = ready.data


def _rows_store(rows: Sequence[StagedRecord]) -> list[StagedRecord]:
    """Store rows in place of older ones; returns those whose content cannot be stored."""
    try:
        _upsert(rows)
    except (DataError, UnicodeEncodeError):
        pass
    else:
        return []
    failed = []
    for row in rows:
        try:
            _upsert([row])
        except (DataError, UnicodeEncodeError):
            failed.append(row)
            bad = StagedRecord(
                run=row.run,
                external_id=row.external_id,
                outcome=Outcome.FAILED,
                raw_digest=row.raw_digest,
                reason="저장할 수 없는 글자나 값이 있습니다",
            )
            _upsert([bad])
    return failed


def _upsert(rows: Sequence[StagedRecord]) -> None:
    with transaction.atomic():
        StagedRecord.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["run", "external_id"],
            update_fields=list(_FIELDS),
        )


def _leftovers_drop(run: SyncRun, walk: _Pass) -> None:
    """Rows of an earlier walk that the source does not give any more."""
    stored = StagedRecord.objects.filter(run=run)
    if stored.count() <= len(walk.seen):
        return
    keys = stored.values_list("external_id", flat=True).iterator(chunk_size=2_000)
    gone = [key for key in keys if key not in walk.seen]
    for batch in batches(gone, 1_000):
        stored.filter(external_id__in=batch).delete()
