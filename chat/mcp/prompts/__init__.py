"""Prompts for clients: Markdown files, their name, title and arguments in front as YAML.

What a person fills in stands in the text as a JSON string: it is data and cannot end its place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import mcp_types as types
import yaml
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel, ConfigDict

FOLDER = Path(__file__).parent
LONGEST_VALUE = 20_000
_UNSAID = "(말하지 않음)"


class _Argument(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    description: str
    required: bool = False


class _Prompt(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str
    description: str
    arguments: list[_Argument]
    text: str


@cache
def _prompts() -> dict[str, _Prompt]:
    found = {}
    for path in sorted(FOLDER.glob("*.md")):
        _, head, text = path.read_text(encoding="utf-8").split("---\n", 2)
        found[path.stem] = _Prompt(**yaml.safe_load(head), text=text.strip())
    return found


def listed() -> list[types.Prompt]:
    """All prompts."""
    return [
        types.Prompt(
            name=name,
            title=prompt.title,
            description=prompt.description,
            arguments=[types.PromptArgument(**one.model_dump()) for one in prompt.arguments],
        )
        for name, prompt in _prompts().items()
    ]


def filled(name: str, values: Mapping[str, str]) -> types.GetPromptResult:
    """A prompt with its arguments. Raises MCPError with a Korean sentence."""
    prompt = _prompts().get(name)
    if prompt is None:
        raise _wrong("그런 프롬프트가 없습니다.")
    known = {argument.name for argument in prompt.arguments}
    if not values.keys() <= known:
        raise _wrong("이 프롬프트에 없는 인자가 들어 있습니다.")
    text = prompt.text
    for argument in prompt.arguments:
        value = values.get(argument.name, "").strip()
        if argument.required and not value:
            raise _wrong(f"‘{argument.name}’ 인자가 있어야 합니다: {argument.description}")
        if len(value) > LONGEST_VALUE:
            raise _wrong(f"‘{argument.name}’ 인자는 {LONGEST_VALUE:,}자까지 쓸 수 있습니다.")
        shown = json.dumps(value, ensure_ascii=False) if value else _UNSAID
        # Values are put in one after the other: a mark inside one must not be filled by the next.
        text = text.replace("{{" + argument.name + "}}", shown.replace("{{", "{ {"))
    content = types.TextContent(type="text", text=text)
    return types.GetPromptResult(
        description=prompt.description,
        messages=[types.PromptMessage(role="user", content=content)],
    )


def _wrong(sentence: str) -> MCPError:
    return MCPError(types.INVALID_PARAMS, sentence)
