"""First and last node: what may come in, what may go out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from chat.agent.compose import plain_answer
from chat.agent.context import AgentContext
from chat.agent.correcting import heard
from chat.agent.describe import free_question
from chat.agent.guardrails import OutputGuard, Removed, SecondLook, needs_second_look
from chat.agent.nodes.stage import stage
from chat.agent.state import TurnState
from chat.agent.store import AgentStore
from chat.agent.understanding import (
    GuardLabel,
    Route,
    crisis_reply,
    guard_input,
    help_notice,
    route,
)
from chat.agent.understanding.question import spelled_out
from chat.answer import Answer, AskOption, Claim, Outcome
from chat.protocol import EventType

# What small talk is not refused for.
_SMALL = {"off_topic", "injection"}
# In a talk about policies these ask on, whatever else is told ("남편 연봉이 높은데 안 되겠죠?").
_ASKS_ON = re.compile(
    r"(?:그럼|그러면|그래도|그것도|그거)\s?(?:\S+\s){0,2}(?:안\s?)?[되돼될됩받]|"
    r"(?:안\s?)?(?:되|받)겠[죠지네]|받을\s?수|신청|서류|얼마"
)
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


async def guard_input_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Crisis first, then what is not ours to answer; where the rules leave room for doubt, the
    learnt guard is asked."""
    await stage(runtime, "guard_input")
    text = spelled_out(state["text"])
    state = {**state, "text": text}
    look, by = SecondLook(guard_input(text)), "rules"
    if needs_second_look(look.decision):
        look, by = await _looked_again(state, look, runtime.context.store), "learnt"
    decision = look.decision
    asks_on = state.get("last_policies") and _ASKS_ON.search(text)
    if decision.label == "off_topic" and asks_on:
        reason = "이야기하던 정책에 대해 이어서 물으셨습니다."
        decision = replace(decision, label=GuardLabel.ALLOW, reason=reason)
    runtime.context.trace.add(
        "guard_input",
        "decision",
        text=text,
        label=decision.label,
        reason=decision.reason,
        by=by,
        worried=look.worried,
    )
    if decision.label == "allow":
        return {"worried": look.worried, "text": text}
    if decision.label == "crisis" and not look.alone:
        return {"alarmed": True, "text": text}
    if decision.label == "crisis":
        answer = plain_answer(Outcome.CRISIS, crisis_reply(text))
    else:
        outcome, reply = REFUSALS[decision.label]
        answer = plain_answer(outcome, reply)
    return {
        "worried": look.worried,
        "route": decision.label.upper(),
        "route_reason": decision.reason,
        "answer": answer.model_dump(mode="json"),
        "outcome": answer.outcome.value,
    }


async def _looked_again(state: TurnState, first: SecondLook, store: AgentStore) -> SecondLook:
    """The learnt guard sees the text alone: a follow-up is no foreign topic."""
    look = await store.second_look(state["text"], first.decision)
    doubted = first.decision.label == "allow" and look.decision.label in _SMALL
    if doubted and route(state["text"]).route is Route.SMALLTALK:
        # "너 이름이 뭐야?" has an answer of its own, in which nothing can be asked of Poly.
        return SecondLook(first.decision, look.worried)
    learnt = look.decision.label == "off_topic" and first.decision.label == "allow"
    before = [state["last_question"]] if state.get("last_question") else []
    if learnt and await store.goes_on(state["text"], before):
        return SecondLook(first.decision, look.worried)
    return look


async def guard_output_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """The last look. Lines were guarded when they were shown; a text without lines is now."""
    await stage(runtime, "guard_output")
    answer = Answer.model_validate(state["answer"])
    guard = OutputGuard(answer, by_model=False)
    removed: list[Removed] = []
    lines: list[Claim] = []
    for line in answer.lines or _paragraphs(answer.conclusion):
        text, cut = guard.line(line.text)
        removed += cut
        if text or not line.text:
            lines.append(line.model_copy(update={"text": text}))
    cleaned = "\n".join(line.text for line in lines)
    runtime.context.trace.add("guard_output", "decision", removed=[str(one) for one in removed])
    if not answer.lines:
        lines = [Claim(text=cleaned)]
        await runtime.context.emit(EventType.TOKEN, {"text": cleaned})
    notices = [*([help_notice(state["text"])] if state["worried"] else []), *answer.notices]
    answer = _noted(state, answer.model_copy(update={"lines": lines, "notices": notices}))
    return {"answer": answer.model_dump(mode="json"), "answer_text": cleaned}


def _noted(state: TurnState, answer: Answer) -> Answer:
    """The answer with what stands before it, and with what was understood, to be corrected."""
    changes: dict[str, Any] = {
        "heard": heard(state["said"], asked=free_question(state), unsure=state.get("unsure", []))
    }
    if answer.outcome is not Outcome.RESET:
        options = [AskOption.model_validate(one) for one in state["note_options"]]
        note = [help_notice(state["text"])] if state["alarmed"] else []
        note += [state["note"]] if state["note"] else []
        changes |= {"note": "\n".join(note), "note_options": options}
    return answer.model_copy(update=changes)


def _paragraphs(text: str) -> list[Claim]:
    return [Claim(text=part) for part in text.split("\n")]
