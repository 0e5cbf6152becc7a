"""Composing, checking and keeping the answer."""

from __future__ import annotations

from datetime import date
from typing import Any

from langgraph.runtime import Runtime

from chat.agent.answers import Draft, draft_answer
from chat.agent.citations import figures_supported, span_holds
from chat.agent.context import AgentContext
from chat.agent.describe import fact_labels
from chat.agent.facts import applicant, known_facts
from chat.agent.judging import judge
from chat.agent.nodes.stage import stage
from chat.agent.prompts import prompt
from chat.agent.state import PolicyRef, TurnState
from chat.agent.writing import write_with_model
from chat.answer import Answer, CitationOut, Claim, Outcome, PolicyItem
from chat.protocol import EventType
from policies.vocabulary import Section

MODEL_NOTICE = "AI 답변의 근거를 확인하지 못해, 원문 문장으로 다시 정리했어요."
MODEL_FAILED_NOTICE = "AI 답변이 중간에 끊겨, 원문 문장으로 마저 정리했어요."


async def compose_answer_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Cards and text; the text streams while it is made."""
    await stage(runtime, "compose_answer")
    context = runtime.context
    facts = applicant(state, state["focus"])
    evidence = await context.store.policies(state["candidates"])
    judged = [judge(item, facts) for item in evidence]
    draft = draft_answer(state, judged, today=date.fromisoformat(state["as_of"]))
    shown: list[str] = []

    async def show(line: str) -> None:
        await context.emit(EventType.TOKEN, {"text": line if not shown else f"\n{line}"})
        shown.append(line)

    answer, prompt_hash = draft.answer, ""
    if context.model is not None and answer.items:
        prompt_hash = prompt("compose").hash
        written = await write_with_model(
            context.model,
            question=state["question"],
            answer=answer,
            context=_known_texts(state, answer),
            show=show,
            trace=context.trace,
        )
        if written.complete:
            answer = answer.model_copy(update={"composer": context.model.name})
        else:
            answer = await _finish(draft, show, written.reason, begun=bool(written.lines))
    else:
        for line in draft.lines:
            await show(line)
    return {
        "answer": answer.model_dump(mode="json"),
        "answer_text": "\n".join(shown),
        "outcome": answer.outcome.value,
        "prompt_hash": prompt_hash,
    }


async def _finish(draft: Draft, show: Any, reason: str, *, begun: bool) -> Answer:
    """The composer takes over where the model failed; the answer says so."""
    notice = MODEL_FAILED_NOTICE if reason == "model_failed" and begun else MODEL_NOTICE
    if begun:
        await show("")
        await show(notice)
    for line in draft.lines:
        await show(line)
    notices = [*draft.answer.notices, notice]
    return draft.answer.model_copy(update={"notices": notices})


def _known_texts(state: TurnState, answer: Answer) -> list[str]:
    """Texts a line may repeat without a citation: the person's facts and the verdicts."""
    facts = known_facts(state, state["focus"])
    texts = [state["question"], *fact_labels(facts), answer.conclusion]
    for item in answer.items:
        texts += [item.verdict_label, *(reason.text for reason in item.reasons)]
        texts += [*item.contacts, item.deadline, *(m.question for m in item.missing)]
    return texts


async def verify_citations_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Every quote is compared with the stored text, every figure with its quote."""
    await stage(runtime, "verify_citations")
    answer = Answer.model_validate(state["answer"])
    if not answer.citations:
        return {}
    policies = await runtime.context.store.policies([item.policy_id for item in answer.items])
    texts = {item.version_id: item.sections for item in policies}
    checked = [
        _checked(citation, texts.get(citation.version_id, {})) for citation in answer.citations
    ]
    quotes = {citation.ordinal: citation.quote for citation in checked}
    items = [_supported(item, quotes) for item in answer.items]
    removed = sum(
        len(old.benefit) - len(new.benefit) for old, new in zip(answer.items, items, strict=True)
    )
    runtime.context.trace.add(
        "verify_citations",
        "checked",
        citations=len(checked),
        verified=sum(citation.verified for citation in checked),
        claims_removed=removed,
    )
    for citation in checked:
        await runtime.context.emit(EventType.CITATION, citation.model_dump(mode="json"))
    answer = answer.model_copy(update={"citations": checked, "items": items})
    return {"answer": answer.model_dump(mode="json")}


def _checked(citation: CitationOut, sections: dict[Section, str]) -> CitationOut:
    holds = span_holds(citation, sections.get(citation.section, ""))
    return citation.model_copy(update={"verified": holds})


def _supported(item: PolicyItem, quotes: dict[int, str]) -> PolicyItem:
    """The card without claims whose figures its citations do not contain."""

    def keep(claims: list[Claim]) -> list[Claim]:
        return [
            claim
            for claim in claims
            if figures_supported(claim.text, [quotes[number] for number in claim.citations])
        ]

    return item.model_copy(
        update={
            "benefit": keep(item.benefit),
            "application": keep(item.application),
            "documents": keep(item.documents),
        }
    )


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
    update: dict[str, Any] = {"outcome": answer.outcome.value}
    if answer.outcome in _ASIDE:
        return update
    if answer.outcome is Outcome.RESET:
        return {**update, **_nothing_said()}
    if answer.items:
        refs: list[PolicyRef] = [{"id": i.policy_id, "name": i.name} for i in answer.items]
        update["last_policies"] = refs
    key = answer.ask.key if answer.ask else ""
    return {
        **update,
        "last_question": state["question"],
        "last_route": state["route"],
        "last_mentions": state["mentions"],
        "last_query": state["residual"],
        "last_focus": state["focus"],
        "last_ask": key,
        "last_missing": (
            [missing.key for missing in answer.items[0].missing] if state["mentions"] else []
        )
        if answer.items
        else [],
        "last_ask_question": answer.ask.question if answer.ask else "",
        "asked": list(dict.fromkeys([*state.get("asked", []), *([key] if key else [])])),
    }


def _nothing_said() -> dict[str, Any]:
    return {
        "members": {},
        "focus": "self",
        "last_policies": [],
        "last_question": "",
        "last_route": "",
        "last_mentions": [],
        "last_query": "",
        "last_focus": "self",
        "last_ask": "",
        "last_missing": [],
        "last_ask_question": "",
        "asked": [],
    }
