"""Ages in words to limits, whose age it is, and words for ages inside other words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.eligibility.criterion_base import AgeUnit
from policies.eligibility.parsing.recognise.age_words import CHILD, GROUPS, GROWN, YOUNG
from policies.eligibility.parsing.recognise.limits import AGE, EXACT, Limits, limits
from policies.eligibility.parsing.recognise.whose import concerns_child, either_asks, either_born
from policies.eligibility.rule import BirthWindowCriterion, rule_to_data
from policies.tests.parsing.words import texts_of
from policies.vocabulary import AgeGroup

MONTHS, YEAR_AGE = AgeUnit.MONTHS, AgeUnit.YEAR_AGE


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("만65세이상", Limits(min=65)),
        ("65세부터", Limits(min=65)),
        ("34세이하", Limits(max=34)),
        ("34세까지", Limits(max=34)),
        ("19세미만", Limits(below=19)),
        ("19세초과", Limits(above=19)),
        ("만19세이상34세이하", Limits(min=19, max=34)),
        ("만19~39세", Limits(min=19, max=39)),
        ("19세~39세", Limits(min=19, max=39)),
        ("19-39세", Limits(min=19, max=39)),
        ("만19세이상~만34세미만", Limits(min=19, below=34)),
        ("6세초과12세이하", Limits(above=6, max=12)),
        ("생후24개월미만", Limits(MONTHS, below=24)),
        ("6~12개월", Limits(MONTHS, min=6, max=12)),
        ("6개월이상5세이하", Limits(MONTHS, min=6, below=72)),
        ("6개월이상3세미만", Limits(MONTHS, min=6, below=36)),
        ("2세이상36개월이하", Limits(MONTHS, min=24, max=36)),
        ("연19세~34세", Limits(YEAR_AGE, min=19, max=34)),
        ("65세이상~", Limits(min=65)),
        ("10살이하", Limits(max=10)),
    ],
)
def test_limits(words: str, expected: Limits) -> None:
    assert re.fullmatch(AGE, words)
    assert limits(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [("만5세", Limits(min=5, max=5)), ("12개월", Limits(MONTHS, min=12, max=12))],
)
def test_one_exact_age(words: str, expected: Limits) -> None:
    assert re.fullmatch(EXACT, words)
    assert limits(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [("518세", Limits(min=5, max=18)), ("1587세", Limits(min=15, max=87))],
)
def test_ages_whose_tilde_was_lost(words: str, expected: Limits) -> None:
    assert limits(words) == expected


@pytest.mark.parametrize("words", ["39~19세", "34세이상19세이하", "400개월이하", ""])
def test_ages_that_cannot_be(words: str) -> None:
    assert limits(words) is None


@pytest.mark.parametrize(
    ("read", "top"),
    [
        (Limits(max=12), 12),
        (Limits(below=13), 12),
        (Limits(MONTHS, max=24), 2),
        (Limits(min=65), None),
    ],
)
def test_the_highest_age(read: Limits, top: float | None) -> None:
    assert read.top == top


@pytest.mark.parametrize(
    ("read", "around", "title", "expected"),
    [
        (Limits(max=12), "만 12세 이하 아동", "", True),
        (Limits(max=5), "만 5세 이하", "", True),
        (Limits(below=19), "19세 미만 자녀", "", True),
        (Limits(max=18), "만 18세 이하 청소년", "", False),
        (Limits(max=18), "만 18세 이하", "아동 급식 지원", True),
        (Limits(max=18), "만 18세 이하인 사람", "아동 급식 지원", False),
        (Limits(max=10), "결혼 10세 이하 부부", "", False),
        (Limits(min=65), "만 65세 이상 아동", "", False),
        (Limits(max=34), "만 34세 이하 자녀", "", False),
    ],
)
def test_whose_age(read: Limits, around: str, title: str, expected: bool) -> None:
    assert concerns_child(read, around, title) is expected


def test_the_child_itself_or_a_parent() -> None:
    bounds = {"min": 6, "max": 12}
    person, child = {"criterion": "age", **bounds}, {"criterion": "children", **bounds}
    assert rule_to_data(either_asks(Limits(min=6, max=12))) == {"any_of": [person, child]}


def test_over_an_age_is_the_next_full_year_for_children() -> None:
    assert Limits(above=5).children().min == 6
    assert Limits(max=12).children(2, 3).model_dump()["ordinal"] == 3


def test_born_itself_or_a_parent_of_one_born() -> None:
    window = BirthWindowCriterion.model_validate(
        {"criterion": "birth_window", "born_from": "2020-01-01"}
    )
    assert rule_to_data(either_born(window)) == {
        "any_of": [
            {"criterion": "birth_window", "born_from": "2020-01-01"},
            {"criterion": "children", "born_from": "2020-01-01"},
        ]
    }


@pytest.mark.parametrize(
    ("group", "words"),
    [
        (AgeGroup.SENIOR, "저소득노인"),
        (AgeGroup.SENIOR, "관내어르신"),
        (AgeGroup.YOUTH, "미취업청년"),
        (AgeGroup.MIDDLE_AGED, "중장년"),
        (AgeGroup.ADULT, "성인"),
        (AgeGroup.MINOR, "미성년자"),
        (AgeGroup.ADOLESCENT, "위기청소년"),
        (AgeGroup.INFANT, "영유아"),
        (AgeGroup.BABY, "영아"),
        (AgeGroup.PRESCHOOLER, "유아"),
        (AgeGroup.NEWBORN, "신생아"),
        (AgeGroup.CHILD, "결식아동"),
        (AgeGroup.CHILD, "어린이"),
    ],
)
def test_words_for_ages(group: AgeGroup, words: str) -> None:
    assert GROUPS[group].search(words)


@pytest.mark.parametrize(
    "words",
    [
        "노인복지관",
        "노인장기요양보험",
        "노인일자리",
        "경로당",
        "고령자고용법",
        "청년센터",
        "청년도약계좌",
        "청년정책",
        "성인병",
        "청소년증",
        "청소년상담복지센터",
        "청소년한부모",
        "영유아보육법",
        "영유아건강검진",
        "신생아난청검사",
        "아동수당",
        "아동복지시설",
        "어린이집",
        "어린이날",
    ],
)
def test_words_inside_other_words(words: str) -> None:
    assert not any(pattern.search(words) for pattern in GROUPS.values())


def test_every_word_has_its_pattern() -> None:
    assert set(GROUPS) == set(AgeGroup)
    for pattern in (CHILD, YOUNG, GROWN):
        re.compile(pattern)


AGES = texts_of("만 연 생후 6 19 34 65 130 세 살 개월 이상 이하 미만 초과 ~ - 까지 부터 ( )")


@given(st.one_of(AGES, st.text(max_size=12)))
def test_limits_of_any_text_make_a_criterion(words: str) -> None:
    flat = "".join(words.split())
    for match in re.finditer(rf"{AGE}|{EXACT}", flat):
        read = limits(match.group())
        if read is not None:
            assert read.person().criterion == "age"
            assert read.children().min_count == 1
