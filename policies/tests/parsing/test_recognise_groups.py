"""Words for ages, and words that only contain them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from policies.eligibility.parsing.recognise import ages
from policies.eligibility.parsing.recognise.groups import RECOGNISERS, fits
from policies.eligibility.parsing.recognise.limits import Limits
from policies.tests.parsing.recognising import assert_inside, found, rules
from policies.tests.parsing.test_recognise_ages import age_texts
from policies.vocabulary import AgeGroup

ONE_PERSON = {"criterion": "household_type", "any_of": ["one_person"]}
BOTH = (*ages.RECOGNISERS, *RECOGNISERS)


def group(name: str) -> dict[str, Any]:
    return {"criterion": "age_group", "group": name}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("저소득 노인", "노인"),
        ("거동이 불편한 어르신", "노인"),
        ("경로우대자", "노인"),
        ("고령자", "노인"),
        ("관내 거주 청년", "청년"),
        ("미취업 청년", "청년"),
        ("학교 밖 청소년", "청소년"),
        ("미성년자", "미성년자"),
        ("중장년층", "중장년"),
        ("성인", "성인"),
    ],
)
def test_word(words: str, name: str) -> None:
    assert rules(RECOGNISERS, words) == [group(name)]
    assert found(RECOGNISERS, words)[0].confidence == 0.8


@pytest.mark.parametrize(
    ("words", "name", "children"),
    [
        ("가정위탁아동", "아동", {"below": 18}),
        ("관내 어린이", "아동", {"below": 18}),
        ("영유아", "영유아", {"below": 7}),
        ("관내 영아", "영아", {"below": 3}),
        ("신생아", "신생아", {"within_months": 12}),
    ],
)
def test_word_for_a_child(words: str, name: str, children: dict[str, int]) -> None:
    rule = {"any_of": [group(name), {"criterion": "children", **children}]}
    assert rules(RECOGNISERS, words) == [rule]


@pytest.mark.parametrize(
    "words",
    [
        "노인복지관",
        "「노인복지법」 제26조",
        "노인장기요양보험",
        "경로당 회원",
        "청년센터 이용",
        "청년월세 지원 수혜자",
        "신청년도 기준",
        "청년 외 연소득 6천만원",
        "아동수당 수급",
        "아동복지법에 따른 시설",
        "지역아동센터",
        "어린이집 재원",
        "청소년수련관",
        "산모·신생아 건강관리",
        "구성인원",
        "이동경로",
        "미성년 자녀",
    ],
)
def test_word_inside_another(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@pytest.mark.parametrize(
    ("words", "age"),
    [
        ("60세 이상 저소득 노인", {"min": 60}),
        ("19세 이상 39세 이하의 미취업 청년", {"min": 19, "max": 39}),
        ("청년 만 19~34세", {"min": 19, "max": 34}),
    ],
)
def test_an_age_in_the_clause_explains_the_word(words: str, age: dict[str, int]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "age", **age}]


def test_an_age_of_another_kind_does_not_explain_the_word() -> None:
    assert rules(RECOGNISERS, "18세 미만 자녀가 있는 노인") == [group("노인")]
    assert rules(RECOGNISERS, "65세 이상 노인 또는 청년") == [group("청년")]


def test_someone_old_who_lives_alone() -> None:
    assert rules(BOTH, "독거노인") == [{"all_of": [ONE_PERSON, group("노인")]}]
    assert rules(BOTH, "홀로 사는 어르신") == [{"all_of": [ONE_PERSON, group("노인")]}]
    explicit = {"all_of": [ONE_PERSON, {"criterion": "age", "min": 65}]}
    assert rules(BOTH, "만 65세 이상 독거노인") == [explicit]
    assert explicit in rules(BOTH, "65세 이상 저소득 독거노인")


@pytest.mark.parametrize(
    ("limits", "name", "expected"),
    [
        (Limits(min=65), AgeGroup.SENIOR, True),
        (Limits(min=19, max=34), AgeGroup.SENIOR, False),
        (Limits(below=18), AgeGroup.CHILD, True),
        (Limits(min=50), AgeGroup.YOUTH, False),
    ],
)
def test_fits(limits: Limits, name: AgeGroup, expected: bool) -> None:
    assert fits(name, limits) is expected


@given(age_texts)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
