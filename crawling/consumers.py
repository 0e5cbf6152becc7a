"""WebSocket of the admin's collection pages: authenticate, then say when something moved."""

from __future__ import annotations

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.db import Error

from crawling.live import may_watch, runs_fingerprint

NOT_ALLOWED = 4403
TRY_AGAIN = 4503
# Seconds between two looks at the runs; their processes store progress every few seconds.
LOOK_EVERY = 1.5


class RunsConsumer(AsyncJsonWebsocketConsumer):
    """Sends {"type": "changed"} whenever a run moved; the page fetches its part again.

    It looks at the database, where runs store their progress anyway: a worker need not know
    who watches, and nothing is lost with Redis.
    """

    watching: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()
        user: Any = self.scope.get("user")
        self.user_id = getattr(user, "pk", None)
        self.watching = asyncio.create_task(self._watch())

    async def disconnect(self, code: int) -> None:
        if self.watching is not None:
            self.watching.cancel()

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """The page has nothing to say."""

    async def _watch(self) -> None:
        known = ""
        try:
            while await database_sync_to_async(may_watch)(self.user_id):
                now = await database_sync_to_async(runs_fingerprint)()
                if now != known:
                    known = now
                    await self.send_json({"type": "changed"})
                await asyncio.sleep(LOOK_EVERY)
            await self.close(NOT_ALLOWED)
        except Error:
            await self.close(TRY_AGAIN)
