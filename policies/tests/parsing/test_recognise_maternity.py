"""Pregnant women and mothers, births of late, adoption, infertility."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise.maternity import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, rules
from policies.tests.parsing.words import texts_of

BOTH = ["pregnant", "postpartum"]


def pregnancy(*states: str, **limits: Any) -> list[dict[str, Any]]:
    return [{"criterion": "pregnancy", "one_of": list(states), **limits}]


@pytest.mark.parametrize(
    ("words", "states"),
    [
        ("임산부", BOTH),
        ("등록 임산부", BOTH),
        ("임신부", ["pregnant"]),
        ("임신 중인 여성", ["pregnant"]),
        ("산모", BOTH),
        ("출산한 산모", ["postpartum"]),
        ("출산 여성", ["postpartum"]),
    ],
)
def test_mothers(words: str, states: list[str]) -> None:
    assert rules(RECOGNISERS, words) == pregnancy(*states)
    assert found(RECOGNISERS, words)[0].kind is Kind.GROUP


@pytest.mark.parametrize(
    ("words", "states", "months"),
    [
        ("임신 중이거나 출산 후 6개월 미만인 여성", BOTH, 6),
        ("출산 후 1년 이내 산모", ["postpartum"], 12),
        ("출산일로부터 6개월이 지나지 않은 자", ["postpartum"], 6),
        ("분만 후 3개월 이내 여성", ["postpartum"], 3),
    ],
)
def test_mothers_for_some_months(words: str, states: list[str], months: int) -> None:
    assert rules(RECOGNISERS, words) == pregnancy(*states, within_months=months)


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("출생일로부터 1년 이내", {"within_months": 12}),
        ("출생일로부터 60일 이내 신청", {"within_days": 60}),
        ("자녀의 출생일로부터 6개월 미만", {"unit": "months", "below": 6}),
        ("출산일 기준 1년이 경과하지 않은 자", {"within_months": 12}),
    ],
)
def test_births_of_late(words: str, limits: dict[str, Any]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "children", **limits}]
    assert found(RECOGNISERS, words)[0].kind is Kind.SCOPE


def test_a_term_from_the_report_is_less_sure_than_one_from_the_birth() -> None:
    (report,) = found(RECOGNISERS, "출생신고일로부터 1년 이내")
    (birth,) = found(RECOGNISERS, "출생일로부터 1년 이내")
    assert report.confidence < birth.confidence


@pytest.mark.parametrize(
    "words", ["출산가정", "출산·입양 가정", "출생아의 부 또는 모", "출생아의 보호자"]
)
def test_families_with_a_newborn(words: str) -> None:
    assert rules(RECOGNISERS, words)[0] == {"criterion": "children", "within_months": 12}
    assert found(RECOGNISERS, words)[0].confidence < 1


@pytest.mark.parametrize("words", ["입양가정", "입양아동", "국내 입양 아동"])
def test_adoption_is_asked(words: str) -> None:
    (rule,) = rules(RECOGNISERS, words)
    assert (rule["criterion"], rule["key"]) == ("other", "입양")


@pytest.mark.parametrize("words", ["난임부부", "난임 진단을 받은 부부", "난임 여성"])
def test_infertility(words: str) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "infertility_treatment"}]


@pytest.mark.parametrize(
    "words",
    [
        "임산부 배려석",
        "임산부 전용 주차구역",
        "산모수첩",
        "산모·신생아 건강관리 서비스",
        "난임부부 시술비 지원",
        "난임 상담",
        "임신중독",
        "출산 전",
        "출산장려금",
        "출생일로부터 1년 이내에 진단받은 자",
    ],
)
def test_other_uses_of_the_words(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(
    texts_of(
        "임신 중 임산부 산모 출산 후 6개월 1년 이내 미만 여성 "
        "출생일로부터 입양 가정 난임 부부 신고일"
    )
)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
