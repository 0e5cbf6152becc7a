"""Age, birth window and children: inclusive and exclusive limits, said ages, flip dates."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from policies.eligibility.facts import Layer, Provenance
from policies.eligibility.outcome import State, UnknownReason
from policies.tests.eligibility.people import judged

MET, NOT_MET, UNKNOWN = State.MET, State.NOT_MET, State.UNKNOWN


@pytest.mark.parametrize(
    ("limits", "birth", "state"),
    [
        ({"min": 65}, "1961-11-29", MET),
        ({"min": 65}, "1961-11-30", NOT_MET),
        ({"max": 34}, "1991-11-30", MET),
        ({"max": 34}, "1991-11-29", NOT_MET),
        ({"below": 19}, "2007-11-30", MET),
        ({"below": 19}, "2007-11-29", NOT_MET),
        ({"above": 64}, "1961-11-29", MET),
        ({"above": 64}, "1961-11-30", NOT_MET),
        ({"max": 0}, "2025-11-30", MET),
        ({"max": 0}, "2025-11-29", NOT_MET),
        ({"min": 0}, "2026-11-29", MET),
        ({"unit": "months", "max": 24}, "2024-10-30", MET),
        ({"unit": "months", "max": 24}, "2024-10-29", NOT_MET),
        ({"unit": "months", "below": 24}, "2024-11-29", NOT_MET),
        ({"unit": "year_age", "min": 19, "max": 24}, "2007-12-31", MET),
        ({"unit": "year_age", "min": 19, "max": 24}, "2001-12-31", NOT_MET),
    ],
)
def test_limits(limits: dict[str, Any], birth: str, state: State) -> None:
    assert judged("age", limits, birth_date=birth).state is state


def test_sentences_say_requirement_and_what_is_known() -> None:
    missed = judged("age", {"min": 65}, birth_date="1965-11-29")
    assert missed.sentence == "만 65세 이상이어야 하는데 만 61세입니다."
    assert (missed.distance, missed.flip_on) == ("4살 부족", date(2030, 11, 29))
    met = judged("age", {"min": 65}, birth_date="1956-01-01")
    assert met.sentence == "만 70세로 만 65세 이상 조건에 맞습니다."
    assert (met.distance, met.flip_on) == ("", None)
    asked = judged("age", {"min": 65})
    assert asked.sentence == "나이를 알면 만 65세 이상인지 확인할 수 있어요."
    assert asked.missing == ["birth_date"]
    assert asked.reason is UnknownReason.FACT_MISSING
    assert asked.question == "생년월일이 어떻게 되세요?"


@pytest.mark.parametrize(
    ("limits", "birth", "distance"),
    [
        ({"below": 19}, "2007-11-29", "1살 초과"),
        ({"above": 64}, "1961-11-30", "1살 부족"),
        ({"max": 34}, "1990-01-01", "2살 초과"),
        ({"unit": "months", "max": 24}, "2024-08-29", "3개월 초과"),
    ],
)
def test_distance(limits: dict[str, Any], birth: str, distance: str) -> None:
    assert judged("age", limits, birth_date=birth).distance == distance


def test_flip_is_the_first_day_outside_an_upper_limit() -> None:
    outcome = judged("age", {"min": 19, "max": 34}, birth_date="1992-02-29")
    assert outcome.flip_on == date(2027, 3, 1)


@pytest.mark.parametrize(
    ("limits", "age", "state"),
    [
        ({"min": 65}, 65, MET),
        ({"min": 65}, 64, NOT_MET),
        ({"unit": "months", "max": 24}, 0, MET),
        ({"unit": "months", "max": 24}, 2, UNKNOWN),
        ({"unit": "months", "max": 24}, 3, NOT_MET),
        ({"unit": "year_age", "min": 19}, 18, UNKNOWN),
        ({"unit": "year_age", "min": 19}, 19, MET),
    ],
)
def test_said_age(limits: dict[str, Any], age: int, state: State) -> None:
    outcome = judged("age", limits, age=age)
    assert outcome.state is state
    assert outcome.missing == (["birth_date"] if state is UNKNOWN else [])


def test_a_said_birth_year_leaves_two_ages_open() -> None:
    quoted = {"age": Provenance(layer=Layer.TURN, quote="61년생이에요")}
    assert judged("age", {"min": 65}, age=65, provenance=quoted).state is UNKNOWN
    assert judged("age", {"min": 64}, age=65, provenance=quoted).state is MET
    window = {"born_from": "1961-01-01", "born_to": "1961-12-31"}
    assert judged("birth_window", window, age=65, provenance=quoted).state is MET


def test_birth_date_wins_over_a_said_age() -> None:
    assert judged("age", {"min": 65}, age=70, birth_date="1970-01-01").state is NOT_MET


def test_a_birth_date_in_the_future_is_asked_again() -> None:
    outcome = judged("age", {"below": 19}, birth_date="2027-01-01")
    assert (outcome.state, outcome.missing) == (UNKNOWN, ["birth_date"])


@pytest.mark.parametrize(
    ("window", "birth", "state"),
    [
        ({"born_from": "2008-01-01", "born_to": "2008-12-31"}, "2008-01-01", MET),
        ({"born_from": "2008-01-01", "born_to": "2008-12-31"}, "2008-12-31", MET),
        ({"born_from": "2008-01-01", "born_to": "2008-12-31"}, "2009-01-01", NOT_MET),
        ({"born_from": "2008-01-01"}, "2007-12-31", NOT_MET),
        ({"born_to": "1949-06-30"}, "1949-06-30", MET),
    ],
)
def test_birth_window(window: dict[str, str], birth: str, state: State) -> None:
    assert judged("birth_window", window, birth_date=birth).state is state


def test_birth_window_by_said_age() -> None:
    window = {"born_from": "1956-11-30", "born_to": "1961-11-29"}
    assert judged("birth_window", window, age=65).state is MET
    assert judged("birth_window", window, age=64).state is NOT_MET
    assert judged("birth_window", {"born_from": "1961-06-01"}, age=65).state is UNKNOWN


@pytest.mark.parametrize(
    ("fields", "births", "state"),
    [
        ({}, [], NOT_MET),
        ({}, ["2020-01-01"], MET),
        ({"min_count": 2, "below": 18}, ["2008-11-30", "2008-11-29"], NOT_MET),
        ({"min_count": 2, "below": 18}, ["2008-11-30", "2010-01-01"], MET),
        ({"min_count": 0, "max_count": 0}, [], MET),
        ({"unit": "months", "max": 12}, ["2025-10-30"], MET),
        ({"unit": "months", "max": 12}, ["2025-10-29"], NOT_MET),
        ({}, ["2027-01-01"], NOT_MET),
    ],
)
def test_children(fields: dict[str, Any], births: list[str], state: State) -> None:
    assert judged("children", fields, children=births).state is state


def test_children_unknown_and_flip() -> None:
    assert judged("children", {"below": 18}).missing == ["children"]
    outcome = judged("children", {"below": 18}, children=["2009-03-05", "2000-01-01"])
    assert (outcome.state, outcome.flip_on) == (MET, date(2027, 3, 5))
    none = judged("children", {"min_count": 2}, children=[])
    assert none.sentence == "자녀가 2명 이상인 사람이어야 하는데 해당하는 자녀가 없습니다."
    assert none.distance == "2명 부족"
