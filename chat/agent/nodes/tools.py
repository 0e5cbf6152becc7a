"""Choosing and using a tool: the rules' or the cards' first choice, or a model's few steps."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from langgraph.runtime import Runtime

from chat.agent.absence import programme_asked
from chat.agent.asking import asked_of
from chat.agent.context import AgentContext
from chat.agent.facts import applicant, region_of
from chat.agent.grounding.verify import verify
from chat.agent.judging import judge
from chat.agent.nodes.outage import tells_outage
from chat.agent.nodes.stage import stage
from chat.agent.replying import may_reply, reply_to_ask
from chat.agent.situation import names_nothing
from chat.agent.state import TurnState
from chat.agent.summary import named_so_far
from chat.agent.tool_answer import left_to_page, lists_policies, points_at, tool_answer
from chat.agent.tool_choice import NATIVE, chosen_tool
from chat.agent.tool_loop import plan
from chat.agent.tools.registry import get_tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from chat.answer import Claim
from chat.protocol import EventType
from chat.tool_cards.search import ToolHit
from policies.eligibility.questions import ASKING
from policies.estimates.benefits import estimator_of
from policies.same import squeezed_name
from policies.vocabulary import Verdict

# Who receives something, before what is asked.
_TELLS = re.compile(r"^\S{0,6}\s+\S{0,2}\s?(?:받|타)\S*(?:데|지만|고)\s")
_NOTHING = {ResultStatus.NOT_FOUND, ResultStatus.UNAVAILABLE}


@tells_outage
async def use_tool_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """The tool's answer, candidates for the usual cards, or nothing: then the route's branch."""
    await stage(runtime, "use_tool")
    context = runtime.context
    name, offered = await _chosen(state, context)
    result = await _result(state, context, name, offered)
    chosen = {"tool": result.source if result else name}
    if result is None:
        return chosen
    if result.status in _NOTHING and _leaves_it(state, result):
        return chosen
    if result.needs_user_input and result.needs_user_input.argument in asked_of(state):
        # Not told when it was asked: what is published says more than the question again.
        return chosen
    if result.status is ResultStatus.OK and lists_policies(result):
        found = points_at(result)
        named = {ref["id"] for ref in state["mentions"]}
        if named and not named & set(found) and get_tool(result.source).module == "search":
            # A list that leaves out what the question names answers another question.
            return chosen
        return {**chosen, "candidates": found, "searches": 2, "query": result.query, "outcome": ""}
    return {**chosen, **await _answered(state, context, result)}


def _leaves_it(state: TurnState, result: RetrievalResult) -> bool:
    """Whether a tool that found nothing leaves the answer to the route's branch: one that no
    rule chose may not have been meant."""
    return not state["ruled"] or (not result.items and state["route"] == "SEARCH")


async def _chosen(state: TurnState, context: AgentContext) -> tuple[str, list[ToolHit]]:
    """The tool to use, "" for none, and the few that are offered to a model."""
    if replies_to_tool(state):
        # The answer to a tool's question goes on with that tool.
        return state["last_tool"], []
    rule = state["tool"] if state["ruled"] else ""
    if rule in NATIVE:
        # The route's own branch answers: no card has a say in it.
        return rule, []
    offered = await context.toolbox.find(state["question"], state.get("last_question", ""))
    name = chosen_tool(rule, state["tool"], offered)
    if name and not rule and _computes_another(state, name):
        name = ""
    context.trace.add(
        "use_tool",
        "tools",
        rule=rule,
        chosen=name,
        offered=[{"name": one.tool, "score": round(one.score, 3)} for one in offered],
    )
    return name, offered


def _computes_another(state: TurnState, name: str) -> bool:
    """Whether a tool that a card brought would compute something else than the programme that
    the question names: the data do not know that one, which has to be said."""
    asked = programme_asked(state)
    tool = get_tool(name)
    if not asked or tool.module != "estimate" or estimator_of(asked) is not None:
        return False
    return squeezed_name(asked) not in squeezed_name(tool.description)


async def _result(
    state: TurnState, context: AgentContext, name: str, offered: list[ToolHit]
) -> RetrievalResult | None:
    """Of a model's steps, where a search has a model and no rule; else of the tool chosen."""
    asker = tool_context(state, context)
    unsure = state["route"] == "SEARCH" and not state["ruled"]
    if context.model is not None and unsure and offered:
        found = await plan(
            context.model, context.toolbox, asker, offered=offered, trace=context.trace
        )
        if found is not None:
            return found
    if not name or name in NATIVE:
        return None
    result = await context.toolbox.run(name, {}, asker, context.trace)
    return left_to_page(result) if result else None


async def _answered(
    state: TurnState, context: AgentContext, result: RetrievalResult
) -> dict[str, Any]:
    today = date.fromisoformat(state["as_of"])
    facts = applicant(state, state["focus"])
    named = [ref["id"] for ref in state["mentions"]]
    about = points_at(result) or (named[:1] if result.estimate else [])
    judged = [judge(item, facts) for item in await context.store.policies(about)]
    answer, lines = tool_answer(
        result, judged, member=state["focus"], asked=asked_of(state), today=today
    )
    checked = verify(answer, lines, await context.store.stored(answer.citations))
    answer = checked.answer
    for citation in answer.citations:
        await context.emit(EventType.CITATION, citation.model_dump(mode="json"))
    for number, line in enumerate(checked.lines):
        await context.emit(EventType.TOKEN, {"text": line if not number else f"\n{line}"})
    answer = answer.model_copy(update={"lines": [Claim(text=line) for line in checked.lines]})
    return {
        "answer": answer.model_dump(mode="json"),
        "answer_text": "\n".join(checked.lines),
        "outcome": answer.outcome.value,
        "candidates": [item.policy_id for item in answer.items],
        "unlikely": [
            {"id": item.policy_id, "name": item.name}
            for item in answer.items
            if item.verdict is Verdict.UNLIKELY
        ],
    }


def tool_context(state: TurnState, context: AgentContext) -> ToolContext:
    """What a tool may know of the turn: nothing that masking took out."""
    members = {*state.get("profiles", {}), *state.get("members", {}), state["focus"]}
    names = [ref["name"] for ref in state["mentions"]]
    asked = _without_receipts(state)
    if names or not asked or names_nothing(asked):
        # What names a matter of its own is not about the policies in talk.
        shown = [ref["name"] for ref in state.get("last_policies", [])]
        names += [name for name in shown if name not in names]
    question = state["question"]
    if replies_to_tool(state):
        question = f"{state.get('last_question', '')} {question}".strip()
    return ToolContext(
        as_of=date.fromisoformat(state["as_of"]),
        owner=context.owner,
        members={member: applicant(state, member) for member in members},
        focus=state["focus"],
        region=region_of(state),
        question=question,
        policies=tuple(names),
        named=tuple(ref["name"] for ref in named_so_far(state)),
    )


def _without_receipts(state: TurnState) -> str:
    """The words that ask, without what is told to be received before them."""
    asked = state["residual"]
    for facts in state["said"].values():
        for name in facts.get("receives") or []:
            asked = asked.replace(str(name), " ")
    return _TELLS.sub(" ", asked) if asked != state["residual"] else asked


def replies_to_tool(state: TurnState) -> bool:
    """Whether the turn is the answer to what a tool has asked: the fact itself, nothing but
    facts, or, of what is no fact ("600만원이요"), something short that is no question."""
    key = state.get("last_ask", "")
    if not key or not state.get("last_tool"):
        return False
    given = bool(reply_to_ask(state)) or not state["residual"]
    return given or (may_reply(state) and key not in ASKING)
