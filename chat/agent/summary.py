"""The rolling summary of a talk, made of what is known, without a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from chat.agent.describe import fact_labels
from chat.agent.facts import member_name
from chat.agent.state import PolicyRef, TurnState
from chat.agent.trace import TraceRecorder
from chat.answer import Answer

# The oldest of more are left out: a talk of hours must not grow without end.
TALKED_KEPT = 40
POLICIES_TOLD = 12
POLICIES_NAMED = 6


def talked(state: TurnState, answer: Answer) -> list[dict[str, str]]:
    """Policies of the talk with the verdict last given for whom, the newest last."""
    new = [
        {
            "name": item.name,
            "member": state["focus"],
            "verdict": item.verdict_label,
        }
        for item in answer.items
    ]
    keys = {(one["name"], one["member"]) for one in new}
    old = [one for one in state.get("talked", []) if (one["name"], one["member"]) not in keys]
    return [*old, *new][-TALKED_KEPT:]


def named_so_far(state: TurnState) -> list[PolicyRef]:
    """Policies that turns were about, the last one first: "그 두 개" are the first two."""
    now = state["mentions"][:POLICIES_NAMED]
    ids = {ref["id"] for ref in now}
    old = [ref for ref in state.get("named", []) if ref["id"] not in ids]
    return [*now, *old][:POLICIES_NAMED]


def known_lines(members: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """One line a person: what the talk knows of them."""
    told = ((member_name(member), fact_labels(dict(facts))) for member, facts in members.items())
    return [f"{name} — {', '.join(labels)}" for name, labels in told if labels]


def summary_of(state: Mapping[str, Any]) -> str:
    """Facts by member, policies with their verdicts, and what is still open."""
    parts = []
    if known := known_lines(state.get("members", {})):
        parts.append("\n".join(["알게 된 것:", *(f"- {line}" for line in known)]))
    if shown := state.get("talked", [])[-POLICIES_TOLD:]:
        lines = [
            f"- {one['name']} ({member_name(one['member'])}): {one['verdict']}" for one in shown
        ]
        parts.append("\n".join(["이야기한 정책:", *lines]))
    if last := state.get("asked_for", {}).get("question"):
        parts.append(f"마지막 질문: {last}")
    if open_question := state.get("last_ask_question"):
        parts.append(f"아직 답을 듣지 못한 질문: {open_question}")
    return "\n".join(parts)


def summed_up(state: Mapping[str, Any], trace: TraceRecorder) -> dict[str, str]:
    """The new summary after every few turns, {} in between."""
    turns = state.get("turns", 0)
    if not turns or turns % settings.CONVERSATION["summary_every_turns"]:
        return {}
    summary = summary_of(state)
    trace.add("persist", "summary", turns=turns, summary=summary)
    return {"summary": summary}
