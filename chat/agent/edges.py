"""Where a turn goes next."""

from __future__ import annotations

from chat.agent.state import TurnState

BRANCHES = {
    "SEARCH": "search",
    "ELIGIBILITY": "eligibility",
    "APPLICATION_ASSIST": "application",
}


def after_guard(state: TurnState) -> str:
    """An answer is there already when the guard has refused or helped."""
    return "guard_output" if state.get("answer") else "load_session"


def after_route(state: TurnState) -> str:
    return "guard_output" if state.get("answer") else "extract_facts"


def after_extract(state: TurnState) -> str:
    return "save" if state["route"] == "SAVE" else "build_context"


def after_clarify(state: TurnState) -> str:
    """A blocking question is composed at once; else the route's branch."""
    if state.get("ask"):
        return "compose_answer"
    return BRANCHES.get(state["route"], "search")


def after_search(state: TurnState) -> str:
    """Weak evidence: search once more, wider, then go on with what there is."""
    if state["outcome"] == "weak" and state["searches"] < 2:
        return "widen"
    return "compose_answer"
