"""The index of the running system: the table once it is loaded, the files before."""

from __future__ import annotations

import threading
from functools import cache

import numpy as np

from chat.models import ToolCard, ToolCardVector
from chat.tool_cards.index import CardIndex, VectorKey
from chat.tool_cards.transfer import shipped_cards
from chat.tool_cards.types import CardField
from chat.tool_cards.vectors import GROUP
from policies.cache import data_stamp
from policies.errors import EmbedderUnavailable
from policies.retrieval.active import SearchSpace, search_space
from policies.retrieval.space import Vector

_lock = threading.Lock()
_built: tuple[object, CardIndex] | None = None


def current_index() -> CardIndex:
    """The index for the data version and the active model of now: two small queries a call,
    a new index after a change, whichever process made it."""
    global _built
    space = _space()
    stamp = (data_stamp([GROUP]), space.stamp if space else None)
    built = _built
    if built is None or built[0] != stamp:
        with _lock:
            built = _built
            if built is None or built[0] != stamp:
                built = _built = (stamp, _index(space, loaded=bool(stamp[0])))
    return built[1]


def _space() -> SearchSpace | None:
    try:
        return search_space()
    except EmbedderUnavailable:
        return None


@cache
def _shipped() -> CardIndex:
    """The files as they ship: read and taken apart once a process."""
    return CardIndex(shipped_cards(), {})


def _index(space: SearchSpace | None, *, loaded: bool) -> CardIndex:
    if not loaded:
        return _shipped()
    cards = [row.as_card() for row in ToolCard.objects.filter(active=True)]
    return CardIndex(cards, _vectors(space) if space else {})


def _vectors(space: SearchSpace) -> dict[VectorKey, Vector]:
    rows = ToolCardVector.objects.filter(
        card__active=True, model_name=space.model.name, model_version=space.model.version
    ).values_list("card__name", "field", "text", "vector")
    return {
        (name, CardField(field), text): np.asarray(vector, dtype=np.float32)
        for name, field, text, vector in rows
    }
