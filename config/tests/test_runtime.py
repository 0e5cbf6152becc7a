"""The embedded servers: real PostgreSQL and Redis in a directory of their own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from config.runtime.errors import RuntimeProblem
from config.runtime.paths import RuntimePaths
from config.runtime.postgres import PostgresServer
from config.runtime.servers import Servers, ensure_servers
from config.tests.runtime_support import (
    eventually,
    pids,
    run_python,
    scratch_paths,
    start_python,
)

_ENSURE = (
    "from config.runtime.paths import current_paths; "
    "from config.runtime.servers import ensure_servers; "
    "ensure_servers(current_paths()).release(); print('ok')"
)


@pytest.fixture(autouse=True)
def _embedded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)


@pytest.fixture
def paths() -> Iterator[RuntimePaths]:
    with scratch_paths() as found:
        yield found


def remember(paths: RuntimePaths) -> None:
    with psycopg.connect(paths.database_url) as connection:
        connection.execute("CREATE TABLE note (text text)")
        connection.execute("INSERT INTO note VALUES ('복지')")
    with redis.Redis.from_url(paths.redis_url) as client:
        client.set("note", "복지")
        # Append-only files reach the disk once a second.
        client.execute_command("CONFIG", "SET", "appendfsync", "always")
        client.set("note", "복지")


def recall(paths: RuntimePaths) -> tuple[str, str]:
    with psycopg.connect(paths.database_url) as connection:
        row = connection.execute("SELECT text FROM note").fetchone()
    with redis.Redis.from_url(paths.redis_url) as client:
        value = client.get("note")
    assert row is not None
    assert isinstance(value, bytes)
    return row[0], value.decode()


def kill(servers: Servers) -> None:
    for pid in pids(servers):
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
    eventually(lambda: not any(member.is_alive() for member in servers.members), 10)


def test_data_survives_stop_and_start(paths: RuntimePaths) -> None:
    # An initdb that was killed half-way leaves this behind.
    (paths.var / "postgres.new").mkdir()
    (paths.var / "postgres.new" / "half").touch()
    servers = ensure_servers(paths)
    remember(paths)
    servers.release()
    assert pids(servers) == [None, None]
    again = ensure_servers(paths)
    assert recall(paths) == ("복지", "복지")
    again.release()


def test_database_is_private_and_knows_hangul(paths: RuntimePaths) -> None:
    servers = ensure_servers(paths)
    with psycopg.connect(paths.database_url) as connection:
        row = connection.execute(
            "SELECT current_setting('listen_addresses'), current_setting('server_encoding'), "
            "cardinality(show_trgm('복지')) > 0, '[1,2]'::vector IS NOT NULL"
        ).fetchone()
    assert row == ("", "UTF8", True, True)
    assert paths.sockets.stat().st_mode & 0o077 == 0
    assert paths.postgres.stat().st_mode & 0o077 == 0
    servers.release()


def test_last_user_stops_the_servers(paths: RuntimePaths) -> None:
    first = ensure_servers(paths)
    running = pids(first)
    second = ensure_servers(paths)
    assert pids(second) == running
    first.release()
    assert pids(second) == running
    second.release()
    assert pids(second) == [None, None]
    assert not any(member.is_alive() for member in first.members)


def test_killed_servers_are_repaired_with_their_data(paths: RuntimePaths) -> None:
    servers = ensure_servers(paths)
    remember(paths)
    assert servers.repair() == []
    kill(servers)
    assert servers.repair() == ["데이터베이스(PostgreSQL)", "Redis"]
    assert recall(paths) == ("복지", "복지")
    servers.release()


def test_leftovers_of_a_killed_run_do_not_matter(paths: RuntimePaths) -> None:
    servers = ensure_servers(paths)
    remember(paths)
    kill(servers)
    servers.release()
    # The recorded numbers now belong to somebody else: this process.
    content = (paths.postgres / "postmaster.pid").read_text(encoding="utf-8").splitlines()
    content[0] = str(os.getpid())
    (paths.postgres / "postmaster.pid").write_text("\n".join(content), encoding="utf-8")
    (paths.redis / "redis.pid").write_text(str(os.getpid()), encoding="ascii")
    again = ensure_servers(paths)
    assert recall(paths) == ("복지", "복지")
    again.release()


def test_two_processes_start_at_once(paths: RuntimePaths) -> None:
    with (
        start_python(paths, "-c", _ENSURE) as one,
        start_python(paths, "-c", _ENSURE) as two,
    ):
        outputs = [process.communicate(timeout=60)[0] for process in (one, two)]
    assert [one.returncode, two.returncode] == [0, 0], outputs
    assert PostgresServer(paths).running_pid() is None


def test_command_brings_and_takes_its_servers(paths: RuntimePaths) -> None:
    code, output = run_python(
        paths,
        "manage.py",
        "shell",
        "-v0",
        "-c",
        "from django.db import connection as c; k = c.cursor(); k.execute('SELECT 40 + 2'); "
        "print(k.fetchone()[0])",
    )
    assert (code, output.splitlines()[-1]) == (0, "42"), output
    assert PostgresServer(paths).running_pid() is None


def test_long_path_gets_a_short_socket(paths: RuntimePaths) -> None:
    deep = RuntimePaths(paths.var / ("가" * 40) / "poly-test-var")
    deep.var.parent.mkdir(mode=0o711)
    assert deep.sockets.parent != deep.var
    servers = ensure_servers(deep)
    remember(deep)
    assert recall(deep) == ("복지", "복지")
    servers.release()
    deep.sockets.rmdir()


def test_foreign_files_are_refused(paths: RuntimePaths) -> None:
    paths.postgres.mkdir()
    (paths.postgres / "thesis.txt").touch()
    with pytest.raises(RuntimeProblem, match="데이터베이스가 아닌 파일"):
        ensure_servers(paths)
    assert (paths.postgres / "thesis.txt").exists()


def test_another_version_is_refused(paths: RuntimePaths) -> None:
    paths.postgres.mkdir()
    (paths.postgres / "PG_VERSION").write_text("15\n", encoding="ascii")
    with pytest.raises(RuntimeProblem, match="PostgreSQL 15"):
        ensure_servers(paths)


def test_unwritable_place_is_named(paths: RuntimePaths) -> None:
    (paths.var / "file").touch()
    with pytest.raises(RuntimeProblem, match="디렉터리"):
        ensure_servers(RuntimePaths(paths.var / "file" / "var"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the servers as somebody else")
def test_closed_ancestor_is_opened_for_passing_only(paths: RuntimePaths) -> None:
    closed = paths.var / "home"
    closed.mkdir(mode=0o700)
    said: list[str] = []
    inner = RuntimePaths(closed / "poly-test-var")
    servers = ensure_servers(inner, said.append)
    servers.release()
    assert closed.stat().st_mode & 0o777 == 0o701
    assert any(str(closed) in line and "o+x" in line for line in said)


def test_urls_from_the_environment_start_nothing(
    paths: RuntimePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://elsewhere/poly")
    monkeypatch.setenv("REDIS_URL", "redis://elsewhere")
    servers = ensure_servers(paths)
    assert servers.members == []
    servers.release()
    assert not Path(paths.postgres).exists()
