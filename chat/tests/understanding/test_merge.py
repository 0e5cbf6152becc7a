"""Facts over several turns, one extraction a turn."""

from __future__ import annotations

from typing import Any

from chat.agent.understanding import extract, merge_facts
from chat.agent.understanding.types import SELF
from chat.tests.understanding.helpers import DAY


def talk(*turns: str) -> dict[str, dict[str, Any]]:
    known: dict[str, dict[str, Any]] = {}
    focus = SELF
    for turn in turns:
        found = extract(turn, as_of=DAY, focus=focus, known=known)
        known, focus = merge_facts(known, found), found.focus
    return known


def test_later_statements_win() -> None:
    assert talk("저는 동작구 살아요", "아 송파구로 이사했어요")[SELF]["region"] == {
        "sido": "서울특별시",
        "sigungu": "송파구",
    }


def test_lists_grow_and_exact_diseases_replace_wider_ones() -> None:
    assert talk("제가 암이에요", "폐암이요", "당뇨도 있어요")[SELF]["conditions"] == [
        "폐암",
        "당뇨병",
    ]


def test_a_denial_takes_a_disease_back() -> None:
    assert "conditions" not in talk("제가 천식이 있어요", "아니 천식은 아니에요")[SELF]


def test_a_birth_date_replaces_a_said_age() -> None:
    assert talk("저는 60살이에요", "1966년 5월 2일생이에요")[SELF] == {"birth_date": "1966-05-02"}


def test_the_session_is_not_changed_in_place() -> None:
    known = {SELF: {"age": 40}}
    merge_facts(known, extract("저 41살이에요", as_of=DAY))
    assert known == {SELF: {"age": 40}}


def test_the_mother_stays_in_focus_over_turns() -> None:
    known = talk("우리 어머니 받을 수 있는 지원 있나요", "78세세요", "장기요양 3등급이에요")
    assert known["mother"]["age"] == 78
    assert known["mother"]["long_term_care_grade"] == "3"
    assert SELF not in known
