"""kill -9 of PostgreSQL, Redis, beat: a night's collection is neither lost nor made twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from django_celery_beat.models import (
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    PeriodicTasks,
)
from kombu.exceptions import OperationalError as NoBroker

from config.runtime.paths import PROJECT
from config.runtime.servers import Servers
from config.tests.runtime_support import eventually
from crawling.models import Edition, Published, SyncRun
from crawling.runs import publishing
from crawling.runs import work as work_module
from crawling.runs.lease import runs_waiting
from crawling.runs.work import Outcome
from crawling.schedules import schedules_ensure
from crawling.tasks import run_continue
from crawling.tests.runs.support import (
    ListedCrawler,
    counts,
    crawled,
    gov24_items,
    process_environment,
    shown,
    start,
    work,
)
from policies.models import Policy, PolicyVersion

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
Status = SyncRun.Status
Kill = Callable[[str], None]


@pytest.fixture
def kill(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kill]:
    """kill -9 of one of the session's servers, "postgres" or "redis"; all run at the end."""
    # How long somebody waits for a connection that cannot be had.
    monkeypatch.setattr(connection.pool, "timeout", 0.3)

    def end(name: str) -> None:
        server = next(each for each in servers.members if each.log_name == name)
        pid = server.running_pid()
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: not server.is_alive(), 10)

    yield end
    back(servers)


def back(servers: Servers) -> None:
    servers.repair()
    connection.close()
    # Else it waits ever longer before it tries again.
    connection.close_pool()


def whole(number: int) -> None:
    """Everything was published once."""
    assert len(shown()) == number
    assert Policy.objects.count() == PolicyVersion.objects.count() == number
    assert (Edition.objects.count(), Published.objects.count()) == (1, number)


@pytest.mark.parametrize("stage", ["fetch", "gate", "publish", "embed"])
def test_postgresql_killed_in_every_stage(
    crawler: ListedCrawler,
    no_vectors: list[str],
    servers: Servers,
    kill: Kill,
    monkeypatch: pytest.MonkeyPatch,
    stage: str,
) -> None:
    crawler.items = gov24_items(4)
    module, name = {
        "gate": (work_module, "gates_check"),
        "publish": (publishing, "_source_note"),
        "embed": (work_module, "_finish"),
    }.get(stage, (work_module, "records_stage"))
    real = getattr(module, name)

    def killing(*given: Any, **named: Any) -> Any:
        monkeypatch.setattr(module, name, real)
        if stage == "fetch":
            crawler.before = lambda number: kill("postgres") if number == 2 else None
        else:
            kill("postgres")
        return real(*given, **named)

    monkeypatch.setattr(module, name, killing)
    run = start()
    # Nothing can be noted anywhere: whoever finds the run goes on with it.
    assert work(run) is Outcome.STOPPED
    back(servers)
    run.refresh_from_db()
    assert (run.status, run.stage) == (Status.RUNNING, stage)
    assert len(shown()) == (4 if stage == "embed" else 0)
    crawler.before = lambda number: None
    SyncRun.objects.update(lease_expires_at=timezone.now())
    assert runs_waiting() == [run.pk]
    assert work(run, "another") is Outcome.FINISHED
    run.refresh_from_db()
    assert (run.status, counts(run)) == (Status.DONE, {"created": 4})
    whole(4)


def test_a_run_needs_no_redis(
    crawler: ListedCrawler, no_vectors: list[str], servers: Servers, kill: Kill
) -> None:
    crawler.items = gov24_items(4)
    crawler.before = lambda number: kill("redis") if number == 2 else None
    assert counts(crawled()) == {"created": 4}
    whole(4)
    back(servers)
    crawler.before = lambda number: None
    assert counts(crawled()) == {"unchanged": 4}


def test_a_run_that_cannot_be_handed_over_is_taken_up(
    crawler: ListedCrawler, no_vectors: list[str], servers: Servers, kill: Kill, settings: Any
) -> None:
    settings.CRAWL_RUNS = {**settings.CRAWL_RUNS, "batch": 2, "task_seconds": 0}
    crawler.items = gov24_items(4)
    run = start()
    kill("redis")
    with pytest.raises(NoBroker):
        run_continue(run.pk)
    assert runs_waiting() == [run.pk]
    assert work(run, "another") is Outcome.FINISHED
    whole(4)


class Process:
    """A worker or beat of its own, over the session's servers."""

    def __init__(self, log: Path, *arguments: str) -> None:
        url = process_environment()["REDIS_URL"]
        # A number of its own: messages of other tests wait in the usual one.
        environment = {
            **process_environment(),
            "REDIS_URL": f"{url}?db=7",
            "CRAWL_LEASE_SECONDS": "2",
            "CRAWL_HEARTBEAT_SECONDS": "0.5",
            "CRAWL_JITTER_SECONDS": "0",
            "CRAWL_PAUSE_SECONDS": "0.1",
        }
        self._log = log
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *arguments],
                cwd=PROJECT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill9(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def run_process(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    started: list[Process] = []

    def begin(name: str, *arguments: str) -> Process:
        started.append(Process(tmp_path / f"{name}.log", *arguments))
        return started[-1]

    yield begin
    for process in started:
        process.kill9()


BEAT = ("celery", "-A", "config", "beat", "--pidfile=", "--max-interval", "1")


def night_missed() -> None:
    """The last collection is days old; its hour is not near, and beat was not there."""
    hour = (timezone.localtime().hour + 12) % 24
    PeriodicTask.objects.exclude(name="crawl-gov24").update(enabled=False)
    CrontabSchedule.objects.update(hour=str(hour), minute="0")
    then = timezone.now() - timedelta(days=3)
    SyncRun.objects.update(started_at=then, finished_at=then)
    PeriodicTask.objects.update(last_run_at=then)
    PeriodicTasks.update_changed()


def test_beat_redis_and_postgresql_killed_in_a_night(
    tmp_path: Path, run_process: Callable[..., Process], servers: Servers, kill: Kill
) -> None:
    gate = tmp_path / "gate"
    reached = gate.with_suffix(".reached")

    def done(number: int) -> bool:
        return SyncRun.objects.filter(status=Status.DONE).count() == number

    schedules_ensure()
    night_missed()
    worker = run_process("worker", "crawling.tests.runs.worker", str(gate))
    beat = run_process("beat", *BEAT)
    eventually(reached.exists, 60)
    # Beat dies right after it sent the night, Redis with the message that is not done yet.
    beat.kill9()
    kill("redis")
    gate.touch()
    eventually(lambda: done(1), 20)
    back(servers)
    whole(6)

    # Beat is back and knows what it sent; the next night comes once, and all still works.
    beat = run_process("beat", *BEAT)
    gate.unlink()
    reached.unlink()
    night_missed()
    eventually(reached.exists, 60)
    kill("postgres")
    gate.touch()
    back(servers)
    # The minute's check, each second.
    every = IntervalSchedule.objects.create(every=1, period=IntervalSchedule.SECONDS)
    PeriodicTask.objects.filter(name="crawl-recover").update(enabled=True, interval=every)
    PeriodicTasks.update_changed()
    eventually(lambda: done(2), 60)
    assert worker.is_running
    assert beat.is_running
    assert [counts(run) for run in SyncRun.objects.all()] == [{"unchanged": 6}, {"created": 6}]
    whole(6)
