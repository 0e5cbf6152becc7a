"""Runs from the wire to the readers: what a fault does to what is published (nothing)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from crawling.models import SyncRun
from crawling.runs.start import run_start
from crawling.runs.work import run_work
from crawling.tests.replay.server import Reply
from crawling.tests.replay.synthetic import fill
from crawling.tests.replay.wire import (
    CENTRAL_DETAIL,
    GOV24,
    LOCAL_DETAIL,
    LOCAL_LIST,
    QUOTA,
    XML,
    YOUTH,
    Official,
    json_reply,
    xml_list,
    xml_reply,
)
from crawling.tests.runs.support import counts
from policies.models import Policy, PolicyVersion

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_vectors")]
Status = SyncRun.Status
LISTS = {"bokjiro": LOCAL_LIST, "gov24": f"{GOV24}/supportConditions", "youthcenter": YOUTH}
PAGE = Reply("<html><title>점검</title><body>시스템 점검 중입니다</body></html>".encode())


def crawled(source: str) -> SyncRun:
    """One go at a run, new or stopped, as it is stored afterwards."""
    run = run_start(source=source, trigger=SyncRun.Trigger.COMMAND)
    run_work(run_id=run.pk, holder="test")
    return SyncRun.objects.get(pk=run.pk)


def published() -> list[dict[str, Any]]:
    """Every column of what readers see."""
    versions = PolicyVersion.objects.order_by("pk").values()
    return [*Policy.objects.order_by("pk").values(), *versions]


@pytest.mark.parametrize("name", list(LISTS))
@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (Reply(status=500), Status.INTERRUPTED),
        (PAGE, Status.INTERRUPTED),
        (Reply(b"<wantedList><servList>", content_type=XML), Status.INTERRUPTED),
        (Reply(b"x" * 500, cut=100), Status.INTERRUPTED),
        (Reply(status=429, headers={"Retry-After": "7200"}), Status.INTERRUPTED),
        (QUOTA, Status.INTERRUPTED),
        (Reply(b"x" * 1024, repeat=100_000), Status.INTERRUPTED),
        (Reply(status=302, headers={"Location": "http://other.example.org/"}), Status.FAILED),
        (xml_list([], 0, 1, 10), None),
        (json_reply({"data": [], "totalCount": 0, "resultCode": 200}), None),
    ],
    ids=["500", "maintenance", "cut", "broken", "429", "quota", "100MB", "away", "none", "empty"],
)
def test_list_that_fails_changes_nothing_and_the_next_run_heals(
    official: Official, name: str, reply: Reply, status: str | None
) -> None:
    fill(official, 6)
    assert crawled(name).status == Status.DONE
    before = published()
    official.server.misbehave(LISTS[name], reply, times=99)
    run = crawled(name)
    assert run.status in ([status] if status else [Status.FAILED, Status.INTERRUPTED])
    assert run.message
    assert published() == before
    official.server.faults.clear()
    healed = crawled(name)
    assert healed.status == Status.DONE, healed.message
    assert counts(healed) == {"unchanged": 12 if name == "bokjiro" else 6}
    assert published() == before


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"", 404),
        Reply(status=500),
        PAGE,
        xml_reply("<wantedDtl><servId>WLF0000"),
        xml_reply("<wantedDtl><serviceId>WLF00000002</serviceId></wantedDtl>"),
    ],
    ids=["404", "500", "maintenance", "cut", "renamed"],
)
def test_detail_that_fails_leaves_its_record_as_it_was(official: Official, reply: Reply) -> None:
    fill(official, 15)
    crawled("bokjiro")
    before = published()
    official.server.misbehave(
        CENTRAL_DETAIL, reply, times=9, when=lambda ask: ask.query["servId"] == "WLF00000002"
    )
    run = crawled("bokjiro")
    assert run.status == Status.DONE, run.message
    assert counts(run) == {"unchanged": 29, "failed": 1}
    assert published() == before


def test_many_details_that_fail_stop_the_publish(official: Official) -> None:
    fill(official, 15)
    crawled("bokjiro")
    before = published()
    official.central["WLF00000003"][1]["alwServCn"] = "한 달에 이용권 20만원"
    official.server.misbehave(
        LOCAL_DETAIL,
        Reply(b"", 404),
        times=99,
        when=lambda ask: ask.query["servId"] > "WLF00010009",
    )
    run = crawled("bokjiro")
    assert (run.status, run.failed) == (Status.HELD, 6)
    assert published() == before
    official.server.faults.clear()
    assert counts(crawled("bokjiro")) == {"changed": 1, "unchanged": 29}


def test_renamed_text_field_stops_the_publish(official: Official) -> None:
    """Every record still parses; only the texts are gone."""
    fill(official, 20)
    crawled("youthcenter")
    before = published()
    for row in official.youth:
        row["plcySupportContent"] = row.pop("plcySprtCn")
    run = crawled("youthcenter")
    assert run.status == Status.HELD
    assert published() == before


def test_quota_used_up_in_the_middle(official: Official) -> None:
    fill(official, 15)
    crawled("bokjiro")
    before = published()
    official.central["WLF00000001"][1]["alwServCn"] = "한 달에 이용권 20만원"
    official.server.misbehave(LOCAL_DETAIL, QUOTA, times=99, after=5)
    stopped = crawled("bokjiro")
    assert stopped.status == Status.INTERRUPTED
    assert "한도" in stopped.message
    assert stopped.resume_after is not None
    assert stopped.resume_after - timezone.now() < timedelta(days=1)
    assert published() == before
    official.server.faults.clear()
    official.server.asks.clear()
    run = crawled("bokjiro")
    assert (run.pk, run.status) == (stopped.pk, Status.DONE)
    assert counts(run) == {"changed": 1, "unchanged": 29}
    # What the first go fetched is not fetched again.
    assert len(official.server.asks) == 10
