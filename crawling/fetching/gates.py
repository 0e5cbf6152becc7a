"""One gate a host: so many at a time, so far apart, and shut after too many failures."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from crawling.fetching.types import FetchError, FetchFault

Sleep = Callable[[float], None]


class HostGate:
    """Rate, concurrency and circuit breaker of one host; used by several threads."""

    def __init__(
        self, host: str, *, seconds_between: float, concurrency: int, failures: int, rest: float
    ) -> None:
        self.host = host
        self._between = seconds_between
        self._slots = threading.BoundedSemaphore(concurrency)
        self._lock = threading.Lock()
        self._next = 0.0
        self._max_failures = failures
        self._rest = rest
        self._failed = 0
        self._shut_until = 0.0

    @contextmanager
    def turn(self, sleep: Sleep) -> Iterator[None]:
        """Wait for our turn; hold a place among the concurrent ones meanwhile."""
        with self._slots:
            self._admit()
            with self._lock:
                at = max(time.monotonic(), self._next)
                self._next = at + self._between
            wait = at - time.monotonic()
            if wait > 0:
                sleep(wait)
            yield

    def slow_down(self, seconds: float) -> None:
        """The host wants more time between requests (Crawl-delay)."""
        with self._lock:
            self._between = max(self._between, seconds)

    def succeeded(self) -> None:
        with self._lock:
            self._failed = 0

    def failed(self) -> None:
        """One document was given up. After a rest the count begins anew: some documents that
        never come must not keep all the others away."""
        with self._lock:
            self._failed += 1
            if self._failed >= self._max_failures:
                self._failed = 0
                self._shut_until = time.monotonic() + self._rest

    def _admit(self) -> None:
        with self._lock:
            left = self._shut_until - time.monotonic()
        if left > 0:
            message = f"{self.host}에 연달아 실패해서 잠시 요청하지 않습니다"
            raise FetchError(FetchFault.BREAKER_OPEN, message, retry_after=left)


class HostGates:
    """The gates of a process: sources that share a host share its gate."""

    def __init__(self) -> None:
        self._gates: dict[str, HostGate] = {}
        self._lock = threading.Lock()

    def of(self, host: str, make: Callable[[], HostGate]) -> HostGate:
        with self._lock:
            return self._gates.setdefault(host, make())
