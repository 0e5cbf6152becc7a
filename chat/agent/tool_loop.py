"""A model's few steps with the offered tools. It chooses and fills arguments; code checks them,
calls the tools and keeps the results. What it writes meanwhile is not used."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings
from pydantic import BaseModel

from chat.agent.describe import fact_labels
from chat.agent.llm import Composer, ModelUnavailable, ToolCall
from chat.agent.prompts import prompt
from chat.agent.toolbox import Toolbox, is_useful
from chat.agent.tools.registry import Tool, get_tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from chat.agent.trace import TraceRecorder
from chat.tool_cards.search import ToolHit
from chat.tool_cards.types import Card

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolParam

# Of one reply; more calls at once are a model that has lost its way.
CALLS_AT_ONCE = 3
_SHOWN_ITEMS = 8
_SHOWN_LENGTH = 300


async def plan(
    model: Composer,
    toolbox: Toolbox,
    asker: ToolContext,
    *,
    offered: Sequence[ToolHit],
    trace: TraceRecorder,
) -> RetrievalResult | None:
    """The result to answer with: of the last useful call, policies of earlier ones added.
    None where the model failed, called nothing, or nothing useful came of it."""
    # What writes needs the person's own yes, which no model can give.
    readers = [hit for hit in offered if not get_tool(hit.tool).writes]
    tools = {hit.tool: _schema(get_tool(hit.tool), hit.card) for hit in readers}
    messages: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": prompt("tools").text},
        {"role": "user", "content": _question(asker)},
    ]
    results: list[RetrievalResult] = []
    for step in range(settings.TOOLS["steps"]):
        try:
            calls = await model.choose(messages, list(tools.values()))
        except ModelUnavailable as error:
            trace.add("use_tool", "model_failed", reason=str(error), step=step)
            break
        if not calls:
            break
        chosen = calls[:CALLS_AT_ONCE]
        messages.append({"role": "assistant", "tool_calls": [call.message() for call in chosen]})
        for call in chosen:
            result = await _called(call, tools, toolbox, asker, trace)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": _told(result)})
            if result is not None:
                results.append(result)
    return _kept(results)


async def _called(
    call: ToolCall,
    tools: Mapping[str, Any],
    toolbox: Toolbox,
    asker: ToolContext,
    trace: TraceRecorder,
) -> RetrievalResult | None:
    """Only what was offered is called, only with arguments that are an object."""
    given = call.values()
    if call.name not in tools or given is None:
        trace.add("use_tool", "refused", tool=call.name, arguments=call.arguments)
        return None
    return await toolbox.run(call.name, given, asker, trace)


def _kept(results: list[RetrievalResult]) -> RetrievalResult | None:
    useful = [result for result in results if is_useful(result)]
    if not useful:
        return None
    last = useful[-1]
    have = {item.id for item in last.items}
    if any(item.kind != "policy" for item in last.items):
        return last
    more = [
        item
        for result in reversed(useful[:-1])
        for item in result.items
        if item.kind == "policy" and item.id not in have
    ]
    return last.model_copy(update={"items": [*last.items, *more]})


def _question(asker: ToolContext) -> str:
    hidden = {"as_of", "provenance", "income_is_recognised"}
    known = {
        member: fact_labels(facts.model_dump(mode="json", exclude_none=True, exclude=hidden))
        for member, facts in asker.members.items()
    }
    told = {member: labels for member, labels in known.items() if labels}
    parts = [f"[질문]\n{asker.question}", f"[오늘]\n{asker.as_of.isoformat()}"]
    if told:
        parts.append(f"[알고 있는 것]\n{json.dumps(told, ensure_ascii=False)}")
    if asker.policies:
        parts.append(f"[이야기하던 정책]\n{', '.join(asker.policies[:5])}")
    return "\n\n".join(parts)


def _schema(tool: Tool, card: Card) -> ChatCompletionToolParam:
    """The tool as the model sees it, with what it is not for."""
    avoid = [f"이럴 때는 쓰지 않음: {one.text} → {one.tool}" for one in card.when_not_to_use]
    description = "\n".join([tool.description, *avoid])
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": description,
            "parameters": _parameters(tool.arguments),
        },
    }


def _parameters(arguments: type[BaseModel]) -> dict[str, Any]:
    """JSON schema without what the context fills: an argument left out is filled by code."""
    schema = arguments.model_json_schema()
    filled = [name for name, one in schema.get("properties", {}).items() if "from" in one]
    schema["required"] = [name for name in schema.get("required", []) if name not in filled]
    return schema


def _told(result: RetrievalResult | None) -> str:
    """A result as text for the model: ids, titles, the beginning of each content."""
    if result is None:
        return json.dumps({"status": "invalid", "summary": "쓸 수 없는 도구나 인자입니다."})
    data = result.model_dump(
        mode="json", include={"status", "summary", "problems", "notices", "estimate", "total"}
    )
    data["items"] = [
        {"id": item.id, "title": item.title, "content": item.content[:_SHOWN_LENGTH]}
        for item in result.items[:_SHOWN_ITEMS]
    ]
    return json.dumps(data, ensure_ascii=False)
