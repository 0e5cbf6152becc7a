"""First and last node: what may come in, what may go out."""

from __future__ import annotations

import re
from typing import Any

from langgraph.runtime import Runtime

from chat.agent.compose import plain_answer
from chat.agent.context import AgentContext
from chat.agent.nodes.stage import stage
from chat.agent.state import TurnState
from chat.agent.understanding import crisis_reply, guard_input
from chat.answer import Answer, Outcome
from chat.protocol import EventType

REFUSALS = {
    "off_topic": (
        Outcome.OUT_OF_SCOPE,
        "저는 의료·복지 정책을 안내해요. 받을 수 있는 지원이나 신청 방법을 물어봐 주세요.",
    ),
    "injection": (
        Outcome.BLOCKED,
        "그 요청은 도와드릴 수 없어요. 의료·복지 정책에 대해 궁금한 점을 물어봐 주세요.",
    ),
    "abuse": (
        Outcome.BLOCKED,
        "많이 답답하셨나 봐요. 어떤 도움이 필요하신지 말씀해 주시면 찾아볼게요.",
    ),
}
# Ids and snake_case names are ours, not the reader's.
_INTERNAL = re.compile(
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[a-z]+(?:_[a-z]+)+\b"
)
_URL = re.compile(r"https?://\S+")


async def guard_input_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Crisis first, then what is not ours to answer."""
    await stage(runtime, "guard_input")
    text = state["text"]
    decision = guard_input(text)
    runtime.context.trace.add(
        "guard_input", "decision", text=text, label=decision.label, reason=decision.reason
    )
    if decision.label == "allow":
        return {}
    if decision.label == "crisis":
        answer = plain_answer(Outcome.CRISIS, crisis_reply(text))
    else:
        outcome, reply = REFUSALS[decision.label]
        answer = plain_answer(outcome, reply)
    return {
        "route": decision.label.upper(),
        "route_reason": decision.reason,
        "answer": answer.model_dump(mode="json"),
        "outcome": answer.outcome.value,
    }


async def guard_output_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Internal names and ids never leave; what was cut is in the trace."""
    await stage(runtime, "guard_output")
    answer = Answer.model_validate(state["answer"])
    text = state.get("answer_text") or answer.conclusion
    cleaned, cut = without_internals(text)
    runtime.context.trace.add("guard_output", "decision", removed=cut)
    if not state.get("answer_text"):
        await runtime.context.emit(EventType.TOKEN, {"text": cleaned})
    return {"answer_text": cleaned}


def without_internals(text: str) -> tuple[str, list[str]]:
    """`text` without ids and snake_case names (addresses keep theirs), and what was cut."""
    kept = [match.span() for match in _URL.finditer(text)]
    cut: list[str] = []

    def replace(match: re.Match[str]) -> str:
        if any(start <= match.start() < end for start, end in kept):
            return match.group()
        cut.append(match.group())
        return ""

    return _INTERNAL.sub(replace, text), cut
