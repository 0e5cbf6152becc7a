"""Throw-away var directories of test sessions."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

from config.runtime.locks import FileLock
from config.runtime.paths import TEST_PREFIX, RuntimePaths
from config.runtime.postgres import PostgresServer
from config.runtime.redis import RedisServer

_YOUNG_SECONDS = 300.0


def discard(paths: RuntimePaths, *, force: bool = False) -> bool:
    """Stop the servers and delete everything; False if a process still uses them.

    With `force` their users lose them.
    """
    if not paths.var.is_dir():
        return True
    lock = FileLock(paths.servers_lock)
    if not lock.try_exclusive() and not force:
        return False
    try:
        RedisServer(paths).stop()
        PostgresServer(paths).stop()
    finally:
        lock.release()
    if paths.sockets.parent != paths.var:
        shutil.rmtree(paths.sockets, ignore_errors=True)
    shutil.rmtree(paths.var, ignore_errors=True)
    return True


def discard_abandoned() -> None:
    """Clean up after test sessions that were killed (a running one holds its lock)."""
    for var in Path(tempfile.gettempdir()).glob(f"{TEST_PREFIX}*"):
        try:
            # A young directory may belong to a session that has not locked it yet.
            if time.time() - var.stat().st_mtime > _YOUNG_SECONDS:
                discard(RuntimePaths(var))
        except OSError:
            continue
