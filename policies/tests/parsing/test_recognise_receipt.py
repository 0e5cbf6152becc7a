"""Benefits somebody already has, as conditions that an exclusion turns round."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Setting
from policies.eligibility.parsing.recognise.receipt import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, rules
from policies.tests.parsing.words import texts_of

OWN = Setting(title="청년 주거비 지원")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("아동수당을 받고 있는 자", ["아동수당"]),
        ("보육료 및 유아학비를 지원받는 아동", ["보육료", "유아학비"]),
        ("양육수당 수급자", ["양육수당", "가정양육수당"]),
        ("실업급여를 받고 있거나", ["구직급여", "실업급여"]),
        ("국민취업지원제도 참여자", ["국민취업지원제도"]),
        ("긴급복지 지원 대상자", ["긴급복지", "긴급복지지원"]),
        ("기초연금 수급자", ["기초연금", "기초노령연금"]),
        ("아이돌봄서비스를 이용하는 가정", ["아이돌봄서비스"]),
    ],
)
def test_named_benefits(words: str, names: list[str]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "receives", "any_of": names}]


def test_benefits_that_rule_each_other_out() -> None:
    words = "국가장학금과 중복 수혜 불가"
    (one,) = found(RECOGNISERS, words)
    assert Flat.of(words).quote(one.start, one.end) == "국가장학금과"


@pytest.mark.parametrize(
    "words",
    ["동일 사업 기 수혜자", "본 사업 참여자", "기수혜자", "타 지자체에서 동일 사업을 지원받은 자"],
)
def test_same_support_goes_by_the_title(words: str) -> None:
    assert rules(RECOGNISERS, words, OWN) == [{"criterion": "receives", "any_of": [OWN.title]}]
    assert rules(RECOGNISERS, words) == []


def test_money_received_before_goes_by_its_own_name() -> None:
    assert rules(RECOGNISERS, "타 기관 월동난방비 기지원자", OWN)[0]["any_of"] == ["월동난방비"]


@pytest.mark.parametrize(
    "words",
    [
        "유사 사업 참여자",
        "타 사업 수혜자",
        "아동수당 신청서",
        "실업급여 수급자격이 없는 자",
        "장애아 보육료를 지원하는 경우",
        "「기초연금법」",
        "추천을 받은 자",
    ],
)
def test_support_without_a_name_stays_unread(words: str) -> None:
    assert rules(RECOGNISERS, words, OWN) == []


@given(
    texts_of(
        "아동수당 보육료 실업급여 를 받고 있는 자 지원받은 수급자 동일 사업 "
        "본사업 기수혜자 중복 불가 타지자체에서 교복비 기지원 및"
    )
)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
    found(RECOGNISERS, words, OWN)
