"""LH 분양·임대 공고 over HTTP: the list, then detail and supply of each notice (JSON)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings

from crawling.fetching.paging import Page, list_rows
from crawling.fetching.types import (
    Expect,
    Fetched,
    Fetcher,
    FetchError,
    Progress,
    Request,
)
from crawling.runs.targets import About
from crawling.sources.base import RawItem
from crawling.sources.entity_target import EntityTarget
from crawling.sources.lh import counted_page, lh_lists
from crawling.sources.lh_notices.parse import SOURCE, parse_notice
from crawling.sources.service import ServiceCrawler
from crawling.text import clean_line, clean_url
from policies.entity_records import EntityKind

_LIST = "lhLeaseNoticeInfo1/lhLeaseNoticeInfo1"
_PARTS = {
    "detail": "lhLeaseNoticeDtlInfo1/getLeaseNoticeDtlInfo1",
    "supply": "lhLeaseNoticeSplInfo1/getLeaseNoticeSplInfo1",
}
_KEY = "PAN_ID"
# What both services want to know of a notice: the row says it, or the query of its page does.
_ASKED = {
    "PAN_ID": "panId",
    "CCR_CNNT_SYS_DS_CD": "ccrCnntSysDsCd",
    "UPP_AIS_TP_CD": "uppAisTpCd",
    "AIS_TP_CD": "aisTpCd",
    "SPL_INF_TP_CD": "splInfTpCd",
}
_OPTIONAL = {"AIS_TP_CD"}


class LhNoticesCrawler(ServiceCrawler):
    name = SOURCE
    services = ("lh",)
    target = EntityTarget(
        source=SOURCE,
        about=About(
            title="LH 분양·임대 공고",
            publisher="한국토지주택공사",
            document_url="https://www.data.go.kr/data/15058530/openapi.do",
            data_group="housing",
        ),
        kinds=[EntityKind.HOUSING_NOTICE],
        parse=parse_notice,
        required={"sido": "지역", "apply_to": "접수 마감", "url": "공고 주소"},
    )

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        rows: dict[str, Any] = {}
        for number, row in enumerate(_rows(fetcher, limit, progress), start=1):
            key = clean_line(row.get(_KEY)) if isinstance(row, Mapping) else ""
            if not key:
                yield RawItem(f"(공고 {number})", {"list": row}, "PAN_ID가 없는 레코드입니다")
            elif key in rows:
                yield RawItem(
                    f"({key} {number})", {"list": row}, f"같은 PAN_ID가 앞에 있습니다: {key}"
                )
            else:
                rows[key] = row
        yield from _details(fetcher, rows, progress)


def _rows(fetcher: Fetcher, limit: int | None, progress: Progress) -> list[Any]:
    read = partial(counted_page, key=_KEY)

    def fetch(number: int, size: int) -> Page:
        params = {"PG_SZ": str(size), "PAGE": str(number)}
        return read(fetcher.get(_url(_LIST), params=params, expect=Expect.JSON, check=read))

    size = settings.CRAWL["page_sizes"]["lh_notices"]
    return list_rows(fetch, size=size, what="LH 공고", limit=limit, progress=progress)


def _details(fetcher: Fetcher, rows: dict[str, Any], progress: Progress) -> Iterator[RawItem]:
    """Items in the order of the list. A notice whose codes are not told has its list row only."""
    asked = {key: params for key, row in rows.items() if (params := detail_params(row))}
    requests = [
        Request(f"{part} {key}", _url(path), params, Expect.JSON, _checked)
        for key, params in asked.items()
        for part, path in _PARTS.items()
    ]
    answers = fetcher.get_many(requests)
    for number, (key, row) in enumerate(rows.items(), start=1):
        parts: dict[str, Any] = {"list": row}
        problem = ""
        for part in _PARTS if key in asked else ():
            _, answer = next(answers)
            if isinstance(answer, FetchError):
                problem = f"상세를 받지 못했습니다: {answer}"
            else:
                parts[part] = lh_lists(answer)
        yield RawItem(key, parts, problem)
        progress("LH 공고 상세", number, len(rows))


def detail_params(row: Mapping[str, Any]) -> dict[str, str] | None:
    """Codes that detail and supply are asked with; None where one of them is not told."""
    query = parse_qs(urlsplit(clean_url(row.get("DTL_URL"))).query)
    params = {}
    for name, in_query in _ASKED.items():
        value = clean_line(row.get(name)) or clean_line(next(iter(query.get(in_query, [])), ""))
        if value:
            params[name] = value
        elif name not in _OPTIONAL:
            return None
    return params


def _checked(fetched: Fetched) -> None:
    lh_lists(fetched)


def _url(path: str) -> str:
    return f"{settings.CRAWL['urls']['lh']}/{path}"
