"""Which tools a question is offered: a rule that fires first, then the cards it is most like."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from django.conf import settings

from chat.agent.understanding.route import UNSURE, route, ruled_tools
from chat.agent.understanding.types import Route, RouteDecision
from chat.agent.ways import Way, second_way
from chat.tool_cards.index import CardIndex, Likenesses, Matrix
from chat.tool_cards.live import current_index
from chat.tool_cards.scoring import WITH_VECTORS, WORDS_ONLY, bound, chances, weights
from chat.tool_cards.types import NO_TOOL, Card, CardField
from chat.tool_cards.words import embedded_text
from policies.retrieval.cached import question_vector
from policies.retrieval.space import Vector

# Turns that no tool answers: they are greeted, stored, refused or helped at once.
WITHOUT_TOOL = frozenset(
    {Route.SMALLTALK, Route.SAVE, Route.RESET, Route.OUT_OF_SCOPE, Route.CRISIS}
)
UNLIKE = "도구를 부르지 않을 말과 가장 닮았습니다."
# A follow-up so short says what it is about only together with the turn before it.
SHORT = 14


@dataclass(frozen=True)
class ToolHit:
    """A tool offered. `score` 0..1: share of the learnt model, 1 where a rule chose it. `field`
    and `matched`: the text of the card that the question is most like, with the cosine and the
    likeness of words; `reason`: the Korean sentence of the rule that put it first."""

    tool: str
    card: Card
    score: float
    vector: float
    words: float
    field: CardField
    matched: str
    reason: str = ""


@dataclass(frozen=True)
class Choice:
    """`hits` empty: no tool is to be called, and `reason` says why in Korean."""

    hits: list[ToolHit]
    reason: str = ""


def search_tools(
    question: str, *, context: Sequence[str] = (), limit: int | None = None
) -> list[ToolHit]:
    """Tools for a question, best first, at most `limit` (settings); none where none is to be
    called. A rule's tool goes first, unless the cards are sure of one that no rule knows.
    `context`: earlier turns, oldest first. Only tools of the registry with an active card are
    offered. With the embedding model out of order, words alone are compared."""
    return choose_tools(question, context=context, limit=limit).hits


def choose_tools(
    question: str,
    *,
    context: Sequence[str] = (),
    limit: int | None = None,
    rules: bool = True,
    offered: Collection[str] | None = None,
) -> Choice:
    """`search_tools` with the reason why no tool is called. `rules` False: the cards alone, as
    they are measured; `offered`: tools to choose from, those of the registry by default."""
    most = settings.TOOLS["offered"] if limit is None else limit
    if offered is None:
        from chat.agent.tools.registry import all_tools

        offered = all_tools()
    way = read_way(question, context) if rules else None
    if way is not None and way.decision.route in WITHOUT_TOOL:
        return Choice([], way.decision.reason)
    ranked = rank_tools(current_index(), question, context)
    hits = [hit for hit in ranked if hit.tool in offered and hit.tool != NO_TOOL]
    if way is not None and way.decision.confidence > UNSURE:
        return Choice(_with_rule(way.decision, hits)[:most])
    if ranked and ranked[0].tool == NO_TOOL and ranked[0].score >= bound("no_tool"):
        return Choice([], UNLIKE)
    return Choice(_by_way(way, hits)[:most])


def read_way(question: str, context: Sequence[str] = ()) -> Way:
    """The way of a turn by rules and, where they leave it open, by what was learnt."""
    return second_way(question, context, route(question, context=context))


def _with_rule(decision: RouteDecision, hits: list[ToolHit]) -> list[ToolHit]:
    """The rule's tool in front, where there is one and it can be offered."""
    first = [
        replace(hit, score=1.0, reason=decision.reason) for hit in hits if hit.tool == decision.tool
    ]
    others = [hit for hit in hits if hit.tool != decision.tool]
    if first and others and goes_before_rule(others[0]):
        return [others[0], *(replace(hit, score=0.0) for hit in first), *others[1:]]
    return [*first, *others]


def _by_way(way: Way | None, hits: list[ToolHit]) -> list[ToolHit]:
    """The tool of the turn's way first, then the best: by the share of the cards and, of a tool
    the classifier knows, its share as much."""
    if way is None:
        return hits
    both = [
        replace(hit, score=(hit.score + way.tools.get(hit.tool, hit.score)) / 2) for hit in hits
    ]
    chosen = way.decision.tool
    return sorted(both, key=lambda hit: (hit.tool != chosen, -hit.score))


def goes_before_rule(hit: ToolHit) -> bool:
    """Whether the cards are sure of a tool that the rules cannot choose."""
    return hit.tool not in ruled_tools() and hit.score >= bound("over_rule")


@dataclass(frozen=True)
class _Reading:
    found: Likenesses
    shares: Matrix


def rank_tools(index: CardIndex, question: str, context: Sequence[str] = ()) -> list[ToolHit]:
    """All cards of an index, that of no tool among them, by their likeness. A short
    follow-up is read alone and together with the turn before it; both readings count the same."""
    if not index.cards:
        return []
    texts = [question]
    if context and len(question) <= SHORT:
        texts.append(f"{context[-1]} {question}")
    asked = [question_vector(embedded_text(text)) for text in texts]
    readings = [_read(index, text, one.vector) for text, one in zip(texts, asked, strict=True)]
    shares: Matrix = np.mean([reading.shares for reading in readings], axis=0)
    found = readings[0].found
    bests = index.best_texts(found)
    order = np.argsort(-shares, kind="stable")
    return [_hit(index, bests[number], float(shares[number]), found) for number in order]


def _read(index: CardIndex, text: str, vector: Vector | None) -> _Reading:
    found = index.likenesses(text, vector)
    values = weights(WITH_VECTORS if found.has_vectors else WORDS_ONLY)
    return _Reading(found, chances(index.features(found), values))


def _hit(index: CardIndex, best: int, score: float, found: Likenesses) -> ToolHit:
    text = index.texts[best]
    cosine, words = float(found.cosines[best]), float(found.words[best])
    card = index.cards[text.tool]
    return ToolHit(text.tool, card, score, cosine, words, text.field, text.text)
