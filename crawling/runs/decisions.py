"""What people decide about runs: publish one that a gate stopped, drop it, take editions back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from crawling.errors import RunRefused
from crawling.models import Edition, EditionChange, Published, Source, StagedRecord, SyncRun
from crawling.runs.events import run_note
from crawling.runs.publishing import LOCK_NAMESPACE
from crawling.runs.registry import target_of
from crawling.runs.staging import batches
from crawling.runs.targets import Target, Undo
from policies.services.versions import data_versions_together

Status = SyncRun.Status


@transaction.atomic
def run_approve(*, run_id: int, user: User) -> SyncRun:
    """Let a held run be published as it is; a worker takes it up. Raises RunRefused."""
    run = _held(run_id)
    if Edition.objects.filter(source=run.source, created_at__gt=run.started_at).exists():
        raise RunRefused("뒤에 시작한 수집이 이미 게시되었습니다. 이 자료는 더 오래된 것입니다.")
    if not run.staged.filter(outcome=StagedRecord.Outcome.STAGED).exists():
        raise RunRefused("게시할 자료가 하나도 없습니다. 버리고 다시 수집해 주세요.")
    run.status, run.stage, run.decided_by = Status.RUNNING, SyncRun.Stage.PUBLISH, user
    run.lease_holder, run.lease_expires_at = "", None
    run.finished_at, run.message = None, ""
    try:
        with transaction.atomic():
            run.save()
    except IntegrityError:
        raise RunRefused("같은 출처를 지금 수집하고 있습니다. 끝난 뒤에 정해 주세요.") from None
    run_note(run, f"{user}: 점검 결과를 보고 게시하기로 했습니다.")
    return run


@transaction.atomic
def run_discard(*, run_id: int, user: User) -> SyncRun:
    """Drop what a held run staged; what is published stays. Raises RunRefused."""
    run = _held(run_id)
    run.status, run.decided_by, run.finished_at = Status.DISCARDED, user, timezone.now()
    run.message = "담당자가 이 자료를 버렸습니다."
    run.save()
    run.staged.filter(outcome=StagedRecord.Outcome.STAGED).delete()
    run_note(run, f"{user}: 이 자료를 버렸습니다.")
    return run


def editions_after(edition: Edition) -> list[Edition]:
    """The editions that taking this one back takes back: it and all newer ones, newest first."""
    rows = Edition.objects.filter(source=edition.source_id, rolled_back_at=None)
    rows = rows.select_related("source", "run")
    return [each for each in rows if each.pk >= edition.pk]


def edition_rollback(*, edition_id: int, user: User) -> Counter[str]:
    """Put a source back to what it was before an edition, at once; returns how many records
    of each kind of change were put back. Raises RunRefused."""
    with transaction.atomic(), data_versions_together():
        edition = Edition.objects.select_related("source", "run").get(pk=edition_id)
        _alone(edition.source)
        if edition.rolled_back_at is not None:
            raise RunRefused("이미 되돌린 게시입니다.")
        target = target_of(edition.source_id)
        counts: Counter[str] = Counter()
        for each in editions_after(edition):
            counts += _undo(each, target)
            each.rolled_back_at, each.rolled_back_by = timezone.now(), user
            each.save(update_fields=["rolled_back_at", "rolled_back_by"])
        _measures_back(edition)
    run_note(edition.run, f"{user}: 이 게시 전으로 되돌렸습니다({counts.total():,}건).")
    return counts


def _held(run_id: int) -> SyncRun:
    run = SyncRun.objects.select_for_update(of=("self",)).select_related("source").get(pk=run_id)
    if run.status != Status.HELD:
        raise RunRefused("확인을 기다리는 실행이 아닙니다. 새로고침해 주세요.")
    return run


def _alone(source: Source) -> None:
    """Not while something of the source is being published or imported."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s, hashtext(%s))", [LOCK_NAMESPACE, source.pk]
        )
        row = cursor.fetchone()
    if not row or not row[0]:
        raise RunRefused("같은 출처를 게시하거나 가져오는 중입니다. 끝난 뒤에 되돌려 주세요.")


def _undo(edition: Edition, target: Target) -> Counter[str]:
    counts: Counter[str] = Counter()
    if edition.run.limit is None:
        # The edition's run missed these once; it does not count any more.
        Published.objects.filter(source=edition.source, missing__gt=0, closed=False).update(
            missing=F("missing") - 1
        )
    changes = edition.changes.order_by("-pk")
    size = settings.CRAWL_RUNS["batch"]
    for batch in batches(changes.iterator(chunk_size=size), size):
        refs = target.restore([Undo(change.external_id, change.before) for change in batch])
        _entries_back(edition, batch, refs)
        counts.update(change.outcome for change in batch)
    return counts


def _entries_back(edition: Edition, changes: list[EditionChange], refs: Mapping[str, str]) -> None:
    gone = [change.external_id for change in changes if change.entry is None]
    Published.objects.filter(source=edition.source, external_id__in=gone).delete()
    Published.objects.bulk_create(
        [
            Published(
                source=edition.source,
                external_id=change.external_id,
                # Another version may hold the same content: the record's own ref counts.
                **{**change.entry, "ref": refs.get(change.external_id, "")},
            )
            for change in changes
            if change.entry is not None
        ],
        update_conflicts=True,
        unique_fields=["source", "external_id"],
        update_fields=["digest", "ref", "missing", "closed"],
    )


def _measures_back(edition: Edition) -> None:
    """What the next run is measured against is what stands published again."""
    records = Published.objects.filter(source=edition.source, closed=False).count()
    Source.objects.filter(pk=edition.source_id).update(good_records=records)
