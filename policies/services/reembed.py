"""Runs that fill a model's vectors: started, carried on step by step by whoever holds the
lease, paused, resumed, finished with a switch.

Every step leaves the database as a whole: a process may die at any moment, the next one goes on
with what is missing. Counts are counted, never added up, so that doing a step twice is harmless.
"""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from policies.errors import EmbedderMisconfigured, EmbedderUnavailable, ReembedRefused
from policies.models import EmbeddingFailure, EmbeddingModelState, EmbeddingRun
from policies.retrieval.active import space_of
from policies.retrieval.embedders import embedder
from policies.services.embed import SHIPPED, copies_use, vectors_use
from policies.services.embedding_batch import batch_embed, chunks_missing, pending
from policies.services.embedding_models import (
    active_state_ensure,
    building_begin,
    building_end,
    model_switch,
    state_get,
    states_locked,
)
from policies.services.embedding_runs import (
    OPEN,
    Outcome,
    Step,
    run_claim,
    run_counted,
    run_go_on,
    run_locked,
    run_progressed,
    run_trouble,
)

State, Role = EmbeddingRun.State, EmbeddingModelState.Role


def reembed_start(
    *,
    kind: str | None = None,
    state: EmbeddingModelState | None = None,
    user: User | None = None,
) -> EmbeddingRun:
    """A run that gives every chunk a vector of `state`, else of the embedder `kind`, else of
    the wanted one. A run that is open or failed is carried on instead of a second one.

    Another model that was being built is so no longer; its vectors are kept. Raises
    EmbedderUnavailable for an unknown embedder.
    """
    active_state_ensure()
    kind = kind or settings.EMBEDDER
    if state is None:
        state = state_get(kind=kind, model=embedder(kind).model)
    with transaction.atomic():
        states = states_locked()
        target = states[state.pk]
        for other in states.values():
            if other.role == Role.BUILDING and other.pk != target.pk and target.role != Role.ACTIVE:
                building_end(other)
        if target.role == Role.KEPT:
            building_begin(target)
        run = target.runs.select_for_update().first()
        if run is not None and run.state in (*OPEN, State.FAILED):
            run_go_on(run)
        else:
            EmbeddingFailure.objects.filter(model=target).delete()
            run = EmbeddingRun.objects.create(model=target, started_by=user)
    vectors_use(path=SHIPPED, state=target)
    return run_counted(run)


def missing_run_start() -> EmbeddingRun | None:
    """A run over what the active model lacks, None when it lacks nothing. Shipped vectors and
    those of equal texts are given first. A paused run stays paused."""
    state = active_state_ensure()
    copies_use()
    vectors_use(path=SHIPPED, state=state)
    if not chunks_missing(state).exists():
        return None
    paused = state.runs.filter(state=State.PAUSED).first()
    return paused or reembed_start(state=state)


def building_run_reopen() -> EmbeddingRun | None:
    """The complete run of a model that waits to be switched to, running again because chunks
    came in meanwhile; None when there is no such thing."""
    with transaction.atomic():
        states = states_locked().values()
        state = next((each for each in states if each.role == Role.BUILDING), None)
        run = state.runs.first() if state is not None else None
        if run is None or run.state != State.COMPLETE or not chunks_missing(run.model).exists():
            return None
        run_go_on(run)
    return run


def wanted_run_start() -> EmbeddingRun | None:
    """A run for the model of the settings where the database has never heard of it: going
    back to another one later is a person's decision that no night undoes."""
    active_state_ensure()
    try:
        model = embedder().model
    except EmbedderUnavailable:
        return None
    if EmbeddingModelState.objects.filter(name=model.name, version=model.version).exists():
        return None
    return reembed_start()


def reembed_step(*, run_id: int, holder: str) -> Step:
    """One batch of the run, if `holder` has or gets its lease.

    The lease stays with `holder` until `run_release` or its time runs out. Raises
    EmbeddingRun.DoesNotExist for a run that is gone.
    """
    run = run_claim(run_id, holder)
    if run is None:
        current = EmbeddingRun.objects.select_related("model").get(pk=run_id)
        busy = current.state == State.RUNNING
        return Step(Outcome.BUSY if busy else Outcome.STOPPED, current)
    state = run.model
    size = settings.EMBEDDING["batch"][state.embedder]
    batch = pending(chunks_missing(state)[:size])
    if not batch:
        run = reembed_finish(run_id=run_id)
        # Chunks that came in at the last moment keep it running.
        return Step(Outcome.WORKED if run.state == State.RUNNING else Outcome.FINISHED, run)
    if copies_use(hashes=[each.content_hash for each in batch]):
        return run_progressed(run, holder)
    try:
        engine = space_of(state).embedder()
        batch_embed(state=state, engine=engine, batch=batch)
    except EmbedderMisconfigured as error:
        return run_trouble(run, str(error), hopeless=True)
    except EmbedderUnavailable as error:
        return run_trouble(run, str(error), hopeless=False)
    return run_progressed(run, holder)


def reembed_pause(*, run_id: int) -> EmbeddingRun:
    """No step begins any more; the one under way is stored. Raises ReembedRefused for a run
    that has ended."""
    with transaction.atomic():
        run = run_locked(run_id)
        if run.state not in OPEN:
            raise ReembedRefused(f"이미 끝난 실행입니다: {run.get_state_display()}")
        run.state = State.PAUSED
        run.save(update_fields=["state", "updated_at"])
    return run


def reembed_resume(*, run_id: int) -> EmbeddingRun:
    """A paused or failed run goes on. Raises ReembedRefused when it has ended, or when its
    model is not built any more."""
    with transaction.atomic():
        states_locked()
        run = run_locked(run_id)
        if run.state not in (*OPEN, State.FAILED) or run.model.role == Role.KEPT:
            raise ReembedRefused(f"이어서 할 수 없는 실행입니다: {run.get_state_display()}")
        if run.model.runs.exclude(pk=run.pk).filter(state__in=OPEN).exists():
            raise ReembedRefused("같은 모델의 다른 실행이 열려 있습니다.")
        run_go_on(run)
    return run


@transaction.atomic
def reembed_cancel(*, state: EmbeddingModelState) -> EmbeddingModelState:
    """The model is not built any more; its vectors are kept until somebody deletes them.
    Raises ReembedRefused for one that is not being built."""
    target = states_locked()[state.pk]
    if target.role != Role.BUILDING:
        raise ReembedRefused(f"만드는 중인 모델이 아닙니다: {target.key}")
    building_end(target)
    return target


def reembed_finish(*, run_id: int) -> EmbeddingRun:
    """Complete the run if nothing is left to try, and switch searches to a model that was
    being built. With failures that nobody acknowledged it is complete but does not switch;
    chunks that came in at the last moment keep it running."""
    with transaction.atomic():
        states_locked()
        run = run_locked(run_id)
        if run.state in (*OPEN, State.COMPLETE):
            failed = run.model.failures.filter(acknowledged_at=None).count()
            if not _ready(run, switch=run.model.role == Role.BUILDING and not failed):
                run_go_on(run)
            else:
                run.state = State.COMPLETE
                run.finished_at = run.finished_at or timezone.now()
                run.lease_holder, run.lease_expires_at = "", None
                run.error = f"조각 {failed}건을 임베딩하지 못했습니다." if failed else ""
                run.save()
    return run_counted(run)


def _ready(run: EmbeddingRun, *, switch: bool) -> bool:
    """Whether nothing is left to try; with `switch` searches use the model from now on."""
    if chunks_missing(run.model).exists():
        return False
    if switch:
        try:
            model_switch(state=run.model)
        except ReembedRefused:
            return False
    return True


def failures_acknowledge(*, run_id: int, user: User | None) -> EmbeddingRun:
    """Accept that the failed texts have no vector of this model: words alone find them."""
    run = EmbeddingRun.objects.select_related("model").get(pk=run_id)
    EmbeddingFailure.objects.filter(model=run.model, acknowledged_at=None).update(
        acknowledged_at=timezone.now(), acknowledged_by=user
    )
    return reembed_finish(run_id=run_id)


def failures_retry(*, run_id: int) -> EmbeddingRun:
    """Try the failed texts anew: the run goes on with them."""
    with transaction.atomic():
        states_locked()
        run = run_locked(run_id)
        if run.state == State.SUPERSEDED or run.model.role == Role.KEPT:
            raise ReembedRefused(f"이어서 할 수 없는 실행입니다: {run.get_state_display()}")
        EmbeddingFailure.objects.filter(model=run.model).delete()
        run_go_on(run)
    return run_counted(run)
