"""MCP over standard input and output, for a client on the same machine."""

from __future__ import annotations

from channels.db import database_sync_to_async
from mcp.server.stdio import stdio_server

from chat.mcp.server import Context, build_server
from chat.querysets import Owner
from chat.tool_access.identity import Caller, token_user


async def serve(token: str = "") -> None:
    """Serve until the input ends. With a token as its account, else as a stranger; calls are
    not counted: only whoever started the process reaches it."""

    async def caller_of(context: Context) -> Caller:
        if not token:
            return Caller()
        return Caller(Owner.of(await database_sync_to_async(token_user)(token), None))

    server = build_server(caller_of)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
