"""Log files of the processes we start: turned over at start, read back on failure."""

from __future__ import annotations

import os
from pathlib import Path

_TURN_OVER_BYTES = 5 * 1024**2
_KEPT = 3


def open_log(directory: Path, name: str) -> int:
    """Descriptor that appends to <name>.log; a big file becomes .1, .2 and .3 first."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = log_path(directory, name)
    if path.exists() and path.stat().st_size > _TURN_OVER_BYTES:
        for number in range(_KEPT, 0, -1):
            older = path if number == 1 else path.with_suffix(f".log.{number - 1}")
            if older.exists():
                older.replace(path.with_suffix(f".log.{number}"))
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)


def log_path(directory: Path, name: str) -> Path:
    return directory / f"{name}.log"


def log_tail(directory: Path, name: str, lines: int = 8) -> str:
    """Last lines of a log; empty if there is none."""
    try:
        with log_path(directory, name).open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - 8192))
            text = file.read().decode("utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(text.strip().splitlines()[-lines:])
