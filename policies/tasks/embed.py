"""Embedding in the background; every task may run twice, or on two workers at once."""

from __future__ import annotations

import time
from uuid import uuid4

from celery import shared_task
from django.conf import settings

from policies.models import EmbeddingRun
from policies.services.embedding_runs import Outcome, run_release, runs_waiting
from policies.services.reembed import (
    building_run_reopen,
    missing_run_start,
    reembed_step,
    wanted_run_start,
)


@shared_task
def reembed_continue(run_id: int | None = None) -> None:
    """Works on the run (without an id: on whatever runs and is held by nobody) for a while,
    then hands over to a task like itself. Ends at once where somebody else is at work."""
    for each in runs_waiting() if run_id is None else [run_id]:
        try:
            outcome = _work(each)
        except EmbeddingRun.DoesNotExist:
            continue
        if outcome is Outcome.WORKED:
            reembed_continue.delay(each)


@shared_task
def embed_missing() -> int:
    """Begins to embed what the active model lacks, what one waiting to be switched to lacks, and
    the wanted model where it was never built; returns how many chunks the active one gained."""
    run = missing_run_start()
    before = run.done if run else 0
    if run is not None:
        if _work(run.pk) is Outcome.WORKED:
            reembed_continue.delay(run.pk)
        run.refresh_from_db()
    for other in (building_run_reopen(), wanted_run_start()):
        if other is not None:
            reembed_continue.delay(other.pk)
    return run.done - before if run else 0


def _work(run_id: int) -> Outcome:
    """Steps until the run rests or the time of a task is over."""
    # Not the task's id: a task that is delivered twice must not share its own lease.
    holder = f"worker-{uuid4().hex}"
    until = time.monotonic() + settings.EMBEDDING["task_seconds"]
    try:
        while True:
            outcome = reembed_step(run_id=run_id, holder=holder).outcome
            if outcome is not Outcome.WORKED or time.monotonic() >= until:
                return outcome
    finally:
        run_release(run_id=run_id, holder=holder)
