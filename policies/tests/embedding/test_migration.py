"""A database from before goes on with the model it has, whatever the settings wish for."""

from __future__ import annotations

import importlib

import pytest
from django.apps import apps
from pytest_django import Settings

from policies.models import EmbeddingModelState
from policies.retrieval.active import active_model
from policies.tests.embedding.support import LOCAL_KEY, Role, make_chunks, put_local_vectors
from policies.tests.test_search import put_vector

pytestmark = pytest.mark.django_db
migration = importlib.import_module("policies.migrations.0007_active_embedding_model")


def test_most_vectors_decide(settings: Settings) -> None:
    settings.EMBEDDER = "openai"
    chunks = make_chunks(3)
    put_local_vectors()
    EmbeddingModelState.objects.all().delete()
    put_vector(chunks[0], [1.0] * 8, "another")
    for _ in range(2):
        migration.remember(apps, None)
    assert active_model().key == LOCAL_KEY
    rows = EmbeddingModelState.objects.values_list("name", "embedder", "dimension", "role")
    assert set(rows) == {
        ("multilingual-e5-small", "local", 384, Role.ACTIVE),
        ("another", "openai", 8, Role.KEPT),
    }


def test_no_vectors_decide_nothing() -> None:
    migration.remember(apps, None)
    assert not EmbeddingModelState.objects.exists()
