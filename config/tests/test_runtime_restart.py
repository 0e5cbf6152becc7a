"""A cold start for measuring: data kept, and nobody else's connection cut."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from config.runtime.paths import RuntimePaths
from config.runtime.restart import database_restart
from config.runtime.servers import ensure_servers
from config.tests.runtime_support import scratch_paths


@pytest.fixture
def paths(monkeypatch: pytest.MonkeyPatch) -> Iterator[RuntimePaths]:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with scratch_paths() as found:
        monkeypatch.setenv("POLY_VAR", str(found.var))
        yield found


def test_restarts_when_nobody_is_connected(paths: RuntimePaths) -> None:
    servers = ensure_servers(paths)
    postgres = servers.members[0]
    first = postgres.running_pid()
    with psycopg.connect(paths.database_url) as connection:
        connection.execute("CREATE TABLE note AS SELECT '복지' AS text")
        connection.commit()
        restarted, dropped, reason = database_restart()
        assert (restarted, dropped) == (False, False)
        assert "다른 프로세스가 데이터베이스를 쓰고 있어" in reason
        assert postgres.running_pid() == first

    restarted, _, reason = database_restart()
    assert (restarted, reason) == (True, "")
    assert postgres.running_pid() not in (None, first)
    with psycopg.connect(paths.database_url) as connection:
        row = connection.execute("SELECT text FROM note").fetchone()
        assert row == ("복지",)
    servers.release()
    assert postgres.running_pid() is None


def test_leaves_a_server_alone_that_is_not_embedded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example/poly")
    restarted, dropped, reason = database_restart()
    assert (restarted, dropped) == (False, False)
    assert "내장 데이터베이스가 아니" in reason
