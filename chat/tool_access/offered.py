"""Tools that may be called now: those of the registry whose card nobody switched off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from channels.db import database_sync_to_async
from pydantic import BaseModel

from chat.agent.tools.registry import Tool, all_tools
from chat.models import ToolCard
from chat.tool_access.errors import ToolMissing
from chat.tool_cards.types import Card

CONTEXT = "context"
_SHOWN_EXAMPLES = 3


@dataclass(frozen=True)
class Offered:
    """A tool with its card, None where none was loaded."""

    tool: Tool
    card: Card | None = None

    @property
    def guidance(self) -> str:
        """The description with what the card adds: when to use the tool, when another one."""
        lines = [self.tool.description]
        if self.tool.personal:
            lines.append("로그인한 사람만 쓸 수 있습니다.")
        if self.card and self.card.when_to_use:
            said = ", ".join(f"“{text}”" for text in self.card.when_to_use[:_SHOWN_EXAMPLES])
            lines.append(f"쓸 때: {said}")
        if self.card:
            lines += [f"쓰지 않을 때: {one.text} → {one.tool}" for one in self.card.when_not_to_use]
        return "\n".join(lines)


async def tools_offered() -> dict[str, Offered]:
    """Tools by name as the cards are at this moment, whichever process changed them."""
    return await database_sync_to_async(_offered)()


async def tool_offered(name: str) -> Offered:
    """One tool. Raises ToolMissing."""
    found = await database_sync_to_async(_offered)(name)
    if name not in found:
        raise ToolMissing
    return found[name]


def _offered(*names: str) -> dict[str, Offered]:
    """Tools of these names, all by default."""
    tools = all_tools()
    wanted = {name: tools[name] for name in names or tools if name in tools}
    rows = {row.name: row for row in ToolCard.objects.filter(name__in=wanted)}
    return {
        name: Offered(tool, rows[name].as_card() if name in rows else None)
        for name, tool in wanted.items()
        if name not in rows or rows[name].active
    }


@cache
def arguments_schema(arguments: type[BaseModel]) -> Mapping[str, Any]:
    """JSON schema of a tool's arguments without the marks that are for the registry; made once,
    not to be changed."""
    schema = arguments.model_json_schema()
    for field in schema.get("properties", {}).values():
        field.pop("from", None)
    return schema
