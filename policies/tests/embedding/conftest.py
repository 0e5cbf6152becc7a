from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from policies.retrieval import cached, embedders
from policies.retrieval.openai_embedder import client_of_settings, clients_forget
from policies.tests.scripted_embeddings import KEY, ScriptedEmbeddings, scripted_embeddings


def forget() -> None:
    """Nothing of an earlier test is known in this process."""
    cached._memory.clear()
    embedders._cached_query.cache_clear()
    embedders._openai.cache_clear()
    clients_forget()


@pytest.fixture
def patience(settings: Settings) -> None:
    """Pauses of a test's length."""
    settings.EMBEDDING = {
        **settings.EMBEDDING,
        "backoff_seconds": 0.01,
        "passage_attempts": 3,
        "query_rest_seconds": 0.0,
    }


@pytest.fixture
def service(settings: Settings, patience: None) -> Iterator[ScriptedEmbeddings]:
    """A service that is reachable; the wanted model stays as it is."""
    settings.OPENAI_API_KEY = KEY
    forget()
    with scripted_embeddings() as script:
        settings.OPENAI_BASE_URL = script.base_url
        try:
            yield script
        finally:
            settings.OPENAI_API_KEY, settings.OPENAI_BASE_URL = KEY, script.base_url
            client_of_settings().close()
            forget()


@pytest.fixture
def wanted(service: ScriptedEmbeddings, settings: Settings) -> ScriptedEmbeddings:
    """The service is the site's wanted embedder."""
    settings.EMBEDDER = "openai"
    return service
