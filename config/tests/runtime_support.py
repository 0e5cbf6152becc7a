"""Throw-away var directories and `manage.py` runs for the runtime tests."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config.runtime.paths import PROJECT, TEST_PREFIX, RuntimePaths
from config.runtime.scratch import discard
from config.runtime.servers import Servers


@contextmanager
def scratch_paths(parent: Path | None = None) -> Iterator[RuntimePaths]:
    """A var directory of its own; its servers stop and it vanishes at the end."""
    var = Path(tempfile.mkdtemp(prefix=TEST_PREFIX, dir=parent))
    var.chmod(0o711)
    paths = RuntimePaths(var)
    try:
        yield paths
    finally:
        discard(paths, force=True)


def environment(paths: RuntimePaths) -> dict[str, str]:
    """Environment of a run on its own embedded servers."""
    kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings.dev", "POLY_VAR": str(paths.var)}
    return kept | settings


def start_python(paths: RuntimePaths, *arguments: str) -> subprocess.Popen[str]:
    """Python in the project directory, both outputs in one pipe."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=PROJECT,
        env=environment(paths),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def run_python(paths: RuntimePaths, *arguments: str) -> tuple[int, str]:
    """Exit code and output of a finished run."""
    with start_python(paths, *arguments) as process:
        output, _ = process.communicate(timeout=90)
        return process.returncode, output


def eventually(condition: Callable[[], bool], seconds: float) -> None:
    """Wait for a condition; fails the test if it never holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "condition never held"
        time.sleep(0.1)


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def get(port: int, path: str) -> tuple[int, bytes]:
    """Status and body; status 0 while nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def pids(servers: Servers) -> list[int | None]:
    """Process numbers of PostgreSQL and Redis."""
    return [member.running_pid() for member in servers.members]
