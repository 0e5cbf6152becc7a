"""보조금24 over HTTP: serviceList, serviceDetail, supportConditions (odcloud pages, JSON)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings

from crawling.fetching.paging import Page, list_rows, odcloud_page
from crawling.fetching.types import (
    Expect,
    Fetcher,
    FetchError,
    Progress,
    Request,
)
from crawling.sources.base import RawItem
from crawling.sources.gov24.adapter import PARTS, joined_items
from crawling.sources.service import ServiceCrawler
from crawling.text import clean_line

_KEY = "서비스ID"
_BY_KEY = f"cond[{_KEY}::EQ]"
_page = odcloud_page(_KEY)


class Gov24Crawler(ServiceCrawler):
    name = "gov24"
    services = ("gov24",)

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        """Three tables joined; with a limit the other two are asked for the listed ones only."""
        tables = {"list": _table(fetcher, "serviceList", limit, progress)}
        failed: dict[str, FetchError] = {}
        for part in ("detail", "conditions"):
            if limit is None:
                tables[part] = _table(fetcher, PARTS[part], None, progress)
            else:
                keys = (
                    clean_line(row.get(_KEY)) for row in tables["list"] if isinstance(row, dict)
                )
                asked = [key for key in dict.fromkeys(keys) if key]
                tables[part] = list(_rows_of(fetcher, PARTS[part], asked, failed))
        for item in joined_items(tables):
            error = failed.get(item.external_id)
            problem = f"상세를 받지 못했습니다: {error}" if error else item.problem
            yield RawItem(item.external_id, item.parts, problem)


def _table(fetcher: Fetcher, name: str, limit: int | None, progress: Progress) -> list[Any]:
    def fetch(number: int, size: int) -> Page:
        params = {"page": str(number), "perPage": str(size), "returnType": "JSON"}
        return _page(fetcher.get(_url(name), params=params, expect=Expect.JSON, check=_page))

    size = settings.CRAWL["page_sizes"]["gov24"]
    return list_rows(fetch, size=size, what=name, limit=limit, progress=progress)


def _rows_of(
    fetcher: Fetcher, name: str, keys: Iterable[str], failed: dict[str, FetchError]
) -> Iterator[Any]:
    common = {"page": "1", "perPage": "10", "returnType": "JSON"}
    requests = (
        Request(key, _url(name), {**common, _BY_KEY: key}, Expect.JSON, _page) for key in keys
    )
    for request, answer in fetcher.get_many(requests):
        if isinstance(answer, FetchError):
            failed[request.key] = answer
        else:
            yield from _page(answer).rows


def _url(name: str) -> str:
    return f"{settings.CRAWL['urls']['gov24']}/{name}"
