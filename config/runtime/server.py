"""Life of one embedded server: attach, start with retries, stop. Callers hold the start lock."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

from config.runtime import logs, processes
from config.runtime.errors import DISK_FULL, RuntimeProblem, is_disk_full, known_cause
from config.runtime.owner import Owner, choose_owner, own_directory
from config.runtime.paths import RuntimePaths
from policies.korean import josa

# Leftovers of a killed run (backends, shared memory) may need some seconds to go away.
_RETRY_SECONDS = 20.0
# Crash recovery replays the log before the server answers.
_ANSWER_SECONDS = 90.0


class EmbeddedServer(ABC):
    """A server out of a wheel that listens on a unix socket only."""

    label: ClassVar[str]
    log_name: ClassVar[str]
    stop_signal: ClassVar[signal.Signals]

    def __init__(self, paths: RuntimePaths) -> None:
        self.paths = paths
        self._owner: Owner | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._log_start = 0

    @property
    @abstractmethod
    def data(self) -> Path:
        """Directory of the data."""

    @property
    @abstractmethod
    def socket(self) -> Path:
        """Unix socket it listens on."""

    @abstractmethod
    def program(self) -> Path:
        """Binary inside the installed wheel."""

    @abstractmethod
    def arguments(self) -> list[str]:
        """Command line, program first."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether a client gets through now."""

    @abstractmethod
    def running_pid(self) -> int | None:
        """Process that serves this data directory, verified to be that."""

    @abstractmethod
    def prepare_data(self) -> None:
        """Make the data directory ready for a start."""

    def clear_leftovers(self) -> None:
        """Remove what a killed run left; called only while no server of ours runs."""
        self.socket.unlink(missing_ok=True)

    @abstractmethod
    def after_start(self) -> None:
        """Bring an answering server to the state that the project needs."""

    @property
    def owner(self) -> Owner:
        """OS user of the server."""
        if self._owner is None:
            self._owner = choose_owner(self.data)
        return self._owner

    def ensure(self) -> bool:
        """Attach to the running server or start it; True if it was started."""
        started = False
        if not self._attach():
            self._start()
            started = True
        self.after_start()
        return started

    def is_alive(self) -> bool:
        """Whether its process runs (it may be too busy to answer)."""
        self._reap()
        return self._process is not None or self.running_pid() is not None

    def stop(self) -> None:
        """Shut down; harder where it does not obey."""
        self._reap()
        pid = self.running_pid()
        if pid is None:
            return
        self.request_stop(pid)
        for seconds, harder in ((30.0, signal.SIGQUIT), (5.0, signal.SIGKILL), (5.0, None)):
            if processes.wait_until(lambda: not self._runs(pid), seconds):
                return
            if harder is not None:
                processes.send(pid, harder)

    def request_stop(self, pid: int) -> None:
        """Ask for an orderly end."""
        processes.send(pid, self.stop_signal)

    def failure(self, headline: str) -> RuntimeProblem:
        """Problem that names the cause if the log tells it, and where to read on."""
        text = self._new_log()
        cause = known_cause(text)
        where = f"기록: {logs.log_path(self.paths.log, self.log_name)}"
        last = "" if cause else "\n".join(text.strip().splitlines()[-3:])
        return RuntimeProblem("\n".join(part for part in (headline, cause, last, where) if part))

    def _attach(self) -> bool:
        if self.answers():
            return True
        pid = self.running_pid()
        if pid is None:
            return False
        waited = processes.wait_until(
            lambda: self.answers() or not self._runs(pid) or not self.socket.exists(),
            _ANSWER_SECONDS,
        )
        if waited and self.answers():
            return True
        # Alive but unreachable: its socket was removed, or it hangs. Data is safe on disk.
        self.stop()
        return False

    def _start(self) -> None:
        try:
            own_directory(self.paths.sockets, self.owner)
            self.prepare_data()
            deadline = time.monotonic() + _RETRY_SECONDS
            while not self._try_start():
                cause = known_cause(self._new_log())
                if cause or time.monotonic() > deadline:
                    raise self.failure(f"{josa(self.label, '을/를')} 시작하지 못했습니다.")
                time.sleep(1.0)
        except OSError as error:
            if is_disk_full(error):
                raise RuntimeProblem(DISK_FULL) from error
            raise RuntimeProblem(
                f"{josa(self.label, '을/를')} 시작하지 못했습니다: {error}"
            ) from error

    def _try_start(self) -> bool:
        """One attempt; False if the process ended before it answered."""
        self._reap()
        self.clear_leftovers()
        descriptor = logs.open_log(self.paths.log, self.log_name)
        self._log_start = os.fstat(descriptor).st_size
        try:
            # A session of its own: Ctrl-C in the terminal must not reach it before the web.
            process = subprocess.Popen(
                self.arguments(),
                stdin=subprocess.DEVNULL,
                stdout=descriptor,
                stderr=descriptor,
                cwd=self.data,
                env=self.environment(),
                start_new_session=True,
                **self.owner.spawn_options,
            )
        finally:
            os.close(descriptor)
        self._process = process
        processes.wait_until(lambda: self.answers() or process.poll() is not None, _ANSWER_SECONDS)
        if process.poll() is None and self.answers():
            return True
        if process.poll() is None:
            process.kill()
            process.wait()
        self._process = None
        return False

    def environment(self) -> dict[str, str]:
        """Environment of the server: nothing of ours leaks into it (keys, PG* variables)."""
        return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}

    def _reap(self) -> None:
        """Forget our process if it ended; until it is reaped its number stays taken."""
        if self._process is not None and self._process.poll() is not None:
            self._process = None

    def _runs(self, pid: int) -> bool:
        if self._process is not None and self._process.pid == pid:
            return self._process.poll() is None
        return processes.is_running(pid)

    def _new_log(self) -> str:
        try:
            with logs.log_path(self.paths.log, self.log_name).open("rb") as file:
                file.seek(self._log_start)
                return file.read(65536).decode("utf-8", errors="replace")
        except OSError:
            return ""
