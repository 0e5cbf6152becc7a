"""What changes during a turn and what a conversation keeps. JSON-serialisable throughout.

Values written by one turn stay in the checkpoint; `fresh_turn` resets the per-turn ones,
otherwise an old answer would shine through a new question.
"""

from __future__ import annotations

import re
from typing import Any, TypedDict

from chat.agent.understanding.pii import LABELS

# What masking leaves: neither "번호" nor "전화" in it is the person's word.
_PLACEHOLDER = re.compile("|".join(re.escape(mark) for mark in LABELS.values()))


class PolicyRef(TypedDict):
    id: str
    name: str


class TurnState(TypedDict, total=False):
    # Kept over the conversation
    members: dict[str, dict[str, Any]]  # member → fact key → value (session layer)
    profiles: dict[str, dict[str, Any]]  # member → fact key → value (saved profile)
    focus: str
    last_policies: list[PolicyRef]
    shown_to: dict[str, list[PolicyRef]]  # member → policies last shown for them
    last_question: str
    last_route: str
    last_tool: str  # whose question the turn before asked
    last_mentions: list[PolicyRef]
    last_query: str
    story: list[str]  # what was told of the situation, in the person's own words
    last_focus: str
    last_ask: str
    last_missing: list[str]  # fact keys the policy in talk still lacks
    last_ask_question: str
    open_questions: dict[str, str]  # free criteria of the policies last shown, as questions
    clauses: dict[str, list[str]]  # member → what was stated of them, in the person's words
    named: list[PolicyRef]  # policies asked about by name, the last one first
    asked: list[str]  # keys asked or declined: never asked twice
    asked_for: dict[str, Any]  # what the last turn asked: answered again after a correction
    struck: dict[str, dict[str, list[Any]]]  # member → fact key → values that are not so
    settled: list[str]  # contradictions asked about: "member.key"
    talked: list[dict[str, str]]  # policies shown so far, with member and verdict
    last_at: str  # when the last turn ended
    turns: int
    summary: str
    # Of this turn
    turn_id: str
    conversation_id: str
    text: str
    correction: dict[str, Any] | None  # a fact the person has tapped as not so
    before: dict[str, dict[str, Any]]  # members as they were when the turn began
    note: str  # stands before the answer
    note_options: list[dict[str, str]]
    masked: bool  # personal numbers were taken out of the text
    as_of: str
    worried: bool  # a danger is possible: the help lines stand beside the answer
    alarmed: bool  # a danger is likely: they stand before it
    question: str
    route: str
    route_reason: str
    tool: str
    ruled: bool  # a rule chose the tool
    lookup: bool  # asks for records by published fields
    mentions: list[PolicyRef]
    said: dict[str, dict[str, Any]]  # member → fact key → value said in this turn
    unsure: list[list[str]]  # [member, key, item] that only the model has read
    understood: list[str]
    residual: str
    aside: list[str]  # policy ids the person does not want
    told: bool  # only tells something, asks nothing
    query: str
    candidates: list[str]  # policy ids, best first
    searches: int
    unlikely: list[PolicyRef]  # found but not fitting
    ask: dict[str, Any] | None
    answer: dict[str, Any] | None
    draft_lines: list[str]  # of the answer that code made
    answer_text: str
    prompt_hash: str
    outcome: str


# Kept, but made anew by every turn from elsewhere.
_NOT_CARRIED = {"profiles"}


def kept_of(state: TurnState) -> dict[str, Any]:
    """What a conversation has kept when a turn begins, saved profiles left out."""
    own = fresh_turn(turn_id="", conversation_id="", text="", as_of="")
    return {
        key: value for key, value in state.items() if key not in own and key not in _NOT_CARRIED
    }


def fresh_turn(
    *,
    turn_id: str,
    conversation_id: str,
    text: str,
    as_of: str,
    correction: dict[str, Any] | None = None,
) -> TurnState:
    """Input of a new turn: every per-turn value set, so nothing of the last one stays."""
    spoken = " ".join(_PLACEHOLDER.sub(" ", text).split())
    return TurnState(
        turn_id=turn_id,
        conversation_id=conversation_id,
        text=spoken,
        correction=correction,
        before={},
        note="",
        note_options=[],
        masked=spoken != " ".join(text.split()),
        as_of=as_of,
        worried=False,
        alarmed=False,
        question=spoken,
        route="",
        route_reason="",
        tool="",
        ruled=False,
        lookup=False,
        mentions=[],
        said={},
        unsure=[],
        understood=[],
        residual="",
        told=False,
        aside=[],
        query="",
        candidates=[],
        searches=0,
        unlikely=[],
        ask=None,
        answer=None,
        draft_lines=[],
        answer_text="",
        prompt_hash="",
        outcome="",
    )
