"""HTTP over addresses that were checked, with a time limit for the whole answer.

The name is looked up once and the connection goes to the very address that was checked: a
name that changes its address in between leads nowhere. Secrets join the URL here, below
httpx: no log line, exception or redirect ever holds them.
"""

from __future__ import annotations

import math
import ssl
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import httpcore
import httpx

from crawling.fetching.addresses import Resolve, is_public
from crawling.fetching.types import FetchError, FetchFault, Params


class Deadline(threading.local):
    """When the request of this thread has to be over."""

    at: float = math.inf

    def begin(self, seconds: float) -> None:
        self.at = time.monotonic() + seconds

    def capped(self, timeout: float | None) -> float:
        """Seconds an operation may still take. Raises when none are left."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("whole answer took too long")
        return left if timeout is None else min(left, timeout)


class GuardedTransport(httpx.BaseTransport):
    """Transport of one fetcher; used by several threads."""

    def __init__(
        self,
        *,
        resolve: Resolve,
        allow_private: bool,
        secret_params: Params,
        connections: int,
    ) -> None:
        self.deadline = Deadline()
        self._secrets = urlencode(secret_params).encode()
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(trust_env=False),
            max_connections=connections,
            keepalive_expiry=15.0,
            network_backend=_CheckedBackend(resolve, allow_private, self.deadline),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        target = request.url.raw_path
        if self._secrets:
            target += (b"&" if b"?" in target else b"?") + self._secrets
        answer = self._pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=target,
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            status_code=answer.status,
            headers=answer.headers,
            stream=_Body(answer),
            extensions=answer.extensions,
        )

    def close(self) -> None:
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()


class _CheckedBackend(httpcore.NetworkBackend):
    def __init__(self, resolve: Resolve, allow_private: bool, deadline: Deadline) -> None:
        self._inner = httpcore.SyncBackend()
        self._resolve = resolve
        self._allow_private = allow_private
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = httpcore.ConnectError("no address")
        for address in self._addresses(host, port):
            try:
                stream = self._inner.connect_tcp(
                    address, port, self._deadline.capped(timeout), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _TimedStream(stream, self._deadline)
        raise failure

    def _addresses(self, host: str, port: int) -> list[str]:
        try:
            addresses = self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        # One private address is enough: a host that answers with a mixture is up to no good.
        if not self._allow_private and not all(is_public(address) for address in addresses):
            raise FetchError(
                FetchFault.PRIVATE_ADDRESS, f"내부 주소를 가리키는 호스트입니다({host})"
            )
        return addresses


class _TimedStream(httpcore.NetworkStream):
    """Reads and writes end with the request's deadline, however little comes at a time."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.capped(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.capped(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        secured = self._inner.start_tls(
            ssl_context, server_hostname, self._deadline.capped(timeout)
        )
        return _TimedStream(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
