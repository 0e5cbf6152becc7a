"""What a run staged beside what is published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from django.conf import settings

from crawling.models import Published, StagedRecord, SyncRun
from crawling.runs.staging import batches
from crawling.runs.targets import Target


def unchanged_in(
    rows: Sequence[StagedRecord], entries: Mapping[str, Published], refs: Mapping[str, str]
) -> list[StagedRecord]:
    """Rows of which nothing has to be published: the same as last time, and still stored so."""
    return [
        row
        for row in rows
        if (entry := entries.get(row.external_id)) is not None
        and entry.digest == row.digest
        and not entry.closed
        and entry.ref == refs.get(row.external_id, "")
    ]


def entries_of(run: SyncRun, rows: Sequence[StagedRecord]) -> dict[str, Published]:
    """What is published of the rows, by external id."""
    found = Published.objects.filter(
        source=run.source, external_id__in=[row.external_id for row in rows]
    )
    return {entry.external_id: entry for entry in found}


def expected_counts(run: SyncRun, target: Target) -> dict[str, int]:
    """Counts that a publish of the run would come to, as far as digests tell."""
    counts: Counter[str] = Counter()
    staged = run.staged.filter(outcome=StagedRecord.Outcome.STAGED).order_by("pk")
    size = settings.CRAWL_RUNS["batch"]
    for rows in batches(staged.iterator(chunk_size=size), size):
        entries = entries_of(run, rows)
        refs = target.refs([row.external_id for row in rows])
        same = {row.pk for row in unchanged_in(rows, entries, refs)}
        for row in rows:
            entry = entries.get(row.external_id)
            if row.pk in same:
                counts["unchanged"] += 1
            elif entry is not None and entry.closed:
                counts["reopened"] += 1
            else:
                counts["changed" if row.external_id in refs else "created"] += 1
    return {name: counts[name] for name in ("created", "changed", "unchanged", "reopened")}
