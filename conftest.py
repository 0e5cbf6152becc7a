"""Test session: its own PostgreSQL and Redis, no outside network, no leaked connections."""

from __future__ import annotations

import inspect
import ipaddress
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")

from config.runtime.paths import current_paths
from config.runtime.scratch import discard, discard_abandoned
from config.runtime.servers import Servers, ensure_servers

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # In the background of a script Ctrl-C is ignored, and what the tests start would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex
_getaddrinfo = socket.getaddrinfo


class OutsideNetwork(BaseException):
    """A test reached for the network; no library's `except Exception` may hide that."""


def _ip(host: object) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Address of the host; None for a name other than localhost."""
    name = host.decode() if isinstance(host, bytes) else str(host or "")
    if name in ("", "localhost"):
        return ipaddress.IPv4Address("127.0.0.1")
    try:
        return ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return None


def _check_address(sock: socket.socket, address: Any) -> None:
    if sock.family in (socket.AF_INET, socket.AF_INET6):
        found = _ip(address[0])
        if found is None or not (found.is_loopback or found.is_unspecified):
            raise OutsideNetwork(f"test connects to {address[0]}")


def _guarded_connect(sock: socket.socket, address: Any) -> None:
    _check_address(sock, address)
    _connect(sock, address)


def _guarded_connect_ex(sock: socket.socket, address: Any) -> int:
    _check_address(sock, address)
    return _connect_ex(sock, address)


def _guarded_getaddrinfo(host: Any, *args: Any, **options: Any) -> Any:
    if _ip(host) is None:
        raise OutsideNetwork(f"test looks up {host}")
    return _getaddrinfo(host, *args, **options)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file stays with one worker, and so do all that share a running site."""
    for item in items:
        place = item.path.parent if item.path.parent.name == "live" else item.path
        item.add_marker(pytest.mark.xdist_group(str(place)))


@pytest.fixture(scope="session", autouse=True)
def servers() -> Iterator[Servers]:
    """PostgreSQL and Redis of this session, gone with it whatever happens."""
    discard_abandoned()
    paths = current_paths()
    running = ensure_servers(paths)
    try:
        yield running
    finally:
        running.release()
        discard(paths)


@pytest.fixture(scope="session", autouse=True)
def no_outside_network(servers: Servers) -> Iterator[None]:
    """Connections leave this machine in no test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", _guarded_connect)
        patch.setattr(socket.socket, "connect_ex", _guarded_connect_ex)
        patch.setattr(socket, "getaddrinfo", _guarded_getaddrinfo)
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: Servers) -> None:
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
