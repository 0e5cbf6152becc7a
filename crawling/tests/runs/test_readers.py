"""While a publish is under way, readers see what was there before, and nobody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from crawling.models import SyncRun
from crawling.runs import publishing
from crawling.tests.runs.support import (
    ListedCrawler,
    counts,
    crawled,
    gov24_item,
    gov24_items,
    shown,
)
from policies.models import DataVersion, Policy, PolicyRelation
from policies.services.asked import policies_asked

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_vectors"),
]


def beside(work: Callable[[], Any]) -> Any:
    """What `work` gives in another connection, which waits two seconds for a lock at most."""
    answers: list[Any] = []

    def run() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '2s'")
            answers.append(work())
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return answers[0]


def test_all_or_nothing_and_nobody_waits(
    crawler: ListedCrawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawler.items = gov24_items(4)
    crawled()
    before = shown()
    first, second, third = Policy.objects.order_by("external_id")[:3]
    number = DataVersion.objects.get(group="gov24").number
    seen: dict[str, Any] = {}
    note = publishing._source_note

    def watched(*given: Any) -> None:
        """Everything is stored, nothing committed."""
        seen["shown"] = beside(shown)
        seen["number"] = beside(lambda: DataVersion.objects.get(group="gov24").number)
        seen["asked"] = beside(lambda: policies_asked(ids=[first.pk]))
        # As a citation of the old text and a link to what did not change.
        seen["linked"] = beside(
            lambda: PolicyRelation.objects.create(
                origin=second,
                target=third,
                kind=PolicyRelation.RELATED,
                version=first.current_version,
            )
        )
        note(*given)

    monkeypatch.setattr(publishing, "_source_note", watched)
    crawler.items[0] = gov24_item(1, 지원내용="○ 가구당 9만원")
    crawler.items[3] = gov24_item(4, 지원내용="○ 가구당 9만원")
    run = crawled()
    assert run.status == SyncRun.Status.DONE
    assert counts(run) == {"changed": 2, "unchanged": 2}
    assert seen["shown"] == before
    assert seen["number"] == number
    # A count is passed over rather than waited for.
    assert seen["asked"] == 0
    assert seen["linked"].pk is not None
    after = shown()
    assert set(after) == set(before)
    assert len(set(after.values()) - set(before.values())) == 2
    assert DataVersion.objects.get(group="gov24").number == number + 1
    assert policies_asked(ids=[first.pk]) == 1
