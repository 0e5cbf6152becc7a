"""국가보훈대상자 by name and by law, and their families."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise.veterans import IGNORED, RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, rules
from policies.tests.parsing.words import texts_of


def veteran(*kinds: str, family: bool = False) -> list[dict[str, Any]]:
    rule: dict[str, Any] = {"criterion": "veteran"}
    if kinds:
        rule["kinds"] = list(kinds)
    if family:
        rule["family"] = True
    return [rule]


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("국가보훈대상자", ()),
        ("보훈대상자", ()),
        ("국가유공자", ("국가유공자",)),
        ("국가유공자증서를 소지한 자", ("국가유공자",)),
        ("국가보훈부에 등록된 참전유공자", ("참전유공자",)),
        ("독립유공자", ("독립유공자",)),
        ("5·18민주유공자", ("5·18민주유공자",)),
        ("특수임무유공자", ("특수임무유공자",)),
        ("고엽제후유의증 환자", ("고엽제후유의증환자",)),
        ("보훈보상대상자", ("보훈보상대상자",)),
        ("의사상자", ("의사상자",)),
        ("전상군경", ("전상군경",)),
        ("무공수훈자", ("무공수훈자",)),
        ("재일학도의용군인", ("재일학도의용군인",)),
    ],
)
def test_people(words: str, kinds: tuple[str, ...]) -> None:
    assert rules(RECOGNISERS, words) == veteran(*kinds)
    assert found(RECOGNISERS, words)[0].kind is Kind.GROUP


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("보훈가족", ()),
        ("국가유공자 및 그 유족", ("국가유공자",)),
        ("국가유공자(유족)", ("국가유공자",)),
        ("독립유공자 또는 그 유족 또는 가족", ("독립유공자",)),
        ("참전유공자의 배우자", ("참전유공자",)),
        ("사망한 참전유공자의 배우자", ("참전유공자",)),
        ("전상군경 본인 및 유족", ("전상군경",)),
        ("참전유공자가 사망한 경우", ("참전유공자",)),
    ],
)
def test_families(words: str, kinds: tuple[str, ...]) -> None:
    assert rules(RECOGNISERS, words)[0] == veteran(*kinds, family=True)[0]


@pytest.mark.parametrize(
    ("words", "kinds", "family"),
    [
        (
            "「국가유공자 등 예우 및 지원에 관한 법률」 제4조에 따른 국가유공자",
            ("국가유공자",),
            False,
        ),
        (
            (
                "「국가유공자 등 예우 및 지원에 관한 법률 시행령」 제86조제1항 각 호의 "
                "어느 하나에 해당하는 사람"
            ),
            ("국가유공자",),
            False,
        ),
        (
            "「독립유공자예우에 관한 법률」 제5조에 따른 독립유공자의 유족 또는 가족",
            ("독립유공자",),
            True,
        ),
        (
            "고엽제후유의증 등 환자지원 및 단체설립에 관한 법률의 적용을 받는 자",
            ("고엽제후유의증환자",),
            False,
        ),
        ("「국가보훈 기본법」에 따른 대상자", (), False),
    ],
)
def test_laws_name_people(words: str, kinds: tuple[str, ...], family: bool) -> None:
    assert rules(RECOGNISERS, words) == veteran(*kinds, family=family)
    (one,) = found(RECOGNISERS, words)
    assert (one.start, one.end) == (0, len(Flat.of(words).text))


@pytest.mark.parametrize(
    "words",
    [
        "보훈회관",
        "참전명예수당",
        "보훈병원",
        "국가유공자 단체",
        "참전유공자 명예수당",
        "「국가유공자 등 예우 및 지원에 관한 법률」에 따른 대부금",
        "보훈지청 추천",
    ],
)
def test_other_uses_of_the_words(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


def test_law_names_count_as_read() -> None:
    text = Flat.of("「참전유공자 예우 및 단체설립에 관한 법률」").text
    assert any(pattern.fullmatch(text) for pattern in IGNORED)


@given(
    texts_of(
        "국가 유공자 참전유공자 보훈 대상자 유족 및 그 배우자 사망한 법률 에 "
        "따른 자 「 」 제4조 고엽제후유의증 환자 수당"
    )
)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
