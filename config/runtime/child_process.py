"""One supervised program: started, recorded, restarted with growing pauses, stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from config.runtime import logs, processes
from config.runtime.paths import PROJECT, RuntimePaths
from policies.korean import josa

_WRAPPER = Path(__file__).with_name("child.py")
# A command line that holds neither is not ours, whatever a pid file says.
_MARKERS = ("config.asgi:application", "celery")
_PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0)
_STEADY_SECONDS = 60.0
_SURVIVOR_SECONDS = 20.0


@dataclass(frozen=True)
class ChildSpec:
    """What to run and how to treat it."""

    name: str
    label: str
    command: tuple[str, ...]
    stop_seconds: float
    # Without it there is nothing to serve: giving up on it ends everything.
    essential: bool


class ChildProcess:
    """A program that dies with us and is started again if it dies alone."""

    def __init__(self, spec: ChildSpec, paths: RuntimePaths, environment: dict[str, str]) -> None:
        self.spec = spec
        self.given_up = False
        self._paths = paths
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._failures = 0
        self._restart_at = 0.0

    @property
    def log(self) -> Path:
        return logs.log_path(self._paths.log, self.spec.name)

    def start(self) -> None:
        """Start it; call from the main thread only (see child.py)."""
        descriptor = logs.open_log(self._paths.log, self.spec.name)
        wrapper = [sys.executable, "-I", str(_WRAPPER), str(os.getpid())]
        try:
            # A session of its own: Ctrl-C in the terminal reaches only the supervisor.
            self._process = subprocess.Popen(
                [*wrapper, *self.spec.command],
                stdin=subprocess.DEVNULL,
                stdout=descriptor,
                stderr=descriptor,
                cwd=PROJECT,
                env=self._environment,
                start_new_session=True,
            )
        finally:
            os.close(descriptor)
        self._started = time.monotonic()
        self._paths.run.mkdir(mode=0o700, exist_ok=True)
        pid = self._process.pid
        self._pid_file.write_text(f"{pid} {processes.start_time(pid)}", encoding="ascii")

    def check(self) -> str:
        """Restart it when due; a Korean line if something happened, else empty."""
        if self.given_up or not self._started:
            return ""
        if self._process is None:
            if time.monotonic() < self._restart_at:
                return ""
            self.start()
            return f"{josa(self.spec.label, '을/를')} 다시 시작했습니다"
        code = self._process.poll()
        return "" if code is None else self._after_death(code)

    def stop(self, *, hurry: bool = False) -> None:
        """SIGTERM, then SIGKILL to the whole group when its time is over."""
        if self._process is None:
            return
        process = self._process
        processes.send(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=1.0 if hurry else self.spec.stop_seconds)
        processes.send(process.pid, signal.SIGKILL, group=True)
        process.wait()
        self._forget()

    def _after_death(self, code: int) -> str:
        if self._process is not None:
            # Pool processes of a killed worker go too: they would compete with the new ones.
            processes.send(self._process.pid, signal.SIGKILL, group=True)
        self._forget()
        if time.monotonic() - self._started > _STEADY_SECONDS:
            self._failures = 0
        self._failures += 1
        tail = logs.log_tail(self._paths.log, self.spec.name, lines=1)
        headline = f"{josa(self.spec.label, '이/가')} 멈췄습니다({_reason(code)})."
        if self._failures > len(_PAUSES):
            self.given_up = True
            plan = f"{len(_PAUSES)}번 다시 시작했지만 계속 멈춰 더 시도하지 않습니다."
        else:
            pause = _PAUSES[self._failures - 1]
            self._restart_at = time.monotonic() + pause
            plan = f"{pause:.0f}초 뒤 다시 시작합니다."
        return "\n".join(part for part in (f"{headline} {plan}", tail, f"기록: {self.log}") if part)

    def _forget(self) -> None:
        self._process = None
        self._pid_file.unlink(missing_ok=True)

    @property
    def _pid_file(self) -> Path:
        return self._paths.run / f"{self.spec.name}.pid"


def stop_survivors(paths: RuntimePaths) -> int:
    """End children that outlived a killed supervisor; how many there were.

    A recorded number counts only if its start time and command line match: numbers are reused.
    """
    survivors = 0
    for file in sorted(paths.run.glob("*.pid")) if paths.run.is_dir() else []:
        number, _, started = file.read_text(encoding="ascii", errors="replace").partition(" ")
        if number.isdigit() and _is_ours(int(number), started):
            pid = int(number)
            survivors += 1
            _end_survivor(pid, started)
        file.unlink(missing_ok=True)
    return survivors


def _end_survivor(pid: int, started: str) -> None:
    processes.send(pid, signal.SIGTERM)
    # The kernel has told it already: a worker may be finishing its task.
    processes.wait_until(lambda: not processes.is_running(pid), _SURVIVOR_SECONDS)
    if _is_ours(pid, started):
        processes.send(pid, signal.SIGKILL, group=True)


def _is_ours(pid: int, started: str) -> bool:
    line = " ".join(processes.command_line(pid))
    return any(mark in line for mark in _MARKERS) and processes.start_time(pid) == started


def _reason(code: int) -> str:
    if code >= 0:
        return f"코드 {code}"
    try:
        return f"신호 {signal.Signals(-code).name}"
    except ValueError:
        return f"신호 {-code}"
