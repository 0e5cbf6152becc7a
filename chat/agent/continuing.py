"""Turns that go on with the last one: replies to Poly's question, added facts, "그건요?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from chat.agent.situation import asks_for_list, is_about_an_aspect, is_generic
from chat.agent.state import PolicyRef, TurnState

_YES = re.compile(
    r"^\s*(?:네+|넵|예|응+|어|맞아요?|맞습니다|그래요?|그렇습니다|"
    r"해당(?:돼|되|해|함)\S*|있어요?|있습니다)[\s.!~]*$"
)
_NO = re.compile(
    r"^\s*(?:아니[요오]?|아뇨|아닙니다|아니에요|없어요?|없습니다|안\s?받아요?|받지\s?않아요?|"
    r"해당\s?(?:없|안)\S*)[\s.!~]*$"
)
_DECLINES = re.compile(r"(?:말|얘기|대답|답)\S{0,4}\s?(?:싫|않|안\s)|싫어요|모르겠|몰라|비밀")
# What yes or no to a question means, by fact key; None: it settles nothing.
_MEANINGS: dict[str, tuple[Any, Any]] = {
    "nationality": ("korean", None),
    "near_poor": (True, False),
    "veteran": (True, False),
    "owns_home": (True, False),
    "infertility_treatment": (True, False),
    "basic_livelihood": (None, []),
    "conditions": (None, []),
    "receives": (None, []),
    "children": (None, []),
    "household_types": (None, []),
    "pregnancy": (None, "none"),
    "disability": (None, "none"),
    "long_term_care_grade": (None, "none"),
}


@dataclass(frozen=True)
class Intent:
    """What a turn asks: route, the policies it is about, and the words to search for."""

    route: str
    mentions: list[PolicyRef]
    question: str
    carried: bool = False
    told: bool = False


def reply_to_ask(state: TurnState) -> dict[str, Any]:
    """Fact that a bare yes or no to Poly's last question gives, {} otherwise."""
    key = state.get("last_ask", "")
    yes, no = bool(_YES.match(state["text"])), bool(_NO.match(state["text"]))
    if not key or yes == no:
        return {}
    if key.startswith("other."):
        return {"other": {key.removeprefix("other."): yes}}
    value = _MEANINGS.get(key, (None, None))[0 if yes else 1]
    return {} if value is None else {key: value}


def declines(text: str) -> bool:
    """The person does not want to say it, or does not know."""
    return bool(_DECLINES.search(text))


# Facts that open a new question by themselves: what they change is worth finding.
_TELLING = {
    "conditions",
    "pregnancy",
    "delivered_on",
    "disability",
    "long_term_care_grade",
    "employment",
    "household_types",
    "basic_livelihood",
    "near_poor",
}


def own_question(state: TurnState) -> str:
    """What the turn itself asks: the rewritten question, else the words left when the
    facts are taken out; "" when it only tells something."""
    rewritten = state["question"] != state["text"]
    return state["question"] if rewritten and state["residual"] else state["residual"]


def meant(state: TurnState, named: list[PolicyRef]) -> list[PolicyRef]:
    """Named policies without those a person merely says they receive."""
    received = {
        "".join(str(name).split())
        for facts in state["said"].values()
        for name in facts.get("receives") or []
    }
    return [ref for ref in named if "".join(ref["name"].split()) not in received]


def intent_of(state: TurnState, named: list[PolicyRef]) -> Intent:
    """The turn's intent: its own where it names something, else the last one's."""
    own = own_question(state)
    route = state["route"]
    if named:
        return Intent(route, named, own or state["question"])
    last_route = state.get("last_route", "")
    last = state.get("last_mentions", [])
    if not own:
        return _told(state, last_route, last)
    asks_on = not asks_for_list(own)
    if last and asks_on and (is_generic(own) or is_about_an_aspect(own)):
        switched = state["focus"] != state.get("last_focus", "self")
        return Intent((last_route if switched else "") or route, last, own, carried=True)
    if route in {"ELIGIBILITY", "APPLICATION_ASSIST"} and asks_on and is_generic(own):
        recent = state.get("last_policies", [])[:1]
        if recent:
            return Intent(route, recent, own, carried=True)
    return Intent(route, [], own)


def _told(state: TurnState, last_route: str, last: list[PolicyRef]) -> Intent:
    """A turn that only tells: the reply to Poly's question goes on with the last intent;
    telling news is looked up anew."""
    keys = {key for facts in state["said"].values() for key in facts}
    asked = state.get("last_ask", "")
    replied = asked in keys or (asked == "birth_date" and "age" in keys)
    replied = replied or (asked.startswith("other.") and "other" in keys)
    if last_route and (replied or not last or not keys & _TELLING):
        if last and last_route == "SEARCH":
            last_route = "ELIGIBILITY"
        return Intent(last_route, last, state.get("last_query", ""), carried=True)
    return Intent("SEARCH", [], state["text"], told=True)
