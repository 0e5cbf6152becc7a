"""One batch of chunks through an embedder: vectors stored, texts that fail put aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from policies.errors import EmbedderMisconfigured, EmbedderUnavailable
from policies.models import Embedding, EmbeddingFailure, EmbeddingModelState, PolicyChunk
from policies.retrieval.embedders import Embedder, Vector

# Embedded along with every batch: its vector tells whether the model is still the same.
PROBE = "주민등록 주소지의 행정복지센터에서 복지급여를 신청할 수 있습니다."
_LONGEST_REASON = 500


@dataclass(frozen=True)
class Pending:
    """A chunk without a vector."""

    chunk_id: int
    content_hash: str
    text: str


@dataclass
class _Outcome:
    """By content hash."""

    vectors: dict[str, Vector] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)


def chunks_missing(state: EmbeddingModelState) -> QuerySet[PolicyChunk]:
    """Chunks without a vector of the model that are still worth a try, untried ones first."""
    tries = EmbeddingFailure.objects.filter(model=state, chunk=OuterRef("pk")).values("attempts")
    return (
        chunks_without(state)
        .annotate(tries=Coalesce(Subquery(tries), Value(0), output_field=IntegerField()))
        .filter(tries__lt=settings.EMBEDDING["text_attempts"])
        .order_by("tries", "pk")
    )


def chunks_without(state: EmbeddingModelState) -> QuerySet[PolicyChunk]:
    """Chunks without a vector of the model."""
    own = Embedding.objects.filter(
        chunk=OuterRef("pk"), model_name=state.name, model_version=state.version
    )
    return PolicyChunk.objects.filter(~Exists(own))


def pending(chunks: QuerySet[PolicyChunk]) -> list[Pending]:
    return [Pending(*row) for row in chunks.values_list("pk", "content_hash", "text")]


def batch_embed(
    *, state: EmbeddingModelState, engine: Embedder, batch: Sequence[Pending]
) -> tuple[int, int]:
    """Embed `batch`; returns how many vectors were stored and how many texts failed.

    A text that fails by itself while others pass counts as failed and holds nobody up.
    Raises EmbedderUnavailable when the embedder is out of order as a whole, and
    EmbedderMisconfigured when it is not the model any more that gave the older vectors.
    No transaction is open while the model computes.
    """
    outcome = _Outcome()
    # Equal texts are computed once.
    texts = {each.content_hash: each for each in batch}
    _embed(state, engine, list(texts.values()), outcome)
    done = [each for each in batch if each.content_hash in outcome.vectors]
    stored = vectors_store(
        state=state,
        chunk_ids=[each.chunk_id for each in done],
        vectors=[outcome.vectors[each.content_hash] for each in done],
    )
    failed = [each for each in batch if each.content_hash in outcome.failures]
    for each in failed:
        _failure_record(state, each.chunk_id, outcome.failures[each.content_hash])
    return stored, len(failed)


def _embed(
    state: EmbeddingModelState, engine: Embedder, batch: list[Pending], outcome: _Outcome
) -> None:
    """Halves a batch that fails until the texts at fault stand alone."""
    try:
        rows = engine.passages([*(each.text for each in batch), PROBE])
    except EmbedderMisconfigured:
        raise
    except EmbedderUnavailable as error:
        # Fails as well unless it is the texts' fault.
        _probe_check(state, engine.passages([PROBE])[0])
        if len(batch) == 1:
            outcome.failures[batch[0].content_hash] = str(error)
            return
        middle = len(batch) // 2
        _embed(state, engine, batch[:middle], outcome)
        _embed(state, engine, batch[middle:], outcome)
        return
    _probe_check(state, rows[-1])
    outcome.vectors.update(
        (each.content_hash, row) for each, row in zip(batch, rows[:-1], strict=True)
    )


def _probe_check(state: EmbeddingModelState, row: Vector) -> None:
    """The probe's vector is kept the first time and compared ever after."""
    if state.probe is None:
        EmbeddingModelState.objects.filter(pk=state.pk, probe=None).update(probe=row)
        state.refresh_from_db(fields=["probe"])
    known = np.asarray(state.probe, dtype=np.float32)
    if known.shape != row.shape or float(known @ row) < settings.EMBEDDING["probe_similarity"]:
        raise EmbedderMisconfigured(
            f"{state.key} 이름으로 다른 모델이 응답합니다. 벡터를 섞지 않도록 멈췄습니다. "
            "모델을 바꾼 것이라면 OPENAI_EMBEDDING_VERSION을 새 값으로 정해 주세요."
        )


@transaction.atomic
def vectors_store(
    *, state: EmbeddingModelState, chunk_ids: Sequence[int], vectors: Sequence[Vector]
) -> int:
    """Store vectors of chunks that still exist; twice does no harm. Returns how many."""
    # A chunk that is being replaced at this moment is locked: it needs no vector any more.
    alive = set(
        PolicyChunk.objects.select_for_update(skip_locked=True, no_key=True)
        .filter(pk__in=chunk_ids)
        .values_list("pk", flat=True)
    )
    rows = [
        Embedding(
            chunk_id=chunk_id,
            model_name=state.name,
            model_version=state.version,
            dimension=state.dimension,
            vector=vector,
        )
        for chunk_id, vector in zip(chunk_ids, vectors, strict=True)
        if chunk_id in alive
    ]
    if not rows:
        return 0
    Embedding.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)
    EmbeddingFailure.objects.filter(model=state, chunk__in=alive).delete()
    EmbeddingModelState.objects.filter(pk=state.pk).update(
        generation=F("generation") + 1, updated_at=timezone.now()
    )
    return len(rows)


def generations_bump() -> None:
    """Caches of searches built before are passed over: vectors came in for some model."""
    EmbeddingModelState.objects.update(generation=F("generation") + 1, updated_at=timezone.now())


@transaction.atomic
def _failure_record(state: EmbeddingModelState, chunk_id: int, reason: str) -> None:
    if not PolicyChunk.objects.select_for_update(no_key=True).filter(pk=chunk_id).exists():
        return
    EmbeddingFailure.objects.update_or_create(
        model=state,
        chunk_id=chunk_id,
        defaults={"reason": reason[:_LONGEST_REASON], "attempts": F("attempts") + 1},
        create_defaults={"reason": reason[:_LONGEST_REASON]},
    )
