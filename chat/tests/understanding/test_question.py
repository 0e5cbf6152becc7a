"""Which words ask something."""

from __future__ import annotations

from datetime import date

import pytest

from chat.agent.understanding import extract
from chat.agent.understanding.question import is_question


@pytest.mark.parametrize(
    "text",
    [
        "그럼 서류는 뭐 챙겨야 하나",
        "우리 집도 해당이 됩니까",
        "그건 어디다 물어봐요",
        "이것도 받을 수 있능교",
        "얼마나 나오는겨",
        "그라믄 어데로 가노",
        "이사하면은요",
        "아직 나오는 거 맞죠",
        "우리도 되려나",
    ],
)
def test_it_asks(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "얼마 전에 이사했어요",
        "몇 년째 혼자 살아요",
        "아이가 셋이에요",
        "다리를 다쳐서 일을 쉬어요",
        "돈이 없으니",
        "작년에 등록은 했지",
    ],
)
def test_it_tells(text: str) -> None:
    assert not is_question(text)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("만약에 다시 취직하면 끊깁니까", "만약에 다시 취직하면 끊깁니까?"),
        ("무료로 해 준다던데 정말이에요?", "무료로 해 준다던데 정말이에요?"),
        ("저는 61살이고 대구 살아요. 언제부터 신청되오", "언제부터 신청되오?"),
    ],
)
def test_what_is_asked_is_kept(text: str, asked: str) -> None:
    assert extract(text, as_of=date(2026, 11, 29)).residual == asked
