"""The official MCP client in front of the site, as a program of somebody's would use it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import httpx
import httpx2
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from accounts.models import User
from chat.tests.live.site import Site
from config.runtime.paths import PROJECT

T = TypeVar("T")
PASSWORD = "한국의-복지-2026"
MODES = ("auto", "legacy")
Scenario = Callable[[Client], Awaitable[T]]


def over_http(site: Site, scenario: Scenario[T], *, mode: str = "auto", token: str = "") -> T:
    """What a scenario gives with a client connected to `/mcp`."""

    async def run() -> T:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as http:
            transport = streamable_http_client(f"{site.url}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                return await scenario(client)

    return in_thread(run)


def over_stdio(site: Site, scenario: Scenario[T], *, mode: str = "auto", token: str = "") -> T:
    """The same with `manage.py mcp` as a child of the client."""
    child = StdioServerParameters(
        command=sys.executable,
        args=["manage.py", "mcp"],
        cwd=str(PROJECT),
        env={**site.environment(), "POLY_TOKEN": token},
    )

    async def run() -> T:
        async with Client(child, mode=mode, read_timeout_seconds=60) as client:
            return await scenario(client)

    return in_thread(run)


def in_thread(run: Callable[[], Awaitable[T]]) -> T:
    """Run to the end on a loop of its own: the browser tests keep one in the main thread."""
    found: list[Any] = []

    def work() -> None:
        try:
            found.append(asyncio.run(run()))  # type: ignore[arg-type]
        except BaseException as error:  # noqa: BLE001 - raised again in the test
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if isinstance(found[0], BaseException):
        raise found[0]
    result: T = found[0]
    return result


def signed_in(site: Site, email: str) -> tuple[User, str]:
    """A new account, and its access token as a program gets it."""
    user = User.objects.create_user(email=email, password=PASSWORD)
    answer = httpx.post(
        f"{site.url}/_allauth/app/v1/auth/login",
        json={"email": email, "password": PASSWORD},
        trust_env=False,
    )
    assert answer.status_code == 200, answer.text
    token: str = answer.json()["meta"]["access_token"]
    return user, token
