"""온통청년 over HTTP: getPlcy, whose list holds every field (JSON pages)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from django.conf import settings

from crawling.fetching.paging import Page, list_rows, require_key, whole_number
from crawling.fetching.portal import quota_used_up
from crawling.fetching.types import (
    Expect,
    Fetched,
    Fetcher,
    FetchError,
    FetchFault,
    Progress,
)
from crawling.sources.base import RawItem
from crawling.sources.service import ServiceCrawler
from crawling.sources.youthcenter.adapter import policy_items

_KEY_WORDS = re.compile(r"인증|키|권한|api\s?key", re.IGNORECASE)


class YouthcenterCrawler(ServiceCrawler):
    name = "youthcenter"
    services = ("youthcenter",)
    secret = ("apiKeyNm", "YOUTHCENTER_KEY")

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        url = f"{settings.CRAWL['urls']['youthcenter']}/getPlcy"

        def fetch(number: int, size: int) -> Page:
            params = {
                "pageNum": str(number),
                "pageSize": str(size),
                "pageType": "1",
                "rtnType": "json",
            }
            return _page(fetcher.get(url, params=params, expect=Expect.JSON, check=_page))

        size = settings.CRAWL["page_sizes"]["youthcenter"]
        rows = list_rows(fetch, size=size, what="정책 목록", limit=limit, progress=progress)
        yield from policy_items(rows, "getPlcy")


def _page(fetched: Fetched) -> Page:
    data = fetched.data
    code = whole_number(data.get("resultCode")) if isinstance(data, Mapping) else None
    if isinstance(data, Mapping) and code not in (None, 0, 200):
        raise _fault(data, fetched.url)
    result = data.get("result") if isinstance(data, Mapping) else None
    rows = result.get("youthPolicyList") if isinstance(result, Mapping) else None
    paging = result.get("pagging") if isinstance(result, Mapping) else None
    total = whole_number(paging.get("totCount")) if isinstance(paging, Mapping) else None
    if not isinstance(rows, list) or total is None:
        message = "응답에 youthPolicyList나 totCount가 없습니다. 형식이 바뀐 것 같습니다"
        raise FetchError(FetchFault.SCHEMA, message, url=fetched.url)
    return require_key(Page(rows, total), "plcyNo", fetched)


def _fault(data: Mapping[str, object], url: str) -> FetchError:
    text = " ".join(str(data.get("resultMessage") or "").split())[:80]
    if quota_used_up(text):
        return FetchError(FetchFault.QUOTA, "오늘의 요청 한도를 다 썼습니다", url=url)
    if _KEY_WORDS.search(text):
        return FetchError(FetchFault.CREDENTIALS, f"서비스 키를 쓸 수 없습니다({text})", url=url)
    message = f"서비스가 오류로 답했습니다({text or data.get('resultCode')})"
    return FetchError(FetchFault.STATUS, message, url=url, status=503)
