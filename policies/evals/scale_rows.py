"""Rows in the forms that COPY takes fastest: vectors in binary, postings as ready lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from policies.evals.scale_vary import Variant
from policies.models import Embedding, LexicalPosting
from policies.retrieval.embedders import Vector
from policies.retrieval.space import EmbeddingModel

TITLE_TABLE = "bench_title"
# Distance of a copy from its base: cosine 1 / sqrt(1 + noise²), here 0.96, and 0.92 between
# two copies. Near, but never the same.
NOISE = 0.3
# https://www.postgresql.org/docs/18/sql-copy.html, "Binary Format"
_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_END = b"\xff\xff"
CopyBytes = tuple[str, list[str], bool, bytes]


class VectorRows:
    """Vectors of copies out of those of the base, as rows of the embedding table."""

    def __init__(self, base: Vector, model: EmbeddingModel) -> None:
        self._base = base
        self._model = model
        self._rng = np.random.default_rng(7)

    def near(self, rows: Sequence[int]) -> Vector:
        """Unit vectors near the base's, each with noise of its own."""
        known = self._base[rows]
        size = np.float32(NOISE / np.sqrt(known.shape[1]))
        found: Vector = known + size * self._rng.standard_normal(known.shape, dtype=np.float32)
        found /= np.linalg.norm(found, axis=1, keepdims=True)
        return found

    def copy(self, chunk_ids: range, rows: Sequence[int]) -> CopyBytes:
        """Embedding `n` belongs to chunk `n`."""
        name, version = self._model.name.encode(), self._model.version.encode()
        fields = {
            "id": (">i8", np.arange(chunk_ids.start, chunk_ids.stop)),
            "chunk_id": (">i8", np.arange(chunk_ids.start, chunk_ids.stop)),
            "model_name": (f"S{len(name)}", name),
            "model_version": (f"S{len(version)}", version),
            "dimension": (">i2", self._model.dimension),
        }
        data = _binary(fields, self.near(rows))
        return Embedding._meta.db_table, [*fields, "vector"], True, data


def title_rows(batch: list[Variant], vectors: VectorRows) -> CopyBytes:
    """A vector a policy, near that of its digest: how long a search takes depends on where the
    vectors lie, not on what the titles say."""
    keys = np.frombuffer(b"".join(each.id.bytes for each in batch), dtype="V16")
    data = _binary({"policy_id": ("V16", keys)}, vectors.near([b.chunks[0].vector for b in batch]))
    return TITLE_TABLE, ["policy_id", "vector"], True, data


class PostingRows:
    """Lines of the postings table; `count` rows were made so far."""

    def __init__(self, columns: list[str]) -> None:
        wanted = {"id", "version_id", "term", "frequency"}
        if set(columns) != wanted:
            raise ValueError(f"unknown columns of the postings: {sorted(set(columns) ^ wanted)}")
        self.count = 0

    def copy(self, numbered: list[tuple[int, Variant]]) -> CopyBytes:
        lines: list[str] = []
        number = self.count
        for version, each in numbered:
            for term, frequency in each.terms.items():
                number += 1
                name = term.replace("\\", "\\\\") if "\\" in term else term
                lines.append(f"{number}\t{version}\t{name}\t{frequency}\n")
        self.count = number
        names = ["id", "version_id", "term", "frequency"]
        return LexicalPosting._meta.db_table, names, False, "".join(lines).encode()


def _binary(fields: dict[str, tuple[str, Any]], vectors: Vector) -> bytes:
    """Rows of fields of fixed length with pgvector's wire form (dimension, 0, floats) last."""
    dimension = vectors.shape[1]
    layout: list[tuple[Any, ...]] = [("fields", ">i2")]
    for name, (kind, _) in fields.items():
        layout += [(f"{name} length", ">i4"), (name, kind)]
    layout += [("length", ">i4"), ("dimension", ">i2"), ("unused", ">i2")]
    layout += [("floats", ">f4", (dimension,))]
    # A dimension column of the table is a field of its own.
    layout = [(f"{n} {i}", *rest) for i, (n, *rest) in enumerate(layout)]
    rows: NDArray[Any] = np.zeros(len(vectors), dtype=layout)
    names = rows.dtype.names or ()
    rows[names[0]] = len(fields) + 1
    for number, (kind, values) in enumerate(fields.values()):
        rows[names[1 + 2 * number]] = np.dtype(kind).itemsize
        rows[names[2 + 2 * number]] = values
    rows[names[-4]] = 4 + 4 * dimension
    rows[names[-3]] = dimension
    rows[names[-1]] = vectors
    return _HEADER + rows.tobytes() + _END
