"""Vectors of the texts of cards under the model that answers searches now."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

from django.conf import settings
from django.db import transaction

from chat.models import ToolCard, ToolCardVector
from chat.tool_cards.words import embedded_text
from policies.errors import EmbedderUnavailable
from policies.retrieval.active import SearchSpace, search_space
from policies.services.versions import data_version_bump

GROUP = "tool_cards"
Progress = Callable[[int, int], None]
Pending = tuple[int, str, str]
logger = logging.getLogger(__name__)


def tool_cards_embed(*, progress: Progress | None = None) -> int:
    """Embed every text of every card that lacks a vector of the active model; returns how many.

    Each batch is stored by itself: safe to interrupt and to run twice at once. Raises
    EmbedderUnavailable.
    """
    space = search_space()
    waiting = _missing(space)
    size = settings.EMBEDDING["batch"][space.kind]
    if progress:
        progress(0, len(waiting))
    for start in range(0, len(waiting), size):
        batch = waiting[start : start + size]
        _store(space, batch)
        if progress:
            progress(start + len(batch), len(waiting))
    return len(waiting)


def tool_cards_embed_later() -> None:
    """Embed once the transaction is committed. While the model is out of order the new texts
    are found by their words, and the scheduler tries again."""
    transaction.on_commit(_embed_quietly)


def _embed_quietly() -> None:
    try:
        tool_cards_embed()
    except EmbedderUnavailable as error:
        logger.warning("tool cards left without vectors: %s", error)


def _missing(space: SearchSpace) -> list[Pending]:
    known = set(
        ToolCardVector.objects.filter(
            model_name=space.model.name, model_version=space.model.version
        ).values_list("card_id", "field", "text")
    )
    wanted = [
        (row.pk, field, text) for row in ToolCard.objects.all() for field, text in embedded(row)
    ]
    return [one for one in dict.fromkeys(wanted) if one not in known]


def embedded(row: ToolCard) -> Iterator[tuple[str, str]]:
    """Field and text of the vectors that a card should have."""
    for field, text in row.as_card().texts():
        yield field.value, embedded_text(text)


def _store(space: SearchSpace, batch: Sequence[Pending]) -> None:
    vectors = space.embedder().passages([text for _, _, text in batch])
    rows = [
        ToolCardVector(
            card_id=card, field=field, text=text, model_name=space.model.name,
            model_version=space.model.version, dimension=space.model.dimension, vector=vector,
        )
        for (card, field, text), vector in zip(batch, vectors, strict=True)
    ]  # fmt: skip
    with transaction.atomic():
        # A card that was deleted meanwhile takes its texts with it.
        there = set(
            ToolCard.objects.select_for_update(no_key=True)
            .filter(pk__in={row.card_id for row in rows})
            .values_list("pk", flat=True)
        )
        kept = [row for row in rows if row.card_id in there]
        ToolCardVector.objects.bulk_create(kept, ignore_conflicts=True)
        data_version_bump(group=GROUP)
