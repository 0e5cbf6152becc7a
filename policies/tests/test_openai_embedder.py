"""Embeddings over an OpenAI-compatible service, with the real client."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from pytest_django import Settings

from policies.errors import EmbedderUnavailable
from policies.models import Embedding, PolicyChunk
from policies.retrieval import embedders
from policies.retrieval.embedders import OpenAIEmbedder, embedder, query_vector
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query
from policies.services import policies_embed
from policies.tests.records import load, load_entries
from policies.tests.scripted_embeddings import ScriptedEmbeddings, scripted_embeddings


@pytest.fixture
def service(settings: Settings) -> Iterator[ScriptedEmbeddings]:
    """The service is the site's embedder for one test."""
    settings.EMBEDDER = "openai"
    settings.OPENAI_API_KEY = "scripted"
    forget()
    with scripted_embeddings() as script:
        settings.OPENAI_BASE_URL = script.base_url
        try:
            yield script
        finally:
            OpenAIEmbedder._client().close()
            forget()


def forget() -> None:
    embedder.cache_clear()
    embedders._cached_query.cache_clear()
    OpenAIEmbedder._client.cache_clear()


def test_vectors_have_unit_length_and_keep_their_order(service: ScriptedEmbeddings) -> None:
    texts = ["당뇨병", "치매", "난방비"]
    rows = embedder().passages(texts)
    assert rows.shape == (3, 1536)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    for row, text in zip(rows, texts, strict=True):
        vector = service.vector(text)
        assert np.allclose(row, vector / np.linalg.norm(vector), atol=1e-5)
    assert service.requests[0]["model"] == "text-embedding-3-small"
    assert service.requests[0]["path"] == "/v1/embeddings"


def test_same_question_is_asked_once(service: ScriptedEmbeddings) -> None:
    first, again = query_vector("당뇨병"), query_vector("당뇨병")
    assert first is again
    assert not first.flags.writeable
    assert len(service.requests) == 1


@pytest.mark.parametrize("status", [401, 400])
def test_refusal_is_unavailable(service: ScriptedEmbeddings, status: int) -> None:
    service.status = status
    with pytest.raises(EmbedderUnavailable):
        query_vector("당뇨병")


def test_no_server_is_unavailable(service: ScriptedEmbeddings, settings: Settings) -> None:
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    with pytest.raises(EmbedderUnavailable):
        query_vector("당뇨병")


def test_no_key_is_unavailable(service: ScriptedEmbeddings, settings: Settings) -> None:
    settings.OPENAI_API_KEY = ""
    try:
        with pytest.raises(EmbedderUnavailable):
            query_vector("당뇨병")
    finally:
        settings.OPENAI_API_KEY = "scripted"


def test_wrong_shape_is_refused(service: ScriptedEmbeddings) -> None:
    service.dimension = 8
    with pytest.raises(EmbedderUnavailable, match="모양"):
        embedder().passages(["당뇨병"])


def test_unknown_embedder_is_unavailable() -> None:
    with pytest.raises(EmbedderUnavailable, match="nonsense"):
        embedder("nonsense")


@pytest.mark.django_db
def test_another_model_is_a_space_of_its_own(service: ScriptedEmbeddings) -> None:
    load()
    chunks = PolicyChunk.objects.count()
    assert policies_embed() == chunks
    assert policies_embed() == 0
    rows = Embedding.objects.values_list("model_name", "dimension").distinct()
    assert list(rows) == [("text-embedding-3-small", 1536)]
    text = PolicyChunk.objects.get(ordinal=0).text
    result = search_policies(Query(text=text))
    assert result.embedder == "text-embedding-3-small@1"
    assert result.hits[0].vector == pytest.approx(1, abs=1e-4)


@pytest.mark.django_db
def test_shipped_vectors_are_not_used_for_another_model(service: ScriptedEmbeddings) -> None:
    load_entries("basic-pension")
    assert not Embedding.objects.exists()
