"""Keeping what was said: only when the person asks for it."""

from __future__ import annotations

from typing import Any

from chat.agent.describe import fact_labels
from chat.agent.facts import member_name

SIGN_IN = (
    "말씀하신 내용을 저장하려면 로그인이 필요해요. 로그인하지 않아도 이 대화 안에서는 "
    "계속 기억하고 있을게요."
)
NOTHING = "아직 저장할 내용이 없어요. 사는 곳, 나이, 앓는 병처럼 알려 주고 싶은 것을 말씀해 주세요."


def saved_text(members: dict[str, dict[str, Any]]) -> str:
    """What was saved, by member."""
    lines = ["말씀하신 내용을 내 가족 정보에 저장했어요."]
    lines += [
        f"- {member_name(member)}: {', '.join(fact_labels(facts))}"
        for member, facts in members.items()
        if facts
    ]
    return "\n".join(lines)
