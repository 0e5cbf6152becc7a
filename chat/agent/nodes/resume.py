"""Going on with a talk: how long it rested, and what was known when the turn began."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.nodes.stage import stage
from chat.agent.state import TurnState, kept_of
from chat.agent.summary import known_lines
from chat.answer import AskOption

START_ANEW = AskOption(label="처음부터 다시 시작하기", value="처음부터 다시 시작할게요")


async def resume_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """After a rest the answer begins with what is still known, and offers to start anew."""
    await stage(runtime, "resume")
    kept = kept_of(state)
    runtime.context.trace.begin({**kept, "turns": kept["turns"] - 1})
    before = {member: dict(facts) for member, facts in state["members"].items()}
    rested = minutes_rested(state)
    if rested < settings.CONVERSATION["idle_minutes"]:
        return {"before": before}
    known = known_lines(before)
    runtime.context.trace.add("resume", "rested", minutes=rested, known=known)
    if not known:
        return {"before": before}
    note = "\n".join(
        [
            "다시 오셨네요. 앞서 말씀하신 내용을 기억하고 있어서 이어서 답해 드려요.",
            *(f"- {line}" for line in known),
            "달라진 것이 있으면 말씀해 주세요. 새로 시작하고 싶으면 아래를 눌러 주세요.",
        ]
    )
    return {"before": before, "note": note, "note_options": [START_ANEW.model_dump()]}


def minutes_rested(state: TurnState) -> int:
    """Whole minutes since the last turn ended, 0 for the first one."""
    last = state.get("last_at", "")
    if not last:
        return 0
    return int((timezone.now() - datetime.fromisoformat(last)).total_seconds() // 60)
