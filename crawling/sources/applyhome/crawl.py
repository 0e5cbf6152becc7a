"""청약홈 over HTTP: notices with their types of homes, and competition (odcloud pages, JSON).

Two sources: competition needs an approval of its own, and must not keep the notices away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.conf import settings

from crawling.errors import RecordError
from crawling.fetching.paging import Page, list_rows, odcloud_page
from crawling.fetching.types import Expect, Fetcher, Progress
from crawling.runs.targets import About
from crawling.sources.applyhome.parse import (
    RATES,
    SOURCE,
    notice_key,
    parse_notice,
    parse_rate,
    rate_key,
)
from crawling.sources.base import Fields, RawItem
from crawling.sources.entity_target import EntityTarget
from crawling.sources.service import ServiceCrawler
from policies.entity_records import EntityKind

_KEY = "HOUSE_MANAGE_NO"
_NOTICES = {
    "getAPTLttotPblancDetail": "getAPTLttotPblancMdl",
    "getUrbtyOfctlLttotPblancDetail": "getUrbtyOfctlLttotPblancMdl",
    "getRemndrLttotPblancDetail": "getRemndrLttotPblancMdl",
}
_RATES = (
    "getAPTLttotPblancCmpet",
    "getUrbtyOfctlLttotPblancCmpet",
    "getRemndrLttotPblancCmpet",
)
_page = odcloud_page(_KEY)


class ApplyhomeCrawler(ServiceCrawler):
    name = SOURCE
    services = ("applyhome",)
    target = EntityTarget(
        source=SOURCE,
        about=About(
            title="청약홈 분양정보",
            publisher="한국부동산원",
            document_url="https://www.data.go.kr/data/15098547/openapi.do",
            data_group="housing",
        ),
        kinds=[EntityKind.HOUSING_NOTICE],
        parse=parse_notice,
        required={"sido": "지역", "notice_on": "모집공고일", "url": "공고 주소"},
    )

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        """Notices of three lists; types are joined by notice. With a limit each list is cut."""
        base = settings.CRAWL["urls"]["applyhome"]
        for listing, types in _NOTICES.items():
            rows = _rows(fetcher, f"{base}/{listing}", limit, progress)
            homes = _rows(fetcher, f"{base}/{types}", limit, progress)
            by_notice: dict[str, list[Any]] = {}
            for row in homes:
                if key := _key(row, notice_key):
                    by_notice.setdefault(key, []).append(row)
            for item in _items(rows, notice_key, "notice", listing):
                types_of = by_notice.get(item.external_id, [])
                yield RawItem(item.external_id, {**item.parts, "types": types_of}, item.problem)


class ApplyhomeRatesCrawler(ServiceCrawler):
    name = RATES
    services = ("applyhome_rates",)
    target = EntityTarget(
        source=RATES,
        about=About(
            title="청약홈 경쟁률",
            publisher="한국부동산원",
            document_url="https://www.data.go.kr/data/15098905/openapi.do",
            data_group="housing",
        ),
        kinds=[EntityKind.COMPETITION_STAT],
        parse=parse_rate,
        required={"house_type": "주택형", "rate_text": "경쟁률"},
    )

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        base = settings.CRAWL["urls"]["applyhome_rates"]
        for listing in _RATES:
            rows = _rows(fetcher, f"{base}/{listing}", limit, progress)
            yield from _items(rows, rate_key, "rate", listing)


def _rows(fetcher: Fetcher, url: str, limit: int | None, progress: Progress) -> list[Any]:
    def fetch(number: int, size: int) -> Page:
        params = {"page": str(number), "perPage": str(size), "returnType": "JSON"}
        return _page(fetcher.get(url, params=params, expect=Expect.JSON, check=_page))

    size = settings.CRAWL["page_sizes"]["applyhome"]
    what = url.rpartition("/")[2]
    return list_rows(fetch, size=size, what=what, limit=limit, progress=progress)


def _items(
    rows: list[Any], key_of: Callable[[Fields], str], part: str, listing: str
) -> Iterator[RawItem]:
    """Rows by their key; one without a key, or that repeats one, is named by its place."""
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        key = _key(row, key_of)
        if not key:
            yield RawItem(f"({listing} {number})", {part: row}, "주택관리번호가 없는 레코드입니다")
        elif key in seen:
            problem = f"같은 식별자의 레코드가 앞에 있습니다: {key}"
            yield RawItem(f"({listing} {number})", {part: row}, problem)
        else:
            seen.add(key)
            yield RawItem(key, {part: row})


def _key(row: Any, key_of: Callable[[Fields], str]) -> str:
    """The key of a row, "" where it has none or a value that is no text."""
    if not isinstance(row, Mapping) or not row.get(_KEY):
        return ""
    try:
        return key_of(Fields("", row))
    except RecordError:
        return ""
