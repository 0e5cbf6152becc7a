"""The lease, the counts and the end of steps of an embedding run."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from policies.models import Embedding, EmbeddingRun, PolicyChunk

State = EmbeddingRun.State
OPEN = (State.RUNNING, State.PAUSED)
_LONGEST_ERROR = 500


class Outcome(StrEnum):
    """What came of a step."""

    WORKED = "worked"  # there is more to do
    BUSY = "busy"  # somebody else holds the run
    WAITING = "waiting"  # the embedder is out of order: again later
    STOPPED = "stopped"  # paused, failed or superseded
    FINISHED = "finished"


@dataclass(frozen=True)
class Step:
    """`wait`: seconds until another try makes sense."""

    outcome: Outcome
    run: EmbeddingRun
    wait: float = 0.0


def runs_waiting() -> list[int]:
    """Running runs that nobody works on."""
    free = Q(lease_expires_at=None) | Q(lease_expires_at__lt=timezone.now())
    rows = EmbeddingRun.objects.filter(free, state=State.RUNNING)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def run_release(*, run_id: int, holder: str) -> None:
    """Give up the lease, so that another process need not wait for its end."""
    EmbeddingRun.objects.filter(pk=run_id, lease_holder=holder).update(
        lease_holder="", lease_expires_at=None
    )


def run_claim(run_id: int, holder: str) -> EmbeddingRun | None:
    """The run with a fresh lease for `holder`; None when it does not run or is held."""
    now = timezone.now()
    with transaction.atomic():
        run = (
            EmbeddingRun.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("model")
            .filter(pk=run_id, state=State.RUNNING)
            .first()
        )
        if run is None:
            return None
        held = run.lease_expires_at is not None and run.lease_expires_at > now
        if held and run.lease_holder != holder:
            return None
        run.lease_holder = holder
        run.lease_expires_at = now + timedelta(seconds=settings.EMBEDDING["lease_seconds"])
        run.save(update_fields=["lease_holder", "lease_expires_at", "updated_at"])
    return run


def run_progressed(run: EmbeddingRun, holder: str) -> Step:
    """After a batch: the lease lasts on, and who paused or replaced the run meanwhile is heard."""
    now = timezone.now()
    EmbeddingRun.objects.filter(pk=run.pk, lease_holder=holder).update(
        lease_expires_at=now + timedelta(seconds=settings.EMBEDDING["lease_seconds"]),
        troubles=0,
        error="",
    )
    current = run_counted(run)
    stopped = current.state != State.RUNNING
    return Step(Outcome.STOPPED if stopped else Outcome.WORKED, current)


def run_trouble(run: EmbeddingRun, reason: str, *, hopeless: bool) -> Step:
    """Counts a failed attempt; the last one, or one that trying cannot mend, fails the run."""
    with transaction.atomic():
        current = run_locked(run.pk)
        if current.state != State.RUNNING:
            return Step(Outcome.STOPPED, current)
        current.troubles += 1
        current.error = reason[:_LONGEST_ERROR]
        # A lease of nobody: until then no process tries again.
        wait = settings.EMBEDDING["run_pause_seconds"] * 2 ** (current.troubles - 1)
        current.lease_holder = ""
        current.lease_expires_at = timezone.now() + timedelta(seconds=wait)
        failed = hopeless or current.troubles >= settings.EMBEDDING["run_attempts"]
        if failed:
            current.state, current.lease_expires_at = State.FAILED, None
        current.save()
    return Step(Outcome.STOPPED, current) if failed else Step(Outcome.WAITING, current, wait)


def run_go_on(run: EmbeddingRun) -> None:
    """Running again, with a clean slate; a wait that nobody holds is over."""
    run.state = State.RUNNING
    run.error, run.troubles, run.finished_at = "", 0, None
    if not run.lease_holder:
        run.lease_expires_at = None
    run.save()


def run_locked(run_id: int) -> EmbeddingRun:
    """The run with its model, locked until the transaction ends."""
    rows = EmbeddingRun.objects.select_for_update(of=("self",)).select_related("model")
    return rows.get(pk=run_id)


def run_counted(run: EmbeddingRun) -> EmbeddingRun:
    """The run as it is stored now, with its counts brought up to date."""
    state = run.model
    vectors = Embedding.objects.filter(model_name=state.name, model_version=state.version)
    attempts = settings.EMBEDDING["text_attempts"]
    EmbeddingRun.objects.filter(pk=run.pk).update(
        total=PolicyChunk.objects.count(),
        done=vectors.count(),
        failed=state.failures.filter(attempts__gte=attempts).count(),
        updated_at=timezone.now(),
    )
    return EmbeddingRun.objects.select_related("model").get(pk=run.pk)
