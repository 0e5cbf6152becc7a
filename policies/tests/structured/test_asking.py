"""Which sentences are worth reading as questions for published fields."""

from __future__ import annotations

import pytest

from policies.structured.asking import asks_fields


@pytest.mark.parametrize(
    "text",
    [
        "동작구 청년 정책 중 이번 달 마감 뭐 있어?",
        "인천 청년정책 몇 개야?",
        "대구만 대상인 청년정책 중에 오늘 신청되는 거 있나? 상시도 포함해서",
        "보건복지부가 소관인 서비스가 몇 개 있어?",
        "온통청년에서 조회수가 제일 많은 정책이 뭐야?",
        "서울 자치구들이 하는 임신·출산 분야 서비스 뭐 있어?",
    ],
)
def test_asks(text: str) -> None:
    assert asks_fields(text)


@pytest.mark.parametrize(
    "text",
    [
        "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?",
        "우리 엄마가 받을 수 있는 정책 몇 개야?",
        "기초연금 신청 방법 알려줘",
        "청년월세 지원사업 서류 뭐 필요해?",
        "청년정책 알려줘",
        "월세 지원 뭐 있어?",
        "안녕",
        "",
    ],
)
def test_does_not_ask(text: str) -> None:
    assert not asks_fields(text)
