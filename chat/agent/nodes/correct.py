"""A fact that the person has tapped as not so: put right, and the last question again."""

from __future__ import annotations

from datetime import date
from typing import Any

from langgraph.runtime import Runtime

from chat.agent.asking import asked_mark
from chat.agent.compose import plain_answer
from chat.agent.context import AgentContext
from chat.agent.correcting import Corrected, corrected, correction_note, with_struck
from chat.agent.nodes.stage import stage
from chat.agent.state import TurnState
from chat.answer import Outcome
from chat.protocol import Correction

# In place of a turn that only told something: its words hold what is not so.
GENERAL = "받을 수 있는 혜택이 뭐예요?"
NO_QUESTION = "이제 궁금한 것을 물어봐 주세요."


async def correct_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Changes the conversation's facts, never the saved profile, and restores what the last
    turn asked. What cannot be read changes nothing and is said."""
    await stage(runtime, "correct")
    correction = Correction.model_validate(state["correction"])
    member = correction.member
    known = state.get("members", {}).get(member, {})
    result = corrected(known, correction, as_of=date.fromisoformat(state["as_of"]))
    runtime.context.trace.add(
        "correct",
        "corrected" if result else "unread",
        member=member,
        key=correction.key,
        before=result.before if result else known.get(correction.key),
        after=result.after if result else correction.value,
    )
    update = _restored(state)
    note = correction_note(correction, result)
    if result is not None:
        update |= _changed(state, correction, result)
    if result is None or not update["question"]:
        text = note if result is None else f"{note} {NO_QUESTION}"
        answer = plain_answer(Outcome.ASKED, text)
        return {**update, "answer": answer.model_dump(mode="json"), "outcome": answer.outcome.value}
    runtime.context.trace.route = update["route"]
    return {**update, "note": note}


def _changed(state: TurnState, correction: Correction, result: Corrected) -> dict[str, Any]:
    member, key = correction.member, correction.key
    # What was struck may be asked for again, and so may a question still open.
    again = {key, state.get("last_ask", "")} | ({"age", "birth_date"} & {key} and {"birth_date"})
    marks = {asked_mark(one, member) for one in again}
    return {
        "members": {**state.get("members", {}), member: result.facts},
        "said": {member: result.after} if result.after else {},
        "struck": with_struck(state.get("struck", {}), correction, result.before),
        "asked": [one for one in state.get("asked", []) if one not in marks],
    }


def asked_for(state: TurnState) -> dict[str, Any]:
    """What a turn asked, so that it can be answered again with other facts."""
    return {
        "question": state["question"],
        "residual": state["residual"],
        "route": state["route"],
        "reason": state["route_reason"],
        "tool": state["tool"],
        "lookup": state["lookup"],
        "mentions": state["mentions"],
        "aside": state["aside"],
        "told": state["told"],
        "focus": state.get("focus", "self"),
    }


def _restored(state: TurnState) -> dict[str, Any]:
    """The last question as this turn's, without the facts that stood in its words."""
    last = state.get("asked_for") or {}
    question = last.get("residual") or last.get("question", "")
    if last.get("told"):
        question = GENERAL
    return {
        "text": question,
        "question": question,
        "residual": question,
        "route": last.get("route", ""),
        "route_reason": last.get("reason", ""),
        "tool": last.get("tool", ""),
        "ruled": bool(last.get("tool")),
        "lookup": last.get("lookup", False),
        "mentions": last.get("mentions", []),
        "aside": last.get("aside", []),
        "told": last.get("told", False),
        "focus": last.get("focus", state.get("focus", "self")),
    }
