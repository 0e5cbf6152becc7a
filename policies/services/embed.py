"""Vectors for chunks that have none under the active model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from django.db import connection

from policies.models import Embedding, PolicyChunk
from policies.retrieval.embedders import Embedder, Vector, embedder

BATCH = 32
SHIPPED = Path(__file__).parents[1] / "catalogue" / "embeddings.npz"
Progress = Callable[[int, int], None]


def policies_embed(*, progress: Progress | None = None, source: str | None = None) -> int:
    """Embed every chunk (of `source`) that lacks a vector of the active model; returns how
    many were computed (copied and shipped vectors are free and not counted).

    Safe to interrupt and to run again: each batch is stored by itself.
    """
    engine = embedder()
    vectors_copy()
    vectors_use(path=SHIPPED)
    pending = _missing(engine, source)
    done = 0
    if progress:
        progress(0, len(pending))
    for start in range(0, len(pending), BATCH):
        batch = pending[start : start + BATCH]
        vectors = engine.passages([text for _, _, text in batch])
        _store(engine, [chunk_id for chunk_id, _, _ in batch], vectors)
        done += len(batch)
        if progress:
            progress(done, len(pending))
    return done


def vectors_copy(*, hashes: list[str] | None = None) -> int:
    """Copy vectors to chunks whose text (by content hash) is embedded already."""
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
    engine = embedder()
    rows = Embedding.objects.filter(
        model_name=engine.model.name, model_version=engine.model.version
    )
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
        model=np.array(engine.model.key),
        hashes=np.array(hashes),
        vectors=np.stack([vectors[digest] for digest in hashes]),
    )
    return len(hashes)


def vectors_use(*, path: Path) -> int:
    """Give chunks without a vector those that a file holds for their text; returns how
    many. A file of another model, or none, gives nothing."""
    engine = embedder()
    if not path.exists():
        return 0
    with np.load(path) as data:
        if str(data["model"]) != engine.model.key:
            return 0
        known = dict(zip(data["hashes"].tolist(), data["vectors"], strict=True))
    hits = [
        (chunk_id, known[digest]) for chunk_id, digest, _ in _missing(engine) if digest in known
    ]
    if hits:
        vectors = np.stack([vector for _, vector in hits]).astype(np.float32)
        _store(engine, [chunk_id for chunk_id, _ in hits], vectors)
    return len(hits)


def _missing(engine: Embedder, source: str | None = None) -> list[tuple[int, str, str]]:
    done = Embedding.objects.filter(
        model_name=engine.model.name, model_version=engine.model.version
    )
    chunks = PolicyChunk.objects.all()
    if source is not None:
        chunks = chunks.filter(policy__source=source)
    return list(
        chunks.exclude(id__in=done.values("chunk_id"))
        .order_by("id")
        .values_list("id", "content_hash", "text")
    )


def _store(engine: Embedder, chunk_ids: list[int], vectors: Vector) -> None:
    Embedding.objects.bulk_create(
        (
            Embedding(
                chunk_id=chunk_id,
                model_name=engine.model.name,
                model_version=engine.model.version,
                dimension=engine.model.dimension,
                vector=vector,
            )
            for chunk_id, vector in zip(chunk_ids, vectors, strict=True)
        ),
        ignore_conflicts=True,
        batch_size=500,
    )
