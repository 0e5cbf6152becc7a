"""Whether what a run staged looks like its source; if not, a person is asked before it is
published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Avg, Exists, OuterRef, QuerySet

from crawling.models import Edition, Published, StagedRecord, SyncRun
from crawling.runs.comparison import expected_counts
from crawling.runs.targets import Target

Outcome = StagedRecord.Outcome


@dataclass(frozen=True)
class Measures:
    """What a run staged: records to publish, their average length, and the share of them
    that lacks each required field."""

    records: int
    length: float
    lacks: dict[str, float]


def measures_of(run: SyncRun) -> Measures:
    rows = run.staged.filter(outcome=Outcome.STAGED)
    records = rows.count()
    length = rows.aggregate(mean=Avg("length"))["mean"] or 0.0
    lacking: Counter[str] = Counter()
    for names in rows.exclude(lacks=[]).values_list("lacks", flat=True).iterator():
        lacking.update(names)
    return Measures(records, length, {name: n / records for name, n in lacking.items()})


def gates_check(run: SyncRun, target: Target) -> list[dict[str, str]]:
    """Findings that stop a publish ({"code", "text"}), none where everything looks right.

    Bounds against the last good run hold only for complete runs.
    """
    bounds = {**settings.CRAWL_RUNS["gates"], **run.source.gates}
    measures = measures_of(run)
    return [
        {"code": code, "text": text}
        for code, text in [
            *_failures(run, measures, bounds),
            *_drift(run, measures, bounds),
            *(_counts(run, measures, bounds) if run.limit is None else ()),
            *_doubts(run, target),
        ]
    ]


def records_missing(run: SyncRun) -> QuerySet[Published]:
    """Published records that the run did not meet. A record that failed was there."""
    seen = StagedRecord.objects.filter(
        run=run,
        external_id=OuterRef("external_id"),
        outcome__in=[Outcome.STAGED, Outcome.FAILED],
    )
    return Published.objects.filter(~Exists(seen), source=run.source, closed=False)


def _failures(
    run: SyncRun, measures: Measures, bounds: dict[str, Any]
) -> Iterator[tuple[str, str]]:
    if not measures.records:
        yield "empty", "게시할 수 있는 자료가 하나도 없습니다."
        return
    share = run.failed / max(run.total, 1)
    if run.failed > bounds["slack"] and share > bounds["failed"]:
        yield (
            "failed",
            f"실패한 자료가 {run.failed:,}건({share:.1%})입니다. "
            f"기준은 {bounds['failed']:.1%}입니다.",
        )


def _drift(run: SyncRun, measures: Measures, bounds: dict[str, Any]) -> Iterator[tuple[str, str]]:
    before = run.source.good_length
    if before and measures.records > bounds["slack"]:
        moved = measures.length / before - 1
        if abs(moved) > bounds["length_drift"]:
            yield (
                "length",
                f"글자 수가 평균 {before:,.0f}자에서 {measures.length:,.0f}자로 바뀌었습니다"
                f"({moved:+.0%}).",
            )
    if not run.source.last_good_run_id:
        return
    for name, share in sorted(measures.lacks.items()):
        known = run.source.good_lacks.get(name, 0.0)
        many = share * measures.records > bounds["slack"]
        if many and share - known > bounds["lacks_more"]:
            yield (
                "lacks",
                f"‘{name}’ 항목이 빈 자료가 {known:.1%}에서 {share:.1%}로 늘었습니다.",
            )


def _counts(run: SyncRun, measures: Measures, bounds: dict[str, Any]) -> Iterator[tuple[str, str]]:
    known, now = run.source.good_records, measures.records
    if not known:
        return
    few, many = known * bounds["min_share"], known * bounds["max_share"]
    if abs(now - known) > bounds["slack"] and not few <= now <= many:
        yield (
            "count",
            f"자료가 지난 정상 수집의 {known:,}건에서 {now:,}건으로 바뀌었습니다. "
            f"기준은 {few:,.0f}~{many:,.0f}건입니다.",
        )
    absences = run.source.absences_to_close
    closing = records_missing(run).filter(missing__gte=absences - 1).count()
    if closing > bounds["slack"] and closing > known * bounds["closed"]:
        yield (
            "closed",
            f"{closing:,}건({closing / known:.1%})이 한꺼번에 종료됩니다. "
            f"기준은 {bounds['closed']:.1%}입니다.",
        )


def _doubts(run: SyncRun, target: Target) -> Iterator[tuple[str, str]]:
    """What was taken back must not come again by itself the night after."""
    last = Edition.objects.filter(source=run.source).first()
    if last is None or last.rolled_back_at is None:
        return
    expected = expected_counts(run, target)
    if any(count for name, count in expected.items() if name != "unchanged"):
        yield (
            "rolled_back",
            "마지막 게시를 담당자가 되돌렸습니다. 이번 자료를 확인한 뒤에 게시해 주세요.",
        )
