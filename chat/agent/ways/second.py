"""Second look at the way of a turn and its tool: a small learnt classifier where no rule fires.

What a rule says stands: it knows what the answer can do with a way, the classifier only what
people's speech is like.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from chat.agent.classifier import Table, Weights
from chat.agent.judged import shares_of
from chat.agent.understanding.question import is_question
from chat.agent.understanding.route import UNSURE, is_personal, route, tells
from chat.agent.understanding.types import Route, RouteDecision
from chat.agent.ways.learnt import parts_of, weights
from chat.agent.ways.signs import way_signs

# A search does least harm: another way is taken from this share on. A turn ends without any
# search only from the second, and what was said is forgotten only where hardly anything else
# can be meant.
SURE_OTHER, SURE_END, SURE_RESET = 0.65, 0.5, 0.8
_LEAST = {
    Route.SEARCH: 0.0,
    Route.ELIGIBILITY: SURE_OTHER,
    Route.APPLICATION_ASSIST: SURE_OTHER,
    Route.RESET: SURE_RESET,
}
_CALCULATES = re.compile(r"계산|예상|모의")
REASONS = {
    Route.SEARCH: "제도를 찾거나 알아보는 말과 가장 닮았습니다.",
    Route.ELIGIBILITY: "받을 수 있는지, 얼마인지 묻는 말과 가장 닮았습니다.",
    Route.APPLICATION_ASSIST: "신청하는 길을 묻는 말과 가장 닮았습니다.",
    Route.SAVE: "기억해 달라는 말과 가장 닮았습니다.",
    Route.RESET: "처음부터 다시 하자는 말과 가장 닮았습니다.",
    Route.SMALLTALK: "인사나 맞장구와 가장 닮았습니다.",
    Route.OUT_OF_SCOPE: "의료·복지 정책이 아닌 물음과 가장 닮았습니다.",
}


@dataclass(frozen=True)
class Way:
    """`decision.tool`: the rule's, or that of the classifier where it decided. `tools`: share of
    each tool the classifier knows, among all; empty where it was not asked."""

    decision: RouteDecision
    tools: Mapping[str, float] = field(default_factory=dict)


def second_way(
    text: str, context: Sequence[str], first: RouteDecision, *, knows_case: bool = False
) -> Way:
    """The way of a text (personal data masked before) that the rules sent on as `first`.
    `knows_case`: facts of the person are known from before. Reads the database (the model in
    use) and waits for the embedder; without one the words alone are judged."""
    if first.confidence > UNSURE or (context and tells(text)):
        # A rule stands, and who tells something in the middle of a talk goes on with it.
        return Way(first)
    known, shares = shares_of(text, way_signs(text, context, first), weights)
    way = look_at(first, known, shares)
    if way.decision.route is Route.SMALLTALK and context and is_question(text):
        # In a talk a question is about it.
        return Way(first)
    if way.decision is first or knows_case or is_personal(text, context):
        return way
    return replace(way, decision=published(text, way.decision))


def published(text: str, decision: RouteDecision) -> RouteDecision:
    """An amount asked for with nothing of the person known is the published one, unless a
    calculation is asked for in so many words."""
    estimates = (decision.tool or "").startswith("estimate_")
    if not estimates or not decision.policy_mentions or _CALCULATES.search(text):
        return decision
    return replace(
        decision, route=Route.SEARCH, tool="get_policy_detail", reason=REASONS[Route.SEARCH]
    )


def goes_on(text: str, context: Sequence[str]) -> bool:
    """Whether a text that the learnt guard, which sees nothing but it, takes for off topic is
    none: it goes on with the talk, or is small talk."""
    way = second_way(text, context, route(text, context=context)).decision.route
    return way is Route.SMALLTALK or (bool(context) and way is not Route.OUT_OF_SCOPE)


def look_at(first: RouteDecision, known: Weights, shares: Table) -> Way:
    """The way that the shares (a column a label of `known`) allow."""
    ways: defaultdict[Route, float] = defaultdict(float)
    tools: dict[Route, dict[str | None, float]] = defaultdict(dict)
    for label, share in zip(known.labels, shares.tolist(), strict=True):
        way, tool = parts_of(label)
        ways[way] += share
        tools[way][tool] = share
    best = max(ways, key=lambda way: (ways[way] >= _LEAST.get(way, SURE_END), ways[way]))
    decision = _decided(first, best, tools[best])
    named = {tool: share for of in tools.values() for tool, share in of.items() if tool}
    return Way(decision, named)


def _decided(first: RouteDecision, way: Route, tools: Mapping[str | None, float]) -> RouteDecision:
    tool = max(tools, key=tools.__getitem__)
    if (way, tool) == (first.route, first.tool):
        return first
    return replace(
        first, route=way, reason=REASONS[way], tool=tool, ask=None, confidence=UNSURE,
        lookup=first.lookup and tool is not None,
    )  # fmt: skip
