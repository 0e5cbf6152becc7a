from __future__ import annotations

import pytest
from django.contrib.admin import site
from django.contrib.auth import get_user_model
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from crawling.models import Edition, Published, Source, SyncRun

pytestmark = pytest.mark.django_db


@pytest.fixture
def run() -> SyncRun:
    source = Source.objects.create(name="gov24", title="보조금24", publisher="행정안전부")
    reasons = [{"external_id": "9<b>", "reason": "서비스명이(가) 없습니다"}]
    return SyncRun.objects.create(
        source=source, status=SyncRun.Status.DONE, total=3, created=2, skipped=1, reasons=reasons
    )


@pytest.fixture
def admin(client: Client) -> Client:
    user = get_user_model()(is_staff=True, is_superuser=True)
    setattr(user, user.USERNAME_FIELD, "admin@example.com")
    user.set_password("pw")
    user.save()
    client.force_login(user)
    return client


def test_sources_show_their_last_run(admin: Client, run: SyncRun) -> None:
    page = admin.get(reverse("admin:crawling_source_changelist")).content.decode()
    assert "보조금24" in page
    assert reverse("admin:crawling_syncrun_change", args=[run.pk]) in page


def test_runs_show_counts_and_reasons_escaped(admin: Client, run: SyncRun) -> None:
    assert admin.get(reverse("admin:crawling_syncrun_changelist")).status_code == 200
    url = reverse("admin:crawling_syncrun_change", args=[run.pk])
    page = admin.get(url).content.decode()
    assert "서비스명이(가) 없습니다" in page
    assert "9&lt;b&gt;" in page


@pytest.mark.parametrize("model", [Edition, Published, SyncRun])
def test_nothing_can_be_changed(rf: RequestFactory, model: type[Model]) -> None:
    request = rf.get("/")
    request.user = get_user_model()(is_staff=True, is_superuser=True, is_active=True)
    registered = site.get_model_admin(model)
    assert registered.has_view_permission(request)
    assert not registered.has_add_permission(request)
    assert not registered.has_change_permission(request)
    assert not registered.has_delete_permission(request)
