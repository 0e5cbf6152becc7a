"""Beat's rows, the tasks behind them, and whom they tell."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from django_celery_beat.models import CrontabSchedule, PeriodicTask

from config.beat import Scheduler
from config.celery import app as celery_app
from crawling.alerts import alert_send
from crawling.health import sources_health
from crawling.models import Edition, RawDocument, Source, SyncRun
from crawling.runs.registry import source_ensure
from crawling.schedules import lateness, schedules_ensure
from crawling.sources.registry import CRAWLERS
from crawling.tasks import (
    coverage_report,
    history_clean,
    run_continue,
    runs_recover,
    source_crawl,
    sources_check,
)
from crawling.tests.runs.support import (
    ListedCrawler,
    counts,
    crawled,
    gov24_items,
    shown,
    start,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_vectors")]


def changed(settings: Any, **values: Any) -> None:
    settings.CRAWL_RUNS = {**settings.CRAWL_RUNS, **values}


def test_rows_are_made_once_and_then_the_admins() -> None:
    assert schedules_ensure() == len(CRAWLERS)
    tasks = PeriodicTask.objects.filter(task="crawling.tasks.source_crawl")
    assert tasks.count() == len(CRAWLERS)
    times = {(task.crontab.hour, task.crontab.minute) for task in tasks if task.crontab}
    assert len(times) == len(CRAWLERS)
    assert {str(task.crontab.timezone) for task in tasks if task.crontab} == {"Asia/Seoul"}
    assert {json.loads(task.kwargs)["source"] for task in tasks} == set(CRAWLERS)
    tasks.filter(name="crawl-gov24").update(enabled=False)
    tasks.exclude(name="crawl-gov24").delete()
    assert schedules_ensure() == 0
    assert list(tasks.values_list("name", "enabled")) == [("crawl-gov24", False)]


def test_a_missed_night_is_caught_up_once() -> None:
    schedules_ensure()
    # Half a day from now: beat may not leave it for when its hour is near again.
    hour = (timezone.localtime().hour + 12) % 24
    CrontabSchedule.objects.update(hour=str(hour), minute="0")
    PeriodicTask.objects.update(last_run_at=timezone.now() - timedelta(days=3))
    entry = Scheduler(app=celery_app, lazy=True).all_as_schedule()["crawl-gov24"]
    assert entry.is_due().is_due
    # Beat notes the run, however many nights it stands for.
    after = entry.__next__()
    assert not after.is_due().is_due


def test_a_message_that_comes_twice_is_no_second_night(crawler: ListedCrawler) -> None:
    schedules_ensure()
    crawler.items = gov24_items(2)
    source_crawl("gov24", jittered=True)
    source_crawl("gov24", jittered=True)
    assert SyncRun.objects.count() == 1
    assert lateness()["gov24"] < 0
    ended(timedelta(days=2))
    assert 86_400 < lateness()["gov24"] < 2 * 86_400
    source_crawl("gov24", jittered=True)
    assert [counts(run) for run in SyncRun.objects.all()] == [{"unchanged": 2}, {"created": 2}]


def test_a_night_whose_message_was_lost_is_made_up_for_once(
    crawler: ListedCrawler, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, bool]] = []
    monkeypatch.setattr(source_crawl, "delay", lambda *given: sent.append(given))
    schedules_ensure()
    crawler.items = gov24_items(2)
    crawled()
    runs_recover()
    assert sent == []
    ended(timedelta(days=2))
    Source.objects.filter(pk="gov24").update(enabled=False)
    runs_recover()
    Source.objects.filter(pk="gov24").update(enabled=True)
    # A run under way goes on by itself.
    stopped = start(limit=1)
    SyncRun.objects.filter(pk=stopped.pk).update(status="interrupted", resume_after=later())
    runs_recover()
    assert sent == []
    SyncRun.objects.filter(pk=stopped.pk).delete()
    # Beat has some time of its own.
    changed(settings, late_seconds=3 * 86_400)
    runs_recover()
    assert sent == []
    changed(settings, late_seconds=900)
    runs_recover()
    assert sent == [("gov24", True)]
    source_crawl(*sent.pop())
    runs_recover()
    assert sent == []
    assert SyncRun.objects.count() == 2


def test_a_second_time_of_the_day_counts_as_well(crawler: ListedCrawler) -> None:
    schedules_ensure()
    crawler.items = gov24_items(1)
    crawled()
    ended(timedelta(minutes=90))
    CrontabSchedule.objects.update(hour=str((timezone.localtime().hour + 3) % 24), minute="0")
    assert lateness()["gov24"] < 0
    hourly = CrontabSchedule.objects.create(hour="*", minute="0", timezone="Asia/Seoul")
    PeriodicTask.objects.create(
        name="again", task="crawling.tasks.source_crawl", crontab=hourly, args='["gov24"]'
    )
    assert 0 < lateness()["gov24"] < 5_400


def ended(ago: timedelta) -> None:
    """All runs so far as if they had been made so long ago."""
    then = timezone.now() - ago
    SyncRun.objects.update(started_at=then, finished_at=then)


def later() -> datetime:
    return timezone.now() + timedelta(hours=1)


def test_the_night_collects(crawler: ListedCrawler) -> None:
    schedules_ensure()
    crawler.items = gov24_items(3)
    source_crawl("gov24", jittered=True)
    run = SyncRun.objects.get()
    assert (run.status, run.trigger) == (SyncRun.Status.DONE, SyncRun.Trigger.SCHEDULE)
    assert len(shown()) == 3


def test_it_starts_a_little_late(
    crawler: ListedCrawler, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    schedules_ensure()
    sent: list[tuple[Any, float]] = []
    monkeypatch.setattr(
        source_crawl, "apply_async", lambda given, countdown: sent.append((given, countdown))
    )
    source_crawl("gov24")
    assert sent[0][0] == ("gov24", True)
    assert 0 <= sent[0][1] <= settings.CRAWL_RUNS["jitter_seconds"]
    assert not SyncRun.objects.exists()


def test_a_source_that_is_switched_off_is_left_alone(crawler: ListedCrawler) -> None:
    schedules_ensure()
    Source.objects.update(enabled=False)
    source_crawl("gov24", jittered=True)
    source_crawl("unknown", jittered=True)
    assert not SyncRun.objects.exists()


def test_a_source_without_its_key_is_no_failure_of_the_night(settings: Any) -> None:
    settings.CRAWL = {**settings.CRAWL, "keys": {}}
    schedules_ensure()
    source_crawl("gov24", jittered=True)
    assert not SyncRun.objects.exists()
    row = next(each for each in sources_health() if each.source.pk == "gov24")
    assert "DATA_GO_KR_KEY" in row.missing


def test_a_task_that_comes_twice_works_once(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(3)
    run = start()
    run_continue(run.pk)
    run_continue(run.pk)
    run.refresh_from_db()
    assert counts(run) == {"created": 3}


def test_other_work_keeps_its_workers(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(2)
    busy = SyncRun.objects.create(
        source=source_ensure("youthcenter"),
        kind="crawl",
        stage="fetch",
        lease_holder="another",
        lease_expires_at=timezone.now() + timedelta(seconds=60),
    )
    run = start()
    run_continue(run.pk)
    run.refresh_from_db()
    assert (run.status, run.lease_holder) == (SyncRun.Status.RUNNING, "")
    SyncRun.objects.filter(pk=busy.pk).update(status="done")
    run_continue(run.pk)
    assert len(shown()) == 2


def test_what_nobody_works_on_is_taken_up(
    crawler: ListedCrawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawler.items = gov24_items(2)
    run = start()
    SyncRun.objects.update(
        lease_holder="a process that died", lease_expires_at=timezone.now() - timedelta(seconds=5)
    )
    monkeypatch.setattr(run_continue, "delay", run_continue)
    assert runs_recover() == 1
    run.refresh_from_db()
    assert run.status == SyncRun.Status.DONE
    assert runs_recover() == 0


def test_a_stale_source_is_told_of_once_a_day(settings: Any) -> None:
    changed(settings, alert_emails=["ops@example.kr"])
    schedules_ensure()
    Source.objects.filter(pk="gov24").update(last_good_at=timezone.now() - timedelta(hours=80))
    assert (sources_check(), sources_check()) == (1, 0)
    assert "80시간 전" in mail.outbox[0].body
    Source.objects.update(stale_alerted_at=timezone.now() - timedelta(days=2))
    assert sources_check() == 1


def test_old_history_goes_and_enough_stays(crawler: ListedCrawler, settings: Any) -> None:
    changed(settings, keep_editions=1)
    for amount in (5, 6, 7):
        crawler.items = [*gov24_items(2, 지원내용=f"○ {amount}만원"), *gov24_items(1)]
        crawled()
    document = RawDocument.objects.create(
        source_id="gov24",
        url="https://x.kr",
        sha256="0",
        status=200,
        body=b"",
        fetched_at=timezone.now(),
    )
    assert history_clean() == 0
    crawler.items = []
    waiting = crawled()
    assert waiting.status == SyncRun.Status.HELD
    long_ago = timezone.now() - timedelta(days=90)
    SyncRun.objects.update(started_at=long_ago, finished_at=long_ago)
    Edition.objects.update(created_at=long_ago)
    RawDocument.objects.update(fetched_at=long_ago)
    assert history_clean() > 0
    assert (Edition.objects.count(), SyncRun.objects.count()) == (1, 4)
    waiting.refresh_from_db()
    assert waiting.status == SyncRun.Status.DISCARDED
    assert not RawDocument.objects.filter(pk=document.pk).exists()
    assert len(shown()) == 2


def test_the_report_counts(crawler: ListedCrawler, settings: Any) -> None:
    changed(settings, alert_emails=["ops@example.kr"])
    crawler.items = gov24_items(4)
    crawled()
    text = coverage_report()
    assert "gov24: 4건" in text
    assert "확인한 규칙 0%" in text
    assert "서울특별시 4" in text
    assert mail.outbox[0].subject == "수집 현황"


class _Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.bodies.append(json.loads(body))  # type: ignore[attr-defined]
        self.send_response(self.server.status)  # type: ignore[attr-defined]
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Quiet."""


@pytest.fixture
def webhook() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), _Hook)
    server.bodies, server.status = [], 204  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_alerts_go_by_mail_and_webhook(settings: Any, webhook: Any) -> None:
    url = f"http://127.0.0.1:{webhook.server_port}/secret-token"
    changed(settings, alert_emails=["ops@example.kr"], alert_webhook=url)
    assert alert_send(title="제목", text="내용") == 2
    assert webhook.bodies == [{"text": "제목\n내용"}]
    assert mail.outbox[0].to == ["ops@example.kr"]


def test_an_alert_that_fails_disturbs_nothing(
    settings: Any, webhook: Any, caplog: pytest.LogCaptureFixture
) -> None:
    webhook.status = 500
    url = f"http://127.0.0.1:{webhook.server_port}/secret-token"
    changed(settings, alert_webhook=url)
    assert alert_send(title="제목", text="내용") == 0
    assert "secret-token" not in caplog.text
