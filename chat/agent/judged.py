"""What a learnt classifier makes of a text, by the embedding model in use."""

from __future__ import annotations

from collections.abc import Callable

from chat.agent.classifier import LONGEST, Table, Weights
from policies.errors import EmbedderUnavailable
from policies.retrieval.active import search_space
from policies.retrieval.cached import cached_vector


def shares_of(
    text: str, signs: Table, weights: Callable[[str | None], Weights]
) -> tuple[Weights, Table]:
    """The weights used and the share of each of their labels. `weights`: the shipped set for a
    model's key, or for words alone. Reads the database (the model in use) and waits for the
    embedder; without one the words alone are judged."""
    try:
        space = search_space()
        known = weights(space.model.key)
        if known.vector is not None:
            vector = cached_vector(text[:LONGEST], space=space)
            return known, known.shares(text, signs, vector)
    except EmbedderUnavailable:
        pass
    known = weights(None)
    return known, known.shares(text, signs, None)
