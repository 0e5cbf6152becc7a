"""What operators see and decide in the admin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django_celery_beat.models import PeriodicTask
from kombu.exceptions import OperationalError

from accounts.models import User
from config.celery import app as celery_app
from crawling.models import Edition, Source, SyncRun
from crawling.schedules import schedules_ensure
from crawling.tasks import run_continue
from crawling.tests.runs.support import (
    ListedCrawler,
    counts,
    crawled,
    gov24_items,
    shown,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_vectors")]


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_superuser(email="admin@example.kr", password="x"))
    return client


@pytest.fixture
def viewer(client: Client) -> Client:
    user = User.objects.create_user(email="viewer@example.kr", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(user)
    return client


@pytest.fixture
def at_once() -> Iterator[None]:
    """Tasks are done where they are sent from."""
    celery_app.conf.task_always_eager = True
    yield
    celery_app.conf.task_always_eager = False


def text(client: Client, name: str, *args: Any) -> str:
    response = client.get(reverse(f"admin:crawling_{name}", args=args))
    assert response.status_code == 200
    return response.content.decode()


def test_sources_with_their_health(admin: Client, crawler: ListedCrawler) -> None:
    schedules_ensure()
    crawler.items = gov24_items(3)
    crawled()
    crawler.items = gov24_items(4)
    run = crawled()
    page = text(admin, "source_changelist")
    assert "3 →" in page
    assert "정책 4건 · 규칙 100% · 확인한 규칙 0%" in page
    assert "서울특별시 4" in page
    assert reverse("admin:crawling_syncrun_change", args=[run.pk]) in page
    assert reverse("admin:crawling_source_action", args=["gov24", "start"]) in page
    task = PeriodicTask.objects.get(name="crawl-gov24")
    assert reverse("admin:django_celery_beat_periodictask_change", args=[task.pk]) in page
    Source.objects.update(failures_in_row=2, quota_left=0)
    part = text(admin, "source_part")
    assert "연달아 2번 실패" in part
    assert "<html" not in part


@pytest.mark.usefixtures("at_once")
def test_the_button_collects(
    admin: Client, crawler: ListedCrawler, django_capture_on_commit_callbacks: Any
) -> None:
    schedules_ensure()
    crawler.items = gov24_items(3)
    url = reverse("admin:crawling_source_action", args=["gov24", "start"])
    assert "점검" in admin.get(url).content.decode()
    assert not SyncRun.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        page = admin.post(url, follow=True).content.decode()
    assert "수집을 시작했습니다" in page
    run = SyncRun.objects.get()
    assert (run.status, run.trigger) == (SyncRun.Status.DONE, SyncRun.Trigger.BUTTON)
    assert run.started_by is not None
    assert len(shown()) == 3


def test_without_a_broker_the_run_waits(
    admin: Client,
    crawler: ListedCrawler,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    def away(*args: Any, **options: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(run_continue, "apply_async", away)
    schedules_ensure()
    with django_capture_on_commit_callbacks(execute=True):
        admin.post(reverse("admin:crawling_source_action", args=["gov24", "start"]))
    assert SyncRun.objects.get().status == SyncRun.Status.RUNNING


@pytest.mark.usefixtures("at_once")
def test_a_held_run_is_decided(
    admin: Client, crawler: ListedCrawler, django_capture_on_commit_callbacks: Any
) -> None:
    crawler.items = gov24_items(10)
    crawled()
    crawler.items = gov24_items(20)
    run = crawled()
    page = text(admin, "syncrun_change", run.pk)
    assert "10건에서 20건" in page
    url = reverse("admin:crawling_syncrun_action", args=[run.pk, "approve"])
    assert url in page
    assert "10건에서 20건" in admin.get(url).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        admin.post(url)
    assert len(shown()) == 20
    answer = admin.post(url, follow=True).content.decode()
    assert "확인을 기다리는 실행이 아닙니다" in answer


@pytest.mark.usefixtures("at_once")
def test_an_edition_is_taken_back(admin: Client, crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(3)
    run = crawled()
    edition = Edition.objects.get()
    url = reverse("admin:crawling_edition_action", args=[edition.pk, "rollback"])
    assert url in text(admin, "syncrun_change", run.pk)
    page = text(admin, "edition_change", edition.pk)
    assert "어르신 난방비 지원 2" in page
    assert "새로 3" in page
    admin.post(url)
    assert shown() == {}
    assert "이미 되돌렸습니다" in text(admin, "edition_change", edition.pk)


def test_the_log_is_a_file(admin: Client, crawler: ListedCrawler) -> None:
    crawler.items = [*gov24_items(2), *gov24_items(1)]
    run = crawled()
    response = admin.get(reverse("admin:crawling_syncrun_log", args=[run.pk]))
    assert response["Content-Disposition"] == f'attachment; filename="gov24-{run.pk}.txt"'
    log = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    assert "같은 식별자의 자료가 앞에 있습니다" in log
    assert "건너뜀\t100000000001#2" in log


def test_whoever_may_only_look_decides_nothing(viewer: Client, crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(2)
    run = crawled()
    start = reverse("admin:crawling_source_action", args=["gov24", "start"])
    assert start not in text(viewer, "source_changelist")
    assert "되돌리기" not in text(viewer, "syncrun_part", run.pk)
    assert viewer.post(start).status_code == 403
    edition = Edition.objects.get()
    url = reverse("admin:crawling_edition_action", args=[edition.pk, "rollback"])
    assert viewer.post(url).status_code == 403
    assert counts(run) == {"created": 2}


@pytest.mark.parametrize(
    ("gates", "told"),
    [
        ('{"min_share": 0.5}', ""),
        ('{"min": 0.5}', "모르는 기준입니다"),
        ('{"failed": "많이"}', "0 이상의 숫자"),
        ("[1]", "꼴로 적어"),
    ],
)
def test_bounds_are_checked(admin: Client, gates: str, told: str) -> None:
    schedules_ensure()
    url = reverse("admin:crawling_source_change", args=["gov24"])
    form = {"enabled": "on", "absences_to_close": 2, "stale_hours": 48, "gates": gates}
    page = admin.post(url, form, follow=True).content.decode()
    assert told in page
    assert (Source.objects.get(pk="gov24").absences_to_close == 2) is not bool(told)


@pytest.mark.parametrize("name", ["published", "stagedrecord", "rawdocument", "edition"])
def test_the_other_lists_open(admin: Client, crawler: ListedCrawler, name: str) -> None:
    crawler.items = [*gov24_items(1), *gov24_items(1)]
    crawled()
    assert text(admin, f"{name}_changelist")
