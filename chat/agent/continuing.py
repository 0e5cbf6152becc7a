"""Turns that go on with the last one: replies to Poly's question, added facts, "그건요?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from chat.agent.situation import asks_for_list, is_about_an_aspect, is_generic
from chat.agent.state import PolicyRef, TurnState
from chat.agent.understanding import declines, excluded_names, reply
from chat.agent.understanding.yes_no import yes_no

REPLY_LENGTH = 30
# "Can I get it?", also as it is mistyped; without a policy it stays a search.
_CAN_I = re.compile(r"받을\s*수\s*[있잇]|자격이?\s*(?:되|돼|있)|해당\s*(?:되|돼)")


@dataclass(frozen=True)
class Intent:
    """What a turn asks: route, the policies it is about, and the words to search for."""

    route: str
    mentions: list[PolicyRef]
    question: str
    carried: bool = False
    told: bool = False


def reply_to_ask(state: TurnState) -> dict[str, Any]:
    """Facts that a bare reply to Poly's last question gives ("아니요", "80만원"); {} when
    nothing was asked or nothing is said."""
    key = state.get("last_ask", "")
    if not key or key == "policy":
        return {}
    if key == "assets" and yes_no(state["text"]) is False:
        # "집, 예금 같은 재산이 있으신가요?" — "아니요"
        return {"assets": 0}
    return reply(key, state["text"], as_of=date.fromisoformat(state["as_of"]))


def may_reply(state: TurnState) -> bool:
    """Something short that is no question."""
    return len(state["text"]) <= REPLY_LENGTH and "?" not in state["text"]


def only_replies(state: TurnState, given: dict[str, Any]) -> bool:
    """Nothing but the answer to Poly's question, or that it shall not be asked."""
    return may_reply(state) and (bool(given) or declines(state["text"]))


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


def teller_focus(focus: str, said: dict[str, Any], members: dict[str, Any], *, asks: bool) -> str:
    """Whom a turn of the speaker is about when it names no one: those spoken of, where
    nothing is known of the speaker, or where the news told is theirs ("8살 아들이 자폐예요")."""
    others = [member for member in said if member != "self"]
    if focus != "self" or not others:
        return focus
    if not members.get("self"):
        return others[0]
    if not asks and not set(said.get("self", {})) & _TELLING:
        return next((one for one in others if set(said[one]) & _TELLING), focus)
    return focus


def own_question(state: TurnState) -> str:
    """What the turn itself asks: the rewritten question, else the words left when the
    facts are taken out; "" when it only tells something."""
    rewritten = state["question"] != state["text"]
    return state["question"] if rewritten and state["residual"] else state["residual"]


def set_aside(state: TurnState, named: list[tuple[str, str, str]]) -> set[str]:
    """Ids of named policies (id, name, form said) that the person does not ask about:
    "국가장학금 말고", "기초연금 받아요"."""
    received = {
        "".join(str(name).split())
        for facts in state["said"].values()
        for name in facts.get("receives") or []
    }
    aside = excluded_names(state["text"], [form for _, _, form in named]) | received
    return {key for key, name, form in named if form in aside or "".join(name.split()) in aside}


def intent_of(state: TurnState, named: list[PolicyRef]) -> Intent:
    """The turn's intent: its own where it names something, else the last one's."""
    own = own_question(state)
    route = state["route"]
    if route == "SEARCH" and _CAN_I.search(own):
        route = "ELIGIBILITY"
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
    # What the policy in talk still lacks belongs to it, asked for or not.
    replied = replied or bool(keys & set(state.get("last_missing", [])))
    replied = replied or (asked.startswith("other.") and "other" in keys)
    if last_route and (replied or not last or not keys & _TELLING):
        if last and last_route == "SEARCH":
            last_route = "ELIGIBILITY"
        return Intent(last_route, last, state.get("last_query", ""), carried=True)
    return Intent("SEARCH", [], state["text"], told=bool(keys))
