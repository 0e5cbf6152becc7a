"""Question vectors and search results out of the caches.

Vectors: in process (least recently used go first), then Redis, then the model; keys carry the
model, so a switch meets none of the other's. Results: Redis, under everything they rest on.
"""

from __future__ import annotations

import base64
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from django.conf import settings
from django.utils import timezone
from pydantic import TypeAdapter

from policies.cache import cached, count_lookup, entry_key, shared_get, shared_set
from policies.errors import EmbedderUnavailable
from policies.retrieval.active import SearchSpace, search_space
from policies.retrieval.embedders import EmbeddingModel, Vector
from policies.retrieval.types import Query, SearchResult

VECTOR, SEARCH = "vector", "search"
_APP = Path(__file__).resolve().parents[1]
# Folders of the app that no search depends on; all else is code, word lists and tables of it.
_ASIDE = {"admin", "api", "catalogue", "evals", "management", "migrations", "tests", "__pycache__"}
_query = TypeAdapter(Query)
_result = TypeAdapter(SearchResult)


@dataclass(frozen=True)
class QuestionVector:
    """Vector of a question in the active space. `vector` None: the model cannot be used now,
    `reason` says why in Korean, and only words can be searched. `model` None: there is not
    even a model to name."""

    model: EmbeddingModel | None
    vector: Vector | None
    reason: str = ""


def question_vector(text: str) -> QuestionVector:
    """Never raises for an embedder out of order; see `QuestionVector`."""
    try:
        space = search_space()
    except EmbedderUnavailable as error:
        return QuestionVector(None, None, str(error))
    try:
        return QuestionVector(space.model, cached_vector(text, space=space))
    except EmbedderUnavailable as error:
        return QuestionVector(space.model, None, str(error))


def cached_vector(text: str, *, space: SearchSpace | None = None) -> Vector:
    """Read-only vector of a question by the active model (or that of `space`).

    Raises EmbedderUnavailable.
    """
    space = space or search_space()
    known = _memory.get(space.model.key, text)
    if known is None:
        known = _shared_vector(space.model, text)
    count_lookup(known is not None)
    if known is None:
        known = space.embedder().queries([text])[0]
        data = base64.b64encode(known.astype("<f4").tobytes()).decode()
        shared_set(VECTOR, _vector_key(space.model, text), data, size=len(data))
    known.setflags(write=False)
    _memory.put(space.model.key, text, known)
    return known


def _vector_key(model: EmbeddingModel, text: str) -> str:
    return entry_key(VECTOR, [model.key, model.dimension, text], [])


def _shared_vector(model: EmbeddingModel, text: str) -> Vector | None:
    """The vector another process stored; whatever has another form is no vector."""
    found = shared_get(VECTOR, _vector_key(model, text))
    if found is None or not isinstance(found[0], str):
        return None
    try:
        row: Vector = np.frombuffer(base64.b64decode(found[0], validate=True), dtype="<f4").copy()
    except ValueError:
        return None
    return row if row.shape == (model.dimension,) and np.isfinite(row).all() else None


class _Memory:
    """The latest vectors of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rows: OrderedDict[tuple[str, str], Vector] = OrderedDict()

    def get(self, model: str, text: str) -> Vector | None:
        with self._lock:
            row = self._rows.get((model, text))
            if row is not None:
                self._rows.move_to_end((model, text))
            return row

    def put(self, model: str, text: str, row: Vector) -> None:
        with self._lock:
            self._rows[(model, text)] = row
            self._rows.move_to_end((model, text))
            while len(self._rows) > settings.RETRIEVAL["query_cache_size"]:
                self._rows.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._rows.clear()


_memory = _Memory()


def search_cached(
    query: Query,
    compute: Callable[[Query], SearchResult],
    *,
    keep: Callable[[SearchResult], bool] = lambda result: True,
) -> SearchResult:
    """`compute(query)`, or what it gave for the same question, data, model, vocabulary and day.

    Any source may hold a better answer, so the result rests on all of them. `keep` refuses
    what should not last, such as a search by words alone while the model is out of order.
    """
    try:
        stamp = search_space().stamp
    except EmbedderUnavailable:
        return compute(query)
    # Periods begin and end with the day.
    day = timezone.localdate().isoformat()
    parts = [_query.dump_python(query, mode="json"), stamp, vocabulary_version(), day]
    computed: list[SearchResult] = []

    def data() -> object:
        computed.append(compute(query))
        return _result.dump_python(computed[0], mode="json")

    value, _ = cached(SEARCH, parts, None, data, keep=lambda _: keep(computed[0]))
    return computed[0] if computed else _result.validate_python(value)


def vocabulary_version() -> str:
    """Changes with code, word lists, vocabulary or settings that decide a search."""
    return f"{_files_digest()} {sorted(settings.RETRIEVAL.items())}"


@cache
def _files_digest() -> str:
    digest = hashlib.sha256()
    for path in sorted(_APP.rglob("*")):
        inside = path.relative_to(_APP)
        if path.is_file() and not _ASIDE.intersection(inside.parts):
            digest.update(f"{inside}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
