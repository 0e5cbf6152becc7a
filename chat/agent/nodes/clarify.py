"""Asking back where no useful answer is possible without it."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from chat.agent.asking import asked_of
from chat.agent.context import AgentContext
from chat.agent.facts import known_facts, member_name
from chat.agent.nodes.stage import stage
from chat.agent.situation import is_generic
from chat.agent.state import TurnState
from chat.answer import AskOption, AskOut
from policies.eligibility.questions import question_for


async def clarify_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Ask back only where no useful answer is possible without it."""
    await stage(runtime, "clarify")
    ask = blocking_question(state)
    if ask is None:
        return {}
    runtime.context.trace.add("clarify", "ask", key=ask.key)
    return {"ask": ask.model_dump(mode="json")}


def blocking_question(state: TurnState) -> AskOut | None:
    """The question without whose answer nothing can be said; None when there is none, or
    when it was asked before."""
    facts = known_facts(state, state["focus"])
    asked = asked_of(state)
    needs_policy = state["route"] in {"ELIGIBILITY", "APPLICATION_ASSIST"}
    if needs_policy and not state["mentions"] and is_generic(state["residual"]):
        recent = state.get("last_policies", [])
        return AskOut(
            key="policy",
            question="어떤 정책을 말씀하시는지 이름을 알려 주시겠어요?",
            reason="정책마다 자격과 신청 방법이 달라요.",
            options=[AskOption(label=ref["name"], value=ref["name"]) for ref in recent[:4]],
        )
    told = set(facts) - {"sex", "nationality", "income_is_recognised"}
    if state["focus"] != "self":
        told -= {"region", "marital_status"}  # of a relative they tell nothing yet
    general = state["route"] == "SEARCH" and not state["mentions"] and is_generic(state["residual"])
    if not general or told:
        return None
    if state["focus"] != "self" and "birth_date" not in asked:
        name = member_name(state["focus"])
        return AskOut(
            key="birth_date",
            question=f"{name}의 생년월일이나 나이를 알려 주시겠어요?",
            reason="나이에 따라 받을 수 있는 지원이 많이 달라요.",
        )
    if "region" not in asked:
        return AskOut(
            key="region",
            question=question_for("region"),
            reason="지역마다 지원이 달라서, 사는 곳을 알면 맞는 정책을 고를 수 있어요.",
        )
    return None
