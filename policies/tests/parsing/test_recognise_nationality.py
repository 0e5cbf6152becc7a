"""대한민국 국적, 외국인, 결혼이민자, 난민."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise.nationality import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, rules
from policies.tests.parsing.words import texts_of

texts = texts_of(
    "대한민국 한국 국적 을 가진 보유하지 않은 미취득 내국인 외국인 등록 "
    "결혼이민자 여성 난민 인정자 법"
)


def one_of(*values: str) -> list[dict[str, object]]:
    return [{"criterion": "nationality", "one_of": list(values)}]


@pytest.mark.parametrize(
    "words",
    [
        "대한민국 국적을 가진 자",
        "대한민국 국적의 학생",
        "한국 국적 소지자",
        "대한민국 국민",
        "내국인",
    ],
)
def test_korean(words: str) -> None:
    assert rules(RECOGNISERS, words) == one_of("korean")
    (one,) = found(RECOGNISERS, words)
    assert (one.kind, one.negated) == (Kind.SCOPE, False)


@pytest.mark.parametrize(
    "words",
    [
        "대한민국 국적을 가지지 않은 유아",
        "대한민국 국적을 보유하지 아니한 자",
        "대한민국 국적이 아닌 자",
        "한국 국적을 미취득한 자",
        "대한민국 국민이 아닌 자",
    ],
)
def test_not_korean(words: str) -> None:
    (one,) = found(RECOGNISERS, words)
    assert rules(RECOGNISERS, words) == one_of("korean")
    assert one.negated


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("외국인 주민", ("foreign", "marriage_migrant", "refugee")),
        ("등록 외국인", ("foreign", "marriage_migrant", "refugee")),
        ("결혼이민자", ("marriage_migrant",)),
        ("여성결혼이민자", ("marriage_migrant",)),
        ("대한민국 국민과 혼인 관계에 있는 재한외국인", ("marriage_migrant",)),
        ("난민 인정자", ("refugee",)),
        ("「난민법」에 따른 난민인정자", ("refugee",)),
    ],
)
def test_groups_from_abroad(words: str, values: tuple[str, ...]) -> None:
    assert rules(RECOGNISERS, words) == one_of(*values)
    assert found(RECOGNISERS, words)[0].kind is Kind.GROUP


@pytest.mark.parametrize(
    "words",
    [
        "외국인등록번호",
        "외국인 투자기업",
        "부모가 모두 외국인인 아동",
        "「재한외국인 처우 기본법」",
        "연고자가 없는 외국인 사망자",
        "난민 인정 신청 중인 자",
        "이재민 피난민",
        "국적법 제7조에 따른 귀화",
    ],
)
def test_other_uses_of_the_words(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(texts)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
