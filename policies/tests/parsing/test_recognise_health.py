"""Diseases somebody has, and long-term-care grades."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.conditions import find_disease
from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise.health import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, rules
from policies.tests.parsing.words import texts_of

ANY_GRADE = ["1", "2", "3", "4", "5", "cognitive"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("치매 환자", ["치매"]),
        ("치매 진단을 받은 자", ["치매"]),
        ("암 환자", ["암"]),
        ("소아암 환자", ["암"]),
        ("만성질환자", ["만성질환"]),
        ("당뇨 등 만성질환이 있는 어르신", ["만성질환"]),
        ("고혈압·당뇨병 등록환자", ["고혈압", "당뇨병"]),
        ("고혈압, 당뇨 환자", ["고혈압", "당뇨병"]),
        ("희귀질환자", ["희귀질환"]),
        ("희귀난치성질환자", ["희귀·난치질환"]),
        ("중증난치질환을 가진 사람", ["난치질환"]),
        ("난치병 환자", ["난치질환"]),
        ("정신질환으로 치료를 받고 있는 자", ["정신질환"]),
        ("정신질환 진단코드 F20~F29", ["정신질환"]),
        ("결핵 환자", ["결핵"]),
        ("뇌졸중(I60~I69) 진단을 받은 자", ["뇌졸중"]),
        ("산정특례 등록자", ["중증질환", "희귀질환", "난치질환"]),
    ],
)
def test_people_with_a_disease(words: str, names: list[str]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "condition", "any_of": names}]
    assert found(RECOGNISERS, words)[0].kind is Kind.GROUP
    assert all(find_disease(name) for name in names)


@pytest.mark.parametrize(
    "words",
    [
        "암 검진",
        "치매안심센터",
        "치매 예방 교실",
        "치매환자 가족",
        "만성질환자 가정",
        "결핵 검진 대상",
        "희귀질환자 의료비 지원사업",
        "「치매관리법」",
        "고엽제후유의증 환자",
        "행려환자",
        "신생아중환자실",
        "진폐 판정에 따른 등급",
        "정신건강 고위험군",
    ],
)
def test_other_uses_of_the_words(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@pytest.mark.parametrize(
    ("words", "grades"),
    [
        ("장기요양 1~5등급", ["1", "2", "3", "4", "5"]),
        ("장기요양등급 1등급~2등급", ["1", "2"]),
        ("장기요양 3등급 이상", ["1", "2", "3"]),
        ("장기요양 1,2등급 판정자", ["1", "2"]),
        ("장기요양 4등급", ["4"]),
        ("장기요양 5~3등급", ["3", "4", "5"]),
        ("장기요양 1~5등급, 인지지원등급", ANY_GRADE),
        ("장기요양 인지지원등급", ["cognitive"]),
        ("장기요양등급 판정자", ANY_GRADE),
        ("노인장기요양등급을 받은 자", ANY_GRADE),
    ],
)
def test_care_grades(words: str, grades: list[str]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "long_term_care_grade", "one_of": grades}]


@pytest.mark.parametrize(
    "words", ["장기요양등급외자", "장기요양보험료", "장기요양기관", "장기요양등급 신청자"]
)
def test_care_words_without_a_grade(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(
    texts_of(
        "치매 암 고혈압 당뇨 만성질환 희귀 난치성질환 환자 자 진단 받은 "
        "장기요양 등급 1~5등급 인지지원 산정특례 검진 이 있는"
    )
)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
