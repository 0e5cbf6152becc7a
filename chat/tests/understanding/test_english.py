"""The little English that is understood."""

from __future__ import annotations

from typing import Any

import pytest

from chat.agent.understanding import extract
from chat.tests.understanding.helpers import DAY, facts, own


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I am 68 years old and live in Incheon.",
            {"age": 68, "region": {"sido": "인천광역시"}},
        ),
        (
            "I'm 29 and I live in Mapo-gu, Seoul. Is there rent support?",
            {"age": 29, "region": {"sido": "서울특별시", "sigungu": "마포구"}},
        ),
        ("I live in Gangseo-gu, Seoul", {"region": {"sido": "서울특별시", "sigungu": "강서구"}}),
        ("A 71-year-old living in Jeju", {"age": 71, "region": {"sido": "제주특별자치도"}}),
        ("I am 12 weeks pregnant", {"pregnancy": "pregnant"}),
        ("I live in Jung-gu", {}),
        ("Can people over 65 get the basic pension?", {}),
        ("What is the 2026 rent subsidy in Seoul?", {}),
    ],
)
def test_facts_of_the_asker(text: str, expected: dict[str, Any]) -> None:
    assert own(text) == expected


def test_somebody_else_is_not_the_asker() -> None:
    assert facts("My mother is 81 and lives in Daegu.") == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I am 70 years old. Can I get the basic pension?", "기초연금"),
        ("Is there any disability support?", "장애"),
        ("help with diabetes", "당뇨병"),
        ("Can I get rent support?", "월세"),
    ],
)
def test_core_words_are_given_in_korean(text: str, words: str) -> None:
    assert words in extract(text, as_of=DAY).residual


def test_korean_with_latin_letters_is_no_english() -> None:
    found = extract("저는 66세고 LH 임대 살아요. SRT 할인 되나요?", as_of=DAY)
    assert found.facts["self"]["age"] == 66
    assert found.residual == "SRT 할인 되나요?"
