"""Background work of the chat; every task may run twice."""

from __future__ import annotations

from datetime import timedelta

from asgiref.sync import async_to_sync
from celery import shared_task
from django.utils import timezone

from chat import runner
from chat.models import Conversation, Turn
from chat.tool_cards import vectors


@shared_task
def turns_recover() -> int:
    """Ends turns whose process died, so that no page waits for ever."""

    async def recover() -> int:
        try:
            return len(await runner.recover_turns())
        finally:
            await runner.close_connections()

    return async_to_sync(recover)()


@shared_task
def checkpoints_prune() -> int:
    """Keeps one checkpoint of each conversation that rested yesterday; returns how many."""
    since = timezone.now() - timedelta(days=2)
    until = timezone.now() - timedelta(hours=1)
    resting = (
        Conversation.objects.filter(last_active_at__range=(since, until))
        .exclude(turns__status=Turn.Status.RUNNING)
        .values_list("id", flat=True)
    )
    ids = [str(key) for key in resting]
    if ids:
        runner.prune_checkpoints(ids)
    return len(ids)


@shared_task
def tool_cards_embed() -> int:
    """Gives texts of tool cards the vectors they lack: after a switch of the embedding model,
    or when it was out of order as a card was saved. Returns how many."""
    return vectors.tool_cards_embed()
