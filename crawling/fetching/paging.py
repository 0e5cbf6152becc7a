"""Lists that come in pages: read to the end, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from crawling.fetching.portal import code_fault, quota_used_up
from crawling.fetching.types import Fetched, FetchError, FetchFault, Progress

_MAX_PAGES = 5000
_ODCLOUD_KEY = (-3, -4, -5, -401, -403)


@dataclass(frozen=True)
class Page:
    """Rows of one page; `total` is how many the whole list has by its own count."""

    rows: list[Any]
    total: int


# Number and size of a page → the page.
FetchPage = Callable[[int, int], Page]


def list_rows(
    fetch: FetchPage,
    *,
    size: int,
    what: str,
    limit: int | None = None,
    progress: Progress | None = None,
) -> list[Any]:
    """All rows of a list, or its first `limit`.

    Raises FetchError (schema) for a list that is empty or shorter than it says: half a list
    must not pass for all of it. A service that gives smaller pages than asked for sets the
    size from its first page on.
    """
    rows: list[Any] = []
    before: list[Any] = []
    size = min(size, limit) if limit else size
    for number in range(1, _MAX_PAGES + 1):
        page = fetch(number, size)
        if number == 1 and 0 < len(page.rows) < min(size, page.total):
            size = len(page.rows)
        if page.rows and page.rows == before:
            message = f"{what}의 {number}쪽이 앞쪽과 같습니다. 쪽 나누기가 바뀐 것 같습니다"
            raise FetchError(FetchFault.SCHEMA, message)
        before = page.rows
        rows += page.rows
        if progress:
            progress(what, min(len(rows), page.total), page.total)
        if limit and len(rows) >= limit:
            return rows[:limit]
        if len(rows) >= page.total or not page.rows:
            break
    if not rows:
        raise FetchError(FetchFault.SCHEMA, f"{what}이(가) 비어 있습니다")
    if len(rows) < page.total:
        message = f"{what}이(가) 완전하지 않습니다({page.total}건 가운데 {len(rows)}건)"
        raise FetchError(FetchFault.SCHEMA, message)
    return rows


def require_key(page: Page, key: str, fetched: Fetched) -> Page:
    """`page`, unless no row at all has the key: then the service changed its fields."""
    if page.rows and not any(isinstance(row, Mapping) and row.get(key) for row in page.rows):
        message = f"자료에 {key} 항목이 없습니다. 항목 이름이 바뀐 것 같습니다"
        raise FetchError(FetchFault.SCHEMA, message, url=fetched.url)
    return page


def odcloud_page(key: str) -> Callable[[Fetched], Page]:
    """Reader of a page of api.odcloud.kr whose rows have `key`."""
    return partial(_odcloud_page, key=key)


def whole_number(value: object) -> int | None:
    """A count as services write it: 12, "12", " 0012 "."""
    text = str(value if value is not None else "").strip()
    return int(text) if text.isascii() and text.isdecimal() else None


def result_fault(code: object, message: object, *, url: str) -> FetchError | None:
    """The error in the resultCode of a portal service; None for success."""
    number = whole_number(code)
    if number in (0, 200):
        return None
    name = " ".join(str(message or "").split())[:60]
    return code_fault(99 if number is None else number, name, url=url)


def _odcloud_page(fetched: Fetched, *, key: str) -> Page:
    data = fetched.data
    if isinstance(data, Mapping) and "data" not in data and "code" in data:
        raise _odcloud_fault(data, fetched.url)
    rows = data.get("data") if isinstance(data, Mapping) else None
    # matchCount is the count under a condition, totalCount that of the whole table.
    total = next(
        (
            count
            for name in ("matchCount", "totalCount")
            if isinstance(data, Mapping) and (count := whole_number(data.get(name))) is not None
        ),
        None,
    )
    if not isinstance(rows, list) or total is None:
        message = "응답에 data 목록이나 totalCount가 없습니다. 형식이 바뀐 것 같습니다"
        raise FetchError(FetchFault.SCHEMA, message, url=fetched.url)
    return require_key(Page(rows, total), key, fetched)


def _odcloud_fault(data: Mapping[str, Any], url: str) -> FetchError:
    text = " ".join(str(data.get("msg") or "").split())[:80]
    if quota_used_up(text):
        return FetchError(FetchFault.QUOTA, "오늘의 요청 한도를 다 썼습니다", url=url)
    if data.get("code") in _ODCLOUD_KEY or "인증" in text:
        return FetchError(FetchFault.CREDENTIALS, f"서비스 키를 쓸 수 없습니다({text})", url=url)
    message = f"서비스가 오류로 답했습니다({text or data.get('code')})"
    return FetchError(FetchFault.STATUS, message, url=url, status=503)
