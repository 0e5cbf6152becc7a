"""Keeps the servers and the children running until asked to stop."""

from __future__ import annotations

import os
import signal
import sys
import time
from types import FrameType

from config.runtime.checks import MINIMUM_FREE_BYTES, free_bytes
from config.runtime.child_process import ChildProcess, ChildSpec
from config.runtime.console import Console
from config.runtime.errors import RuntimeProblem
from config.runtime.paths import RuntimePaths
from config.runtime.servers import Servers

_TICK_SECONDS = 0.2
_REPAIR_LIMIT = 5
_REPAIR_PAUSE = 5.0
_SPACE_CHECK_SECONDS = 60.0


class StopSignals:
    """Ctrl-C, SIGTERM and SIGHUP: the first stops, a second one hurries.

    While `interrupts` is true the first raises KeyboardInterrupt, to leave a long step.
    """

    def __init__(self) -> None:
        self.count = 0
        self.interrupts = True

    def install(self) -> None:
        """Take over the three signals; SIGHUP stays ignored under nohup.

        SIGINT does not: shells ignore it for background jobs, where `kill -INT` must still work.
        """
        signal.signal(signal.SIGINT, self._handle)
        signal.signal(signal.SIGTERM, self._handle)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._handle)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.count += 1
        if self.count == 1 and self.interrupts:
            raise KeyboardInterrupt


def child_specs(host: str, port: int, *, with_worker: bool) -> list[ChildSpec]:
    """Web server, worker and scheduler, in the order in which they are stopped."""
    python = sys.executable
    web = (python, "-m", "daphne", "-b", host, "-p", str(port), "config.asgi:application")
    specs = [ChildSpec("web", "웹 서버", web, stop_seconds=10.0, essential=True)]
    if with_worker:
        celery = (python, "-m", "celery", "-A", "config")
        quiet = ("--without-gossip", "--without-mingle")
        worker = (*celery, "worker", "-c", "2", "--loglevel", "INFO", *quiet)
        # An empty pid file name: celery's own would be left behind by a killed run.
        beat = (*celery, "beat", "--loglevel", "INFO", "--pidfile=")
        specs.append(ChildSpec("worker", "작업 처리기", worker, stop_seconds=20.0, essential=False))
        specs.append(ChildSpec("beat", "작업 예약기", beat, stop_seconds=5.0, essential=False))
    return specs


class Supervisor:
    """Runs the children over servers that are already held."""

    def __init__(
        self,
        paths: RuntimePaths,
        servers: Servers,
        specs: list[ChildSpec],
        signals: StopSignals,
        console: Console,
    ) -> None:
        environment = {
            **os.environ,
            "POLY_VAR": str(paths.var),
            # More threads than one a process only fight over two cores, and hang after a fork.
            "OMP_NUM_THREADS": "1",
            "PYTHONUNBUFFERED": "1",
        }
        self._paths = paths
        self._servers = servers
        self._signals = signals
        self._console = console
        self._children = [ChildProcess(spec, paths, environment) for spec in specs]
        self._repairs = 0
        self._repair_at = 0.0
        self._space_at = 0.0
        self._space_warned = False

    def start(self, *, essential: bool) -> None:
        """Start the children without which nothing works, or the rest of them."""
        for child in self._children:
            if child.spec.essential == essential:
                child.start()

    def run(self) -> int:
        """Watch until a signal comes (0) or something essential is lost (1)."""
        while not self._signals.count:
            if not self.tick():
                return 1
            time.sleep(_TICK_SECONDS)
        return 0

    def tick(self) -> bool:
        """One look at everything; False if going on makes no sense."""
        if not self._repair_servers():
            return False
        self._watch_space()
        for child in self._children:
            message = child.check()
            if message:
                self._console.warn(message)
            if child.given_up and child.spec.essential:
                return False
        return True

    def stop(self) -> None:
        """End the children: first whoever takes new work, then whoever does it."""
        for child in self._children:
            child.stop(hurry=self._signals.count > 1)

    def _repair_servers(self) -> bool:
        if time.monotonic() < self._repair_at:
            return True
        try:
            repaired = self._servers.repair()
        except RuntimeProblem as problem:
            self._repairs += 1
            self._console.warn(f"{problem}")
            self._repair_at = time.monotonic() + _REPAIR_PAUSE
            return self._repairs < _REPAIR_LIMIT
        if repaired:
            self._repairs = 0
            names = ", ".join(repaired)
            self._console.warn(f"멈춘 서버를 다시 시작했습니다: {names}")
        return True

    def _watch_space(self) -> None:
        if time.monotonic() < self._space_at:
            return
        self._space_at = time.monotonic() + _SPACE_CHECK_SECONDS
        low = free_bytes(self._paths.var) < MINIMUM_FREE_BYTES
        if low and not self._space_warned:
            self._console.warn("디스크 공간이 500MB보다 적게 남았습니다. 공간을 비워 주세요.")
        self._space_warned = low
