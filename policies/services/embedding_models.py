"""Which model answers searches: set once, switched in one transaction, old vectors deleted."""

from __future__ import annotations

import logging

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from policies.errors import ReembedRefused
from policies.models import Embedding, EmbeddingFailure, EmbeddingModelState, EmbeddingRun
from policies.retrieval.embedders import EmbeddingModel, embedder
from policies.services.embedding_batch import chunks_without

logger = logging.getLogger(__name__)
Role = EmbeddingModelState.Role
_DELETED_AT_ONCE = 10_000


def active_state_ensure() -> EmbeddingModelState:
    """The active model's row; in a database without one the wanted model becomes it.

    Raises EmbedderUnavailable when the wanted model is unknown.
    """
    found = EmbeddingModelState.objects.filter(role=Role.ACTIVE).first()
    if found is not None:
        return found
    kind, model = settings.EMBEDDER, embedder().model
    try:
        with transaction.atomic():
            state = state_get(kind=kind, model=model)
            _role_set(state, Role.ACTIVE)
            return state
    except IntegrityError:
        # Another process was first.
        return EmbeddingModelState.objects.get(role=Role.ACTIVE)


def state_get(*, kind: str, model: EmbeddingModel) -> EmbeddingModelState:
    """Row of a model, made when it is new."""
    state, _ = EmbeddingModelState.objects.get_or_create(
        name=model.name,
        version=model.version,
        defaults={"embedder": kind, "dimension": model.dimension},
    )
    return state


def states_locked() -> dict[int, EmbeddingModelState]:
    """All models, locked until the transaction ends: roles change one transaction at a time."""
    rows = EmbeddingModelState.objects.select_for_update().order_by("pk")
    return {row.pk: row for row in rows}


@transaction.atomic
def model_switch(*, state: EmbeddingModelState) -> EmbeddingModelState:
    """Searches use `state` from the commit on; the model before it is kept as it is.

    Raises ReembedRefused unless every chunk has a vector of it, or a failure that somebody
    acknowledged.
    """
    states = states_locked()
    target = states[state.pk]
    if target.role == Role.ACTIVE:
        return target
    missing = chunks_without(target)
    accepted = EmbeddingFailure.objects.filter(model=target, acknowledged_at__isnull=False)
    open_count = missing.exclude(pk__in=accepted.values("chunk")).count()
    if open_count:
        raise ReembedRefused(
            f"{target.key} 모델의 벡터가 없는 조각이 {open_count}건 있어 바꾸지 않았습니다."
        )
    for other in states.values():
        if other.role == Role.ACTIVE:
            _role_set(other, Role.KEPT)
    _role_set(target, Role.ACTIVE)
    logger.info("searches use %s", target.key)
    return target


def building_end(state: EmbeddingModelState) -> None:
    """The model is built no longer; what it has is kept. Within `states_locked`."""
    EmbeddingRun.objects.filter(
        model=state, state__in=[EmbeddingRun.State.RUNNING, EmbeddingRun.State.PAUSED]
    ).update(
        state=EmbeddingRun.State.SUPERSEDED,
        lease_holder="",
        lease_expires_at=None,
        finished_at=timezone.now(),
        updated_at=timezone.now(),
    )
    _role_set(state, Role.KEPT)


def building_begin(state: EmbeddingModelState) -> None:
    """The model is built next to the active one. Within `states_locked`."""
    _role_set(state, Role.BUILDING)


def model_vectors_delete(*, state: EmbeddingModelState) -> int:
    """Delete the vectors of a model that is only kept; returns how many.

    Raises ReembedRefused for the active model and for one that is being built.
    """
    count = 0
    while True:
        with transaction.atomic():
            target = states_locked()[state.pk]
            if target.role != Role.KEPT:
                raise ReembedRefused(
                    f"{target.key} 모델은 {target.get_role_display()}이므로 지울 수 없습니다."
                )
            rows = Embedding.objects.filter(model_name=target.name, model_version=target.version)
            ids = list(rows.values_list("pk", flat=True)[:_DELETED_AT_ONCE])
            deleted, _ = Embedding.objects.filter(pk__in=ids).delete()
            if not ids:
                EmbeddingFailure.objects.filter(model=target).delete()
                EmbeddingModelState.objects.filter(pk=target.pk).update(probe=None)
                return count
        count += deleted


def _role_set(state: EmbeddingModelState, role: EmbeddingModelState.Role) -> None:
    state.role = role
    state.role_since = timezone.now()
    state.save(update_fields=["role", "role_since", "updated_at"])
