"""Birth windows, alone and restating an age."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from policies.eligibility.parsing.found import Setting
from policies.eligibility.parsing.recognise import ages
from policies.eligibility.parsing.recognise.births import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, quotes, rules
from policies.tests.parsing.test_recognise_ages import age_texts

BOTH = (*ages.RECOGNISERS, *RECOGNISERS)
THIS_YEAR = Setting(year=2026)


def born(start: str | None, end: str | None, criterion: str = "birth_window") -> dict[str, Any]:
    window = {"criterion": criterion, "born_from": start, "born_to": end}
    return {key: value for key, value in window.items() if value is not None}


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("1960.12.31. 이전 출생자", None, "1960-12-31"),
        ("1985.1.1. 이후 출생한 사람", "1985-01-01", None),
        ("1986. 1. 2. ~ 2008. 1. 1. 출생자", "1986-01-02", "2008-01-01"),
        ("1981.1.1. 이후 ~ 2008.12.31. 이전 출생자", "1981-01-01", "2008-12-31"),
        ("46.1.1.~75.12.31. 기간 출생자", "1946-01-01", "1975-12-31"),
        ("1930년 이전에 출생한 노인", None, "1930-12-31"),
        ("1986년~2006년생", "1986-01-01", "2006-12-31"),
        ("청년(86년생~06년생)", "1986-01-01", "2006-12-31"),
        ("1981~2007년 출생자", "1981-01-01", "2007-12-31"),
        ("65년생 이전", None, "1965-12-31"),
        ("출생년월일: 1985.3.5.~2006.3.4.", "1985-03-05", "2006-03-04"),
    ],
)
def test_window(words: str, start: str | None, end: str | None) -> None:
    assert rules(RECOGNISERS, words, THIS_YEAR) == [born(start, end)]


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("'22.1.1.~'23.2.28. 출생 아동", "2022-01-01", "2023-02-28"),
        ("취학대상 아동('19.1.1~12.31. 출생)", "2019-01-01", "2019-12-31"),
        ("2024.1.1. 이후 출생아", "2024-01-01", None),
        ("24년 출생아부터", "2024-01-01", None),
        ("'23년 1~2월생으로 유치원에 취원한 유아", "2023-01-01", "2023-02-28"),
        ("5세 '20.1.1.~'20.12.31.", "2020-01-01", "2020-12-31"),
        ("만 3~5세아 (19~21년생)", "2019-01-01", "2021-12-31"),
    ],
)
def test_window_of_a_child(words: str, start: str, end: str | None) -> None:
    (rule,) = rules(BOTH, words, THIS_YEAR)
    assert rule == {"any_of": [born(start, end), born(start, end, "children")]}


@pytest.mark.parametrize(
    "words",
    [
        "65세 이상 어르신 (1960.12.31. 이전 출생자)",
        "19세 ~ 39세 (1986.1.2.~2008.1.1. 출생자)",
        "만 39세 이하('85.1.1. 이후 출생)",
        "18~39세 청년(1985.1.1.~2006.12.31.)",
        "19~39세로 1986.1.1.~2007.12.31. 출생자",
    ],
)
def test_a_window_that_restates_an_age_is_one_condition(words: str) -> None:
    (only,) = found(BOTH, words, THIS_YEAR)
    assert only.rule.criterion == "birth_window"
    assert quotes(BOTH, words) == [words]


@pytest.mark.parametrize(
    "words",
    [
        "출생일 기준 6개월 전부터 거주",
        "중·고등학교 1학년생",
        "사회초년생",
        "2019~2025년 참여자",
        "90세 이상 중 30년 이상 거주한 자",
        "19세~49세의 부부(2023.1.1. 이후 혼인신고자)",
        "9세(생일 지난 2017년생)",
        "2023.2.31. 이후 출생자",
        "출생신고일 현재 주민등록을 둔 자",
    ],
)
def test_no_window(words: str) -> None:
    assert rules(RECOGNISERS, words, THIS_YEAR) == []


@given(age_texts)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
