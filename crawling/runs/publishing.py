"""One transaction makes all of a run visible, or nothing of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from django.conf import settings
from django.db import DataError, connection, transaction
from django.db.models import F
from django.utils import timezone

from crawling.errors import RecordError
from crawling.models import Edition, EditionChange, Published, Source, StagedRecord, SyncRun
from crawling.periods import SEOUL
from crawling.runs.comparison import entries_of, unchanged_in
from crawling.runs.gates import measures_of, records_missing
from crawling.runs.lease import Heart, run_put
from crawling.runs.staging import as_staged, batches
from crawling.runs.targets import Change, Outcome, Target
from policies.errors import RecordInvalid
from policies.services.sources import source_checked
from policies.services.versions import data_versions_together

LOCK_NAMESPACE = 0x504F4C59
_ENTRY = ("digest", "ref", "missing", "closed")
_REFUSALS = (RecordError, RecordInvalid, DataError, UnicodeEncodeError)


class SourceBusy(Exception):
    """Files of the same source are being imported right now."""


class TooManyRefused(Exception):
    """So many records could not be stored that none is published."""


def run_publish(run: SyncRun, *, target: Target, heart: Heart) -> None:
    """Publish what the run staged and end what has been missing long enough. The run goes on
    to its next stage in the same transaction, so that none is ever published twice.

    Raises TooManyRefused, SourceBusy, and LeaseLost where the run is another's by the end.
    """
    with transaction.atomic(), data_versions_together():
        _exclusive(run.source_id)
        edition = Edition.objects.create(source=run.source, run=run)
        with _looked_up_by_key():
            counts = _rows_publish(run, edition, target, heart)
        if run.limit is None:
            _unlisted_adopt(run, target)
            counts[Outcome.CLOSED] = _missing_close(run, edition, target)
        edition.counts = {outcome.value: counts[outcome] for outcome in Outcome}
        edition.save(update_fields=["counts"])
        if not edition.changes.exists():
            edition.delete()
        _source_note(run)
        run_put(
            run,
            stage=SyncRun.Stage.EMBED,
            done=0,
            stage_total=0,
            failed=run.failed + counts["refused"],
            **edition.counts,
        )


def _rows_publish(run: SyncRun, edition: Edition, target: Target, heart: Heart) -> Counter[str]:
    counts: Counter[str] = Counter()
    staged = run.staged.filter(outcome=StagedRecord.Outcome.STAGED).order_by("pk")
    total, done = staged.count(), 0
    heart.report("게시", 0, total)
    size = settings.CRAWL_RUNS["batch"]
    for rows in batches(staged.iterator(chunk_size=size), size):
        entries = entries_of(run, rows)
        refs = dict(target.refs([row.external_id for row in rows]))
        same = {row.pk for row in unchanged_in(rows, entries, refs)}
        counts[Outcome.UNCHANGED] += len(same)
        seen = [entry.pk for entry in entries.values() if entry.missing and not entry.closed]
        Published.objects.filter(pk__in=seen).update(missing=0)
        todo = [row for row in rows if row.pk not in same]
        for change in _batch_publish(run, todo, entries, target, counts):
            counts[change.outcome] += 1
        # Checks of foreign keys else wait in the memory of the database for the end.
        connection.check_constraints()
        _stop_when_refused(run, total, counts["refused"])
        done += len(rows)
        heart.report("게시", done, total)
    return counts


def _batch_publish(
    run: SyncRun,
    rows: Sequence[StagedRecord],
    entries: dict[str, Published],
    target: Target,
    counts: Counter[str],
) -> list[Change]:
    """Changes of the rows, stored with what it takes to undo them. A row that the database
    refuses is left out with its reason; what was published of it before stays."""
    if not rows:
        return []
    closed = {key for key, entry in entries.items() if entry.closed}
    changes, refused = _published(rows, closed, target)
    for row, reason in refused:
        row.outcome, row.reason = StagedRecord.Outcome.FAILED, reason[:500]
        row.save(update_fields=["outcome", "reason"])
    counts["refused"] += len(refused)
    digests = {row.external_id: row.digest for row in rows}
    _changes_store(run, changes, entries, digests)
    return changes


def _published(
    rows: Sequence[StagedRecord], closed: Collection[str], target: Target
) -> tuple[list[Change], list[tuple[StagedRecord, str]]]:
    """Changes of all rows but those that are refused, and these with their reasons. A refusal
    takes its batch back, which is then published by halves."""
    try:
        with transaction.atomic():
            return target.publish([as_staged(row) for row in rows], closed=closed), []
    except _REFUSALS as error:
        if len(rows) == 1:
            reason = (str(error).splitlines() or ["저장할 수 없습니다"])[0]
            return [], [(rows[0], reason)]
    middle = len(rows) // 2
    changes, refused = _published(rows[:middle], closed, target)
    more, others = _published(rows[middle:], closed, target)
    return [*changes, *more], [*refused, *others]


def _changes_store(
    run: SyncRun,
    changes: Sequence[Change],
    entries: dict[str, Published],
    digests: dict[str, str],
) -> None:
    EditionChange.objects.bulk_create(
        EditionChange(
            edition=run.edition,
            external_id=change.external_id,
            outcome=change.outcome.value,
            before=change.before,
            entry=_entry_data(entries.get(change.external_id)),
        )
        for change in changes
        if change.outcome is not Outcome.UNCHANGED
    )
    Published.objects.bulk_create(
        [
            Published(
                source=run.source,
                external_id=change.external_id,
                digest=digests[change.external_id],
                ref=change.ref,
                run=run,
            )
            for change in changes
        ],
        update_conflicts=True,
        unique_fields=["source", "external_id"],
        update_fields=["digest", "ref", "missing", "closed", "run"],
    )


def _entry_data(entry: Published | None, *, met_before: bool = False) -> dict[str, object] | None:
    """The row to go back to; `met_before`: this very run has counted one absence more."""
    if entry is None:
        return None
    data = {name: getattr(entry, name) for name in _ENTRY}
    return {**data, "missing": entry.missing - 1} if met_before else data


def _unlisted_adopt(run: SyncRun, target: Target) -> None:
    """Records that were stored past the crawls (from files): missed like others."""
    known = set(target.known())
    known -= set(Published.objects.filter(source=run.source).values_list("external_id", flat=True))
    for batch in batches(sorted(known), 1_000):
        refs = target.refs(batch)
        Published.objects.bulk_create(
            Published(source=run.source, external_id=key, digest="", ref=refs.get(key, ""))
            for key in batch
        )


def _missing_close(run: SyncRun, edition: Edition, target: Target) -> int:
    """Count what the run did not meet, and end what it missed long enough."""
    missing = records_missing(run)
    missing.update(missing=F("missing") + 1)
    due = list(missing.filter(missing__gte=run.source.absences_to_close).order_by("pk"))
    closed = 0
    for entries in batches(due, 500):
        changes = target.close([entry.external_id for entry in entries])
        closed += len(changes)
        by_id = {entry.external_id: entry for entry in entries}
        EditionChange.objects.bulk_create(
            EditionChange(
                edition=edition,
                external_id=change.external_id,
                outcome=EditionChange.Outcome.CLOSED,
                before=change.before,
                entry=_entry_data(by_id[change.external_id], met_before=True),
            )
            for change in changes
        )
        Published.objects.filter(pk__in=[entry.pk for entry in entries]).update(closed=True)
    return closed


def _stop_when_refused(run: SyncRun, total: int, refused: int) -> None:
    bounds = {**settings.CRAWL_RUNS["gates"], **run.source.gates}
    if run.decided_by_id is not None:
        return
    if refused > bounds["slack"] and refused > total * bounds["failed"]:
        raise TooManyRefused(f"{refused:,}건을 저장하지 못해 아무것도 게시하지 않았습니다.")


def _source_note(run: SyncRun) -> None:
    """What the next runs are measured against, and how fresh the source is."""
    values: dict[str, object] = {
        "failures_in_row": 0,
        "stale_alerted_at": None,
        "quota_left": None,
    }
    if run.limit is None:
        measures = measures_of(run)
        values |= {
            "last_good_run": run,
            "last_good_at": timezone.now(),
            "good_records": measures.records,
            "good_length": measures.length,
            "good_lacks": measures.lacks,
        }
        day = timezone.localtime(run.started_at, SEOUL).date()
        source_checked(source=run.source_id, day=day)
    Source.objects.filter(pk=run.source_id).update(**values)


@contextmanager
def _looked_up_by_key() -> Iterator[None]:
    """The planner knows the tables as they were before this transaction, maybe empty: reading
    one whole seems best to it then, and such plans, also of foreign keys, are kept while the
    table grows."""
    with connection.cursor() as cursor:
        cursor.execute("DISCARD PLANS")
        cursor.execute("SET LOCAL enable_seqscan = off")
    yield
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan TO DEFAULT")


def _exclusive(source: str) -> None:
    """Not while files of the source are imported; held until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s, hashtext(%s))", [LOCK_NAMESPACE, source]
        )
        row = cursor.fetchone()
    if not row or not row[0]:
        raise SourceBusy("같은 출처의 파일을 가져오는 중입니다. 끝나면 이어서 게시합니다.")
