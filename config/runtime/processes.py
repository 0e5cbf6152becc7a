"""What /proc says about processes; never trusts a process number alone.

Only `cmdline` and `stat` are relied upon: root in a container without CAP_SYS_PTRACE may not
read `exe` or `cwd` of another user's process.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

_PROC = Path("/proc")


def command_line(pid: int) -> list[str]:
    """Arguments of a living process; empty if it is gone or a zombie."""
    if _state(pid) in ("", "Z", "X"):
        return []
    try:
        raw = (_PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return []
    return [os.fsdecode(part) for part in raw.split(b"\0") if part]


def start_time(pid: int) -> str:
    """Clock ticks since boot at which the process started: with its number, its identity."""
    fields = _stat_fields(pid)
    return fields[19] if len(fields) > 19 else ""


def is_running(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    return _state(pid) not in ("", "Z", "X")


def processes_within(directory: Path) -> list[int]:
    """Living processes whose working directory is `directory`, as far as we may look."""
    found = []
    for entry in _PROC.iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            inside = (entry / "cwd").readlink() == directory
        except OSError:
            continue
        if inside and is_running(int(entry.name)):
            found.append(int(entry.name))
    return found


def send(pid: int, number: signal.Signals, *, group: bool = False) -> None:
    """Signal a process or the group it leads; nothing happens if it is gone."""
    try:
        if group:
            os.killpg(pid, number)
        else:
            os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Poll until the condition holds; False when the time is over."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _state(pid: int) -> str:
    fields = _stat_fields(pid)
    return fields[0] if fields else ""


def _stat_fields(pid: int) -> list[str]:
    """Fields of /proc/<pid>/stat from the state on (the name before may hold spaces)."""
    try:
        text = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()
