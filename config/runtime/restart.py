"""A cold start of the embedded PostgreSQL, for measuring."""

from __future__ import annotations

import atexit
import os
from functools import cache
from pathlib import Path

import psycopg

from config.runtime.errors import RuntimeProblem
from config.runtime.locks import FileLock
from config.runtime.paths import DATABASE, RuntimePaths, current_paths
from config.runtime.postgres import PostgresServer
from config.runtime.servers import is_embedded

_DROP_CACHES = Path("/proc/sys/vm/drop_caches")
_LOCK_SECONDS = 30.0
_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


def database_restart() -> tuple[bool, bool, str]:
    """Stop the embedded PostgreSQL, drop what the operating system cached, and start it again.

    Gives whether it was restarted, whether the cache was dropped (of the whole machine where
    that is permitted), and otherwise why not, in Korean. The caller has closed its connections:
    while anybody is connected nothing is done.
    """
    if not is_embedded("DATABASE_URL"):
        return False, False, "내장 데이터베이스가 아니어서 다시 시작하지 않았습니다."
    server = _server(current_paths())
    lock = FileLock(server.paths.start_lock)
    if not lock.wait_exclusive(_LOCK_SECONDS):
        return False, False, "다른 프로세스가 서버를 시작하거나 멈추는 중입니다."
    try:
        with server.connect(DATABASE) as connection:
            row = connection.execute(_OTHERS).fetchone()
        if row is None or row[0]:
            return (
                False,
                False,
                "다른 프로세스가 데이터베이스를 쓰고 있어 다시 시작하지 않았습니다.",
            )
        try:
            server.stop()
            dropped = _cache_drop()
        finally:
            server.ensure()
    except (RuntimeProblem, psycopg.Error) as error:
        return False, False, f"데이터베이스를 다시 시작하지 못했습니다: {error}"
    finally:
        lock.release()
    return True, dropped, ""


@cache
def _server(paths: RuntimePaths) -> PostgresServer:
    """Kept: it holds the process it started until that is stopped."""
    server = PostgresServer(paths)
    # Whoever holds the servers stops it; the process that started it has to take leave of it.
    atexit.register(server.is_alive)
    return server


def _cache_drop() -> bool:
    os.sync()
    try:
        _DROP_CACHES.write_text("1\n", encoding="ascii")
    except OSError:
        return False
    return True
