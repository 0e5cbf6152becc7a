"""The language model behind one interface: a stream of text, or a clear failure."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

from django.conf import settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import (
        ChatCompletionMessageFunctionToolCallParam,
        ChatCompletionMessageParam,
        ChatCompletionToolParam,
    )

ATTEMPTS = 2
_OPEN, _CLOSE = "<think>", "</think>"
_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, str], AsyncOpenAI]] = (
    WeakKeyDictionary()
)


class ModelUnavailable(Exception):
    """The model failed or was too slow. `started`: some text had been delivered."""

    def __init__(self, reason: str, *, started: bool) -> None:
        super().__init__(reason)
        self.started = started


class _StreamCut(Exception):
    """The stream ended without the model having finished (a dropped line, the length limit)."""


@dataclass(frozen=True)
class ToolCall:
    """A call that a model asks for; `arguments` is JSON as it wrote it."""

    id: str
    name: str
    arguments: str

    def values(self) -> dict[str, Any] | None:
        """The arguments, None where they are no JSON object."""
        try:
            read = json.loads(self.arguments or "{}")
        except ValueError:
            return None
        return read if isinstance(read, dict) else None

    def message(self) -> ChatCompletionMessageFunctionToolCallParam:
        """The call as it stands in the talk with the model."""
        function = {"name": self.name, "arguments": self.arguments}
        return {"id": self.id, "type": "function", "function": function}  # type: ignore[typeddict-item]


class Composer(Protocol):
    """Writes an answer from a system and a user text, and chooses tools."""

    name: str

    def stream(
        self, system: str, user: str, *, temperature: float | None = None
    ) -> AsyncIterator[str]: ...

    async def choose(
        self,
        messages: Sequence[ChatCompletionMessageParam],
        tools: Sequence[ChatCompletionToolParam],
    ) -> list[ToolCall]: ...


class OpenAIComposer:
    """Chat completions of any OpenAI-compatible server, streamed."""

    def __init__(self, client: AsyncOpenAI, model: str) -> None:
        self._client = client
        self.name = model

    async def stream(
        self, system: str, user: str, *, temperature: float | None = None
    ) -> AsyncIterator[str]:
        """Text pieces without reasoning blocks; None is the temperature of answers. Retries
        before the first piece only; raises ModelUnavailable when it fails for good."""
        from openai import OpenAIError

        started = False
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async for piece in without_thinking(self._pieces(system, user, temperature)):
                    started = True
                    yield piece
                return
            except (OpenAIError, _StreamCut) as error:
                if started or attempt == ATTEMPTS:
                    raise ModelUnavailable(type(error).__name__, started=started) from error

    async def choose(
        self,
        messages: Sequence[ChatCompletionMessageParam],
        tools: Sequence[ChatCompletionToolParam],
    ) -> list[ToolCall]:
        """Tool calls of the model's next step, [] when it wants none. Raises
        ModelUnavailable."""
        from openai import OpenAIError

        try:
            reply = await self._client.chat.completions.create(
                model=self.name,
                messages=list(messages),
                tools=list(tools),
                temperature=settings.LLM_EXTRACTION_TEMPERATURE,
                max_tokens=settings.LLM_MAX_TOKENS,
            )
        except OpenAIError as error:
            raise ModelUnavailable(type(error).__name__, started=False) from error
        calls = (reply.choices[0].message.tool_calls or []) if reply.choices else []
        return [
            ToolCall(call.id, call.function.name, call.function.arguments)
            for call in calls
            if call.type == "function"
        ]

    async def _pieces(
        self, system: str, user: str, temperature: float | None
    ) -> AsyncIterator[str]:
        warm = settings.LLM_ANSWER_TEMPERATURE if temperature is None else temperature
        stream = await self._client.chat.completions.create(
            model=self.name,
            messages=[{"role": "system", "content": system}, {"role": "user", "content": user}],
            temperature=warm,
            max_tokens=settings.LLM_MAX_TOKENS,
            stream=True,
        )
        # Leaving the block closes the connection: a cancelled turn stops costing money.
        ended = None
        async with stream:
            async for chunk in stream:
                if not chunk.choices:
                    continue
                if chunk.choices[0].delta.content:
                    yield chunk.choices[0].delta.content
                ended = chunk.choices[0].finish_reason or ended
        if ended != "stop":
            raise _StreamCut(f"stream ended with {ended}")


async def without_thinking(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """Drops <think>…</think> even where a tag is cut over two pieces."""
    buffer, inside = "", False
    async for piece in pieces:
        buffer += piece
        while buffer:
            tag = _CLOSE if inside else _OPEN
            found = buffer.find(tag)
            if found >= 0:
                if not inside and found:
                    yield buffer[:found]
                buffer = buffer[found + len(tag) :]
                inside = not inside
                continue
            keep = _tail_overlap(buffer, tag)
            if not inside and len(buffer) > keep:
                yield buffer[: len(buffer) - keep]
            buffer = buffer[len(buffer) - keep :] if keep else ""
            break
    if buffer and not inside:
        yield buffer


def _tail_overlap(text: str, tag: str) -> int:
    """Length of the longest end of `text` that could begin `tag`."""
    return next((n for n in range(len(tag) - 1, 0, -1) if text.endswith(tag[:n])), 0)


async def lines_of(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """Whole lines of a stream, blank ones left out; the last one needs no line end."""
    buffer = ""
    async for piece in pieces:
        buffer += piece
        *whole, buffer = re.split(r"\n", buffer)
        for line in whole:
            if line.strip():
                yield line.rstrip()
    if buffer.strip():
        yield buffer.rstrip()


def _client(key: str, base_url: str) -> AsyncOpenAI:
    """Client of the running loop; its connections cannot move between loops."""
    from openai import AsyncOpenAI

    clients = _clients.setdefault(asyncio.get_running_loop(), {})
    if (key, base_url) not in clients:
        clients[key, base_url] = AsyncOpenAI(
            api_key=key,
            base_url=base_url or None,
            timeout=settings.LLM_TIMEOUT_SECONDS,
            max_retries=0,
        )
    return clients[key, base_url]


async def close_clients() -> None:
    """Close the clients of the running loop."""
    for client in _clients.pop(asyncio.get_running_loop(), {}).values():
        await client.close()


def composer_from_settings() -> Composer | None:
    """The configured model, None without a key."""
    if not settings.OPENAI_API_KEY:
        return None
    return OpenAIComposer(
        _client(settings.OPENAI_API_KEY, settings.OPENAI_BASE_URL), settings.LLM_MODEL
    )
