"""Criteria counted on another day than that of asking, and words for ages."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from policies.eligibility.outcome import State, UnknownReason
from policies.tests.eligibility.people import judged
from policies.vocabulary import AgeGroup

MET, NOT_MET, UNKNOWN = State.MET, State.NOT_MET, State.UNKNOWN


@pytest.mark.parametrize(
    ("fields", "birth", "state"),
    [
        ({"max": 39, "at": "year_start"}, "1986-01-02", MET),
        ({"max": 39, "at": "year_start"}, "1986-01-01", NOT_MET),
        ({"min": 19, "at": "year_end"}, "2007-12-31", MET),
        ({"min": 19, "at": "year_end"}, "2008-01-01", NOT_MET),
        ({"min": 19, "max": 34, "on": "2025-07-01"}, "2006-07-01", MET),
        ({"min": 19, "max": 34, "on": "2025-07-01"}, "2006-07-02", NOT_MET),
        ({"unit": "year_age", "max": 39, "at": "year_start"}, "1987-12-31", MET),
    ],
)
def test_age_on_a_reference_day(fields: dict[str, Any], birth: str, state: State) -> None:
    assert judged("age", fields, birth_date=birth).state is state


def test_age_at_the_birth_of_the_youngest_child() -> None:
    fields = {"min": 19, "at": "birth"}
    children = ["2020-05-01", "2024-05-01"]
    assert judged("age", fields, birth_date="2005-05-01", children=children).state is MET
    assert judged("age", fields, birth_date="2005-05-02", children=children).state is NOT_MET
    assert judged("age", fields, birth_date="2000-01-01", children=[]).state is NOT_MET
    assert judged("age", fields, birth_date="2000-01-01").missing == ["children"]
    delivered = judged("age", fields, birth_date="2007-11-02", delivered_on="2026-11-01")
    assert delivered.state is NOT_MET


def test_a_reference_day_is_said() -> None:
    outcome = judged("age", {"max": 39, "at": "year_start"}, birth_date="1985-06-01")
    assert outcome.sentence == (
        "2026년 1월 1일 기준 만 39세 이하여야 하는데 기준일에 만 40세입니다."
    )
    assert outcome.distance == "1살 초과"
    unborn = judged("age", {"min": 1, "on": "2020-01-01"}, birth_date="2024-01-01")
    assert unborn.sentence == (
        "2020년 1월 1일 기준 만 1세 이상이어야 하는데 기준일에 태어나기 전입니다."
    )


@pytest.mark.parametrize(
    ("fields", "birth", "flip"),
    [
        ({"max": 39, "at": "year_start"}, "1987-03-05", date(2028, 1, 1)),
        ({"max": 39, "at": "year_start"}, "1987-01-01", date(2027, 1, 1)),
        ({"min": 19, "at": "year_end"}, "2008-12-31", date(2027, 1, 1)),
        ({"min": 30, "on": "2026-12-31"}, "1997-01-01", None),
    ],
)
def test_a_reference_day_moves_with_the_year(
    fields: dict[str, Any], birth: str, flip: date | None
) -> None:
    assert judged("age", fields, birth_date=birth).flip_on == flip


@pytest.mark.parametrize(
    ("group", "birth", "state"),
    [
        ("청년", "2007-11-29", MET),
        ("청년", "1991-11-30", MET),
        ("청년", "1991-11-29", UNKNOWN),
        ("청년", "1976-11-29", NOT_MET),
        ("청년", "2011-11-30", NOT_MET),
        ("노인", "1961-11-29", MET),
        ("노인", "1961-11-30", UNKNOWN),
        ("노인", "1966-11-30", NOT_MET),
        ("영유아", "2020-11-30", MET),
        ("미성년자", "2007-11-29", NOT_MET),
        ("성인", "2007-11-29", MET),
        ("신생아", "2026-11-01", MET),
    ],
)
def test_words_for_ages(group: str, birth: str, state: State) -> None:
    outcome = judged("age_group", {"group": group}, birth_date=birth)
    assert outcome.state is state
    if state is UNKNOWN:
        assert outcome.reason is UnknownReason.RULE_UNCLEAR


def test_words_for_ages_say_what_is_open() -> None:
    outcome = judged("age_group", {"group": "청년"}, birth_date="1986-05-05")
    assert outcome.sentence == (
        "만 40세가 여기서 말하는 ‘청년’에 드는지는 나이 범위가 적혀 있지 않아 "
        "담당자에게 확인해야 합니다."
    )
    assert outcome.flip_on == date(2036, 5, 5)
    assert judged("age_group", {"group": "노인"}).missing == ["birth_date"]
    failed = judged("age_group", {"group": "노인"}, birth_date="1990-01-01")
    assert failed.sentence == "노인이어야 하는데 만 36세입니다."
    assert judged("age_group", {"group": "청년"}, age=34).state is MET
    assert judged("age_group", {"group": "영유아"}, age=7).state is UNKNOWN
    baby = judged("age_group", {"group": "노인"}, birth_date="2025-11-29")
    assert baby.sentence == "노인이어야 하는데 생후 12개월입니다."


@pytest.mark.parametrize("group", list(AgeGroup))
def test_every_word_for_an_age_has_its_limits(group: AgeGroup) -> None:
    assert judged("age_group", {"group": group}, birth_date="1950-01-01").state is not None
