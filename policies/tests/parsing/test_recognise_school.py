"""Pupils and students by level."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.recognise.school import IGNORED, RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, rules
from policies.tests.parsing.words import texts_of

PUPILS = ("elementary", "middle", "high")
ALL = (*PUPILS, "university", "graduate")


@pytest.mark.parametrize(
    ("words", "levels"),
    [
        ("초등학생", ("elementary",)),
        ("중·고등학생", ("middle", "high")),
        ("초·중·고등학생", PUPILS),
        ("초,중,고 학생", PUPILS),
        ("초중고 재학생", PUPILS),
        ("관내 고등학교에 재학 중인 학생", ("high",)),
        ("중·고등학교 신입생", ("middle", "high")),
        ("대학생", ("university",)),
        ("대학(원)생", ("university", "graduate")),
        ("대학교 및 대학원 재학생", ("university", "graduate")),
        ("대학 재학·휴학생", ("university",)),
        ("대학원생", ("graduate",)),
        ("학교 밖 청소년", ("out_of_school",)),
        ("휴학생", ("university", "graduate")),
        ("재학 중인 자", ALL),
        ("저소득 학생", ALL),
        ("거주하는 자 중 고등학생", ("high",)),
        ("시민이고 대학생", ("university",)),
    ],
)
def test_levels(words: str, levels: tuple[str, ...]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "education", "one_of": list(levels)}]
    assert found(RECOGNISERS, words)[0].dimension == "education"


@pytest.mark.parametrize(
    "words",
    [
        "고등학교 졸업자",
        "대학 졸업예정자",
        "유치원에 다니는 유아",
        "노인대학",
        "방송통신대학교 재학생",
        "학생증",
        "장학생 선발",
        "재학증명서",
        "학교 밖 청소년 지원센터",
        "취학 및 미취학 아동",
        "대학병원",
        "위기 중 고생하는 사람",
    ],
)
def test_other_uses_of_the_words(words: str) -> None:
    assert [rule for rule in rules(RECOGNISERS, words) if rule["one_of"] != list(ALL)] == []


@pytest.mark.parametrize(
    ("words", "level", "ages"),
    [
        ("미취학 아동", "preschool", {"max": 6}),
        ("취학 전 자녀", "preschool", {"max": 6}),
        ("초등학생 자녀를 둔 가정", "elementary", {"min": 6, "max": 12}),
        ("고등학생 자녀", "high", {"min": 15, "max": 18}),
    ],
)
def test_parents_ask_for_their_children(words: str, level: str, ages: dict[str, int]) -> None:
    assert rules(RECOGNISERS, words) == [
        {
            "any_of": [
                {"criterion": "education", "one_of": [level]},
                {"criterion": "children", **ages},
            ]
        }
    ]


@pytest.mark.parametrize("words", ["휴학생 포함", "(휴학생 포함)", "취학 및 미취학 아동"])
def test_fillers_count_as_read(words: str) -> None:
    assert any(pattern.search(Flat.of(words).text) for pattern in IGNORED)


@given(
    texts_of(
        "초 중 고 대 초등 중학교 고등학교 대학 대학원 (원) 학생 생 재학 휴학 "
        "중인 자 신입생 미취학 유치원 학교밖"
    )
)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
