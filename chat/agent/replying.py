"""Replies to Poly's own question, and turns that ask on in a talk."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

from chat.agent.state import TurnState
from chat.agent.understanding import Route, RouteDecision, declines, reply
from chat.agent.understanding.clauses import clauses, sentences
from chat.agent.understanding.question import is_question as asks_something
from chat.agent.understanding.yes_no import yes_no
from policies.retrieval.morphemes import nouns

REPLY_LENGTH = 30
_LEADS = re.compile(r"(?:네|넵|넹|예|응|아니|아뇨|아녀|맞아|ㅇㅇ|ㄴㄴ)")
_GOES_ON = re.compile(r"그러면|그럼|그래도|그것도|그거|그건|그게|거기")
# Of Poly itself, in a talk about policies as well.
_OF_POLY = re.compile(r"이름|누구|누가\s?만들|몇\s?살|사람이|로봇|AI|챗봇|뭐\s?하는")


def reply_to_ask(state: TurnState) -> dict[str, Any]:
    """Facts that a bare reply to Poly's last question gives ("아니요", "80만원"); {} when
    nothing was asked or nothing is said."""
    key = state.get("last_ask", "")
    if not key or key == "policy":
        return {}
    text = stated(state["text"])
    if key == "assets" and yes_no(text) is False:
        # "집, 예금 같은 재산이 있으신가요?" — "아니요"
        return {"assets": 0}
    if not may_reply(state):
        text = _answering(text, state.get("last_ask_question", ""))
    return reply(key, text, as_of=date.fromisoformat(state["as_of"])) if text else {}


def _answering(text: str, question: str) -> str:
    """Of a longer text what can answer the question asked: all that begins with a yes or no,
    else the clauses that speak of the same and those with a figure ("공무원연금은 안 받아요" does
    not answer whether one is disabled)."""
    if _LEADS.match(text):
        return text
    about = _naming_words(question)
    parts = [
        text[left:right]
        for start, end in sentences(text)
        for left, right in clauses(text, start, end)
    ]
    return " ".join(
        part.strip() for part in parts if _naming_words(part) & about or re.search(r"\d", part)
    )


def _naming_words(text: str) -> set[str]:
    return {word for word in nouns(text) if len(word) > 1}


def stated(text: str) -> str:
    """The text without the sentences that ask: "장애인연금은 지금 안되는거죠" receives nothing."""
    parts = (text[start:end].strip() for start, end in sentences(text))
    return " ".join(part for part in parts if part and not asks_something(part))


def may_reply(state: TurnState) -> bool:
    """Something short that is no question."""
    return len(state["text"]) <= REPLY_LENGTH and "?" not in state["text"]


def kept_way(state: TurnState, decision: RouteDecision) -> RouteDecision:
    """Not to tell what Poly asked is no new question, whatever words it is said in."""
    if not state.get("last_ask") or not may_reply(state) or not declines(state["text"]):
        return decision
    kept = state.get("last_route") or decision.route
    return replace(decision, route=Route(kept), tool=None)


def in_talk_way(state: TurnState, decision: RouteDecision) -> RouteDecision:
    """What asks on in a talk about policies ("실비가 있는데 그러면 안 되나요?") is neither small
    talk nor foreign to it."""
    early = decision.route in {Route.SMALLTALK, Route.OUT_OF_SCOPE}
    if not early or not state.get("last_policies") or not asks_something(state["text"]):
        return decision
    if decision.route is Route.OUT_OF_SCOPE and not _GOES_ON.search(state["text"]):
        return decision
    if decision.route is Route.SMALLTALK and _OF_POLY.search(state["text"]):
        return decision
    reason = "앞에서 이야기한 정책에 대해 이어서 물으셨습니다."
    return replace(decision, route=Route.SEARCH, tool=None, reason=reason)


def only_replies(state: TurnState, given: dict[str, Any]) -> bool:
    """Nothing but the answer to Poly's question, or that it shall not be asked."""
    return may_reply(state) and (bool(given) or declines(state["text"]))
