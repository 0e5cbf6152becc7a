from __future__ import annotations

import pytest

from chat.agent.understanding import rewrite


@pytest.mark.parametrize(
    ("text", "question", "policies", "expected"),
    [
        ("그거 얼마예요?", "노인 지원 뭐 있어요", ["기초연금"], "기초연금 얼마예요?"),
        ("그건 언제까지예요?", "", ["부모급여"], "부모급여는 언제까지예요?"),
        ("두 번째 거 알려줘", "", ["장애수당", "장애인연금"], "장애인연금 알려줘"),
        ("세 번째 거 알려줘", "", ["장애수당"], "세 번째 거 알려줘"),
        ("서류는요?", "주거급여 되나요", ["주거급여"], "주거급여 서류는요?"),
        ("어머니는요?", "아버지가 기초연금 되나요?", ["기초연금"], "어머니는 기초연금 되나요?"),
        ("서울 말고 인천은요", "서울 청년수당 있나요", [], "인천 청년수당 있나요"),
        ("그 두 개 뭐가 달라요", "", ["생계급여", "의료급여"], "생계급여와 의료급여 뭐가 달라요"),
        ("68세요", "기초연금 되나요?", [], "기초연금 되나요? 68세요"),
    ],
)
def test_follow_ups_are_filled_in(
    text: str, question: str, policies: list[str], expected: str
) -> None:
    result = rewrite(text, last_question=question, last_policies=policies, focus="self")
    assert result.text == expected
    assert bool(result.reason) == (expected != text)


@pytest.mark.parametrize(
    "text",
    ["의료급여는 어떻게 받아요?", "혼자 사는 노인을 돕는 지원이 있나요", "안녕하세요"],
)
def test_questions_that_stand_alone_are_left_alone(text: str) -> None:
    result = rewrite(
        text, last_question="생계급여 되나요", last_policies=["생계급여"], focus="self"
    )
    assert result.text == text
    assert result.reason == ""


def test_nothing_to_fill_in_from() -> None:
    assert rewrite("그거 얼마예요?", last_question="", last_policies=[]).text == "그거 얼마예요?"
