"""The language model behind one interface: a stream of text, or a clear failure."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
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
    from openai.types.shared_params import ResponseFormatJSONSchema

ATTEMPTS = 2
# A server that asks for patience is waited for so long at most; the person waits with it.
LONGEST_PAUSE = 5.0
_TAGS = ("think", "thinking", "thought", "reasoning")
_OPENING = tuple(f"<{tag}>" for tag in _TAGS)
_CLOSING = tuple(f"</{tag}>" for tag in _TAGS)
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
        self,
        system: str,
        user: str,
        *,
        temperature: float | None = None,
        schema: ResponseFormatJSONSchema | None = None,
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
        self,
        system: str,
        user: str,
        *,
        temperature: float | None = None,
        schema: ResponseFormatJSONSchema | None = None,
    ) -> AsyncIterator[str]:
        """Text pieces without reasoning blocks; None is the temperature of answers. With a
        `schema` the server is asked for JSON of that form. Retries before the first piece only,
        all within `LLM_ANSWER_SECONDS`; raises ModelUnavailable when it fails for good."""
        from openai import OpenAIError

        started = False
        end = asyncio.get_running_loop().time() + settings.LLM_ANSWER_SECONDS
        for attempt in range(1, ATTEMPTS + 1):
            try:
                pieces = without_thinking(self._pieces(system, user, temperature, schema))
                async for piece in _until(pieces, end):
                    started = True
                    yield piece
                return
            except TimeoutError as error:
                raise ModelUnavailable("TooSlow", started=started) from error
            except (OpenAIError, _StreamCut) as error:
                if started or attempt == ATTEMPTS or not _passes(error):
                    raise ModelUnavailable(type(error).__name__, started=started) from error
                await asyncio.sleep(_pause(error))

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
        self,
        system: str,
        user: str,
        temperature: float | None,
        schema: ResponseFormatJSONSchema | None,
    ) -> AsyncIterator[str]:
        from openai import omit

        warm = settings.LLM_ANSWER_TEMPERATURE if temperature is None else temperature
        stream = await self._client.chat.completions.create(
            model=self.name,
            messages=[{"role": "system", "content": system}, {"role": "user", "content": user}],
            temperature=warm,
            max_tokens=settings.LLM_MAX_TOKENS,
            response_format=schema or omit,
            stream=True,
        )
        # Leaving the block closes the connection: a cancelled turn stops costing money.
        ended, said = None, False
        async with stream:
            async for chunk in stream:
                if not chunk.choices:
                    continue
                if chunk.choices[0].delta.refusal:
                    raise ModelUnavailable("Refused", started=said)
                if chunk.choices[0].delta.content:
                    said = True
                    yield chunk.choices[0].delta.content
                ended = chunk.choices[0].finish_reason or ended
        if ended != "stop":
            raise _StreamCut(f"stream ended with {ended}")


async def _until(pieces: AsyncGenerator[str], end: float) -> AsyncIterator[str]:
    """The pieces that come before `end` of the loop's clock; then TimeoutError. A model that
    thinks without a word, or drips, is late as well."""
    async with aclosing(pieces):
        while True:
            try:
                async with asyncio.timeout_at(end):
                    piece = await anext(pieces)
            except StopAsyncIteration:
                return
            yield piece


def _passes(error: Exception) -> bool:
    """Whether asking again may help: a refusal (a wrong key, a bad request) stays one."""
    status = getattr(error, "status_code", None)
    return status is None or status in {408, 409, 429} or status >= 500


def _pause(error: Exception) -> float:
    """Seconds before the next attempt: as the server asks, else at once, with some patience
    where there were too many requests."""
    response = getattr(error, "response", None)
    asked = response.headers.get("retry-after", "") if response is not None else ""
    if re.fullmatch(r"\d{1,4}(?:\.\d+)?", asked):
        return min(float(asked), LONGEST_PAUSE)
    return 0.5 if getattr(error, "status_code", None) == 429 else 0.0


async def without_thinking(pieces: AsyncIterator[str]) -> AsyncGenerator[str]:
    """Drops reasoning blocks, whichever tag they have and however the pieces cut them. A block
    that is never closed hides all that follows it; of one whose beginning the server has kept
    to itself, what is not yet out is dropped."""
    buffer, inside = "", False
    async for piece in pieces:
        buffer += piece
        while buffer:
            tags = _CLOSING if inside else _OPENING + _CLOSING
            found = _first_tag(buffer, tags)
            if found is not None:
                start, end = found
                if not inside and buffer[start + 1] != "/" and start:
                    yield buffer[:start]
                inside = buffer[start + 1] != "/"
                buffer = buffer[end:]
                continue
            keep = _tail_overlap(buffer, tags)
            if not inside and len(buffer) > keep:
                yield buffer[: len(buffer) - keep]
            buffer = buffer[len(buffer) - keep :] if keep else ""
            break
    if buffer and not inside:
        yield buffer


def _first_tag(text: str, tags: Sequence[str]) -> tuple[int, int] | None:
    """Beginning and end of the first of the tags in `text`."""
    low = text.lower()
    places = [(low.find(tag), low.find(tag) + len(tag)) for tag in tags if tag in low]
    return min(places, default=None)


def _tail_overlap(text: str, tags: Sequence[str]) -> int:
    """Length of the longest end of `text` that could begin one of the tags."""
    low = text.lower()
    return max((n for tag in tags for n in range(1, len(tag)) if low.endswith(tag[:n])), default=0)


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
