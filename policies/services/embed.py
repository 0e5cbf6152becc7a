"""Vectors for chunks that have none under the models in use."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
from django.conf import settings
from django.db import connection, transaction

from policies.errors import EmbedderUnavailable
from policies.models import Embedding, EmbeddingModelState, EmbeddingRun
from policies.retrieval.active import space_of
from policies.services.embedding_batch import (
    Pending,
    batch_embed,
    chunks_missing,
    chunks_without,
    generations_bump,
    pending,
    vectors_store,
)
from policies.services.embedding_models import active_state_ensure

logger = logging.getLogger(__name__)
SHIPPED = Path(__file__).parents[1] / "catalogue" / "embeddings.npz"
Progress = Callable[[int, int], None]


def policies_embed(*, progress: Progress | None = None, source: str | None = None) -> int:
    """Embed every chunk (of `source`) that lacks a vector of the active model; returns how
    many were computed (copied and shipped vectors are free and not counted).

    A model that is complete but not switched to yet is kept complete; one that is being built
    is its run's business. Safe to interrupt and to run again: each batch is stored by itself.
    Raises EmbedderUnavailable when the active model cannot be used.
    """
    active = active_state_ensure()
    copies_use()
    vectors_use(path=SHIPPED, state=active)
    done = _fill(active, source, progress)
    for state in _complete_beside():
        vectors_use(path=SHIPPED, state=state)
        try:
            _fill(state, source, None)
        except EmbedderUnavailable as error:
            logger.warning("%s left incomplete: %s", state.key, error)
    return done


def _complete_beside() -> list[EmbeddingModelState]:
    """Models that were built, and wait for somebody to acknowledge their failures."""
    building = EmbeddingModelState.objects.filter(role=EmbeddingModelState.Role.BUILDING)
    latest = ((state, state.runs.first()) for state in building)
    complete = EmbeddingRun.State.COMPLETE
    return [state for state, run in latest if run is not None and run.state == complete]


def _fill(state: EmbeddingModelState, source: str | None, progress: Progress | None) -> int:
    chunks = chunks_missing(state)
    if source is not None:
        chunks = chunks.filter(policy__source=source)
    waiting = pending(chunks)
    size = settings.EMBEDDING["batch"][state.embedder]
    done = computed = 0
    if progress:
        progress(0, len(waiting))
    for start in range(0, len(waiting), size):
        batch: list[Pending] = waiting[start : start + size]
        stored, _ = batch_embed(state=state, engine=space_of(state).embedder(), batch=batch)
        computed += stored
        done += len(batch)
        if progress:
            progress(done, len(waiting))
    return computed


@transaction.atomic
def copies_use(*, hashes: list[str] | None = None) -> int:
    """`vectors_copy`, made known to the caches of searches."""
    count = vectors_copy(hashes=hashes)
    if count:
        generations_bump()
    return count


def vectors_copy(*, hashes: list[str] | None = None) -> int:
    """Copy vectors to chunks whose text (by content hash) is embedded already.

    Part of storing a policy, whose data version tells the caches.
    """
    condition = "AND target.content_hash = ANY(%(hashes)s)" if hashes is not None else ""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            INSERT INTO policies_embedding (chunk_id, model_name, model_version, dimension, vector)
            SELECT DISTINCT ON (target.id, e.model_name, e.model_version)
                   target.id, e.model_name, e.model_version, e.dimension, e.vector
            FROM policies_policychunk target
            JOIN policies_policychunk origin
              ON origin.content_hash = target.content_hash AND origin.id <> target.id
            JOIN policies_embedding e ON e.chunk_id = origin.id
            WHERE NOT EXISTS (
                SELECT 1 FROM policies_embedding own
                WHERE own.chunk_id = target.id AND own.model_name = e.model_name
                  AND own.model_version = e.model_version
            ) {condition}
            ON CONFLICT DO NOTHING
            """,
            {"hashes": hashes},
        )
        return int(cursor.rowcount)


def vectors_save(*, path: Path, source: str | None = None) -> int:
    """Write vectors of the active model by content hash (half precision), of one source
    or of all; returns how many."""
    state = active_state_ensure()
    rows = Embedding.objects.filter(model_name=state.name, model_version=state.version)
    if source is not None:
        rows = rows.filter(chunk__policy__source=source)
    vectors = {
        digest: np.asarray(vector, dtype=np.float16)
        for digest, vector in rows.values_list("chunk__content_hash", "vector")
    }
    hashes = sorted(vectors)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        model=np.array(state.key),
        hashes=np.array(hashes),
        vectors=np.stack([vectors[digest] for digest in hashes]),
    )
    return len(hashes)


def vectors_use(*, path: Path, state: EmbeddingModelState | None = None) -> int:
    """Give chunks without a vector of `state` (else of the active model) those that a file
    holds for their text; returns how many. A file of another model, or none, gives nothing."""
    state = state or active_state_ensure()
    if not path.exists():
        return 0
    with np.load(path) as data:
        if str(data["model"]) != state.key:
            return 0
        known = dict(zip(data["hashes"].tolist(), data["vectors"], strict=True))
    lacking = chunks_without(state).filter(content_hash__in=list(known))
    hits = list(lacking.order_by("pk").values_list("pk", "content_hash"))
    return vectors_store(
        state=state,
        chunk_ids=[chunk_id for chunk_id, _ in hits],
        vectors=[known[digest].astype(np.float32) for _, digest in hits],
    )
