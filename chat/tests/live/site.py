"""The site as it runs in production: a Daphne process over the session's own servers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from config.runtime.paths import PROJECT, current_paths
from config.tests.runtime_support import eventually, free_port, get

LEASE_SECONDS = 3


class Site:
    """One Daphne process; it keeps its port over restarts, as a real site does."""

    def __init__(self, log: Path, *, model_url: str = "") -> None:
        self._log = log
        self._model_url = model_url
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/chat/"

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start and wait until it serves; does nothing while it runs."""
        if self.is_running:
            return
        self._reap()
        daphne = ("-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port))
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *daphne, "config.asgi:application"],
                cwd=PROJECT,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        try:
            eventually(lambda: not self.is_running or self._serves(), 60)
        finally:
            assert self.is_running, self.tail()

    def kill9(self) -> None:
        """End it the way the kernel does when memory runs out."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in an orderly way, by force where that takes too long."""
        if not self.stops_within(15):
            self.kill9()

    def stops_within(self, seconds: float) -> bool:
        """Ask it to end; whether it has ended by then."""
        try:
            self._end(signal.SIGTERM, seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def tail(self, lines: int = 40) -> str:
        """The last lines of its log, for a failing test."""
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-lines:])

    def _serves(self) -> bool:
        return get(self.port, "/healthz")[0] == 200

    def _end(self, number: signal.Signals, seconds: float = 15) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(timeout=seconds)
            self._reap()

    def _reap(self) -> None:
        if self._process is not None and self._process.poll() is not None:
            self._process = None

    def environment(self) -> dict[str, str]:
        """Variables of a process over the same servers and the same database."""
        known = connection.settings_dict
        user = f"{quote(known['USER'])}:{quote(known['PASSWORD'])}"
        place = f"host={quote(known['HOST'], safe='/')}&port={known['PORT']}"
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "POLY_VAR": str(current_paths().var),
            "DATABASE_URL": f"postgresql://{user}@/{known['NAME']}?{place}",
            "REDIS_URL": settings.REDIS_URL,
            "OMP_NUM_THREADS": "1",
            "PYTHONUNBUFFERED": "1",
            "TEST_OPENAI_BASE_URL": self._model_url,
            "TEST_TURN_LEASE_SECONDS": str(LEASE_SECONDS),
            "TEST_TURN_HEARTBEAT_SECONDS": "1",
            "TEST_ALLOWED_HOSTS": "127.0.0.1,localhost",
        }
