"""Crawls without a network: a crawler that gives the records it was told to give."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from config.runtime.paths import current_paths
from crawling.fetching.types import Fetcher, HostRules, Progress
from crawling.models import SyncRun
from crawling.runs.start import run_start
from crawling.runs.work import Outcome, run_work
from crawling.sources.base import RawItem
from crawling.tests.factories import gov24_detail, gov24_list
from policies.models import Policy

SOURCE = "gov24"


def process_environment() -> dict[str, str]:
    """Variables of a process over the same servers and the test's database."""
    known = connection.settings_dict
    user = f"{quote(known['USER'])}:{quote(known['PASSWORD'])}"
    place = f"host={quote(known['HOST'], safe='/')}&port={known['PORT']}"
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "POLY_VAR": str(current_paths().var),
        "DATABASE_URL": f"postgresql://{user}@/{known['NAME']}?{place}",
        "REDIS_URL": settings.REDIS_URL,
    }


def gov24_item(number: int, **changes: Any) -> RawItem:
    key = f"{100_000_000_000 + number}"
    named = {"서비스명": f"어르신 난방비 지원 {number}", **changes}
    return RawItem(
        key,
        {
            "list": gov24_list(key, **named),
            "detail": gov24_detail(key, **named),
            "conditions": {"서비스ID": key, "JA0110": 65, "JA0111": 120},
        },
    )


def gov24_items(count: int, **changes: Any) -> list[RawItem]:
    return [gov24_item(number, **changes) for number in range(1, count + 1)]


class ListedCrawler:
    """Gives `items`; `before` is called with the number of each one first."""

    name = SOURCE
    rules = HostRules(hosts=("127.0.0.1",), obey_robots=False, allow_private=True)

    def __init__(self) -> None:
        self.items: list[RawItem] = []
        self.before: Callable[[int], None] = lambda number: None

    def secret_params(self) -> dict[str, str]:
        return {}

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        for number, item in enumerate(self.items):
            self.before(number)
            progress("목록", number, len(self.items))
            yield item


def start(**options: Any) -> SyncRun:
    return run_start(source=SOURCE, trigger=SyncRun.Trigger.COMMAND, **options)


def crawled(**options: Any) -> SyncRun:
    """A whole run, as it is stored afterwards."""
    run = start(**options)
    work(run)
    return SyncRun.objects.get(pk=run.pk)


def work(run: SyncRun, holder: str = "test", **options: Any) -> Outcome:
    return run_work(run_id=run.pk, holder=holder, **options)


def counts(run: SyncRun) -> dict[str, int]:
    """The counts that are not zero."""
    names = ("created", "changed", "unchanged", "closed", "reopened", "skipped", "failed")
    return {name: value for name in names if (value := getattr(run, name))}


def shown() -> dict[str, tuple[str, str, str]]:
    """What readers see: status, content and version by identifier."""
    rows = Policy.objects.published().filter(source=SOURCE).select_related("current_version")
    return {
        row.external_id: (row.status, row.current_version.content_hash, row.name)
        for row in rows
        if row.current_version is not None
    }
