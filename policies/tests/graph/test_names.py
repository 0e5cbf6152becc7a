"""Names of copies meet under one key; names that mean different things do not."""

from __future__ import annotations

import pytest

from policies.graph.names import name_keys, place_words, squeezed


def key(name: str, *places: str) -> str:
    return name_keys(name, places=places).main


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("출산장려금", "출산장려금 지원사업"),
        ("저소득층 국민건강보험료 지원", "저소득주민 건강보험료 지원"),
        ("2026년 참전명예수당", "참전명예수당 지급"),
        ("산모·신생아 건강관리 지원사업", "산모신생아 건강관리 지원"),
        ("청년월세 지원", "청년 월세 지원사업"),
        ("산후조리 비용 지원", "산후조리비 지원사업"),
    ],
)
def test_spellings_of_one_programme_share_a_key(first: str, second: str) -> None:
    assert key(first) == key(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("첫째아 출산축하금", "둘째아 출산축하금"),
        ("참전유공자 사망위로금", "참전유공자 명예수당"),
        ("출산장려금", "결혼장려금"),
        ("아이돌봄서비스", "아이돌봄비 지원"),
        ("생계급여", "의료급여"),
    ],
)
def test_words_that_tell_programmes_apart_stay(first: str, second: str) -> None:
    assert key(first) != key(second)


def test_the_own_place_is_left_out() -> None:
    places = place_words("전라남도", "광양시")
    assert key("광양형 24시간 돌봄어린이집", *places) == key("24시간 돌봄어린이집")
    assert key("전남 광양시 출산장려금", *places) == key("출산장려금")


def test_brackets_and_aliases_are_further_keys() -> None:
    keys = name_keys("자산형성지원사업(청년내일저축계좌)", ["내일통장"])
    assert key("청년내일저축계좌") in keys.others
    assert key("내일통장") in keys.others
    assert keys.main not in keys.others


@pytest.mark.parametrize(
    "name",
    [
        "장애인활동지원 시추가",
        "장애인활동지원 도 추가지원",
        "장애인활동지원 본인부담금 지원",
        "장애인활동지원 구비추가지원",
    ],
)
def test_help_on_top_names_what_it_is_on_top_of(name: str) -> None:
    keys = name_keys(name)
    assert keys.base == key("장애인활동지원")
    assert keys.main != keys.base


@pytest.mark.parametrize("name", ["", " ", "지원사업", "★", "()", "2026년"])
def test_names_without_content_do_not_fail(name: str) -> None:
    keys = name_keys(name)
    assert keys.base == ""
    assert all(len(other) > 1 for other in keys.others)


def test_squeezing_keeps_letters_and_digits() -> None:
    assert squeezed(" 청년 월세·지원(2차) ") == "청년월세지원2차"
