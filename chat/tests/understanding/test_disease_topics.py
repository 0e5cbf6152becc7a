"""A disease that only names a test or a class is nobody's; "X 환자 혜택" after facts is."""

from __future__ import annotations

import pytest

from chat.tests.understanding.helpers import facts, own


@pytest.mark.parametrize(
    "text",
    [
        "엄마가 자꾸 잊어버리세요 치매 검사",
        "할머니 치매 조기검진 받으려고요",
        "아빠가 대장암 검진 받으셔야 해요",
        "저는 당뇨 예방 교실 다녀요",
        "어머니 치매안심센터 등록하려고요",
        "아버지가 치매일까 봐 걱정이에요",
        "남편이 당뇨 걱정돼요",
        "저 폐렴 백신 맞을 수 있나요",
        "장모님 치매 프로그램 있을까요",
        "제가 위암 가족력이 있어요",
    ],
)
def test_a_test_a_class_or_a_worry_is_no_disease(text: str) -> None:
    assert not any("conditions" in member for member in facts(text).values())


@pytest.mark.parametrize(
    ("text", "member", "disease"),
    [
        ("어머니가 치매 검사에서 진단받으셨어요", "mother", "치매"),
        ("아버지가 치매 진단 받으셨어요 검사 또 해야 하나요", "father", "치매"),
        ("저는 당뇨가 있어서 걱정이에요", "self", "당뇨병"),
        ("당뇨라 걱정이에요", "self", "당뇨병"),
        ("마포구 사는 67세 고혈압 환자 혜택", "self", "고혈압"),
        ("송파구에 사는 70살 당뇨병 환자 지원 뭐가 있어요?", "self", "당뇨병"),
        ("59세 암 환자 지원", "self", "암"),
    ],
)
def test_who_has_a_disease_is_told(text: str, member: str, disease: str) -> None:
    assert facts(text)[member]["conditions"] == [disease]


@pytest.mark.parametrize(
    "text",
    [
        "고혈압 환자 지원 정책 알려줘",
        "암 환자 혜택",
        "당뇨 환자 혜택 있나요",
        "마포구 고혈압 환자 지원",
    ],
)
def test_patients_in_general_are_nobody(text: str) -> None:
    assert "conditions" not in own(text)
