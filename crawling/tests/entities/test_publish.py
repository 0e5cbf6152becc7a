"""Entities through whole runs: staged, published at once, changed, closed, reopened, undone."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from crawling.models import Source, SyncRun
from crawling.runs.decisions import edition_rollback
from crawling.runs.start import run_start
from crawling.runs.work import run_work
from crawling.tests.entities.services import Services, complex_row, facility_row
from policies.models import DataVersion, Policy, RentalComplex, SourceCheck, WelfareFacility

pytestmark = pytest.mark.django_db

NAME = "welfare_facilities"


@pytest.fixture(autouse=True)
def small_lists(settings: Any) -> None:
    """Gates are about thousands; here every facility counts."""
    gates = {**settings.CRAWL_RUNS["gates"], "slack": 50, "closed": 1.0}
    settings.CRAWL_RUNS = {**settings.CRAWL_RUNS, "gates": gates}


def run(name: str = NAME, **options: Any) -> SyncRun:
    started = run_start(source=name, trigger=SyncRun.Trigger.COMMAND, **options)
    run_work(run_id=started.pk, holder="test")
    done = SyncRun.objects.get(pk=started.pk)
    assert done.status == SyncRun.Status.DONE, done.message
    return done


def counts(done: SyncRun) -> dict[str, int]:
    names = ("created", "changed", "unchanged", "closed", "reopened", "skipped", "failed")
    return {name: value for name in names if (value := getattr(done, name))}


def stored() -> list[tuple[Any, ...]]:
    rows = WelfareFacility.objects.order_by("external_id")
    return list(rows.values_list("external_id", "name", "phone", "closed_on", "digest", "raw"))


def test_a_second_run_changes_nothing(services: Services) -> None:
    services.facilities = [facility_row(f"A{number}") for number in range(12)]
    assert counts(run()) == {"created": 12}
    before, version = stored(), DataVersion.objects.get(group=NAME).number
    assert counts(run()) == {"unchanged": 12}
    assert stored() == before
    assert DataVersion.objects.get(group=NAME).number == version
    assert SourceCheck.objects.filter(source=NAME).exists()
    assert not Policy.objects.filter(source=NAME).exists()


def test_what_changes_disappears_and_comes_back(services: Services) -> None:
    rows = [facility_row(f"A{number}") for number in range(10)]
    services.facilities = rows
    run()
    Source.objects.filter(pk=NAME).update(absences_to_close=2)
    services.facilities = [{**rows[0], "fcltNm": "새이름 지역아동센터"}, *rows[1:9]]
    assert counts(run()) == {"changed": 1, "unchanged": 8}
    assert WelfareFacility.objects.get(code="A9").closed_on is None
    assert counts(run()) == {"unchanged": 9, "closed": 1}
    assert WelfareFacility.objects.get(code="A9").closed_on is not None
    services.facilities = rows
    assert counts(run()) == {"changed": 1, "unchanged": 8, "reopened": 1}
    assert WelfareFacility.objects.get(code="A9").closed_on is None


def test_an_edition_is_taken_back(services: Services) -> None:
    rows = [facility_row(f"A{number}") for number in range(8)]
    services.facilities = rows
    run()
    Source.objects.filter(pk=NAME).update(absences_to_close=1)
    before = stored()
    services.facilities = [{**rows[0], "telNo": "02-000-0001"}, *rows[1:7], facility_row("B1")]
    done = run()
    assert counts(done) == {"created": 1, "changed": 1, "unchanged": 6, "closed": 1}
    officer = User.objects.create_user(email="officer@example.kr", password="x")
    edition_rollback(edition_id=done.edition.pk, user=officer)
    assert stored() == before


def test_refused_records_keep_no_others_away(services: Services) -> None:
    services.complexes = [complex_row(f"마을 {number}") for number in range(40)]
    services.complexes.append(complex_row(""))
    services.complexes.append(complex_row("긴" * 400))
    done = run("lh_complexes")
    assert counts(done) == {"created": 40, "failed": 2}
    assert RentalComplex.objects.count() == 40


def test_a_dry_run_stores_nothing(services: Services) -> None:
    services.facilities = [facility_row()]
    run(dry_run=True)
    assert not WelfareFacility.objects.exists()


def test_the_admin_shows_rows_and_changes_none(services: Services) -> None:
    services.facilities = [facility_row(homepage="x", hmpgAddr="www.example.com")]
    run()
    row = WelfareFacility.objects.get()
    client = Client()
    client.force_login(User.objects.create_superuser(email="admin@example.kr", password="x"))
    page = client.get(reverse("admin:policies_welfarefacility_changelist") + "?present=yes")
    assert "푸른꿈 지역아동센터" in page.content.decode()
    address = reverse("admin:policies_welfarefacility_change", args=[row.pk])
    text = client.get(address).content.decode()
    assert "fcltKindCd" in text
    assert 'href="http://www.example.com"' in text
    assert client.post(address, {"name": "다른 이름"}).status_code == 403
    for model in ("rentalcomplex", "housingnotice", "competitionstat"):
        assert client.get(reverse(f"admin:policies_{model}_changelist")).status_code == 200
