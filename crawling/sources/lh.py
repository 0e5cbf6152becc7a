"""Answers of the LH services: an array of objects, each with one list or more by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crawling.fetching.paging import Page, require_key, whole_number
from crawling.fetching.types import Fetched, FetchError, FetchFault

_DONE = "Y"


def lh_lists(fetched: Fetched) -> dict[str, list[Any]]:
    """Lists of an answer by name. Raises FetchError for another form or a reported failure."""
    data = fetched.data
    if not isinstance(data, list) or not all(isinstance(each, Mapping) for each in data):
        message = "LH 응답이 목록이 아닙니다. 형식이 바뀐 것 같습니다"
        raise FetchError(FetchFault.SCHEMA, message, url=fetched.url)
    lists: dict[str, list[Any]] = {}
    for each in data:
        for name, value in each.items():
            if isinstance(value, list):
                lists.setdefault(name, []).extend(value)
    header = next(iter(lists.get("resHeader", [])), None)
    code = header.get("SS_CODE") if isinstance(header, Mapping) else None
    if code != _DONE:
        message = f"LH 서비스가 오류로 답했습니다(SS_CODE {code or '없음'})"
        raise FetchError(FetchFault.STATUS, message, url=fetched.url, status=503)
    return lists


def counted_page(fetched: Fetched, *, key: str) -> Page:
    """A page of a list whose rows carry the number of all (ALL_CNT)."""
    rows = lh_lists(fetched).get("dsList", [])
    counts = [whole_number(row.get("ALL_CNT")) for row in rows if isinstance(row, Mapping)]
    total = max((count for count in counts if count is not None), default=None)
    if rows and total is None:
        message = "목록에 ALL_CNT가 없습니다. 형식이 바뀐 것 같습니다"
        raise FetchError(FetchFault.SCHEMA, message, url=fetched.url)
    return require_key(Page(rows, total or 0), key, fetched)


def open_page(fetched: Fetched, *, key: str, seen: int) -> Page:
    """A page of a list that tells no number: as long as there are rows there may be more.
    `seen`: rows of the pages before."""
    lists = lh_lists(fetched)
    if "dsList" not in lists and not seen:
        message = "응답에 dsList가 없습니다. 형식이 바뀐 것 같습니다"
        raise FetchError(FetchFault.SCHEMA, message, url=fetched.url)
    rows = lists.get("dsList", [])
    total = seen + len(rows) + 1 if rows else seen
    return require_key(Page(rows, total), key, fetched)
