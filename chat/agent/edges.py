"""Where a turn goes next."""

from __future__ import annotations

from langgraph.graph import END

from chat.agent.state import TurnState

BRANCHES = {
    "SEARCH": "search",
    "ELIGIBILITY": "eligibility",
    "APPLICATION_ASSIST": "application",
}


# The first one and, where its evidence is weak, a wider one.
MAX_SEARCHES = 2


def after_guard(state: TurnState) -> str:
    """An answer is there already when the guard has refused or helped."""
    return "guard_output" if state.get("answer") else "load_session"


def after_resume(state: TurnState) -> str:
    return "correct" if state["correction"] else "rewrite_query"


def after_correct(state: TurnState) -> str:
    """The restored question is answered the way it was answered before."""
    if state.get("answer"):
        return "guard_output"
    return "lookup" if state["lookup"] else "use_tool"


def after_route(state: TurnState) -> str:
    if state.get("answer"):
        return "guard_output"
    return "lookup" if state["lookup"] else "extract_facts"


def after_lookup(state: TurnState) -> str:
    """Not answered from the published fields: the usual way."""
    if state.get("answer"):
        return "guard_output"
    return "use_tool" if state["correction"] else "extract_facts"


def after_extract(state: TurnState) -> str:
    return "save" if state["route"] == "SAVE" else "build_context"


def after_settle(state: TurnState) -> str:
    """Nothing is answered while it is open which of two statements is right."""
    return "compose_answer" if state.get("ask") else "use_tool"


def after_tool(state: TurnState) -> str:
    """The tool has answered, has brought candidates, or leaves it to the route's branch."""
    if state.get("answer"):
        return "guard_output"
    if state["outcome"] == "unavailable" or (state["candidates"] and state["searches"]):
        return "compose_answer"
    return "clarify"


def after_clarify(state: TurnState) -> str:
    """A blocking question is composed at once; else the route's branch."""
    if state.get("ask"):
        return "compose_answer"
    return BRANCHES.get(state["route"], "search")


def after_search(state: TurnState) -> str:
    """Weak evidence: search once more, wider, then go on with what there is."""
    if state["outcome"] == "weak" and state["searches"] < MAX_SEARCHES:
        return "widen"
    return "compose_answer"


def after_wait(state: TurnState) -> str:
    """The person has spoken where the answer of the turn before is gone."""
    return END if state.get("answer") else "guard_input"


def after_verify(state: TurnState) -> str:
    """Nothing of the answer held: search once more, wider."""
    return "widen" if state["outcome"] == "weak" else "write_answer"
