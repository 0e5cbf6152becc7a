"""Who comes in at /mcp: requests as Daphne hands them over, without a server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.cache import cache
from pytest_django import Settings

from chat.mcp.http import McpDispatch

pytestmark = pytest.mark.django_db(transaction=True)
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


@pytest.fixture(autouse=True)
def _hosts(settings: Settings) -> None:
    cache.clear()
    settings.ALLOWED_HOSTS = ["poly.example", ".welfare.example"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://app.example"]


async def site(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def request(
    *, path: str = "/mcp", client: str = "192.0.2.1", **headers: str
) -> tuple[int, dict[str, str], Any]:
    sent = {
        "host": "poly.example",
        "accept": "application/json, text/event-stream",
        "content-type": "application/json",
        **{key.replace("_", "-"): value for key, value in headers.items()},
    }
    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "client": (client, 5000),
        "server": ("127.0.0.1", 8000),
        "headers": [(key.encode(), value.encode()) for key, value in sent.items()],
    }  # fmt: skip
    talk = ApplicationCommunicator(McpDispatch(site), scope)
    await talk.send_input({"type": "http.request", "body": json.dumps(LIST).encode()})
    start = await talk.receive_output(60)
    body = await talk.receive_output(60)
    await talk.wait(60)
    told = {key.decode().lower(): value.decode() for key, value in start["headers"]}
    return start["status"], told, json.loads(body["body"]) if body["body"] else None


@pytest.mark.parametrize("path", ["/", "/mcpx", "/api/tools", "/mcp/other"])
async def test_other_paths_are_the_site_s(path: str) -> None:
    assert (await request(path=path))[0] == 299


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
async def test_its_own_path(path: str) -> None:
    status, _, body = await request(path=path)
    assert status == 200
    assert body["result"]["tools"]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://app.example", 200),
        ("https://poly.example", 200),
        ("https://eu.welfare.example:8443", 200),
        ("https://poly.example.evil.example", 403),
        ("https://app.example.evil.example", 403),
        ("http://[", 403),
        ("null", 403),
    ],
)
async def test_origins(origin: str, status: int) -> None:
    assert (await request(origin=origin))[0] == status


async def test_a_token_never_travels_in_the_open(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    status, _, body = await request()
    assert (status, body["error"]["message"]) == (403, "HTTPS로 연결해 주세요.")
    assert (await request(x_forwarded_proto="https"))[0] == 200


async def test_requests_are_counted_by_address(settings: Settings) -> None:
    settings.TOOL_ACCESS = {**settings.TOOL_ACCESS, "requests": 2}
    for _ in range(2):
        assert (await request())[0] == 200
    status, headers, body = await request()
    assert status == 429
    assert 1 <= int(headers["retry-after"]) <= 60
    assert "뒤에 다시 보내 주세요" in body["error"]["message"]
    assert (await request(client="192.0.2.2"))[0] == 200


async def test_an_ipv6_customer_is_one_address(settings: Settings) -> None:
    settings.TOOL_ACCESS = {**settings.TOOL_ACCESS, "requests": 1}
    assert (await request(client="2001:db8:1:2::1"))[0] == 200
    assert (await request(client="2001:db8:1:2:ffff::9"))[0] == 429
    assert (await request(client="2001:db8:1:3::1"))[0] == 200
