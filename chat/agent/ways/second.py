"""Second look at the way of a turn and its tool: a small learnt classifier beside the rules.

Where no rule fires it decides; what a rule says it overturns only where it is sure. Never
towards or away from a crisis.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from chat.agent.classifier import LONGEST, Table, Weights
from chat.agent.understanding.route import UNSURE, is_personal, route, tells
from chat.agent.understanding.types import Route, RouteDecision
from chat.agent.ways.learnt import parts_of, weights
from chat.agent.ways.signs import way_signs
from policies.errors import EmbedderUnavailable
from policies.retrieval.active import search_space
from policies.retrieval.cached import cached_vector
from policies.retrieval.space import Vector

# Share of a way, and of a tool among those of its way, from which on the rule's is overturned;
# chosen on the training utterances (`manage.py learn routes` shows what other shares do).
OVER_WAY, OVER_TOOL = "over_way", "over_tool"
# A turn ends without a search only from this share on; what was said is forgotten only where
# hardly anything else can be meant.
SURE_END, SURE_RESET = 0.5, 0.8
_SEARCHING = frozenset({Route.SEARCH, Route.ELIGIBILITY, Route.APPLICATION_ASSIST})
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
    if first.route is Route.CRISIS or (context and tells(text)):
        # Who tells something in the middle of a talk goes on with it.
        return Way(first)
    vector: Vector | None = None
    model: str | None = None
    try:
        space = search_space()
        known = weights(space.model.key)
        if known.vector is not None:
            vector = cached_vector(text[:LONGEST], space=space)
            model = space.model.key
    except EmbedderUnavailable:
        vector = model = None
    known = weights(model)
    shares = known.shares(text, way_signs(text, context, first), vector)
    way = look_at(first, known, shares)
    if way.decision is first or knows_case or is_personal(text, context):
        return way
    return replace(way, decision=_published(way.decision))


def _published(decision: RouteDecision) -> RouteDecision:
    """An amount asked for with nothing of the person known is the published one."""
    if not (decision.tool or "").startswith("estimate_") or not decision.policy_mentions:
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
    best = max(ways, key=lambda way: ways[way] if _may_be(way, ways[way]) else 0.0)
    decision = _decided(first, best, ways[best], tools[best], known.bounds)
    named = {tool: share for of in tools.values() for tool, share in of.items() if tool}
    return Way(decision, named)


def _may_be(way: Route, share: float) -> bool:
    return way in _SEARCHING or share >= (SURE_RESET if way is Route.RESET else SURE_END)


def _decided(
    first: RouteDecision,
    way: Route,
    share: float,
    tools: Mapping[str | None, float],
    bounds: Mapping[str, float],
) -> RouteDecision:
    ruled = first.confidence > UNSURE
    tool = max(tools, key=tools.__getitem__)
    if way is not first.route:
        if ruled and share < bounds[OVER_WAY]:
            return first
    elif ruled and (not first.tool or tools[tool] < bounds[OVER_TOOL] * share):
        return first
    if (way, tool) == (first.route, first.tool):
        return first
    return replace(
        first, route=way, reason=REASONS[way], tool=tool, ask=None, confidence=UNSURE,
        lookup=first.lookup and tool is not None,
    )  # fmt: skip
