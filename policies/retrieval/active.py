"""The vector space that answers searches now, whatever the settings wish for."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from policies.models import EmbeddingModelState
from policies.retrieval.embedders import Embedder, EmbeddingModel, embedder, embedder_of


@dataclass(frozen=True)
class SearchSpace:
    """`stamp` changes when searches get another model, or other vectors of the same one."""

    kind: str
    model: EmbeddingModel
    stamp: str

    def embedder(self) -> Embedder:
        """Raises EmbedderUnavailable where the model cannot be used (any more)."""
        return embedder_of(self.kind, self.model)


def space_of(state: EmbeddingModelState) -> SearchSpace:
    model = EmbeddingModel(state.name, state.version, state.dimension)
    return SearchSpace(state.embedder, model, f"{model.key} {state.pk} {state.generation}")


def search_space() -> SearchSpace:
    """Space of the active model, read anew each time (one row); the wanted model in a database
    that has no vectors yet. Raises EmbedderUnavailable when that one is unknown."""
    state = EmbeddingModelState.objects.filter(role=EmbeddingModelState.Role.ACTIVE).first()
    if state is not None:
        return space_of(state)
    return SearchSpace(settings.EMBEDDER, embedder().model, "")


def active_model() -> EmbeddingModel:
    """Model whose vectors searches use. Raises as `search_space`."""
    return search_space().model


def active_embedder() -> Embedder:
    """Embedder of the active model. Raises EmbedderUnavailable."""
    return search_space().embedder()
