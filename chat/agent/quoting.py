"""What the texts of policies say to a question, as lines that cite it."""

from __future__ import annotations

import re

from chat.agent.aspects import asked_spans
from chat.agent.cards import CitationBook
from chat.agent.compose import marked
from chat.agent.evidence import PolicyEvidence
from chat.agent.facts import known_facts
from chat.agent.judging import Judged
from chat.agent.relevance import best_share, relevant_spans
from chat.agent.situation import is_generic
from chat.agent.state import TurnState
from chat.answer import Claim

_AMOUNT = re.compile(r"얼마|금액|액수")
_STILL = re.compile(r"그래도|그럼|그러면|괜찮|상관")
_EARNS = re.compile(r"연봉|월급|소득|수입|벌이")
_FIGURE = re.compile(r"\d[\d,.]*\s*(?:만|천|억)?\s*(?:원|%|회|번|일|개월|배|시간)|무료|전액")


def written(state: TurnState, item: Judged, book: CitationBook) -> list[str]:
    """What the text says to a question that asks for more than the verdict ("소득이 많아도
    돼요?"), as lines; nothing where it asks only that."""
    question = state["residual"] or state["question"]
    if is_generic(question):
        question = _told_of(state)
    if not question:
        return []
    spans = relevant_spans(item.evidence, question, limit=2, ill=diseases(state))
    told = [f"- {marked(book.claim(item.evidence, span))}" for span in spans]
    return ["물어보신 것에 대해 자료에 적힌 내용:", *told] if told else []


# What a fact is called in texts, where it is told with "그래도 돼요?".
_CALLED = {"monthly_income": "소득", "assets": "재산", "median_income_ratio": "소득"}


def _told_of(state: TurnState) -> str:
    """What was told with a question that asks for nothing else ("연봉이 1억인데 그래도 돼요?")."""
    if not _STILL.search(state["text"]):
        return ""
    keys = {key for facts in state["said"].values() for key in facts}
    named = {word for key, word in _CALLED.items() if key in keys}
    named |= {"소득"} if _EARNS.search(state["text"]) else set()
    return " ".join(sorted(named))


def telling(claims: list[Claim], question: str) -> list[Claim]:
    """Of lines that answer how much: those with a figure, where there are some."""
    if not _AMOUNT.search(question):
        return claims
    return [claim for claim in claims if _FIGURE.search(claim.text)] or claims


def meant(state: TurnState, judged: list[Judged]) -> Judged:
    """Of several policies in talk the one whose text has most of the question's words."""
    named = {ref["id"] for ref in state["mentions"]}
    several = [item for item in judged if item.evidence.policy_id in named] or judged[:1]
    question = state["residual"] or state["question"]
    return max(several, key=lambda item: best_share(item.evidence, question))


def diseases(state: TurnState) -> list[str]:
    """What the member in focus suffers from."""
    return known_facts(state, state["focus"]).get("conditions") or []


def told_by(state: TurnState, evidence: PolicyEvidence, book: CitationBook) -> list[Claim]:
    """What the policy's text says to the turn's question, its own lines first."""
    question = state["residual"] or state["question"]
    spans = relevant_spans(evidence, question, ill=diseases(state))
    asked = [span for span in asked_spans(evidence, question) if span not in spans]
    return [book.claim(evidence, span) for span in [*spans, *asked]]
