"""`manage.py up` as a whole: start, refusals, kill -9 of each part, stop."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator

import pytest

from config.runtime import processes
from config.runtime.paths import RuntimePaths
from config.runtime.postgres import PostgresServer
from config.runtime.redis import RedisServer
from config.tests.runtime_support import (
    eventually,
    free_port,
    get,
    run_python,
    scratch_paths,
    start_python,
)

pytestmark = pytest.mark.slow
_START_SECONDS = 60


class Site:
    """One running `up`."""

    def __init__(self, paths: RuntimePaths) -> None:
        self.paths = paths
        self.port = free_port()
        command = ("manage.py", "up", "--no-catalogue", "--port", str(self.port))
        self.process = start_python(paths, *command)

    def await_start(self) -> None:
        names = ("web", "worker", "beat")
        eventually(lambda: self.process.poll() is not None or self.serves(), _START_SECONDS)
        assert self.process.poll() is None, self.process.communicate()[0]
        eventually(lambda: all(self.child(name) for name in names), 10)

    def serves(self) -> bool:
        return get(self.port, "/healthz")[0] == 200

    def child(self, name: str) -> int:
        """Number of a living child, else 0."""
        try:
            text = (self.paths.run / f"{name}.pid").read_text(encoding="ascii")
        except FileNotFoundError:
            return 0
        pid = int(text.split()[0]) if text else 0
        return pid if pid and processes.command_line(pid) else 0

    def children(self) -> list[int]:
        return [self.child(name) for name in ("web", "worker", "beat")]

    def stop(self, number: signal.Signals) -> str:
        self.process.send_signal(number)
        output, _ = self.process.communicate(timeout=60)
        return output

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.communicate(timeout=45)
            except subprocess.TimeoutExpired:
                self.process.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture(scope="module")
def paths() -> Iterator[RuntimePaths]:
    with scratch_paths() as found:
        yield found


@pytest.fixture
def site(paths: RuntimePaths) -> Iterator[Site]:
    running = Site(paths)
    try:
        running.await_start()
        yield running
    finally:
        running.end()


def test_starts_refuses_a_second_and_stops_cleanly(site: Site, paths: RuntimePaths) -> None:
    status, body = get(site.port, "/readyz")
    checks = json.loads(body)["checks"]
    assert {checks[name] for name in ("database", "redis", "migrations")} == {"ok"}
    assert status == (200 if checks["catalogue"] == "ok" else 503)

    code, output = run_python(paths, "manage.py", "up", "--port", str(free_port()))
    assert code == 1
    assert f"Poly가 이미 http://127.0.0.1:{site.port} 에서 실행 중입니다" in output
    assert "Traceback" not in output

    children = site.children()
    output = site.stop(signal.SIGINT)
    assert site.process.returncode == 0, output
    assert "중지했습니다" in output
    assert "Traceback" not in output
    assert not any(processes.is_running(pid) for pid in children)
    assert PostgresServer(paths).running_pid() is None
    assert RedisServer(paths).running_pid() is None


def test_kill_of_every_part_is_survived(site: Site, paths: RuntimePaths) -> None:
    web, worker = site.child("web"), site.child("worker")
    postmaster = PostgresServer(paths).running_pid()
    assert postmaster is not None
    for pid in (web, worker, postmaster):
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: site.child("web") not in (0, web) and site.serves(), 30)
    eventually(lambda: site.child("worker") not in (0, worker), 30)
    eventually(lambda: json.loads(get(site.port, "/readyz")[1])["checks"]["database"] == "ok", 30)

    # Now the supervisor: the kernel tells its children, the database goes on.
    children = site.children()
    database = PostgresServer(paths).running_pid()
    output = site.stop(signal.SIGKILL)
    assert "웹 서버가 멈췄습니다(신호 SIGKILL). 1초 뒤 다시 시작합니다." in output
    assert "멈춘 서버를 다시 시작했습니다: 데이터베이스(PostgreSQL)" in output
    eventually(lambda: not any(processes.is_running(pid) for pid in children), 30)
    assert PostgresServer(paths).running_pid() == database

    again = Site(paths)
    try:
        again.await_start()
        assert PostgresServer(paths).running_pid() == database
        output = again.stop(signal.SIGTERM)
        assert again.process.returncode == 0, output
    finally:
        again.end()
    assert PostgresServer(paths).running_pid() is None


def test_taken_port_is_told_before_anything_starts() -> None:
    with scratch_paths() as fresh, socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, output = run_python(fresh, "manage.py", "up", "--port", str(port))
        assert code == 1
        assert f"다른 프로그램이 포트 {port}번을 쓰고 있습니다" in output
        assert "--port" in output
        assert "Traceback" not in output
        assert not fresh.postgres.exists()
