"""Short Korean lines on the terminal; a closed terminal is no error."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Console:
    """Says what happens and how long it took."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A terminal without Hangul must not stop the start.
                stream.reconfigure(errors="backslashreplace", line_buffering=True)

    def say(self, text: str) -> None:
        """One line on standard output."""
        try:
            print(text, flush=True)
        except OSError:
            return

    def warn(self, text: str) -> None:
        """One line on standard error."""
        try:
            print(text, file=sys.stderr, flush=True)
        except OSError:
            return

    @contextmanager
    def step(self, text: str) -> Iterator[None]:
        """Announce a step, then tell its seconds."""
        self.say(f"… {text}")
        started = time.monotonic()
        yield
        self.say(f"✓ {text} ({time.monotonic() - started:.1f}초)")
