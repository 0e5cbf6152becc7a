"""The embedded servers of one var directory, shared by every process that needs them.

Each user holds a shared lock on servers.lock; whoever leaves last stops the servers. The kernel
drops the lock of a killed process, so a count never goes wrong. start.lock makes starting and
stopping exclusive.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from config.runtime import postgres, redis
from config.runtime.checks import check_free_space, check_var
from config.runtime.errors import RuntimeProblem
from config.runtime.locks import FileLock
from config.runtime.owner import open_package, open_way
from config.runtime.paths import RuntimePaths
from config.runtime.server import EmbeddedServer
from policies.korean import josa

_START_LOCK_SECONDS = 180.0
Say = Callable[[str], None]


def is_embedded(variable: str) -> bool:
    """Whether the server behind DATABASE_URL or REDIS_URL is ours to run."""
    return not os.environ.get(variable, "").strip()


class Servers:
    """This process's hold on the embedded servers."""

    def __init__(self, paths: RuntimePaths, say: Say) -> None:
        self.paths = paths
        self._say = say
        self._users = FileLock(paths.servers_lock)
        self._process = os.getpid()
        self.members: list[EmbeddedServer] = []
        if is_embedded("DATABASE_URL"):
            self.members.append(postgres.PostgresServer(paths))
        if is_embedded("REDIS_URL"):
            self.members.append(redis.RedisServer(paths))

    def acquire(self) -> None:
        """Attach to the servers or start them; they stay until `release`."""
        check_var(self.paths.var)
        if not self.members:
            return
        with self._starting():
            if not self._users.try_shared():
                raise RuntimeProblem(
                    "다른 프로세스가 서버를 멈추고 있습니다. 잠시 뒤 다시 해 주세요."
                )
            try:
                self._ensure()
            except BaseException:
                self._leave()
                raise

    def repair(self) -> list[str]:
        """Start again what died; names of the servers that had to be started."""
        dead = [server for server in self.members if not server.is_alive()]
        if not dead:
            return []
        with self._starting():
            return [server.label for server in dead if server.ensure()]

    def release(self) -> None:
        """Let go; stops the servers if nobody else uses them."""
        # A forked child shares the lock but does not own it.
        if not self.members or os.getpid() != self._process:
            return
        with self._starting():
            self._leave()

    def _ensure(self) -> None:
        for server in self.members:
            if server.answers():
                server.ensure()
                continue
            check_free_space(self.paths.var)
            self._open_way(server)
            if not server.data.exists():
                self._say(f"{josa(server.label, '을/를')} 처음 준비합니다")
            server.ensure()

    def _leave(self) -> None:
        try:
            if self._users.try_exclusive():
                # Redis first: PostgreSQL holds what must not be lost.
                for server in reversed(self.members):
                    server.stop()
        finally:
            self._users.release()

    def _open_way(self, server: EmbeddedServer) -> None:
        program = server.program()
        package = program.parents[2]
        libraries = package.with_name(f"{package.name}.libs")
        changed = open_way([program, server.data, self.paths.sockets], server.owner)
        for root in (package, libraries):
            if root.exists():
                open_package(root, server.owner)
        for directory in changed:
            self._say(f"데이터베이스 계정이 지나가도록 통과 권한(o+x)을 더했습니다: {directory}")

    @contextmanager
    def _starting(self) -> Iterator[None]:
        lock = FileLock(self.paths.start_lock)
        if not lock.wait_exclusive(_START_LOCK_SECONDS):
            raise RuntimeProblem(
                "다른 프로세스가 서버를 시작하거나 멈추는 중입니다. 잠시 뒤 다시 해 주세요."
            )
        try:
            yield
        finally:
            lock.release()


def ensure_servers(paths: RuntimePaths, say: Say = lambda text: None) -> Servers:
    """Running servers for this var directory, held until `release()`."""
    servers = Servers(paths, say)
    servers.acquire()
    return servers
