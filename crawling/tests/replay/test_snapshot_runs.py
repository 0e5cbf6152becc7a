"""The real snapshots through whole runs: first, again, and with one in a hundred changed.

By default every hundredth record; REPLAY_STEP=1 takes all of them (many minutes).
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from crawling.models import Source, SyncRun
from crawling.tests.replay.snapshots import serve_bokjiro, serve_gov24, serve_youthcenter
from crawling.tests.replay.test_whole_runs import crawled
from crawling.tests.replay.wire import Official
from crawling.tests.runs.support import counts
from crawling.tests.test_snapshots import EXPECTED, folder
from policies.models import Policy, PolicyChunk
from policies.vocabulary import PolicyStatus

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_vectors")]
STEP = int(os.environ.get("REPLAY_STEP", "100"))
SERVE = {"gov24": serve_gov24, "youthcenter": serve_youthcenter, "bokjiro": serve_bokjiro}
ADDED = " 2027년부터 바뀝니다."


def keep(official: Official, chosen: Any) -> None:
    """Only the records whose number `chosen` accepts."""
    for services in (official.central, official.local):
        for number, key in enumerate(list(services)):
            if not chosen(number):
                del services[key]
    for name, rows in official.gov24.items():
        official.gov24[name] = [row for number, row in enumerate(rows) if chosen(number)]
    official.youth = [row for number, row in enumerate(official.youth) if chosen(number)]


def edit(official: Official, source: str, chosen: Any) -> int:
    """Another benefit in the records whose number `chosen` accepts; how many they are."""
    central = [(detail, "alwServCn") for _, detail in official.central.values()]
    local = [(detail, "alwServCn") for _, detail in official.local.values()]
    tables = {
        "bokjiro": [central, local],
        "gov24": [[(row, "지원내용") for row in official.gov24["serviceDetail"]]],
        "youthcenter": [[(row, "plcySprtCn") for row in official.youth]],
    }
    edited = [
        rows[number] for rows in tables[source] for number in range(len(rows)) if chosen(number)
    ]
    for row, field in edited:
        row[field] = (row.get(field) or "") + ADDED
    return len(edited)


def served(official: Official, source: str) -> list[str]:
    """Identifiers of what the service gives."""
    return {
        "bokjiro": [*official.central, *official.local],
        "gov24": [row["서비스ID"] for row in official.gov24["serviceList"]],
        "youthcenter": [row["plcyNo"] for row in official.youth],
    }[source]


@pytest.mark.parametrize("source", list(SERVE))
def test_three_runs(official: Official, source: str) -> None:
    SERVE[source](official, folder(source))
    assert len(served(official, source)) == EXPECTED[source]
    keep(official, lambda number: number % STEP == 0)
    whole = len(served(official, source))

    first = crawled(source)
    assert first.status == SyncRun.Status.DONE, first.message
    assert first.published + first.skipped + first.failed == first.total == whole
    assert counts(first) == {"created": whole}

    chunks = set(PolicyChunk.objects.values_list("pk", flat=True))
    assert counts(crawled(source)) == {"unchanged": whole}
    assert set(PolicyChunk.objects.values_list("pk", flat=True)) == chunks

    edited = edit(official, source, lambda number: number % 100 == 1)
    keep(official, lambda number: number % 100 != 2)
    left = served(official, source)
    removed = whole - len(left)
    third = crawled(source)
    assert third.status == SyncRun.Status.DONE, third.message
    assert counts(third) == {"changed": edited, "unchanged": whole - removed - edited}

    # What had ended by its own date cannot end once more.
    gone = Policy.objects.filter(source=source).exclude(external_id__in=left)
    closing = gone.exclude(status=PolicyStatus.CLOSED).count()
    for _ in range(Source.objects.get(pk=source).absences_to_close - 1):
        last = crawled(source)
    assert last.closed == closing
    assert last.unchanged == last.published == whole - removed
