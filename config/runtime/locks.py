"""File locks that the kernel releases with their process, so none is ever stale."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path


class FileLock:
    """One flock; child processes do not inherit it (the descriptor closes on exec)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def try_shared(self) -> bool:
        """Take or downgrade to a shared lock; False if another process holds it alone."""
        return self._try(fcntl.LOCK_SH)

    def try_exclusive(self) -> bool:
        """Take or upgrade to the only lock; False if any other process holds one.

        A failed upgrade gives up the shared lock too.
        """
        return self._try(fcntl.LOCK_EX)

    def wait_exclusive(self, seconds: float) -> bool:
        """Like `try_exclusive`, repeated until the time is over."""
        deadline = time.monotonic() + seconds
        while not self.try_exclusive():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True

    def write(self, text: str) -> None:
        """Replace the file's text, for those who find it locked."""
        if self._descriptor is None:
            raise ValueError(f"{self.path.name}: not held")
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, text.encode(), 0)

    def read(self) -> str:
        """Text left by the holder; empty if there is none."""
        try:
            return self.path.read_text(encoding="utf-8")
        except OSError:
            return ""

    def release(self) -> None:
        """Give the lock up; harmless if it is not held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _try(self, kind: int) -> bool:
        fresh = self._descriptor is None
        if self._descriptor is None:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
            self._descriptor = os.open(self.path, flags, 0o600)
        try:
            fcntl.flock(self._descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if fresh:
                self.release()
            return False
        return True
