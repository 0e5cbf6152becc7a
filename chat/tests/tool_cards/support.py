"""Few cards with real vectors, for the tests of the tool cards."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from chat.agent.tools import registry
from chat.agent.tools.registry import Tool
from chat.agent.tools.types import RetrievalResult, ToolContext
from chat.models import ToolCard
from chat.tool_cards.services import tool_card_save
from chat.tool_cards.vectors import tool_cards_embed

OFFICE = "application_office"
PENSION = "estimate_basic_pension"
UNEMPLOYMENT = "estimate_unemployment_benefit"
FIELDS: dict[str, dict[str, Any]] = {
    OFFICE: {
        "purpose": "정책을 신청하거나 문의할 곳과 전화번호를 알려 줍니다.",
        "when_to_use": ["어디서 신청해요", "문의할 번호 알려 주세요", "접수하는 데가 어디예요"],
        "tags": ["접수처", "전화번호"],
    },
    PENSION: {
        "purpose": "기초연금 예상액을 계산합니다.",
        "when_to_use": ["기초연금 저는 얼마 받아요", "부부가 같이 받으면 얼마씩인가요"],
        "tags": ["기초연금", "예상액"],
    },
    UNEMPLOYMENT: {
        "purpose": "구직급여의 하루 금액과 받는 날수를 계산합니다.",
        "when_to_use": ["실업급여 며칠 나와요", "퇴사했는데 구직급여 일액이 얼마인가요"],
        "tags": ["실업급여", "구직급여"],
    },
    "no_tool": {
        "purpose": "인사와 잡담, 복지와 상관없는 부탁입니다.",
        "when_to_use": ["안녕", "노래 불러 줘", "점심 뭐 먹지"],
        "tags": ["인사", "잡담"],
    },
}


class Nothing(BaseModel):
    """A tool without arguments."""


def _answer(given: BaseModel, context: ToolContext) -> RetrievalResult:
    return RetrievalResult(source="test")


def registered(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let the registry hold tools of exactly these names."""
    tools = {name: Tool(name, "search", "시험", Nothing, _answer) for name in names}
    monkeypatch.setattr(registry, "_tools", tools)
    monkeypatch.setattr(registry, "_load", lambda: None)


def make_cards(*, embed: bool = True) -> dict[str, ToolCard]:
    """The cards of FIELDS in the table."""
    rows = {name: ToolCard(name=name, **fields) for name, fields in FIELDS.items()}
    for row in rows.values():
        tool_card_save(row=row, user=None)
    if embed:
        tool_cards_embed()
    return rows
