"""The runtime's small parts, without servers."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured

from config.runtime import checks, child_process, launch, logs, processes
from config.runtime.child_process import ChildProcess, ChildSpec, stop_survivors
from config.runtime.environment import needs_servers
from config.runtime.errors import RuntimeProblem, is_disk_full, known_cause
from config.runtime.launch import Launcher, LaunchOptions
from config.runtime.locks import FileLock
from config.runtime.paths import RuntimePaths, var_dir
from config.settings.parts.celery import broker_from_redis
from config.settings.parts.database import database_from_url
from config.tests.runtime_support import eventually, scratch_paths


@pytest.fixture
def paths() -> Iterator[RuntimePaths]:
    with scratch_paths() as found:
        yield found


def fake_disk(free: int) -> Callable[[Path], SimpleNamespace]:
    return lambda path: SimpleNamespace(total=10**12, used=0, free=free)


def test_shared_lock_admits_users_but_no_owner(tmp_path: Path) -> None:
    one, two, alone = (FileLock(tmp_path / "lock") for _ in range(3))
    assert one.try_shared()
    assert two.try_shared()
    assert not alone.try_exclusive()
    assert not one.wait_exclusive(0.1)
    two.release()
    assert alone.try_exclusive()
    alone.release()


def test_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from config.runtime.locks import FileLock; "
        "lock = FileLock(Path(sys.argv[1])); assert lock.try_exclusive(); print(1, flush=True); "
        "time.sleep(60)"
    )
    lock = FileLock(tmp_path / "lock")
    command = [sys.executable, "-c", code, str(lock.path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        assert not lock.try_exclusive()
        holder.kill()
    assert lock.try_exclusive()
    lock.release()


def test_port_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(RuntimeProblem, match="다른 프로그램이 포트"):
            checks.check_port("127.0.0.1", other.getsockname()[1])
    with pytest.raises(RuntimeProblem, match="65535까지"):
        checks.check_port("127.0.0.1", 70000)
    with pytest.raises(RuntimeProblem, match=r"주소가 아닙니다: 192\.0\.2\.1"):
        checks.check_port("192.0.2.1", 8000)

    def unknown(*args: object, **options: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(RuntimeProblem, match="알 수 없는 주소"):
        checks.check_port("poly.example", 8000)


def test_full_disk_is_refused(paths: RuntimePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", fake_disk(checks.MINIMUM_FREE_BYTES - 1))
    with pytest.raises(RuntimeProblem, match="디스크 공간이 모자랍니다"):
        checks.check_free_space(paths.var)
    monkeypatch.setattr(shutil, "disk_usage", fake_disk(checks.MINIMUM_FREE_BYTES))
    checks.check_free_space(paths.var)


def test_unreachable_servers_are_named_without_their_password() -> None:
    with pytest.raises(RuntimeProblem, match="DATABASE_URL") as database:
        checks.check_database("postgresql://kim:hidden@127.0.0.1:1/poly")
    with pytest.raises(RuntimeProblem, match="REDIS_URL") as broker:
        checks.check_redis("redis://:hidden@127.0.0.1:1/0")
    assert "hidden" not in f"{database.value}{broker.value}"


def test_disk_full_is_recognised_through_layers() -> None:
    def wrapped(cause: Exception) -> Exception:
        try:
            raise RuntimeError("outer") from cause
        except RuntimeError as error:
            return error

    assert is_disk_full(wrapped(OSError(errno.ENOSPC, "full")))
    assert is_disk_full(wrapped(psycopg.errors.DiskFull("could not extend file")))
    assert not is_disk_full(wrapped(OSError(errno.EACCES, "no")))
    assert "디스크" in known_cause("PANIC: could not write: No space left on device")
    assert known_cause("all is well") == ""


def test_unforeseen_error_is_told_without_a_traceback(
    paths: RuntimePaths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def explode(self: Launcher) -> int:
        raise ValueError("broken part")

    monkeypatch.setattr(launch.StopSignals, "install", lambda self: None)
    monkeypatch.setattr(Launcher, "_serve", explode)
    assert Launcher(paths, LaunchOptions("127.0.0.1", 1, with_worker=False)).run() == 1
    output = capsys.readouterr()
    assert "ValueError: broken part" in output.err
    assert "Traceback" not in output.err + output.out
    assert "Traceback" in (paths.log / "up.log").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("0.0.0.0", "http://127.0.0.1:80"),
        ("::", "http://[::1]:80"),
        ("poly.example", "http://poly.example:80"),
    ],
)
def test_address_is_one_to_open(host: str, address: str) -> None:
    assert LaunchOptions(host, 80, with_worker=True).address == address


def test_logs_turn_over_at_start_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_TURN_OVER_BYTES", 10)
    for number in range(6):
        descriptor = logs.open_log(tmp_path, "web")
        os.write(descriptor, f"line {number} is long enough\n".encode())
        os.close(descriptor)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["web.log", "web.log.1", "web.log.2", "web.log.3"]
    assert logs.log_tail(tmp_path, "web") == "line 5 is long enough"
    assert "line 2" in (tmp_path / "web.log.3").read_text(encoding="utf-8")


def failing_child(paths: RuntimePaths, code: str) -> ChildProcess:
    command = (sys.executable, "-S", "-c", code, "celery")
    spec = ChildSpec("web", "웹 서버", command, stop_seconds=5, essential=True)
    return ChildProcess(spec, paths, dict(os.environ))


def test_child_that_keeps_dying_is_given_up(
    paths: RuntimePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_process, "_PAUSES", (0.0, 0.0))
    child = failing_child(paths, "import sys; print('무언가 빠졌습니다'); sys.exit(3)")
    child.start()
    said: list[str] = []

    def gave_up() -> bool:
        said.append(child.check())
        return child.given_up

    eventually(gave_up, 20)
    text = "\n".join(said)
    assert text.count("웹 서버를 다시 시작했습니다") == 2
    assert all(part in text for part in ("코드 3", "무언가 빠졌습니다", "web.log"))
    assert "더 시도하지 않습니다" in text
    child.stop()


def test_child_that_ignores_the_signal_is_killed(paths: RuntimePaths) -> None:
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "print('ready', flush=True); time.sleep(60)"
    )
    child = failing_child(paths, code)
    child.start()
    eventually(lambda: "ready" in logs.log_tail(paths.log, "web"), 10)
    pid = int((paths.run / "web.pid").read_text(encoding="ascii").split()[0])
    child.stop(hurry=True)
    assert not processes.is_running(pid)
    assert not (paths.run / "web.pid").exists()


def test_only_our_survivors_are_ended(paths: RuntimePaths) -> None:
    paths.run.mkdir()
    sleep = "import time; time.sleep(60)"
    with (
        subprocess.Popen([sys.executable, "-c", sleep, "celery"], start_new_session=True) as ours,
        subprocess.Popen([sys.executable, "-c", sleep], start_new_session=True) as stranger,
        subprocess.Popen([sys.executable, "-c", sleep, "celery"], start_new_session=True) as reused,
    ):
        time.sleep(0.2)
        for name, pid, started in (
            ("web", ours.pid, processes.start_time(ours.pid)),
            ("worker", stranger.pid, processes.start_time(stranger.pid)),
            ("beat", reused.pid, "12345"),
        ):
            (paths.run / f"{name}.pid").write_text(f"{pid} {started}", encoding="ascii")
        assert stop_survivors(paths) == 1
        assert ours.wait(timeout=5) == -signal.SIGTERM
        assert [stranger.poll(), reused.poll()] == [None, None]
        stranger.kill()
        reused.kill()
    assert list(paths.run.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], False),
        (["migrate"], True),
        (["migrate", "--help"], False),
        (["up"], False),
        (["check_catalogue"], False),
        (["evaluate", "retrieval"], True),
    ],
)
def test_which_commands_need_servers(arguments: list[str], *, expected: bool) -> None:
    assert needs_servers(arguments) is expected


def test_tests_never_use_a_real_var_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLY_VAR", "/srv/poly")
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    assert str(var_dir()) == "/srv/poly"
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings.test")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    assert var_dir().name == f"poly-test-{os.getpid()}"


def test_each_worker_of_a_test_run_has_its_own_var(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings.test")
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw1")
    monkeypatch.setenv("POLY_VAR", f"/srv/poly-test-{os.getppid()}")
    own = var_dir()
    assert own.name == f"poly-test-gw1{os.getpid()}"
    assert var_dir() == own
    monkeypatch.setenv("POLY_VAR", "/srv/poly-test-made-by-a-test")
    assert str(var_dir()) == "/srv/poly-test-made-by-a-test"


def test_database_url_parts() -> None:
    entry = database_from_url("postgresql://kim:p%40ss@db.example:6000/welfare?sslmode=require")
    assert (entry["USER"], entry["PASSWORD"], entry["HOST"], entry["PORT"], entry["NAME"]) == (
        "kim",
        "p@ss",
        "db.example",
        "6000",
        "welfare",
    )
    assert entry["OPTIONS"]["sslmode"] == "require"
    embedded = RuntimePaths(Path("/srv/복지 var"))
    assert database_from_url(embedded.database_url)["HOST"] == "/srv/복지 var/sock"


@pytest.mark.parametrize("url", ["mysql://h/poly", "postgresql://kim:hidden@h:port/poly"])
def test_bad_database_url_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as caught:
        database_from_url(url)
    assert "hidden" not in str(caught.value)


def test_broker_url_of_a_socket() -> None:
    assert broker_from_redis("redis://h:1/2") == "redis://h:1/2"
    socket_url = "redis+socket:///srv/sock/redis.sock?virtual_host=0"
    assert broker_from_redis("unix:///srv/sock/redis.sock") == socket_url
    assert broker_from_redis("unix:///a.sock?db=3") == "redis+socket:///a.sock?virtual_host=3"
