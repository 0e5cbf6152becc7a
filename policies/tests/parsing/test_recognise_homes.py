"""Households with a disabled person, people by an entitlement they hold, weeks of pregnancy."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise import homes, weeks
from policies.tests.parsing.deciding import parsed, verdict
from policies.tests.parsing.recognising import assert_inside, found, quotes, rules
from policies.tests.parsing.words import texts_of

ALL = ["생계", "의료", "주거", "교육"]


@pytest.mark.parametrize(
    ("words", "degrees"),
    [
        ("장애인 가구", ["severe", "mild"]),
        ("등록장애인이 있는 가구", ["severe", "mild"]),
        ("장애인을 둔 가정", ["severe", "mild"]),
        ("중증장애인 세대", ["severe"]),
    ],
)
def test_homes_of_disabled_people(words: str, degrees: list[str]) -> None:
    (rule,) = rules(homes.RECOGNISERS, words)
    disability, others = rule["any_of"]
    assert disability == {"criterion": "disability", "one_of": degrees}
    assert (others["criterion"], others["key"]) == ("other", words)
    assert quotes(homes.RECOGNISERS, words) == [words]


def test_a_home_is_open_for_those_who_are_not_disabled_themselves() -> None:
    rule = parsed("등록장애인이 있는 가구")
    assert verdict(rule, disability="mild") == "likely"
    assert verdict(rule, disability="none") == "needs_more_info"
    at_home = {"등록장애인이 있는 가구": False}
    assert verdict(rule, disability="none", other=at_home) == "unlikely"


@pytest.mark.parametrize(
    ("words", "benefits"),
    [
        ("기초생활수급자격을 취득한 자", ALL),
        ("국민기초생활보장수급자 자격을 보유한 가구", ALL),
        ("기초생활수급자격 유지 중인 자", ALL),
        ("생계급여 자격 보유 세대", ["생계"]),
        ("생계·의료급여 수급자격을 가진 자", ["생계", "의료"]),
    ],
)
def test_entitlements(words: str, benefits: list[str]) -> None:
    assert rules(homes.RECOGNISERS, words) == [
        {"criterion": "basic_livelihood", "any_of": benefits}
    ]
    assert found(homes.RECOGNISERS, words)[0].kind is Kind.GROUP


@pytest.mark.parametrize(
    "words", ["장애인 가구원", "장애인 세대주", "장애인 복지관", "수급자격 확인서", "자격증 취득"]
)
def test_other_uses_of_the_words(words: str) -> None:
    assert rules(homes.RECOGNISERS, words) == []


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("임신 16주 이상 임산부", {"min_weeks": 16}),
        ("임신 20주부터", {"min_weeks": 20}),
        ("임신 후 12주 경과", {"min_weeks": 12}),
        ("임신 12주 이내 임신부", {"max_weeks": 12}),
        ("임신 37주 미만", {"max_weeks": 36}),
        ("12~18주 임산부", {"min_weeks": 12, "max_weeks": 18}),
        ("임신 12주 ~ 32주", {"min_weeks": 12, "max_weeks": 32}),
        ("임신 16주부터 20주까지", {"min_weeks": 16, "max_weeks": 20}),
    ],
)
def test_weeks_of_pregnancy(words: str, limits: dict[str, int]) -> None:
    pregnancy = {"criterion": "pregnancy", "one_of": ["pregnant"], **limits}
    assert rules(weeks.RECOGNISERS, words) == [pregnancy]


@pytest.mark.parametrize(
    "words",
    ["4~6주 과정", "12주 이상 치료를 받은 자", "임신 50주 이상", "임신 32주~12주", "8주간 교육"],
)
def test_weeks_of_something_else(words: str) -> None:
    assert rules(weeks.RECOGNISERS, words) == []


@pytest.mark.parametrize("words", ["5개월 ~ 첫돌 전 영아", "생후 5개월부터 돌 전까지"])
def test_until_the_first_birthday(words: str) -> None:
    limits: dict[str, Any] = {"unit": "months", "min": 5, "below": 12}
    person, child = {"criterion": "age", **limits}, {"criterion": "children", **limits}
    assert rules(weeks.RECOGNISERS, words) == [{"any_of": [person, child]}]


def test_weeks_decide_by_the_due_date() -> None:
    rule = parsed("임신 16주 이상 임산부")
    mother = {"sex": "female", "pregnancy": "pregnant"}
    assert verdict(rule, **mother, due_date="2027-02-01") == "likely"
    assert verdict(rule, **mother, due_date="2027-08-01") == "unlikely"
    assert verdict(rule, **mother) == "needs_more_info"
    assert verdict(rule, pregnancy="none") == "unlikely"


@given(
    texts_of("장애인 등록 중증 가구 이 있는 세대 기초생활수급자격 을 취득한 자 생계 급여 자격 보유")
)
def test_homes_lie_inside_any_text(words: str) -> None:
    assert_inside(homes.RECOGNISERS, words)


@given(texts_of("임신 16 주 이상 ~ 20주 미만 임산부 5개월 첫돌 돌 전 까지 영아 99주"))
def test_weeks_lie_inside_any_text(words: str) -> None:
    assert_inside(weeks.RECOGNISERS, words)
