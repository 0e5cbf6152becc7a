"""The three ways to candidates: search, the named policy, the application guide."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.facts import applicant, known_facts, region_of
from chat.agent.judging import Judged
from chat.agent.nodes.hits import judge_hits, run_search
from chat.agent.nodes.in_talk import again, gone_on, nearer, of_the_talk
from chat.agent.nodes.outage import tells_outage
from chat.agent.nodes.stage import stage
from chat.agent.ranking import named_once, ranked
from chat.agent.situation import is_generic, situation_words
from chat.agent.state import PolicyRef, TurnState
from chat.agent.story import search_text, tells_more
from chat.agent.understanding import declines
from policies.retrieval.types import Hit, SearchResult
from policies.vocabulary import Verdict

# "수술비도 나왔는데 그것도 돼요?" is asked of what the talk was about, if that can be.
_POINTS_BACK = re.compile(r"(?:그|이)(?:것|거)도")
# Fetched before the eligibility-aware ranking, which drops what does not fit.
FETCH = 40
# Share of the rules against the search: a story told is searched for, a disease half and
# half, and "what can I get?" is answered by the rules.
SCREEN_WEIGHTS = {"told": 0.35, "condition": 0.5, "general": 0.75}
SCREEN_FLOOR = 0.25
# Of the best score of a search: what does not fit is told from here on.
NEAR = 0.6
# What fits better than before the turn is what its news is about.
NEWS = 0.5
# Of a search's hits, those from which relations are walked when it is widened.
WALKED_FROM = 3
# What a relation leads to has this share of the score that led there.
LINKED = 0.6
# Of the scores of a search for the turn's own words, beside that for the whole story.
NEWS_FOUND = 0.35


@tells_outage
async def search_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Hybrid search within the person's region, then ranking by what fits them.

    A general question ("what can I get?") has nothing to search for: every rule is
    evaluated instead, and the search only adds to what fits.
    """
    await stage(runtime, "search")
    if state.get("last_policies") and declines(state["text"]) and not state["said"]:
        return await again(state, runtime)
    general = state["told"] or is_generic(state["residual"])
    if state["mentions"] or not general:
        return await _searched(state, runtime)
    return await _screened(state, runtime)


async def _searched(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    text = search_text(state)
    result = await run_search(state, runtime, text, limit=FETCH)
    named = [ref["id"] for ref in state["mentions"]]
    ids = [str(hit.policy_id) for hit in result.hits]
    judged = await judge_hits(state, runtime, [*named, *(key for key in ids if key not in named)])
    if _POINTS_BACK.search(state["text"]):
        judged = nearer(judged, state)
    kept, unlikely = ranked(judged, named, state)
    doubtful = result.below_floor and not named and not of_the_talk(kept, state)
    weak = not kept or doubtful
    return {
        "query": text,
        "searches": state.get("searches", 0) + 1,
        "candidates": [item.evidence.policy_id for item in kept],
        "unlikely": unlikely,
        "outcome": "weak" if weak else "",
    }


async def _screened(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    facts = applicant(state, state["focus"])
    told = state["told"] and tells_more(state["text"])
    weight = SCREEN_WEIGHTS["told" if told else "condition" if facts.conditions else "general"]
    fitting = (await runtime.context.store.screen(facts, region_of(state)))[:FETCH]
    best = fitting[0].fit if fitting else 1.0
    earlier = await _earlier(state, runtime)
    scores = {item.policy_id: weight * item.fit / best for item in fitting}
    for item in fitting if earlier else []:
        gained = item.fit - earlier.get(item.policy_id, 0.0)
        scores[item.policy_id] += NEWS * max(0.0, gained) / best
    words = situation_words(known_facts(state, state["focus"]))
    text = search_text(state)
    result = await run_search(state, runtime, text, limit=FETCH)
    found = {str(hit.policy_id): hit.score for hit in result.hits}
    for key, score in found.items():
        scores[key] = scores.get(key, 0.0) + (1 - weight) * score
    for key, score in (await _news(state, runtime) if told else {}).items():
        scores[key] = scores.get(key, 0.0) + NEWS_FOUND * score
    runtime.context.trace.add(
        "search", "screened", fitting=[vars(item) for item in fitting[:12]], words=words
    )
    fits = {item.policy_id for item in fitting}
    judged = [
        replace(
            item,
            evidence=item.evidence.model_copy(update={"score": scores[item.evidence.policy_id]}),
        )
        for item in await judge_hits(state, runtime, list(scores))
    ]
    # What has a rule must fit by it; the search alone brings those without one.
    speaking = [item for item in judged if item.evidence.policy_id in fits or _speaks(item, state)]
    kept, unlikely = ranked(speaking, [], state, floor=SCREEN_FLOOR)
    unlikely = [*await _lost(state, runtime), *_near(judged, found), *unlikely]
    return {
        "query": text,
        "searches": 2,
        "candidates": [item.evidence.policy_id for item in kept],
        "unlikely": list({ref["id"]: ref for ref in unlikely}.values()),
        "outcome": "",
    }


async def _news(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, float]:
    """What the turn's own words find, in a talk that has told a story before."""
    if not state.get("story"):
        return {}
    result = await run_search(state, runtime, state["text"], limit=FETCH)
    return {str(hit.policy_id): hit.score for hit in result.hits}


async def _earlier(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, float]:
    """How well the rules fitted before this turn told something; {} where nothing was known."""
    before = state["before"]
    if not before.get(state["focus"]) or not state["said"]:
        return {}
    known: Any = {**state, "members": before}
    found = await runtime.context.store.screen(applicant(known, state["focus"]), region_of(known))
    return {item.policy_id: item.fit for item in found}


def _near(judged: list[Judged], found: dict[str, float]) -> list[PolicyRef]:
    """What the words said come close to and does not fit: it would be asked for next."""
    least = NEAR * max(found.values(), default=0.0)
    missed = [
        item.evidence
        for item in judged
        if item.verdict is Verdict.UNLIKELY and found.get(item.evidence.policy_id, -1.0) >= least
    ]
    missed.sort(key=lambda one: -found[one.policy_id])
    return [{"id": one.policy_id, "name": one.name} for one in missed]


async def _lost(state: TurnState, runtime: Runtime[AgentContext]) -> list[PolicyRef]:
    """Policies shown a turn ago that, by what was said since, do not fit."""
    shown = [ref["id"] for ref in state.get("last_policies", [])]
    judged = await judge_hits(state, runtime, shown)
    return [
        {"id": item.evidence.policy_id, "name": item.evidence.name}
        for item in judged
        if item.verdict is Verdict.UNLIKELY
    ]


def _speaks(item: Judged, state: TurnState) -> bool:
    """A policy that the search alone brought: welcome for a disease or a story told, when
    its rule leaves it open; for "what can I get?" only what fits is."""
    specific = state["told"] or bool(known_facts(state, state["focus"]).get("conditions"))
    return specific and item.verdict is not Verdict.UNLIKELY


@tells_outage
async def widen_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """One more search with the whole utterance and the person's situation, and in what relations
    lead to from the nearest policies found; then abstain."""
    words = situation_words(known_facts(state, state["focus"]))
    text = " ".join([state["text"], *words])
    result = await run_search(state, runtime, text, limit=FETCH)
    # What the question alone did not find must be found surely with the situation added.
    sure = settings.RETRIEVAL["weak"]["sure_similarity"]
    near = [hit for hit in result.hits if hit.vector >= sure]
    linked = await _linked(state, runtime, text, near[:WALKED_FROM], result)
    ids = [str(hit.policy_id) for hit in result.hits]
    judged = [
        replace(item, evidence=item.evidence.model_copy(update={"score": linked[key]}))
        if (key := item.evidence.policy_id) in linked
        else item
        for item in await judge_hits(state, runtime, [*ids, *linked])
    ]
    kept, unlikely = ranked(judged, [], state)
    weak = not kept or not near
    if weak and (talk := await gone_on(state, runtime)):
        return {**talk, "query": text, "searches": state["searches"] + 1}
    return {
        "query": text,
        "searches": state["searches"] + 1,
        "candidates": [] if weak else [item.evidence.policy_id for item in kept],
        "unlikely": unlikely,
        "outcome": "unavailable" if weak and result.lexical_only else "",
    }


async def _linked(
    state: TurnState,
    runtime: Runtime[AgentContext],
    text: str,
    starts: list[Hit],
    found: SearchResult,
) -> dict[str, float]:
    """Score by id of what relations lead to from `starts`, where the search has not found it
    and it speaks of the matter at all: a share of the score of the best start."""
    store = runtime.context.store
    ways = await store.reached([str(hit.policy_id) for hit in starts], region_of(state))
    only = {UUID(key) for key in ways} - {hit.policy_id for hit in found.hits}
    if not only:
        return {}
    result = await run_search(state, runtime, text, limit=FETCH, only=tuple(sorted(only)))
    model, _, _ = result.embedder.partition("@")
    floor = settings.RETRIEVAL["similarity_floor"].get(model, 0.0)
    ids = [str(hit.policy_id) for hit in result.hits if hit.vector >= floor]
    runtime.context.trace.add("widen", "graph", walk=[ways[key] for key in ids])
    return dict.fromkeys(ids, LINKED * max(hit.score for hit in starts))


@tells_outage
async def eligibility_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """The named policy, else the best match of the question."""
    await stage(runtime, "eligibility")
    ids = named_once(state["mentions"])[:3]
    text = search_text(state)
    if not ids:
        result = await run_search(state, runtime, text, limit=FETCH)
        judged = await judge_hits(state, runtime, [str(hit.policy_id) for hit in result.hits])
        kept, unlikely = ranked(judged, [], state)
        ids = [item.evidence.policy_id for item in kept]
        return {
            "query": text,
            "searches": 1,
            "candidates": ids,
            "unlikely": unlikely,
            "outcome": "weak" if result.below_floor or not ids else "",
        }
    return {"query": text, "searches": 1, "candidates": ids}


@tells_outage
async def application_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Retrievers side by side (the named policy, its application text), merged."""
    await stage(runtime, "application")
    text = search_text(state)
    ids = named_once(state["mentions"])
    named = bool(ids)
    wanted = f"{text} 신청 방법 구비서류"
    first, second = await asyncio.gather(
        run_search(state, runtime, text, limit=8),
        run_search(state, runtime, wanted, limit=8),
    )
    for hit in (*first.hits, *second.hits):
        key = str(hit.policy_id)
        if key not in ids:
            ids.append(key)
    weak = not named and first.below_floor
    return {
        "query": text,
        "searches": 1,
        "candidates": ids[:3],
        "outcome": "weak" if weak or not ids else "",
    }
