"""복지로 over HTTP: lists of 중앙부처 and 지자체, then the detail of every service (XML)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings

from crawling.fetching.paging import Page, list_rows, require_key, result_fault, whole_number
from crawling.fetching.types import (
    Expect,
    Fetched,
    Fetcher,
    FetchError,
    FetchFault,
    Params,
    Progress,
    Request,
)
from crawling.sources.base import RawItem
from crawling.sources.files import element_dict
from crawling.sources.service import ServiceCrawler
from crawling.text import clean_line


@dataclass(frozen=True)
class _Branch:
    """One of the two services, which differ in names only."""

    title: str
    setting: str
    list_path: str
    detail_path: str
    list_params: Params
    detail_params: Params

    def url(self, path: str) -> str:
        return f"{settings.CRAWL['urls'][self.setting]}/{path}"


_BRANCHES = (
    _Branch(
        "중앙부처 목록",
        "bokjiro_central",
        "NationalWelfarelistV001",
        "NationalWelfaredetailedV001",
        {"callTp": "L", "srchKeyCode": "001"},
        {"callTp": "D"},
    ),
    _Branch("지자체 목록", "bokjiro_local", "LcgvWelfarelist", "LcgvWelfaredetailed", {}, {}),
)


class BokjiroCrawler(ServiceCrawler):
    name = "bokjiro"
    services = tuple(branch.setting for branch in _BRANCHES)

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        """Both lists first: when one of them fails, no detail is asked for in vain. Rows that
        make no record (repeated, without servId) come last."""
        listed: list[tuple[_Branch, dict[str, Any]]] = []
        for branch in _BRANCHES:
            left = limit - len(listed) if limit else None
            if left == 0:
                break
            listed += [(branch, row) for row in _list(fetcher, branch, left, progress)]
        rows: dict[str, tuple[_Branch, dict[str, Any]]] = {}
        useless: list[RawItem] = []
        for number, (branch, row) in enumerate(listed, start=1):
            key = clean_line(row.get("servId"))
            if key and key not in rows:
                rows[key] = branch, row
            else:
                useless.append(_useless(branch, row, key, number))
        yield from _details(fetcher, rows, progress)
        yield from useless


def _list(
    fetcher: Fetcher, branch: _Branch, limit: int | None, progress: Progress
) -> list[dict[str, Any]]:
    def fetch(number: int, size: int) -> Page:
        params = {**branch.list_params, "pageNo": str(number), "numOfRows": str(size)}
        url = branch.url(branch.list_path)
        return _list_page(fetcher.get(url, params=params, expect=Expect.XML, check=_list_page))

    size = settings.CRAWL["page_sizes"]["bokjiro"]
    return list_rows(fetch, size=size, what=branch.title, limit=limit, progress=progress)


def _details(
    fetcher: Fetcher, rows: dict[str, tuple[_Branch, dict[str, Any]]], progress: Progress
) -> Iterator[RawItem]:
    requests = (
        Request(
            key,
            branch.url(branch.detail_path),
            {**branch.detail_params, "servId": key},
            Expect.XML,
            partial(_detail, key=key),
        )
        for key, (branch, _) in rows.items()
    )
    for number, (request, answer) in enumerate(fetcher.get_many(requests), start=1):
        key, (_, row) = request.key, rows[request.key]
        if isinstance(answer, FetchError):
            yield RawItem(key, {"list": row}, f"상세를 받지 못했습니다: {answer}")
        else:
            yield RawItem(key, {"list": row, "detail": _detail(answer, key=key)})
        progress("상세", number, len(rows))


def _useless(branch: _Branch, row: dict[str, Any], key: str, number: int) -> RawItem:
    if key:
        return RawItem(key, {"list": row})
    problem = f"{branch.title} {number}번째 레코드에 servId가 없습니다"
    return RawItem(f"({branch.title} {number})", {"list": row}, problem)


def _list_page(fetched: Fetched) -> Page:
    root = _root(fetched, "wantedList")
    total = whole_number(root.findtext("totalCount"))
    if total is None:
        message = "목록에 totalCount가 없습니다. 형식이 바뀐 것 같습니다"
        raise FetchError(FetchFault.SCHEMA, message, url=fetched.url)
    rows = [element_dict(row) for row in root.iter("servList")]
    return require_key(Page(rows, total), "servId", fetched)


def _detail(fetched: Fetched, *, key: str) -> dict[str, Any]:
    row = element_dict(_root(fetched, "wantedDtl"))
    found = clean_line(row.get("servId"))
    if found != key:
        message = f"다른 서비스의 상세가 왔습니다({found or 'servId 없음'})"
        raise FetchError(FetchFault.SCHEMA, message, url=fetched.url)
    return row


def _root(fetched: Fetched, tag: str) -> Any:
    root = fetched.data
    code = root.findtext(".//resultCode")
    if code is not None or root.tag != tag:
        message = root.findtext(".//resultMessage")
        if fault := result_fault(code or "0", message, url=fetched.url):
            raise fault
    if root.tag != tag:
        message = f"{tag} 자료가 아닙니다({root.tag}). 형식이 바뀐 것 같습니다"
        raise FetchError(FetchFault.SCHEMA, message, url=fetched.url)
    return root
