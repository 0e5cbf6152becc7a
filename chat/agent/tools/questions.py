"""How the person is asked for an argument a tool cannot do without."""

from __future__ import annotations

from policies.eligibility.questions import ASKING, question_for

_QUESTIONS = {
    "policy": "어떤 정책을 말씀하시는지 이름을 알려 주시겠어요?",
    "policies": "어떤 정책들을 말씀하시는지 이름을 알려 주시겠어요?",
    "question": "무엇을 찾아 드릴까요?",
    "sido": "어느 시·도에 사세요?",
    "sigungu": "어느 시·군·구에 사세요?",
    "member": "가족 가운데 누구의 이야기인가요?",
    "text": "살펴볼 글을 보내 주시겠어요?",
    "disease": "어떤 질환인지 알려 주시겠어요?",
    "term": "어떤 말이 궁금하세요?",
    "medical_cost": "병원비 가운데 본인이 낸 금액이 얼마인가요?",
}


def question_of(argument: str) -> str:
    """A whole polite question for an argument or a fact key."""
    if argument in ASKING:
        return question_for(argument)
    return _QUESTIONS.get(argument, "조금 더 자세히 알려 주시겠어요?")
