"""The MCP server behind both transports: handlers only, no state between requests.

Handlers are async throughout: the SDK would run synchronous ones in threads that outlive the
server and keep the process from stopping. What they answer is read anew at every request, so a
tool card that is switched off takes its tool away at once, in every process.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from chat.mcp import prompts, resources, tools
from chat.tool_access.calls import log_failure
from chat.tool_access.errors import Refused
from chat.tool_access.identity import Caller
from chat.tool_access.limits import call_count

Context = ServerRequestContext[Any, Any]
CallerOf = Callable[[Context], Awaitable[Caller]]
Params = TypeVar("Params")
Result = TypeVar("Result")
_BROKEN = "지금은 답할 수 없어요. 잠시 뒤에 다시 해 주세요."
_INSTRUCTIONS = Path(__file__).with_name("instructions.md")


def build_server(caller_of: CallerOf) -> Server[Any]:
    """The server; `caller_of` tells who sent a request and raises Refused."""

    async def call_tool(
        context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        caller = await caller_of(context)
        return await tools.called(params.name, params.arguments or {}, caller)

    async def read_resource(
        context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        await call_count(await caller_of(context))
        return await resources.read(params.uri)

    return Server(
        "poly",
        version="1",
        title="Poly",
        instructions=_INSTRUCTIONS.read_text(encoding="utf-8"),
        # No argument is declared to come in a header; without this every call would list all
        # tools first to find that out.
        get_tool_input_schema=lambda name: None,
        on_list_tools=_told(_list_tools),
        on_call_tool=_told(call_tool),
        on_list_resources=_told(_list_resources),
        on_list_resource_templates=_told(_list_templates),
        on_read_resource=_told(read_resource),
        on_list_prompts=_told(_list_prompts),
        on_get_prompt=_told(_get_prompt),
    )


async def _list_tools(
    context: Context, params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(tools=await tools.listed())


async def _list_resources(
    context: Context, params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    return types.ListResourcesResult(resources=resources.listed())


async def _list_templates(
    context: Context, params: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    return types.ListResourceTemplatesResult(resource_templates=resources.TEMPLATES)


async def _list_prompts(
    context: Context, params: types.PaginatedRequestParams | None
) -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=prompts.listed())


async def _get_prompt(
    context: Context, params: types.GetPromptRequestParams
) -> types.GetPromptResult:
    return prompts.filled(params.name, params.arguments or {})


def _told(
    handler: Callable[[Context, Params], Awaitable[Result]],
) -> Callable[[Context, Params], Awaitable[Result]]:
    """The handler with every failure told in Korean; the log keeps where, never the words."""

    async def handle(context: Context, params: Params) -> Result:
        try:
            return await handler(context, params)
        except MCPError:
            raise
        except Refused as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        except Exception as error:  # noqa: BLE001 - a client is told in Korean or not at all
            log_failure(context.method, error)
            raise MCPError(types.INTERNAL_ERROR, _BROKEN) from None

    return handle
