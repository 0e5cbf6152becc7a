"""WebSocket of the chat: authenticate, authorise, relay."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from uuid import UUID

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from pydantic import ValidationError
from redis.exceptions import RedisError

from chat import relay, runner
from chat.errors import ChatError, TurnRunning
from chat.models import Turn
from chat.protocol import (
    CLIENT_MESSAGE,
    AskMessage,
    CancelMessage,
    ClientMessage,
    CorrectMessage,
    ResumeMessage,
    RetryMessage,
)
from chat.querysets import Owner

logger = logging.getLogger(__name__)
NO_SESSION = 4401
# Daphne sends no code between 1001 and 2999.
TRY_AGAIN = 4503


class ChatConsumer(AsyncJsonWebsocketConsumer):
    """One socket follows any number of turns; closing it stops none of them."""

    async def connect(self) -> None:
        self.following: dict[UUID, asyncio.Task[None]] = {}
        session = self.scope.get("session")
        # AuthMiddlewareStack puts a lazy user here, resolved by the time of connecting.
        user: Any = self.scope.get("user") or AnonymousUser()
        self.owner = Owner.of(user, session.session_key if session else None)
        await self.accept()
        if self.owner.user_id is None and not self.owner.session_key:
            await self.close(NO_SESSION)

    async def disconnect(self, code: int) -> None:
        for task in self.following.values():
            task.cancel()

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """Empty and binary frames are refused like any other nonsense."""
        await self.receive_json(await self.decode_json(text_data or ""), **kwargs)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        try:
            message = CLIENT_MESSAGE.validate_python(content)
        except ValidationError as error:
            await self._refuse("invalid", _reason(error))
            return
        try:
            await self._handle(message)
        except ChatError as error:
            await self._refuse_for(error)
        except (DatabaseError, RedisError):
            await self._cut_off()

    @classmethod
    async def decode_json(cls, text_data: str) -> Any:
        """Broken JSON becomes None, which no message matches: refused, not disconnected."""
        try:
            return await super().decode_json(text_data)
        except (ValueError, RecursionError):
            return None

    async def _handle(self, message: ClientMessage) -> None:
        if isinstance(message, CancelMessage):
            await runner.cancel_turn(owner=self.owner, turn_id=message.turn)
        elif isinstance(message, ResumeMessage):
            self._follow(message.turn, message.after)
        elif isinstance(message, RetryMessage):
            turn = await runner.retry_turn(owner=self.owner, turn_id=message.turn)
            self._follow(turn.id, "0")
        elif isinstance(message, CorrectMessage):
            await self._correct(message)
        else:
            await self._ask(message)

    async def _ask(self, message: AskMessage) -> None:
        turn: Turn = await runner.start_turn(
            owner=self.owner,
            text=message.text,
            conversation_id=message.conversation,
            request=message.request,
        )
        self._follow(turn.id, "0")

    async def _correct(self, message: CorrectMessage) -> None:
        turn = await runner.start_turn(
            owner=self.owner,
            text=message.correction.text,
            conversation_id=message.conversation,
            request=message.request,
            correction=message.correction,
        )
        self._follow(turn.id, "0")

    def _follow(self, turn_id: UUID, after: str) -> None:
        running = self.following.pop(turn_id, None)
        if running is not None:
            running.cancel()
        task = asyncio.create_task(self._relay(turn_id, after))
        self.following[turn_id] = task

    async def _relay(self, turn_id: UUID, after: str) -> None:
        try:
            async for event in relay.follow(owner=self.owner, turn_id=turn_id, after=after):
                if event is None:
                    await self.send_json({"type": "PING"})
                else:
                    await self.send_json(event.model_dump(mode="json"))
        except ChatError as error:
            await self._refuse_for(error)
        except (DatabaseError, RedisError):
            await self._cut_off()

    async def _refuse_for(self, error: ChatError) -> None:
        await self._refuse(error.code, str(error), retryable=isinstance(error, TurnRunning))

    async def _refuse(self, code: str, message: str, *, retryable: bool = False) -> None:
        data = {"code": code, "message": message, "retryable": retryable}
        await self.send_json({"type": "ERROR", "data": data})

    async def _cut_off(self) -> None:
        """A server behind us is away: the client comes back and goes on where it was."""
        logger.exception("socket closed: database or Redis is away")
        await self.close(TRY_AGAIN)


def _reason(error: ValidationError) -> str:
    kinds = {detail["type"] for detail in error.errors()}
    if "string_too_long" in kinds:
        return "질문은 2,000자까지 보낼 수 있어요. 조금 줄여 주세요."
    if "string_too_short" in kinds:
        return "질문을 적어 주세요."
    return "메시지를 이해하지 못했어요. 새로 고친 뒤 다시 보내 주세요."
