"""Embeddings of OpenAI, or of any service that speaks its protocol (OPENAI_BASE_URL)."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from django.conf import settings

from policies.errors import EmbedderMisconfigured, EmbedderUnavailable, TextRefused
from policies.retrieval.space import EmbeddingModel, Vector

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI

# https://platform.openai.com/docs/guides/embeddings
NATIVE_DIMENSIONS = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
}
# Only these take the `dimensions` parameter (openai/types/embedding_create_params.py).
_SHORTENED = "text-embedding-3"
_LONGEST_REASON = 300


def openai_model() -> EmbeddingModel:
    """The model of the settings. Vectors of another length than the model's own are a model of
    their own here ("text-embedding-3-small:512d"): each name has one length, as the index of a
    name requires. OPENAI_EMBEDDING_VERSION tells apart models that had the same name in turn.

    Raises EmbedderMisconfigured for a model whose length of vectors nobody told.
    """
    name = settings.OPENAI_EMBEDDING_MODEL
    native = NATIVE_DIMENSIONS.get(name)
    dimension = settings.OPENAI_EMBEDDING_DIMENSION or native
    if dimension is None:
        raise EmbedderMisconfigured(
            f"임베딩 모델 {name}의 차원을 모릅니다. OPENAI_EMBEDDING_DIMENSION을 정해 주세요."
        )
    ours = name if dimension == native else f"{name}:{dimension}d"
    return EmbeddingModel(ours, settings.OPENAI_EMBEDDING_VERSION, dimension)


def served_name(model: EmbeddingModel) -> str:
    """The name by which the service knows the model."""
    return model.name.removesuffix(f":{model.dimension}d")


@dataclass(frozen=True)
class _Patience:
    attempts: int
    timeout: float
    longest_wait: float

    @classmethod
    def of(cls, kind: str) -> _Patience:
        limits = settings.EMBEDDING
        return cls(
            limits[f"{kind}_attempts"],
            limits[f"{kind}_timeout_seconds"],
            limits[f"{kind}_longest_wait_seconds"],
        )


class _Trouble(Exception):
    """A failure that may pass; `wait` is what the service asked for, in seconds."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class OpenAIEmbedder:
    """Vectors of one model of the service; of that of the settings where none is given.

    Tries again what may pass (429, 5xx, time-outs, unreadable or incomplete answers) with
    growing pauses, Retry-After going first. Raises EmbedderUnavailable when that was in vain,
    EmbedderMisconfigured for a missing or refused key, an unknown model or vectors of
    another length, TextRefused when the service rejects the input itself.
    """

    def __init__(self, model: EmbeddingModel | None = None) -> None:
        self.model = model or openai_model()
        self._resting_until = 0.0

    def queries(self, texts: Sequence[str]) -> Vector:
        """Fails fast: for a while after a failure without asking the service at all."""
        if time.monotonic() < self._resting_until:
            raise EmbedderUnavailable("임베딩 서비스가 조금 전부터 응답하지 않습니다.")
        try:
            return self._embedded(texts, _Patience.of("query"))
        except TextRefused:
            raise
        except EmbedderUnavailable:
            self._resting_until = time.monotonic() + settings.EMBEDDING["query_rest_seconds"]
            raise

    def passages(self, texts: Sequence[str]) -> Vector:
        return self._embedded(texts, _Patience.of("passage"))

    def _embedded(self, texts: Sequence[str], patience: _Patience) -> Vector:
        parts = [self._patiently(part, patience) for part in request_parts(texts)]
        rows: Vector = np.concatenate(parts)
        return rows

    def _patiently(self, texts: list[str], patience: _Patience) -> Vector:
        pause = settings.EMBEDDING["backoff_seconds"]
        for left in reversed(range(patience.attempts)):
            try:
                return self._asked(texts, patience.timeout)
            except _Trouble as trouble:
                wait = pause if trouble.wait is None else trouble.wait
                if not left or wait > patience.longest_wait:
                    raise EmbedderUnavailable(str(trouble)) from trouble
            time.sleep(wait)
            pause *= 2
        raise EmbedderUnavailable("임베딩 서비스에 한 번도 묻지 않았습니다.")

    def _asked(self, texts: list[str], timeout: float) -> Vector:
        from openai import APIConnectionError, APIStatusError, APITimeoutError, OpenAIError, omit

        client = client_of_settings()
        name = served_name(self.model)
        shorter = name.startswith(_SHORTENED) and name != self.model.name
        try:
            answer = client.embeddings.create(
                model=name,
                input=texts,
                dimensions=self.model.dimension if shorter else omit,
                timeout=timeout,
            )
            pairs = [(item.index, item.embedding) for item in answer.data]
        except APITimeoutError as error:
            raise _Trouble("임베딩 서비스가 제시간에 답하지 않았습니다.") from error
        except APIConnectionError as error:
            raise _Trouble("임베딩 서비스에 연결할 수 없습니다.") from error
        except APIStatusError as error:
            raise _of_status(error) from error
        # What is no JSON, or JSON of another form, surfaces as any of these.
        except (OpenAIError, ValueError, TypeError, AttributeError) as error:
            raise _Trouble("임베딩 서비스의 응답을 읽을 수 없습니다.") from error
        return self._checked(pairs, len(texts))

    def _checked(self, pairs: list[tuple[int, Any]], count: int) -> Vector:
        """Unit vectors in the order asked for: one each, of the model's length, finite."""
        indexes = [index for index, _ in pairs]
        if any(type(index) is not int for index in indexes) or sorted(indexes) != [*range(count)]:
            raise _Trouble(f"임베딩 {count}건을 요청했으나 {len(pairs)}건을 받았습니다.")
        rows = [row for _, row in sorted(pairs, key=lambda pair: pair[0])]
        try:
            lengths = sorted({len(row) for row in rows})
            if lengths != [self.model.dimension]:
                raise EmbedderMisconfigured(
                    f"임베딩 모양이 다릅니다: {self.model.dimension}차원이어야 하나 "
                    f"{', '.join(map(str, lengths))}차원을 받았습니다."
                )
            vectors = np.array(rows, dtype=np.float32)
        except (ValueError, TypeError) as error:
            raise _Trouble("임베딩 서비스의 응답을 읽을 수 없습니다.") from error
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not (np.isfinite(norms).all() and norms.all()):
            raise _Trouble("임베딩 서비스가 쓸 수 없는 벡터를 보냈습니다.")
        unit: Vector = vectors / norms
        return unit


def request_parts(texts: Sequence[str]) -> Iterator[list[str]]:
    """Texts cut into requests within the service's limits; a longer text goes alone."""
    inputs, budget = settings.EMBEDDING["request_inputs"], settings.EMBEDDING["request_bytes"]
    part: list[str] = []
    used = 0
    for text in texts:
        size = len(text.encode("utf-8", "replace"))
        if part and (len(part) == inputs or used + size > budget):
            yield part
            part, used = [], 0
        part.append(text)
        used += size
    if part:
        yield part


_clients_lock = threading.Lock()


def client_of_settings() -> OpenAI:
    """The client for the key and address in force. Raises EmbedderMisconfigured without a key."""
    if not settings.OPENAI_API_KEY:
        raise EmbedderMisconfigured(
            "OPENAI_API_KEY가 없어 OpenAI 임베딩을 쓸 수 없습니다. "
            "키가 필요 없는 서비스라면 아무 값이나 넣어 주세요."
        )
    with _clients_lock:
        return _client(settings.OPENAI_API_KEY, settings.OPENAI_BASE_URL)


@lru_cache(maxsize=2)
def _client(key: str, base_url: str) -> OpenAI:
    from openai import OpenAI

    # Tried again here, where the reason decides.
    return OpenAI(api_key=key, base_url=base_url or None, max_retries=0)


def clients_forget() -> None:
    """Let go of the connections; the next call makes new ones."""
    with _clients_lock:
        _client.cache_clear()


def _of_status(error: APIStatusError) -> Exception:
    """What an HTTP error means: may pass, somebody must act, or this text is not wanted."""
    status = error.status_code
    reason = f"임베딩 서비스가 거절했습니다 (HTTP {status}): {_said(error)}"
    if status in (400, 413, 422):
        return TextRefused(reason)
    if status in (408, 409) or status >= 500:
        return _Trouble(reason, _asked_wait(error))
    if status == 429 and error.code != "insufficient_quota":
        return _Trouble(reason, _asked_wait(error))
    return EmbedderMisconfigured(reason)


def _said(error: APIStatusError) -> str:
    """The service's own words, short, without our key."""
    body = error.body
    words = body.get("message") if isinstance(body, dict) else None
    text = " ".join(str(words or error.message).split())
    return text.replace(settings.OPENAI_API_KEY, "***")[:_LONGEST_REASON]


def _asked_wait(error: APIStatusError) -> float | None:
    """Seconds of Retry-After (a number, or a date as of RFC 9110), None where it says nothing."""
    from email.utils import parsedate_to_datetime

    value = error.response.headers.get("retry-after", "")
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - time.time()
        except (ValueError, TypeError):
            return None
    return max(0.0, seconds) if np.isfinite(seconds) else None
