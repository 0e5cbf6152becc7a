"""LH 임대단지 over HTTP: one list whose rows are area types of complexes (JSON)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from django.conf import settings

from crawling.fetching.paging import Page, list_rows
from crawling.fetching.types import Expect, Fetcher, Progress
from crawling.runs.targets import About
from crawling.sources.base import MAX_ID, RawItem
from crawling.sources.entity_target import EntityTarget
from crawling.sources.lh import open_page
from crawling.sources.lh_complexes.parse import KEYS, SOURCE, parse_complex
from crawling.sources.service import ServiceCrawler
from crawling.text import clean_line
from policies.entity_records import EntityKind

_PATH = "lhLeaseInfo1/lhLeaseInfo1"


class LhComplexesCrawler(ServiceCrawler):
    name = SOURCE
    services = ("lh",)
    target = EntityTarget(
        source=SOURCE,
        about=About(
            title="LH 임대주택 단지",
            publisher="한국토지주택공사",
            document_url="https://www.data.go.kr/data/15059475/openapi.do",
            data_group="housing",
        ),
        kinds=[EntityKind.RENTAL_COMPLEX],
        parse=parse_complex,
        required={"sido": "지역", "kind": "유형"},
    )

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        """Rows of the same complex and kind are one record, wherever they stand in the list."""
        yield from complexes(_rows(fetcher, limit, progress))


def complexes(rows: list[Any]) -> Iterator[RawItem]:
    """Items by area, name and kind: the service has no key of its own."""
    found: dict[str, list[Any]] = {}
    for number, row in enumerate(rows, start=1):
        names = [clean_line(row.get(key)) for key in KEYS] if isinstance(row, Mapping) else []
        if len(names) < len(KEYS) or not names[1]:
            yield RawItem(f"(임대단지 {number})", {"rows": [row]}, "단지명이 없는 레코드입니다")
            continue
        found.setdefault(_key(names), []).append(row)
    for key, same in found.items():
        yield RawItem(key, {"rows": same})


def _rows(fetcher: Fetcher, limit: int | None, progress: Progress) -> list[Any]:
    seen = 0

    def fetch(number: int, size: int) -> Page:
        nonlocal seen
        params = {"PG_SZ": str(size), "PAGE": str(number)}
        read = partial(open_page, key=KEYS[1], seen=seen)
        url = f"{settings.CRAWL['urls']['lh']}/{_PATH}"
        page = read(fetcher.get(url, params=params, expect=Expect.JSON, check=read))
        seen += len(page.rows)
        return page

    size = settings.CRAWL["page_sizes"]["lh"]
    return list_rows(fetch, size=size, what="LH 임대단지", limit=limit, progress=progress)


def _key(names: list[str]) -> str:
    text = "|".join(names)
    if len(text) <= MAX_ID:
        return text
    return f"{text[:60]}|{hashlib.sha256(text.encode()).hexdigest()[:24]}"
