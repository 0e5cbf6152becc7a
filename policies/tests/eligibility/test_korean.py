"""Particles, money and lists in Korean."""

from __future__ import annotations

import unicodedata
from datetime import date

import pytest

from policies.korean import either, josa, long_date, months, number, particle, won


@pytest.mark.parametrize(
    ("word", "pair", "expected"),
    [
        ("나이", "을/를", "나이를"),
        ("국적", "을/를", "국적을"),
        ("서울", "으로/로", "서울로"),
        ("부산", "으로/로", "부산으로"),
        ("만 70세", "으로/로", "만 70세로"),
        ("지원금 3", "은/는", "지원금 3은"),
        ("10", "이/가", "10이"),
        ("2", "은/는", "2는"),
        ("1", "으로/로", "1로"),
        ("7", "을/를", "7을"),
        ("6", "으로/로", "6으로"),
        ("0", "이/가", "0이"),
        ("LH", "은/는", "LH는"),
        ("SRL", "으로/로", "SRL로"),
        ("KTM", "은/는", "KTM은"),
        ("email", "을/를", "email을"),
        ("chatbot", "이/가", "chatbot이"),
        ("file", "으로/로", "file로"),
        ("국민연금(NPS)", "은/는", "국민연금(NPS)은"),
        ("국민연금（NPS）", "은/는", "국민연금（NPS）은"),
        ("「기초연금」", "이/가", "「기초연금」이"),
        ("가구(1인) [참고]", "이/가", "가구(1인) [참고]가"),
        ("(서울)", "으로/로", "(서울)로"),
        ("50%", "을/를", "50%를"),
        ("월 2,470,000원 이하", "이어야/여야", "월 2,470,000원 이하여야"),
        ("", "은/는", "는"),
    ],
)
def test_particle_follows_the_sound(word: str, pair: str, expected: str) -> None:
    assert josa(word, pair) == expected


def test_decomposed_hangul_is_heard_the_same() -> None:
    assert particle(unicodedata.normalize("NFD", "연금"), "을/를") == "을"


def test_a_pair_needs_two_forms() -> None:
    with pytest.raises(ValueError, match="조사 짝"):
        particle("나이", "을")


def test_money_numbers_dates() -> None:
    assert won(2_470_000) == "2,470,000원"
    assert won(-500) == "-500원"
    assert won(0) == "0원"
    assert [number(52.0), number(52.5), number(1234)] == ["52", "52.5", "1,234"]
    assert long_date(date(2026, 12, 3)) == "2026년 12월 3일"
    assert [months(84), months(6), months(0), months(12)] == ["7년", "6개월", "0개월", "1년"]


def test_alternatives_are_listed_once() -> None:
    assert either(["A"]) == "A"
    assert either(["A", "B", "A"]) == "A 또는 B"
    assert either(["A", "B", "C"]) == "A, B 또는 C"
