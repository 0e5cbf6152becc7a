"""Registered disability by degree, kind and old grade; not companions, families or facilities."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise.disability import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, rules
from policies.tests.parsing.words import texts_of

BOTH = ("severe", "mild")


def disabled(*degrees: str, **more: Any) -> list[dict[str, Any]]:
    return [{"criterion": "disability", "one_of": list(degrees), **more}]


@pytest.mark.parametrize(
    ("words", "degrees"),
    [
        ("장애인", BOTH),
        ("등록장애인", BOTH),
        ("일반 장애인", BOTH),
        ("장애 아동", BOTH),
        ("장애인등록증 소지자", BOTH),
        ("장애인복지카드를 소지한 자", BOTH),
        ("장애인 등록증, 장애인 복지카드 소지자", BOTH),
        ("중증장애인", ("severe",)),
        ("최중증 장애인", ("severe",)),
        ("장애의 정도가 심한 장애인", ("severe",)),
        ("'장애의 정도가 심한' 장애인", ("severe",)),
        ("심한 장애로 등록된 장애인", ("severe",)),
        ("경증장애인", ("mild",)),
        ("장애의 정도가 심하지 않은 장애인", ("mild",)),
        ("심하지 않은 장애", ("mild",)),
        ("중증 및 경증 등록장애인", BOTH),
        ("1~3급 장애인", ("severe",)),
        ("장애인(1~3급)", ("severe",)),
        ("4~6급 장애인", ("mild",)),
        ("비장애 아동", ("none",)),
    ],
)
def test_degrees(words: str, degrees: tuple[str, ...]) -> None:
    assert rules(RECOGNISERS, words) == disabled(*degrees)
    assert found(RECOGNISERS, words)[0].kind is Kind.GROUP


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("시각장애인", ["시각"]),
        ("시각·청각 장애인", ["시각", "청각"]),
        ("시각, 청각, 언어, 지적, 자폐성, 뇌병변 등록 장애인",
         ["시각", "청각", "언어", "지적", "자폐성", "뇌병변"]),
        ("발달장애인(지적, 자폐성)", ["발달"]),
        ("장애인(지체 및 뇌병변)", ["지체", "뇌병변"]),
        ("신장·심장 장애인", ["신장", "심장"]),
        ("지적장애 또는 자폐성장애", ["지적", "자폐성"]),
    ],
)  # fmt: skip
def test_kinds(words: str, kinds: list[str]) -> None:
    assert rules(RECOGNISERS, words) == disabled(*BOTH, types=kinds)


@pytest.mark.parametrize(
    ("words", "limit"), [("1급 장애인", 1), ("장애등급 1급~2급까지 등록된 장애인", 2)]
)
def test_old_grades_finer_than_degrees(words: str, limit: int) -> None:
    assert rules(RECOGNISERS, words) == disabled("severe", legacy_grade_max=limit)


@pytest.mark.parametrize(
    "words",
    [
        "「장애인복지법」 제32조에 따라 등록된 장애인",
        "'장애인복지법' 제32조에 의하여 등록한 장애인",
        "장애인복지법상 등록장애인",
    ],
)
def test_the_law_belongs_to_the_person(words: str) -> None:
    (one,) = found(RECOGNISERS, words)
    quote = Flat.of(words).quote(one.start, one.end)
    assert "장애인복지법" in quote
    assert quote.endswith("장애인")


def test_sex_and_income_before_the_word_stay_out() -> None:
    for words in ("여성장애인", "저소득 장애인"):
        (one,) = found(RECOGNISERS, words)
        assert Flat.of(words).quote(one.start, one.end) == "장애인"


def test_not_disabled_is_negated() -> None:
    assert found(RECOGNISERS, "장애인이 아닌 자")[0].negated


@pytest.mark.parametrize(
    "words",
    [
        "장애인복지관 이용자",
        "「장애인복지법」",
        "장애인 활동지원 급여",
        "장애인을 동반하는 보호자",
        "장애인의 가족",
        "장애인 보호자 1인",
        "장애인 부모",
        "장애 부모의 자녀",
        "한쪽 부모가 시각장애인",
        "장애인 거주시설",
        "장애인연금",
        "진폐장해등급 결정자",
        "장애등급 심사",
        "장애인 가구",
        "장애인이 있는 세대",
        "지방산대사장애",
        "의사소통장애",
        "건강장애 학생",
        "한국장애인개발원",
    ],
)
def test_others_than_the_disabled_person(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(
    texts_of(
        "장애 장애인 등록 중증 경증 심한 심하지 않은 정도가 1~3급 ( ) 지체 "
        "시각 발달 인 의 가족 복지관 이 아닌"
    )
)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
