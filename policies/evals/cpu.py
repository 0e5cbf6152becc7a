"""Processor time of this process and of the database behind its connection: on a busy machine it
tells more than the clock."""

from __future__ import annotations

import os
import time
from pathlib import Path

from django.db import connection


class CpuMeter:
    """Counts from when it is made. Parallel workers of the database are not counted."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self._stat = Path("/proc") / str(cursor.fetchone()[0]) / "stat"
        self._database = self._backend_seconds()
        self._own = time.process_time()

    def per(self, count: int) -> dict[str, float | None]:
        """Milliseconds for each of `count`; None for a database on another machine."""
        own = time.process_time() - self._own
        now, before = self._backend_seconds(), self._database
        database = None
        if now is not None and before is not None:
            database = round((now - before) * 1000 / count, 2)
        return {"python_cpu_ms": round(own * 1000 / count, 2), "database_cpu_ms": database}

    def _backend_seconds(self) -> float | None:
        try:
            text = self._stat.read_text(encoding="ascii", errors="replace")
        except OSError:
            return None
        name, _, rest = text.rpartition(")")
        if "postgres" not in name:
            # The same number, but of a process of this machine.
            return None
        fields = rest.split()
        # proc_pid_stat(5): utime and stime in clock ticks.
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
