"""사회복지시설정보 over HTTP: the list (XML). Details would be a request for each of some ten
thousand facilities, and are not asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings

from crawling.fetching.paging import Page, list_rows, require_key, result_fault, whole_number
from crawling.fetching.types import (
    Expect,
    Fetched,
    Fetcher,
    FetchError,
    FetchFault,
    Progress,
)
from crawling.runs.targets import About
from crawling.sources.base import RawItem
from crawling.sources.entity_target import EntityTarget
from crawling.sources.files import element_dict
from crawling.sources.service import ServiceCrawler
from crawling.sources.welfare_facilities.parse import SOURCE, parse_facility
from crawling.text import clean_line
from policies.entity_records import EntityKind

_PATH = "getFcltListInfoInqire2"


class WelfareFacilitiesCrawler(ServiceCrawler):
    name = SOURCE
    services = ("welfare_facilities",)
    target = EntityTarget(
        source=SOURCE,
        about=About(
            title="사회복지시설정보",
            publisher="한국사회보장정보원",
            document_url="https://www.data.go.kr/data/15001848/openapi.do",
            data_group="facilities",
        ),
        kinds=[EntityKind.WELFARE_FACILITY],
        parse=parse_facility,
        required={"sido": "지역", "kind": "종류"},
    )

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        """A facility of several kinds has a record for each."""
        seen: set[str] = set()
        for number, row in enumerate(_rows(fetcher, limit, progress), start=1):
            code, kind = clean_line(row.get("fcltCd")), clean_line(row.get("fcltKindCd"))
            key = f"{code}-{kind}" if code and kind else ""
            if not key or key in seen:
                problem = f"같은 시설이 앞에 있습니다: {key}" if key else "시설 코드가 없습니다"
                yield RawItem(f"(시설 {number})", {"list": row}, problem)
                continue
            seen.add(key)
            yield RawItem(key, {"list": row})


def _rows(fetcher: Fetcher, limit: int | None, progress: Progress) -> list[Any]:
    url = f"{settings.CRAWL['urls']['welfare_facilities']}/{_PATH}"

    def fetch(number: int, size: int) -> Page:
        params = {"pageNo": str(number), "numOfRows": str(size)}
        return _page(fetcher.get(url, params=params, expect=Expect.XML, check=_page))

    size = settings.CRAWL["page_sizes"]["welfare_facilities"]
    return list_rows(fetch, size=size, what="사회복지시설", limit=limit, progress=progress)


def _page(fetched: Fetched) -> Page:
    root = fetched.data
    code = root.findtext(".//resultCode")
    message = root.findtext(".//resultMsg")
    if fault := result_fault(code or "0", message, url=fetched.url):
        raise fault
    total = whole_number(root.findtext(".//totalCount"))
    if total is None:
        text = "목록에 totalCount가 없습니다. 형식이 바뀐 것 같습니다"
        raise FetchError(FetchFault.SCHEMA, text, url=fetched.url)
    rows = [element_dict(row) for row in root.iter("item")]
    return require_key(Page(rows, total), "fcltCd", fetched)
