from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from crawling.periods import (
    parse_compact_date,
    parse_compact_ranges,
    parse_period,
    parse_stamp,
)
from policies.vocabulary import PeriodKind


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026.1.1 ~ 2026.12.31", date(2026, 1, 1), date(2026, 12, 31)),
        ("2026. 5. 11.(월) ~ 12. 4.(금)", date(2026, 5, 11), date(2026, 12, 4)),
        ("2025-01-13~2025.01.31.", date(2025, 1, 13), date(2025, 1, 31)),
        ("'22.1.1.~'23.2.28.", date(2022, 1, 1), date(2023, 2, 28)),
        ("2026년 3월 2일 ～ 2026년 4월 1일", date(2026, 3, 2), date(2026, 4, 1)),
        ("2026. 12. 1. ~ 1. 31.", date(2026, 12, 1), date(2027, 1, 31)),
        ("2026. 1. ~ 12.", date(2026, 1, 1), date(2026, 12, 31)),
        ("2026.1.~2026.2.", date(2026, 1, 1), date(2026, 2, 28)),
        ("2026. 3월 ~ 2026. 5월", date(2026, 3, 1), date(2026, 5, 31)),
        ("2026-1학기 신청기간 : 2026.1.5.~2026.5.20.", date(2026, 1, 5), date(2026, 5, 20)),
        ("~ 2026.12.31.", None, date(2026, 12, 31)),
        (
            "1차 : '26. 3. 18. ~ 4. 6. / 2차: '26. 10. 29. ~ 11. 27.",
            date(2026, 3, 18),
            date(2026, 11, 27),
        ),
    ],
)
def test_ranges_of_dates(text: str, start: date | None, end: date) -> None:
    period = parse_period(text)
    assert (period.kind, period.start, period.end) == (PeriodKind.RANGE, start, end)
    assert period.text == text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("상시신청", PeriodKind.ALWAYS),
        ("수시접수", PeriodKind.ALWAYS),
        ("연중", PeriodKind.ALWAYS),
        ("상시신청(예산 소진시 당해 사업종료)", PeriodKind.BUDGET),
        ("예산 소진 시", PeriodKind.BUDGET),
        ("매년 2~4월", PeriodKind.ANNUAL),
        ("접수기관 별 상이", PeriodKind.OTHER),
        ("신청불필요", PeriodKind.OTHER),
        ("별도의 신청절차가 없음(사업예산 범위 내 서비스 지원)", PeriodKind.OTHER),
        ("2026. 1~2월 중 공고예정", PeriodKind.OTHER),
        ("2026.13.1~2026.14.1", PeriodKind.OTHER),
        ("2026.12.31~2026.1.1", PeriodKind.OTHER),
        ("결원 발생 시 수시 모집", PeriodKind.OTHER),
    ],
)
def test_other_kinds_keep_their_text(text: str, kind: PeriodKind) -> None:
    period = parse_period(text)
    assert (period.kind, period.text, period.start, period.end) == (kind, text, None, None)


def test_a_placeholder_is_no_period() -> None:
    assert parse_period("-").text == ""


def test_several_ranges_of_the_youth_api() -> None:
    assert parse_compact_ranges("20260907 ~ 20260928\\N20261026 ~ 20261116") == [
        (date(2026, 9, 7), date(2026, 9, 28)),
        (date(2026, 10, 26), date(2026, 11, 16)),
    ]
    assert parse_compact_ranges("20260231 ~ 20260301") == []


@pytest.mark.parametrize("raw", ["        ", "", "20261301", "2026", None])
def test_blank_and_impossible_days_are_none(raw: object) -> None:
    assert parse_compact_date(raw) is None


def test_stamps_are_korean_time() -> None:
    seoul = ZoneInfo("Asia/Seoul")
    assert parse_stamp("20260129201825") == datetime(2026, 1, 29, 20, 18, 25, tzinfo=seoul)
    assert parse_stamp("2026-07-08 15:45:33") == datetime(2026, 7, 8, 15, 45, 33, tzinfo=seoul)
    assert parse_stamp("20260703") == datetime(2026, 7, 3, tzinfo=seoul)
    assert parse_stamp("어제") is None
    assert parse_stamp("20261332") is None
