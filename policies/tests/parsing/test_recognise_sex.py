"""Sex of the person, not of offices and programmes."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.recognise.sex import IGNORED, RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, rules
from policies.tests.parsing.words import texts_of


@pytest.mark.parametrize(
    ("words", "sex"),
    [
        ("60세 이상 여성", "female"),
        ("가임기 여성", "female"),
        ("여성 농업인", "female"),
        ("여성장애인", "female"),
        ("여자 청소년", "female"),
        ("부녀자", "female"),
        ("여학생", "female"),
        ("홀로 사는 남자 어르신", "male"),
        ("남성 육아휴직자", "male"),
    ],
)
def test_people(words: str, sex: str) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "sex", "one_of": [sex]}]


@pytest.mark.parametrize(
    "words",
    [
        "여성가족과",
        "여성복지회관",
        "여성기업",
        "사업 참여자",
        "특별기여자",
        "의료급여자",
        "출산하여 자녀를 둔 자",
        "남성·여성",
        "여성가족부 장관",
        "부녀회",
    ],
)
def test_other_uses_of_the_words(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@pytest.mark.parametrize("words", ["남성, 여성", "여성·남성", "남녀"])
def test_both_sexes_count_as_read(words: str) -> None:
    assert any(pattern.search(Flat.of(words).text) for pattern in IGNORED)


@given(texts_of("여성 남성 여자 남자 참여자 부녀 가족과 기업 여 남 학생"))
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
