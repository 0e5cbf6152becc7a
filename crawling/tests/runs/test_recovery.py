"""Runs that stop, die and go on: nothing is lost, nothing is there twice."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection, connections
from django.utils import timezone

from config.runtime.paths import PROJECT
from crawling.fetching.types import FetchError, FetchFault
from crawling.models import Edition, Published, Source, SyncRun
from crawling.runs import publishing
from crawling.runs import work as work_module
from crawling.runs.lease import LeaseLost, run_claim, run_put, runs_waiting
from crawling.runs.start import run_start
from crawling.runs.work import Outcome
from crawling.tests.runs.support import (
    ListedCrawler,
    counts,
    crawled,
    gov24_item,
    gov24_items,
    process_environment,
    shown,
    start,
    work,
)
from policies.models import Policy, PolicyVersion

pytestmark = pytest.mark.usefixtures("no_vectors")
Status = SyncRun.Status


def failing_at(number: int, error: Exception) -> Any:
    def before(place: int) -> None:
        if place == number:
            raise error

    return before


def quiet(number: int) -> None:
    """Nothing happens."""


@pytest.mark.django_db
def test_a_list_that_fails_stops_the_run_which_goes_on_later(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(5)
    crawler.before = failing_at(3, FetchError(FetchFault.UNREACHABLE, "응답이 없습니다"))
    run = start()
    assert work(run) is Outcome.STOPPED
    run.refresh_from_db()
    assert (run.status, run.message) == (Status.INTERRUPTED, "응답이 없습니다")
    assert shown() == {}
    assert run.pk not in runs_waiting()
    SyncRun.objects.filter(pk=run.pk).update(resume_after=timezone.now())
    assert runs_waiting() == [run.pk]
    crawler.before = quiet
    assert work(run) is Outcome.FINISHED
    run.refresh_from_db()
    assert (run.status, counts(run)) == (Status.DONE, {"created": 5})


@pytest.mark.django_db
def test_starting_again_goes_on_with_the_stopped_run(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(5)
    crawler.before = failing_at(3, FetchError(FetchFault.STATUS, "500"))
    run = start()
    work(run)
    assert start().pk == run.pk
    # With other wishes it is another run.
    other = start(limit=2)
    run.refresh_from_db()
    assert other.pk != run.pk
    assert run.status == Status.FAILED


@pytest.mark.django_db
def test_what_is_staged_is_not_read_again(
    crawler: ListedCrawler, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CRAWL_RUNS = {**settings.CRAWL_RUNS, "batch": 2}
    crawler.items = gov24_items(5)
    crawler.before = failing_at(4, FetchError(FetchFault.STATUS, "500"))
    run = start()
    work(run)
    kept = list(run.staged.values_list("pk", flat=True))
    assert len(kept) == 4
    crawler.items = [*gov24_items(3), gov24_item(5)]
    crawler.before = quiet
    SyncRun.objects.filter(pk=run.pk).update(resume_after=None)
    monkeypatch.setattr(work_module, "gates_check", lambda *given: [{"code": "x", "text": "x"}])
    work(run)
    ids = list(run.staged.values_list("external_id", flat=True))
    assert sorted(ids) == [item.external_id for item in crawler.items]
    assert set(run.staged.values_list("pk", flat=True)) & set(kept) == set(kept[:3])


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [FetchFault.CREDENTIALS, FetchFault.ROBOTS, FetchFault.SCHEMA])
def test_what_trying_again_cannot_mend_fails_at_once(
    crawler: ListedCrawler, settings: Any, kind: FetchFault
) -> None:
    settings.CRAWL_RUNS = {**settings.CRAWL_RUNS, "alert_emails": ["ops@example.kr"]}
    crawler.items = gov24_items(2)
    crawler.before = failing_at(1, FetchError(kind, "할 수 없습니다"))
    run = start()
    assert work(run) is Outcome.FINISHED
    run.refresh_from_db()
    assert run.status == Status.FAILED
    assert "할 수 없습니다" in mail.outbox[0].body
    assert Source.objects.get(pk="gov24").failures_in_row == 1
    crawler.before = quiet
    assert counts(crawled()) == {"created": 2}
    assert Source.objects.get(pk="gov24").failures_in_row == 0


@pytest.mark.django_db
def test_a_run_that_never_gets_through_fails_in_the_end(
    crawler: ListedCrawler, settings: Any
) -> None:
    settings.CRAWL_RUNS = {**settings.CRAWL_RUNS, "attempts": 3}
    crawler.items = gov24_items(2)
    crawler.before = failing_at(1, FetchError(FetchFault.TOO_SLOW, "너무 느립니다"))
    run = start()
    outcomes = [work(run), work(run), work(run)]
    assert outcomes == [Outcome.STOPPED, Outcome.STOPPED, Outcome.FINISHED]
    run.refresh_from_db()
    assert run.status == Status.FAILED


@pytest.mark.django_db
def test_a_used_up_quota_waits_for_the_next_day(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(2)
    crawler.before = failing_at(1, FetchError(FetchFault.QUOTA, "한도를 다 썼습니다"))
    run = start()
    work(run)
    run.refresh_from_db()
    assert run.resume_after is not None
    when = timezone.localtime(run.resume_after)
    assert (when.hour, when.minute) == (0, 10)
    assert when > timezone.now()
    assert Source.objects.get(pk="gov24").quota_left == 0


@pytest.mark.django_db
def test_ctrl_c_keeps_what_was_done(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(3)
    crawler.before = failing_at(2, KeyboardInterrupt())  # type: ignore[arg-type]
    run = start()
    with pytest.raises(KeyboardInterrupt):
        work(run)
    run.refresh_from_db()
    assert run.status == Status.INTERRUPTED
    assert runs_waiting() == []
    crawler.before = quiet
    assert counts(crawled()) == {"created": 3}
    assert SyncRun.objects.count() == 1


@pytest.mark.django_db
def test_time_is_up_hands_over(crawler: ListedCrawler, settings: Any) -> None:
    settings.CRAWL_RUNS = {**settings.CRAWL_RUNS, "batch": 2}
    crawler.items = gov24_items(5)
    run = start()
    assert work(run, until=0.0) is Outcome.TIME_IS_UP
    assert run.staged.count() == 2
    assert runs_waiting() == [run.pk]
    assert work(run, "another") is Outcome.FINISHED
    assert len(shown()) == 5


@pytest.mark.django_db
def test_a_lost_lease_publishes_nothing(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(3)
    run = start()

    def taken(number: int) -> None:
        SyncRun.objects.filter(pk=run.pk).update(lease_holder="somebody else")

    crawler.before = taken
    assert work(run) is Outcome.BUSY
    assert shown() == {}
    run.refresh_from_db()
    assert (run.status, run.lease_holder) == (Status.RUNNING, "somebody else")


@pytest.mark.django_db
def test_a_lease_is_one_process_s_until_it_runs_out(crawler: ListedCrawler) -> None:
    run = start()
    mine = run_claim(run.pk, "one")
    assert mine is not None
    assert run_claim(run.pk, "two") is None
    SyncRun.objects.filter(pk=run.pk).update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    assert run_claim(run.pk, "two") is not None
    with pytest.raises(LeaseLost):
        run_put(mine, total=1)


def cut() -> None:
    """As when PostgreSQL is restarted: the connection is gone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    other = connections.create_connection("default")
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    other.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stage", ["fetch", "publish"])
def test_a_database_that_goes_away_stops_the_run(
    crawler: ListedCrawler, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    crawler.items = gov24_items(4)
    note = publishing._source_note

    def cut_once(*given: Any, **named: Any) -> None:
        monkeypatch.setattr(publishing, "_source_note", note)
        cut()
        note(*given, **named)

    if stage == "fetch":
        crawler.before = lambda number: cut() if number == 2 else None
    else:
        monkeypatch.setattr(publishing, "_source_note", cut_once)
    run = start()
    assert work(run) is Outcome.STOPPED
    run.refresh_from_db()
    assert (run.status, run.stage) == (Status.INTERRUPTED, stage)
    assert shown() == {}
    crawler.before = quiet
    assert counts(crawled()) == {"created": 4}
    assert SyncRun.objects.count() == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stage", ["fetch", "gate", "publish", "embed"])
def test_kill_9_in_every_stage(crawler: ListedCrawler, stage: str) -> None:
    victim = subprocess.run(
        [sys.executable, "-m", "crawling.tests.runs.victim", stage],
        cwd=PROJECT,
        env={**process_environment(), "CRAWL_LEASE_SECONDS": "2"},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert victim.returncode == -9, victim.stderr.decode()
    run = SyncRun.objects.get()
    assert (run.status, run.stage) == (Status.RUNNING, stage)
    # Nothing of a publish that died, all of one that did not.
    assert len(shown()) == (6 if stage == "embed" else 0)
    crawler.items = gov24_items(6)
    SyncRun.objects.update(lease_expires_at=timezone.now())
    assert runs_waiting() == [run.pk]
    assert run_start(source="gov24", trigger=SyncRun.Trigger.SCHEDULE).pk == run.pk
    work(run)
    run.refresh_from_db()
    assert (run.status, counts(run)) == (Status.DONE, {"created": 6})
    assert Policy.objects.count() == PolicyVersion.objects.count() == 6
    assert (Edition.objects.count(), Published.objects.count()) == (1, 6)
    assert counts(crawled()) == {"unchanged": 6}
