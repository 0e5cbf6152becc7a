"""Lists in pages: whole, or refused."""

from __future__ import annotations

import pytest

from crawling.fetching.paging import Page, list_rows, whole_number
from crawling.fetching.types import FetchError, FetchFault


def pages(*rows: list[int], total: int) -> list[Page]:
    return [Page(list(each), total) for each in rows]


def read(answers: list[Page], *, size: int = 3, limit: int | None = None) -> list[int]:
    def fetch(number: int, size: int) -> Page:
        return answers[number - 1] if number <= len(answers) else Page([], answers[-1].total)

    return list_rows(fetch, size=size, what="목록", limit=limit)


def test_pages_are_read_to_the_end() -> None:
    assert read(pages([1, 2, 3], [4, 5, 6], [7], total=7)) == [1, 2, 3, 4, 5, 6, 7]


def test_no_page_is_asked_for_in_vain() -> None:
    asked = []

    def fetch(number: int, size: int) -> Page:
        asked.append((number, size))
        return Page([number * 2, number * 2 + 1], 4)

    list_rows(fetch, size=2, what="목록")
    assert asked == [(1, 2), (2, 2)]


def test_rows_that_come_while_we_read() -> None:
    answers = [Page([1, 2, 3], 6), Page([3, 4, 5], 7), Page([6], 7)]
    assert read(answers) == [1, 2, 3, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (pages([], total=0), "비어"),
        (pages([], total=5), "비어"),
        (pages([1, 2, 3], [], total=5), "5건 가운데 3건"),
        (pages([1, 2, 3], [4], total=9), "9건 가운데 4건"),
        (pages([1, 2, 3], [1, 2, 3], total=9), "앞쪽과 같습니다"),
    ],
)
def test_lists_that_are_not_whole(answers: list[Page], words: str) -> None:
    with pytest.raises(FetchError, match=words) as caught:
        read(answers)
    assert caught.value.kind is FetchFault.SCHEMA


def test_limit_takes_the_first() -> None:
    assert read(pages([1, 2, 3], [4, 5, 6], total=100), limit=5) == [1, 2, 3, 4, 5]
    assert read(pages([1, 2, 3], total=3), limit=5) == [1, 2, 3]


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), ("12", 12), (" 007 ", 7), ("", None), (None, None), ("3건", None), ("-1", None)],
)
def test_counts_as_services_write_them(value: object, number: int | None) -> None:
    assert whole_number(value) == number
