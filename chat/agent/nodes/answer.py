"""Composing, checking and keeping the answer."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils import timezone
from langgraph.runtime import Runtime

from chat.agent.absence import NOT_FOUND, is_told_of, programme_asked, sources_unusable
from chat.agent.answers import Draft, Found, absent, draft_answer
from chat.agent.asking import asked_mark
from chat.agent.context import AgentContext
from chat.agent.edges import MAX_SEARCHES
from chat.agent.evidence import NATIONWIDE, PolicyEvidence
from chat.agent.facts import applicant, region_of
from chat.agent.grounding.verify import verify
from chat.agent.in_passing import open_questions, said_of, take
from chat.agent.judging import Judged, judge
from chat.agent.nodes.correct import asked_for
from chat.agent.nodes.stage import stage
from chat.agent.offices import place_to_ask, with_offices
from chat.agent.situation import is_generic
from chat.agent.state import PolicyRef, TurnState
from chat.agent.story import story_with
from chat.agent.summary import named_so_far, summed_up, talked
from chat.agent.understanding.types import base_of
from chat.answer import Answer, Outcome
from chat.protocol import EventType
from policies.same import squeezed_name
from policies.vocabulary import Verdict

# Shorter names are words that people use without meaning a programme.
WHOLE_NAME = 8
# Of whom else the same policies are judged.
OTHERS = 2
# More of what one cannot get would only discourage.
UNFIT_SHOWN = 3
INSTEAD_SHOWN = 2


async def compose_answer_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """The structured answer with its lines, out of stored sentences."""
    await stage(runtime, "compose_answer")
    context = runtime.context
    evidence = await context.store.policies(state["candidates"])
    today = date.fromisoformat(state["as_of"])
    judged = [judge(item, applicant(state, state["focus"])) for item in evidence]
    heard: dict[str, Any] = {}
    if free := said_of(state, judged):
        heard = {"said": {**state["said"]}, "members": {**state["members"]}}
        take(heard["said"], heard["members"], state["focus"], {"other": free})
        state = {**state, **heard}  # type: ignore[typeddict-item]
        before = judged
        judged = [judge(item, applicant(state, state["focus"])) for item in evidence]
        if state["route"] == "SEARCH" and not state["mentions"]:
            judged = _settled_first(before, judged)
    found = await _found(state, context, judged, today)
    draft = draft_answer(state, found, today=today)
    if place := place_to_ask(state, draft):
        draft = with_offices(draft, await context.store.offices(*place))
    return {**heard, **_drafted(draft)}


def _settled_first(before: list[Judged], judged: list[Judged]) -> list[Judged]:
    """What the words told have made likely is what they are about: it comes first."""
    settled = {
        new.evidence.policy_id
        for old, new in zip(before, judged, strict=True)
        if new.verdict is Verdict.LIKELY and old.verdict is not Verdict.LIKELY
    }
    return sorted(judged, key=lambda item: item.evidence.policy_id not in settled)


async def _found(
    state: TurnState, context: AgentContext, judged: list[Judged], today: date
) -> Found:
    """What was found, with what is needed to tell an absence or a difference."""
    if state["outcome"] == "unavailable":
        return Found(judged)
    name = programme_asked(state)
    if name and not is_told_of(name, judged):
        known = await context.store.known(name)
        return Found(judged, known=known, unusable=not known and await _unusable(context, today))
    away = await _away(state, context)
    if away:
        return Found(judged, away=away)
    unfit = await _unfit(state, context)
    if not judged:
        return Found(judged, unfit=unfit, unusable=not unfit and await _unusable(context, today))
    twins = await context.store.twins([item.evidence for item in judged])
    return Found(
        judged, twins=twins, unfit=unfit, others=_others(state, judged),
        instead=await _instead(state, context, judged),
    )  # fmt: skip


async def _instead(state: TurnState, context: AgentContext, judged: list[Judged]) -> list[Judged]:
    """What relations lead to from a policy asked about that does not fit, and fits itself."""
    asked = state["route"] == "ELIGIBILITY" and len(state["mentions"]) == 1
    if not asked or judged[0].verdict is not Verdict.UNLIKELY:
        return []
    key = judged[0].evidence.policy_id
    related = (await context.store.related([key], region_of(state))).get(key)
    # Also what could not be received beside it: it is in its place.
    kinds = ("parents", "additions", "related", "exclusive")
    links = [link for kind in kinds for link in getattr(related, kind, ())]
    ids = list(dict.fromkeys(str(link.id) for link in links))
    facts = applicant(state, state["focus"])
    reached = [judge(item, facts) for item in await context.store.policies(ids)]
    return [item for item in reached if item.verdict is Verdict.LIKELY][:INSTEAD_SHOWN]


def _others(state: TurnState, judged: list[Judged]) -> dict[str, list[Judged]]:
    """The same policies for the others of whom the turn tells as much ("할머니 83세, 할아버지
    85세")."""
    if state["mentions"] or state["route"] not in {"SEARCH", "ELIGIBILITY"}:
        return {}
    told = [
        member
        for member, facts in state["said"].items()
        if member != state["focus"] and {"age", "birth_date"} & set(facts)
    ]
    return {
        member: [judge(item.evidence, applicant(state, member)) for item in judged]
        for member in told[:OTHERS]
        if base_of(member) != "child" or base_of(state["focus"]) == "child"
    }


async def _unfit(state: TurnState, context: AgentContext) -> list[Judged]:
    """Some of what a search found and left out because it does not fit: to be told why."""
    general = state["told"] or is_generic(state["residual"])
    if state["route"] != "SEARCH" or state["mentions"]:
        return []
    if not general and not state["candidates"]:
        # What a search for a matter of its own came past says nothing of it.
        return []
    facts = applicant(state, state["focus"])
    ids = [ref["id"] for ref in state["unlikely"]][:UNFIT_SHOWN]
    judged = [judge(item, facts) for item in await context.store.policies(ids)]
    return [item for item in judged if item.verdict is Verdict.UNLIKELY]


async def _unusable(context: AgentContext, today: date) -> bool:
    return sources_unusable(await context.store.sources_seen(), today)


async def _away(state: TurnState, context: AgentContext) -> list[PolicyEvidence]:
    """Policies that the question names in full, and that are of other regions than the one
    the person lives in: a name of theirs would have been understood."""
    if state["mentions"] or region_of(state) is None:
        return []
    named = await context.store.named(state["question"])
    whole = [
        key
        for key, name, form in named
        if form == squeezed_name(name) and len(form) >= WHOLE_NAME and key not in state["aside"]
    ]
    return [item for item in await context.store.policies(whole) if item.region != NATIONWIDE]


def _drafted(draft: Draft) -> dict[str, Any]:
    return {
        "answer": draft.answer.model_dump(mode="json"),
        "draft_lines": draft.lines,
        "outcome": draft.answer.outcome.value,
    }


async def verify_citations_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Every quote against the text stored now, every claim against its quotes. An answer of
    which nothing is left is searched for once more, then given up."""
    await stage(runtime, "verify_citations")
    context = runtime.context
    answer = Answer.model_validate(state["answer"])
    stored = await context.store.stored(answer.citations)
    result = verify(answer, state["draft_lines"], stored)
    context.trace.add(
        "verify_citations",
        "checked",
        citations=len(answer.citations),
        verified=sum(citation.verified for citation in result.answer.citations),
        claims_removed=len(result.removed),
    )
    for removed in result.removed:
        data = {"reason": removed.fault, "line": removed.text}
        context.trace.add("verify_citations", "claim_removed", **data)
    if result.empty:
        if state["searches"] < MAX_SEARCHES:
            return {"outcome": "weak"}
        return _drafted(absent(state, Outcome.NOT_FOUND_IN_DATA, NOT_FOUND))
    for citation in result.answer.citations:
        await context.emit(EventType.CITATION, citation.model_dump(mode="json"))
    return _drafted(Draft(result.answer, result.lines))


# Answers that leave the talk where it was.
_ASIDE = {
    Outcome.SMALLTALK,
    Outcome.CRISIS,
    Outcome.BLOCKED,
    Outcome.OUT_OF_SCOPE,
    Outcome.SAVED,
}


async def persist_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """What the conversation keeps for the next turn. Rows are written by the runner."""
    await stage(runtime, "persist")
    answer = Answer.model_validate(state["answer"])
    update: dict[str, Any] = {
        "outcome": answer.outcome.value,
        "last_at": timezone.now().isoformat(),
    }
    if answer.outcome is Outcome.RESET:
        return {**update, **_nothing_said()}
    if answer.outcome not in _ASIDE:
        update |= _carried(state, answer)
    return {**update, **summed_up({**state, **update}, runtime.context.trace)}


def _carried(state: TurnState, answer: Answer) -> dict[str, Any]:
    """What the next turn may go on with."""
    update: dict[str, Any] = {"asked_for": asked_for(state)}
    fitting = [item for item in answer.items if item.verdict is not Verdict.UNLIKELY]
    if answer.items and (fitting or state["mentions"] or not state.get("last_policies")):
        # What does not fit is told of, but not what "그거" goes on with.
        fitting = fitting or answer.items
        refs: list[PolicyRef] = [{"id": i.policy_id, "name": i.name} for i in fitting]
        update["last_policies"] = refs
        update["shown_to"] = {**state.get("shown_to", {}), state["focus"]: refs}
        update["talked"] = talked(state, answer)
        update["open_questions"] = open_questions(answer)
    key = answer.ask.key if answer.ask else ""
    mark = [asked_mark(key, state["focus"])] if key else []
    return {
        **update,
        "last_question": state["question"],
        "last_route": state["route"],
        "last_tool": state["tool"] if key else "",
        "last_mentions": state["mentions"],
        "last_query": state["residual"],
        "story": story_with(state),
        "last_focus": state["focus"],
        "last_ask": key,
        "last_missing": (
            [missing.key for missing in answer.items[0].missing] if state["mentions"] else []
        )
        if answer.items
        else [],
        "last_ask_question": answer.ask.question if answer.ask else "",
        "named": named_so_far(state),
        "asked": list(dict.fromkeys([*state.get("asked", []), *mark])),
    }


def _nothing_said() -> dict[str, Any]:
    return {
        "members": {},
        "focus": "self",
        "last_policies": [],
        "shown_to": {},
        "last_question": "",
        "last_route": "",
        "last_tool": "",
        "last_mentions": [],
        "last_query": "",
        "story": [],
        "last_focus": "self",
        "last_ask": "",
        "last_missing": [],
        "last_ask_question": "",
        "open_questions": {},
        "clauses": {},
        "named": [],
        "asked": [],
        "asked_for": {},
        "struck": {},
        "settled": [],
        "talked": [],
        "summary": "",
    }
