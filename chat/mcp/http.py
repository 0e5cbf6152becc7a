"""MCP over streamable HTTP at `/mcp`, in front of Django: who may come in, and how much.

Stateless with JSON answers: a request is one POST and one answer, so any process may serve it
and none holds a stream open while the site wants to stop.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, cast
from urllib.parse import urlsplit

import mcp_types as types
from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http.request import validate_host
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import Request

from chat.mcp.server import Context, build_server
from chat.tool_access.errors import BodyTooLarge, Refused, TooManyCalls
from chat.tool_access.identity import Caller, address_of, token_caller
from chat.tool_access.limits import request_count

PATH = "/mcp"
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
_CALLER = "poly.caller"


class _NotPost(Refused):
    status = 405

    def __init__(self) -> None:
        super().__init__("이 주소는 POST로만 쓸 수 있어요.")


class _WrongHost(Refused):
    status = 421

    def __init__(self) -> None:
        super().__init__("이 서버의 주소로 온 요청이 아니에요.")


class _WrongOrigin(Refused):
    status = 403

    def __init__(self) -> None:
        super().__init__("다른 사이트의 페이지에서 온 요청은 받지 않아요.")


class _NotSecure(Refused):
    status = 403

    def __init__(self) -> None:
        super().__init__("HTTPS로 연결해 주세요.")


async def _caller_of(context: Context) -> Caller:
    caller: Caller = cast(Request, context.request).scope[_CALLER]
    return caller


class McpDispatch:
    """Sends `/mcp` to the MCP server and everything else to the site."""

    def __init__(self, site: Application) -> None:
        self._site = site
        self._server = build_server(_caller_of)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].rstrip("/") != PATH:
            await self._site(scope, receive, send)
            return
        # Threads of its own for each request, as Django gives its requests; a call that is cut
        # off must not hold up the event loop until its thread ends.
        executor = ThreadPoolExecutor(max_workers=1)
        try:
            async with ThreadSensitiveContext(executor=executor):
                await self._serve(scope, receive, send)
        finally:
            executor.shutdown(wait=False)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            caller = await _admitted(ASGIRequest(scope, BytesIO()))
        except Refused as error:
            await _refuse(error, send)
            return
        # A manager a request: without sessions there is nothing to keep, and none needs to run
        # in the background, where Daphne has no start and no end for it.
        manager = StreamableHTTPSessionManager(
            app=self._server,
            json_response=True,
            stateless=True,
            max_request_body_size=settings.TOOL_ACCESS["max_bytes"],
        )
        async with manager.run():
            await manager.handle_request({**scope, _CALLER: caller}, receive, send)


async def _admitted(request: ASGIRequest) -> Caller:
    """Who sent a request. Raises Refused; hosts are those of ALLOWED_HOSTS, so that a page of
    another site cannot reach a server on somebody's own machine by a name that points there."""
    if request.method != "POST":
        raise _NotPost
    try:
        request.get_host()
    except DisallowedHost:
        raise _WrongHost from None
    _check_origin(request.headers.get("Origin"))
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        raise _NotSecure
    length = request.headers.get("Content-Length", "")
    most = settings.TOOL_ACCESS["max_bytes"]
    if length.isdecimal() and int(length) > most:
        raise BodyTooLarge(most)
    address = address_of(request)
    await request_count(address)
    return await token_caller(request) or Caller(None, address)


def _check_origin(origin: str | None) -> None:
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return
    try:
        host = urlsplit(origin).hostname
    except ValueError:
        host = None
    if not host or not validate_host(host, settings.ALLOWED_HOSTS):
        raise _WrongOrigin


async def _refuse(error: Refused, send: Send) -> None:
    """A refusal as a JSON-RPC error without an id, under its HTTP status."""
    body = {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": types.INVALID_REQUEST, "message": str(error)},
    }
    headers: Mapping[str, str] = {
        "Content-Type": "application/json",
        **({"Retry-After": str(error.seconds)} if isinstance(error, TooManyCalls) else {}),
        **({"WWW-Authenticate": "Bearer"} if error.status == 401 else {}),
        **({"Allow": "POST"} if error.status == 405 else {}),
    }
    pairs = [(key.lower().encode(), value.encode()) for key, value in headers.items()]
    await send({"type": "http.response.start", "status": error.status, "headers": pairs})
    await send({"type": "http.response.body", "body": json.dumps(body).encode()})
