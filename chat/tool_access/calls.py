"""One call from outside: counted, its input bounded, its outcome logged without its words."""

from __future__ import annotations

import json
import logging
import time
import traceback
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from chat.agent.tools.registry import arun_tool
from chat.agent.tools.types import ResultStatus, RetrievalResult
from chat.tool_access.errors import BodyTooLarge
from chat.tool_access.identity import Caller
from chat.tool_access.limits import call_count
from chat.tool_access.offered import CONTEXT, Offered, tool_offered
from chat.tool_access.talk import TalkInvalid, talk_read, tool_context

logger = logging.getLogger(__name__)
_UNREADABLE = "글에 쓸 수 없는 글자가 들어 있어요."
_AWAY = "지금은 이 도구를 쓸 수 없어요. 잠시 뒤에 다시 해 주세요."


async def tool_call(name: str, given: Mapping[str, Any], caller: Caller) -> RetrievalResult:
    """Result of a tool for `given`: its arguments, and the talk under `context`.

    Raises ToolMissing, TooManyCalls, BodyTooLarge; all else is in the result.
    """
    await call_count(caller)
    offered = await tool_offered(name)
    started = time.monotonic()
    result = await _result(offered, given, caller)
    # Neither arguments nor answers: they may be personal.
    logger.info("%s: %s, %.0f ms", name, result.status, (time.monotonic() - started) * 1000)
    return result


async def _result(offered: Offered, given: Mapping[str, Any], caller: Caller) -> RetrievalResult:
    name = offered.tool.name
    try:
        text = json.dumps(given, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return _invalid(name, {name: _UNREADABLE})
    if len(text) > settings.TOOL_ACCESS["max_bytes"]:
        raise BodyTooLarge(settings.TOOL_ACCESS["max_bytes"])
    if b"\\u0000" in text:
        return _invalid(name, {name: _UNREADABLE})
    arguments = {key: value for key, value in given.items() if key != CONTEXT}
    try:
        talk = talk_read(given.get(CONTEXT))
    except TalkInvalid as error:
        return _invalid(name, error.problems)
    try:
        return await arun_tool(name, arguments, await tool_context(talk, caller.owner))
    except Exception as error:  # noqa: BLE001 - whatever breaks inside is nobody else's
        log_failure(name, error)
        return RetrievalResult(source=name, status=ResultStatus.UNAVAILABLE, summary=_AWAY)


def _invalid(name: str, problems: dict[str, str]) -> RetrievalResult:
    return RetrievalResult(
        source=name, status=ResultStatus.INVALID, problems=problems,
        summary=" ".join(dict.fromkeys(problems.values())),
    )  # fmt: skip


def log_failure(name: str, error: Exception) -> None:
    """Where it broke, not the message: that may repeat what somebody wrote."""
    places = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s failed: %s\n%s", name, type(error).__name__, places)
