"""Background work of the chat; every task may run twice."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from celery import shared_task

from chat import runner, streams


@shared_task
def turns_recover() -> int:
    """Ends turns whose process died, so that no page waits for ever."""

    async def recover() -> int:
        try:
            return len(await runner.recover_turns())
        finally:
            await streams.close_client()

    return async_to_sync(recover)()
