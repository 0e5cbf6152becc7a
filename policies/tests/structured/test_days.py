"""Spans of days in questions, on Sunday 12 July 2026."""

from __future__ import annotations

from datetime import date

import pytest

from policies.structured.grammar.days import spans

TODAY = date(2026, 7, 12)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("오늘 접수 중", "2026-07-12", "2026-07-12"),
        ("어제 등록된", "2026-07-11", "2026-07-11"),
        ("이번 주 마감", "2026-07-06", "2026-07-12"),
        ("다음 주에 마감", "2026-07-13", "2026-07-19"),
        ("이번 달 마감", "2026-07-01", "2026-07-31"),
        ("지난달(6월)에 끝난", "2026-06-01", "2026-06-30"),
        ("다음 달(8월)에 시작", "2026-08-01", "2026-08-31"),
        ("2월에 마감", "2026-02-01", "2026-02-28"),
        ("2024년 2월에 등록", "2024-02-01", "2024-02-29"),
        ("8~9월에 열리는", "2026-08-01", "2026-09-30"),
        ("7월 15일부터 7월 31일 사이", "2026-07-15", "2026-07-31"),
        ("2026-08-15에 마감", "2026-08-15", "2026-08-15"),
        ("2025년 하반기", "2025-07-01", "2025-12-31"),
        ("작년에 등록된", "2025-01-01", "2025-12-31"),
        ("일주일 안에 마감", "2026-07-12", "2026-07-19"),
        ("30일 이내에 마감", "2026-07-12", "2026-08-11"),
        ("한 달 안에", "2026-07-12", "2026-08-12"),
        ("최근 일주일 사이에", "2026-07-05", "2026-07-12"),
        ("8월 1일 이후에", "2026-08-01", None),
        ("8월 1일 이전", None, "2026-07-31"),
    ],
)
def test_span(text: str, first: str | None, last: str | None) -> None:
    (span,) = spans(text, TODAY)
    assert span.first == (date.fromisoformat(first) if first else None)
    assert span.last == (date.fromisoformat(last) if last else None)


def test_a_month_ends_in_the_year_and_months_go_over_it() -> None:
    (span,) = spans("다음 달에 마감", date(2026, 12, 31))
    assert (span.first, span.last) == (date(2027, 1, 1), date(2027, 1, 31))


@pytest.mark.parametrize("text", ["2월 30일에 마감", "13월에 마감", "월세 지원", "2인 가구", ""])
def test_no_span(text: str) -> None:
    assert spans(text, TODAY) == []
