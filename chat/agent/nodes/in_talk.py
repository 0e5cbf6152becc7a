"""Candidates that the talk itself gives: what was shown or spoken of before."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.judging import Judged
from chat.agent.nodes.hits import judge_hits
from chat.agent.relevance import best_share
from chat.agent.situation import asks_after_matter
from chat.agent.state import PolicyRef, TurnState
from policies.vocabulary import Verdict


async def again(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Who does not want to tell something is shown the same once more, as far as it goes."""
    judged = await judge_hits(state, runtime, [ref["id"] for ref in state["last_policies"]])
    kept = [item for item in judged if item.verdict is not Verdict.UNLIKELY]
    return {
        "query": "",
        "searches": 2,
        "candidates": [item.evidence.policy_id for item in kept],
        "unlikely": [],
        "outcome": "",
    }


def of_the_talk(kept: list[Judged], state: TurnState) -> bool:
    """What the search likes best was told of before: few words are enough then."""
    told = {one["name"] for one in state.get("talked", [])}
    return bool(kept) and kept[0].evidence.name in told


async def gone_on(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """A question that finds nothing and names no matter of its own, put to the policy in talk:
    {} where no line of its text has a word of it."""
    question = state["residual"] or state["question"]
    talk = state.get("last_mentions") or state.get("last_policies", [])[:1]
    if not talk or asks_after_matter(question):
        return {}
    judged = await judge_hits(state, runtime, [ref["id"] for ref in talk])
    if not any(best_share(item.evidence, question) for item in judged):
        return {}
    ids = [item.evidence.policy_id for item in judged]
    return {"candidates": ids, "mentions": talk, "unlikely": [], "outcome": ""}


async def spoken_of(
    runtime: Runtime[AgentContext], refs: list[PolicyRef], question: str
) -> list[PolicyRef]:
    """Of several policies in talk the one whose text has most of the question's words; [] where
    none has any."""
    evidence = await runtime.context.store.policies([ref["id"] for ref in refs])
    shares = {item.policy_id: best_share(item, question) for item in evidence}
    best = max(shares.values(), default=0)
    return [ref for ref in refs if best and shares.get(ref["id"]) == best][:1]
