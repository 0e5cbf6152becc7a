"""Whom a turn is about."""

from __future__ import annotations

from typing import Any

import pytest

from chat.agent.focus import kept_focus, teller_focus

KNOWN: dict[str, Any] = {"self": {"age": 45, "employment": "employed"}, "child": {"age": 9}}


@pytest.mark.parametrize(
    ("before", "found", "said", "asked", "focus"),
    [
        # What the household earns is told of the child asked for.
        ("child", "self", {"self": {"monthly_income": 3_000_000}}, "그럼 얼마 나와요?", "child"),
        ("child", "self", {"self": {"monthly_income": 3_000_000}}, "저는요?", "self"),
        ("child", "self", {"self": {"conditions": ["당뇨병"]}}, "", "self"),
        # Somebody merely spoken of asks for nothing.
        ("self", "spouse", {"spouse": {"sex": "female"}}, "받을 방법 없나요?", "self"),
        ("self", "child", {"child": {"employment": "employed"}}, "저는 안 되나요?", "self"),
        # Whose illness is told, and who is asked about, is meant.
        ("self", "child", {"child": {"disability": "severe"}}, "", "child"),
        ("self", "spouse", {"spouse": {}}, "안사람은 검진 돼요?", "spouse"),
        ("self", "mother", {"mother": {"age": 80}}, "받을 게 있나요?", "mother"),
    ],
)
def test_the_talk_stays_with_whom_it_is_about(
    before: str, found: str, said: dict[str, Any], asked: str, focus: str
) -> None:
    assert kept_focus(before, found, said, asked, KNOWN) == focus


def test_a_relative_is_meant_where_nothing_is_known_of_the_speaker() -> None:
    said = {"self": {"near_poor": True}, "child": {"disability": "severe"}}
    assert teller_focus("self", said, {"self": {"near_poor": True}}, "") == "child"
    known = {"self": {"age": 45}}
    assert teller_focus("self", said, known, "제가 받을 게 있나요?") == "self"
    assert teller_focus("self", said, known, "얼마 나와요?") == "child"
    assert teller_focus("self", {"child": {"age": 9}}, known, "") == "self"
