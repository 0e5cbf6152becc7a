"""Short Korean lines on the terminal; a closed terminal is no error."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO


class Console:
    """Says what happens and how long it took."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A terminal without Hangul must not stop the start.
                stream.reconfigure(errors="backslashreplace", line_buffering=True)

    def say(self, text: str) -> None:
        """One line on standard output."""
        _write(sys.stdout, text)

    def warn(self, text: str) -> None:
        """One line on standard error."""
        _write(sys.stderr, text)

    @contextmanager
    def step(self, text: str) -> Iterator[None]:
        """Announce a step, then tell its seconds."""
        self.say(f"… {text}")
        started = time.monotonic()
        yield
        self.say(f"✓ {text} ({time.monotonic() - started:.1f}초)")


def _write(stream: TextIO, text: str) -> None:
    with suppress(OSError):
        stream.write(f"{text}\n")
        stream.flush()
