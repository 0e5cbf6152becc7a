"""Pages of a site through whole runs: policies with chunks and files, changes, second runs."""

from __future__ import annotations

from typing import Any

import pytest

from crawling.models import SyncRun
from crawling.runs import work as work_module
from crawling.runs.start import run_start
from crawling.runs.work import run_work
from crawling.sources import registry
from crawling.sources.sites.adapter import SiteSource
from crawling.sources.sites.crawl import SiteCrawler
from crawling.tests.replay.server import Reply
from crawling.tests.sites.town import PATH, Town
from policies.models import Policy, PolicyAttachment, PolicyChunk

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def registered(town: Town, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    site = town.site()
    monkeypatch.setitem(registry.CRAWLERS, site.name, SiteCrawler(site))
    monkeypatch.setitem(registry.SOURCES, site.name, SiteSource(site))
    monkeypatch.setattr(work_module, "policies_embed", lambda **options: 0)
    gates = {**settings.CRAWL_RUNS["gates"], "slack": 50, "closed": 1.0}
    settings.CRAWL_RUNS = {**settings.CRAWL_RUNS, "gates": gates}


def run() -> dict[str, int]:
    started = run_start(source="town_health", trigger=SyncRun.Trigger.COMMAND)
    run_work(run_id=started.pk, holder="test")
    done = SyncRun.objects.get(pk=started.pk)
    assert done.status == SyncRun.Status.DONE, done.message
    names = ("created", "changed", "unchanged", "closed", "skipped", "failed")
    return {name: value for name in names if (value := getattr(done, name))}


def test_a_site_becomes_policies_and_a_second_run_changes_nothing(town: Town) -> None:
    assert run() == {"created": 3, "skipped": 2}
    pump = Policy.objects.get(name="유축기 대여")
    assert pump.nationwide is False
    assert [str(region) for region in pump.regions.all()] == ["서울특별시 강남구"]
    assert PolicyChunk.objects.filter(policy=pump).exists()
    file = PolicyAttachment.objects.get(version=pump.current_version)
    assert (file.status, "유축기 대여 신청서" in file.text) == ("parsed", True)
    assert run() == {"unchanged": 3, "skipped": 2}
    assert pump.versions.count() == 1


def test_a_changed_page_alone_is_a_new_version(town: Town) -> None:
    run()
    town.bodies["visit"] = town.bodies["visit"].replace("65세", "60세")
    assert run() == {"changed": 1, "unchanged": 2, "skipped": 2}
    visit = Policy.objects.get(external_id=f"{PATH}?id=visit")
    assert visit.versions.count() == 2


def test_a_new_menu_entry_changes_no_other_page(town: Town) -> None:
    run()
    town.links.append(f"{PATH}?id=new")
    town.bodies["new"] = town.bodies["pump"].replace("유축기", "체온계")
    assert run() == {"created": 1, "unchanged": 3, "skipped": 2}


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"", 404),
        Reply("<html><body>정기 점검 중입니다.</body></html>".encode()),
        Reply(b"", 302, headers={"Location": "https://elsewhere.kr/"}),
        Reply(b"<html><body><p>" + b"x" * 3000, cut=50),
    ],
    ids=["gone", "maintenance", "elsewhere", "cut"],
)
def test_a_failing_site_leaves_everything_as_it_was(town: Town, reply: Reply) -> None:
    run()
    before = list(Policy.objects.order_by("pk").values_list("pk", "current_version", "status"))
    town.server.misbehave("/health/main.do", reply, times=9)
    started = run_start(source="town_health", trigger=SyncRun.Trigger.COMMAND)
    run_work(run_id=started.pk, holder="test")
    stopped = SyncRun.objects.get(pk=started.pk)
    assert stopped.status in (SyncRun.Status.FAILED, SyncRun.Status.INTERRUPTED)
    assert stopped.message
    after = list(Policy.objects.order_by("pk").values_list("pk", "current_version", "status"))
    assert after == before
    town.server.faults.clear()
    assert run() == {"unchanged": 3, "skipped": 2}
