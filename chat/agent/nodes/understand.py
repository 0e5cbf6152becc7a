"""Understanding: session, follow-ups, route, facts, context, and what to ask."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from langgraph.runtime import Runtime

from chat.agent.compose import plain_answer
from chat.agent.context import AgentContext
from chat.agent.continuing import (
    asked_aside,
    intent_of,
    of_a_list,
    own_question,
    set_aside,
)
from chat.agent.describe import fact_labels, free_question
from chat.agent.fact_reading import turn_facts
from chat.agent.facts import member_name, region_of, said_facts
from chat.agent.focus import child_of_the_same, kept_focus, teller_focus
from chat.agent.in_passing import said_in_passing, take
from chat.agent.nodes.in_talk import rather_meant, spoken_of
from chat.agent.nodes.stage import stage
from chat.agent.replying import in_talk_way, kept_way, may_reply, only_replies, reply_to_ask
from chat.agent.saving import NOTHING, SIGN_IN, saved_text
from chat.agent.situation import PROGRAMME
from chat.agent.state import PolicyRef, TurnState
from chat.agent.understanding import (
    merge_facts,
    policy_mentions,
    rewrite,
    route,
)
from chat.agent.understanding.people import mentions
from chat.agent.understanding.route import ANSWER_REASON
from chat.answer import Outcome

SMALLTALK = (
    "안녕하세요, 저는 의료·복지 정책을 찾아 드리는 Poly예요. 사는 곳과 나이, 앓는 병이나 "
    "가족 상황을 편하게 말씀해 주시면 받을 수 있는 지원을 찾아볼게요."
)
OUT_OF_SCOPE = (
    "그건 제가 안내하는 의료·복지 정책이 아니에요. 진단이나 약은 의사·약사와 상의해 주시고, "
    "받을 수 있는 지원이나 신청 방법은 저에게 물어봐 주세요."
)
# Below it a route is only what is left when no rule fits.
_SURE = 0.9
RESET = "지금까지 나눈 이야기를 지웠어요. 처음부터 다시 말씀해 주세요."


async def load_session_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Saved profiles of the account; the conversation's own facts come from the checkpoint."""
    await stage(runtime, "load_session")
    as_of = date.fromisoformat(state["as_of"])
    profiles = await runtime.context.store.profile_facts(runtime.context.owner, as_of)
    runtime.context.trace.add(
        "load_session", "loaded", profiles=list(profiles), turns=state.get("turns", 0)
    )
    return {
        "profiles": profiles,
        "members": state.get("members", {}),
        "focus": state.get("focus", "self"),
        "turns": state.get("turns", 0) + 1,
    }


async def rewrite_query_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """A follow-up becomes a question that stands by itself."""
    await stage(runtime, "rewrite_query")
    listed = of_a_list(state)
    result = rewrite(
        state["text"],
        last_question="" if listed else state.get("last_question", ""),
        last_policies=[] if listed else [ref["name"] for ref in _shown(state)],
        focus=state.get("focus", "self"),
    )
    runtime.context.trace.add(
        "rewrite_query", "rewritten", question=result.text, reason=result.reason
    )
    return {"question": result.text}


def _shown(state: TurnState) -> list[PolicyRef]:
    """What "그거" can mean: the policies last shown, or, where another member is named, those
    last shown for that member ("그럼 아버지 그거")."""
    last = state.get("last_policies", [])
    named = {one.kin.member for one in mentions(state["text"]) if one.kin}
    named -= {state.get("last_focus", "self")}
    if len(named) != 1:
        return last
    return state.get("shown_to", {}).get(named.pop()) or last


async def route_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Rules first, then the learnt reading; the reason goes into the trace. An answer to our
    own question keeps the way it came by."""
    await stage(runtime, "route")
    context = [state["last_question"]] if state.get("last_question") else []
    decision = route(state["question"], context=context)
    if not _may_answer(state):
        decision = await runtime.context.store.second_way(
            state["question"], context, decision,
            knows_case=any(state["members"].values()) or any(state["profiles"].values()),
        )  # fmt: skip
    decision = in_talk_way(state, decision)
    runtime.context.trace.add("route", "decision", route=decision.route, reason=decision.reason)
    runtime.context.trace.route = decision.route
    decision = kept_way(state, decision)
    update: dict[str, Any] = {
        "route": decision.route.value,
        "route_reason": decision.reason,
        "tool": decision.tool or "",
        "ruled": bool(decision.tool) and decision.confidence >= _SURE,
        "lookup": decision.lookup and not reply_to_ask(state),
    }
    early = {
        "SMALLTALK": (Outcome.SMALLTALK, SMALLTALK),
        "OUT_OF_SCOPE": (Outcome.OUT_OF_SCOPE, OUT_OF_SCOPE),
        "RESET": (Outcome.RESET, RESET),
    }.get(decision.route)
    if early is not None and not reply_to_ask(state):
        answer = plain_answer(*early)
        update |= {"answer": answer.model_dump(mode="json"), "outcome": answer.outcome.value}
    return update


def _may_answer(state: TurnState) -> bool:
    return bool(state.get("last_ask")) and (may_reply(state) or bool(reply_to_ask(state)))


async def extract_facts_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Facts said in this turn, by member; the conversation's layer takes them up."""
    await stage(runtime, "extract_facts")
    known = state.get("members", {})
    reply = reply_to_ask(state)
    found, unsure = await turn_facts(state, runtime.context, bare=only_replies(state, reply))
    found = child_of_the_same(found, state.get("focus", "self"), state["text"], known)
    said = dict(found.facts)
    members = merge_facts(known, found)
    if reply:
        take(said, members, state.get("last_focus", "self"), reply)
    for member, facts in said.items():
        if "monthly_income" in facts:
            members[member]["income_is_recognised"] = "인정액" in state["text"]
    # Someone merely spoken of ("애 낳으면") is not yet whom the conversation is about.
    known_member = found.focus in members or found.focus in state.get("profiles", {})
    focus = found.focus if known_member else state.get("focus", "self")
    focus = teller_focus(focus, said, members, found.residual)
    focus = kept_focus(state.get("focus", "self"), focus, said, found.residual, known)
    free, clauses = said_in_passing({**state, "members": members}, focus)
    if free:
        take(said, members, focus, {"other": free})
    understood = [
        label if member == "self" else f"{member_name(member)} · {label}"
        for member, facts in said.items()
        for label in fact_labels(facts, asked=free_question(state))
    ]
    runtime.context.trace.add(
        "extract_facts",
        "facts",
        facts=said,
        triples=[vars(triple) for triple in found.triples],
        residual=found.residual,
    )
    return {
        "said": said,
        "members": members,
        "focus": focus,
        "clauses": clauses,
        "residual": "" if only_replies(state, reply) else found.residual,
        "understood": understood,
        "unsure": unsure,
    }


async def save_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Saving is asked for in so many words: that is the consent."""
    await stage(runtime, "save")
    members = {member: facts for member, facts in state["members"].items() if facts}
    if runtime.context.owner.user_id is None:
        answer = plain_answer(Outcome.SAVED, SIGN_IN)
    elif not members:
        answer = plain_answer(Outcome.SAVED, NOTHING)
    else:
        typed = {member: said_facts(state, member) for member in members}
        await runtime.context.store.save_facts(runtime.context.owner, typed)
        answer = plain_answer(Outcome.SAVED, saved_text(members))
    runtime.context.trace.add("save", "saved", members=list(members))
    return {"answer": answer.model_dump(mode="json"), "outcome": answer.outcome.value}


async def build_context_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Policies named in the question, and what the turn goes on with when it names none."""
    await stage(runtime, "build_context")
    named, aside = await _named(state, runtime)
    intent = intent_of(state, named)
    if intent.choose:
        one = await spoken_of(runtime, intent.mentions, intent.question)
        intent = replace(intent, mentions=one, carried=bool(one))
    elif state["question"] != state["text"] or intent.carried:
        meant = await rather_meant(state, runtime, intent.mentions, state["residual"])
        intent = replace(intent, mentions=meant)
    route_name = intent.route
    if route_name == "ELIGIBILITY" and not intent.mentions:
        unknown = not aside and (
            policy_mentions(asked := state["residual"] or state["question"])
            or PROGRAMME.search(asked)
        )
        # "What can I get?" names no policy to judge: it is a search.
        route_name = "ELIGIBILITY" if unknown else "SEARCH"
    runtime.context.trace.add(
        "build_context",
        "mentions",
        names=[ref["name"] for ref in intent.mentions],
        carried_over=intent.carried,
        route=route_name,
        question=intent.question,
    )
    return {
        "mentions": intent.mentions,
        "route": route_name,
        "residual": intent.question,
        "told": intent.told,
        "aside": aside,
    }


async def _named(
    state: TurnState, runtime: Runtime[AgentContext]
) -> tuple[list[PolicyRef], list[str]]:
    """Policies the question names, and ids of those set aside: in the person's own words
    first, then in the rewritten question; an address or a benefit received names none."""
    aside: dict[str, tuple[str, str, str]] = {}
    texts = [state["residual"], own_question(state)]
    if state["ruled"] and state["route_reason"] != ANSWER_REASON:
        # A rule has read a question where the facts alone were read out ("… 기초연금액 계산").
        texts.append(state["question"])
    for text in dict.fromkeys(texts):
        if text:
            found = await runtime.context.store.named(text, region=region_of(state))
            away = set_aside(state, found)
            aside |= {one[0]: one for one in found if one[0] in away}
            refs: list[PolicyRef] = [
                {"id": key, "name": name} for key, name, _ in found if key not in aside
            ]
            if refs:
                return refs, sorted(aside)
    if about := asked_aside(state, list(aside.values())):
        return about, sorted(set(aside) - {ref["id"] for ref in about})
    return [], sorted(aside)
