"""Test session: its own PostgreSQL and Redis, no outside network, no leaked connections."""

from __future__ import annotations

import inspect
import ipaddress
import os
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")

from config.runtime.paths import current_paths  # noqa: E402
from config.runtime.scratch import discard, discard_abandoned  # noqa: E402
from config.runtime.servers import ensure_servers  # noqa: E402

_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex
_getaddrinfo = socket.getaddrinfo


class OutsideNetwork(BaseException):
    """A test reached for the network; no library's `except Exception` may hide that."""


def _check_host(host: object) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return
    try:
        inside = ipaddress.ip_address(str(name).partition("%")[0])
    except ValueError:
        raise OutsideNetwork(f"test looks up {name}") from None
    if not (inside.is_loopback or inside.is_unspecified):
        raise OutsideNetwork(f"test connects to {name}")


def _check_address(sock: socket.socket, address: Any) -> None:
    if sock.family in (socket.AF_INET, socket.AF_INET6):
        _check_host(address[0])


def _guarded_connect(sock: socket.socket, address: Any) -> None:
    _check_address(sock, address)
    _connect(sock, address)


def _guarded_connect_ex(sock: socket.socket, address: Any) -> int:
    _check_address(sock, address)
    return _connect_ex(sock, address)


def _guarded_getaddrinfo(host: Any, *args: Any, **options: Any) -> Any:
    _check_host(host)
    return _getaddrinfo(host, *args, **options)


@pytest.fixture(scope="session", autouse=True)
def servers() -> Iterator[None]:
    """PostgreSQL and Redis of this session, gone with it whatever happens."""
    discard_abandoned()
    paths = current_paths()
    running = ensure_servers(paths)
    try:
        yield
    finally:
        running.release()
        discard(paths)


@pytest.fixture(scope="session", autouse=True)
def no_outside_network(servers: None) -> Iterator[None]:
    """Connections leave this machine in no test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", _guarded_connect)
        patch.setattr(socket.socket, "connect_ex", _guarded_connect_ex)
        patch.setattr(socket, "getaddrinfo", _guarded_getaddrinfo)
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: None) -> None:
    """The test database is made only once the server runs."""


@pytest.fixture
async def async_connections() -> AsyncIterator[None]:
    """Close what the async ORM opened in its thread: Django does it only after requests."""
    yield
    from django.db import connections

    await sync_to_async(connections.close_all)()


@pytest.fixture(autouse=True)
def _closed_async_connections(request: pytest.FixtureRequest) -> None:
    function = getattr(request.node, "obj", None)
    if inspect.iscoroutinefunction(function):
        request.getfixturevalue("async_connections")
