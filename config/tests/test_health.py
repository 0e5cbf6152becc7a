"""/healthz and /readyz."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from config import health


def ask(method: str = "GET") -> tuple[int, dict[str, str]]:
    response: HttpResponse = health.readyz(RequestFactory().generic(method, "/readyz"))
    return response.status_code, json.loads(response.content)["checks"]


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(health._CHECKS, "catalogue", lambda: True)


def test_alive_without_any_server() -> None:
    request: HttpRequest = RequestFactory().get("/healthz")
    response = health.healthz(request)
    assert (response.status_code, json.loads(response.content)) == (200, {"status": "ok"})
    assert "no-store" in response["Cache-Control"]


def test_nothing_but_reading_is_allowed() -> None:
    assert health.healthz(RequestFactory().post("/healthz")).status_code == 405
    assert health.readyz(RequestFactory().post("/readyz")).status_code == 405


@pytest.mark.django_db
@pytest.mark.usefixtures("catalogue")
def test_ready() -> None:
    status, checks = ask()
    assert (status, set(checks.values())) == (200, {"ok"})


@pytest.mark.django_db
def test_not_ready_without_catalogue() -> None:
    assert not apps.get_model("policies", "Policy")._default_manager.exists()
    status, checks = ask()
    assert status == 503
    assert checks == {"database": "ok", "redis": "ok", "migrations": "ok", "catalogue": "fail"}


@pytest.mark.django_db
@pytest.mark.usefixtures("catalogue")
def test_not_ready_with_a_missing_migration() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("django_celery_beat", "0019_alter_periodictasks_options")
    status, checks = ask()
    assert (status, checks["migrations"], checks["database"]) == (503, "fail", "ok")


@pytest.mark.django_db
@pytest.mark.usefixtures("catalogue")
def test_not_ready_without_redis_and_no_secret_told() -> None:
    with override_settings(REDIS_URL="redis://:hidden@127.0.0.1:1/0"):
        response = health.readyz(RequestFactory().get("/readyz"))
    assert response.status_code == 503
    assert json.loads(response.content)["checks"]["redis"] == "fail"
    assert b"hidden" not in response.content


def test_database_failure_fails_what_depends_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> bool:
        raise OSError("db.internal refused user poly")

    def unreachable() -> bool:
        pytest.fail("asked although the database is down")

    monkeypatch.setitem(health._CHECKS, "database", broken)
    monkeypatch.setitem(health._CHECKS, "migrations", unreachable)
    monkeypatch.setitem(health._CHECKS, "catalogue", unreachable)
    status, checks = ask()
    assert status == 503
    assert [checks[name] for name in ("database", "migrations", "catalogue")] == ["fail"] * 3
