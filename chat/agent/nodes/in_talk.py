"""Candidates that the talk itself gives: what was shown or spoken of before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.judging import Judged
from chat.agent.nodes.hits import judge_hits
from chat.agent.relevance import best_share
from chat.agent.situation import asks_after_matter, names_nothing
from chat.agent.state import PolicyRef, TurnState
from policies.retrieval.morphemes import nouns
from policies.vocabulary import Verdict

# Added to the score of a hit that the talk was about.
_OF_THE_TALK = 0.4
# A noun as long as this says by itself what is asked about.
_NAMING = 3
# Papers that only some programmes ask for.
_PAPERS = ("의사소견서", "소견서", "진단서", "이직확인서", "임대차계약서", "난임진단서", "처방전")


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


def nearer(judged: list[Judged], state: TurnState) -> list[Judged]:
    """Hits with those that the talk was about brought forward."""
    shown = {ref["id"] for ref in (state.get("last_mentions") or state.get("last_policies", []))}
    return [
        replace(
            item,
            evidence=item.evidence.model_copy(
                update={"score": item.evidence.score + _OF_THE_TALK * (key in shown)}
            ),
        )
        for item in judged
        for key in [item.evidence.policy_id]
    ]


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


async def rather_meant(
    state: TurnState, runtime: Runtime[AgentContext], refs: list[PolicyRef], question: str
) -> list[PolicyRef]:
    """`refs`, the policies a follow-up was taken to be about, or the one spoken of before whose
    text alone has the thing it asks about ("의사소견서는 언제 내요?")."""
    earlier = [ref for ref in state.get("named", []) if ref not in refs]
    asked = {word for word in nouns(question) if len(word) >= _NAMING and not names_nothing(word)}
    asked |= {word for word in _PAPERS if word in question}
    if not refs or not earlier or not asked:
        return refs
    ids = [ref["id"] for ref in [*refs, *earlier]]
    texts = {
        item.policy_id: item.name + "".join(" ".join(item.sections.values()).split())
        for item in await runtime.context.store.policies(ids)
    }
    if any(word in texts.get(ref["id"], "") for ref in refs for word in asked):
        return refs
    held = [ref for ref in earlier if any(word in texts.get(ref["id"], "") for word in asked)]
    return held[:1] or refs
