"""Searching and judging for the member in focus, with both in the trace."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.facts import applicant, region_of
from chat.agent.judging import Judged, judge
from chat.agent.state import TurnState
from policies.cache import cache_counts
from policies.eligibility.facts import ApplicantFacts
from policies.retrieval.types import Query, SearchResult


async def run_search(
    state: TurnState,
    runtime: Runtime[AgentContext],
    text: str,
    *,
    limit: int,
    only: tuple[UUID, ...] | None = None,
) -> SearchResult:
    """Search in the region of the member in focus, among `only` where given; hits with scores
    go to the trace."""
    query = Query(
        text=text,
        boosts=boosts(state),
        region=region_of(state),
        nationwide_only=True,
        only=only,
        limit=limit,
    )
    with cache_counts() as counts:
        result = await runtime.context.store.search(query)
    runtime.context.trace.add(
        "search",
        "hits",
        query=text,
        region=vars(result.region) if result.region else None,
        embedder=result.embedder,
        words_only=result.notice if result.lexical_only else "",
        expanded=result.expanded,
        walks=result.walks,
        below_floor=result.below_floor,
        cache_hits=counts.hits,
        cache_misses=counts.misses,
        hits=[
            {"id": str(h.policy_id), "score": h.score, "vector": h.vector, "lexical": h.lexical}
            for h in result.hits[:12]
        ],
    )
    return result


def boosts(state: TurnState) -> dict[str, float]:
    """Disease words of the member in focus, weighted by the layer they come from."""
    weights = settings.RETRIEVAL["layer_weights"]
    layers = (("L2", "profiles"), ("L1", "members"), ("L0", "said"))
    found: dict[str, float] = {}
    for layer, key in layers:
        facts = state.get(key, {}).get(state["focus"], {})  # type: ignore[attr-defined]
        for word in facts.get("conditions") or []:
            found[word] = float(weights[layer])
    return found


async def judge_hits(
    state: TurnState, runtime: Runtime[AgentContext], ids: list[str]
) -> list[Judged]:
    """Hits with their verdicts for the member in focus."""
    facts: ApplicantFacts = applicant(state, state["focus"])
    judged = [judge(item, facts) for item in await runtime.context.store.policies(ids)]
    runtime.context.trace.add(
        "eligibility",
        "verdicts",
        verdicts=[
            {"name": item.evidence.name, "verdict": item.verdict, "basis": item.basis}
            for item in judged
        ],
    )
    return judged
