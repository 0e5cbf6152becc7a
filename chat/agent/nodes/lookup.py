"""Questions with one exact answer in the published fields, answered by SQL instead of search."""

from __future__ import annotations

from datetime import date
from typing import Any

from langgraph.runtime import Runtime

from chat.agent.cards import CitationBook, policy_item
from chat.agent.context import AgentContext
from chat.agent.facts import applicant
from chat.agent.grounding.verify import verify
from chat.agent.judging import judge
from chat.agent.nodes.stage import stage
from chat.agent.state import TurnState
from chat.answer import Answer, Claim, Outcome
from chat.protocol import EventType
from policies.structured.answer import Row, StructuredAnswer, conclusion

# Records with a card of their own; the rest is counted.
SHOWN = 8


async def lookup_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Records or a number, with how the question was understood. What is not understood in
    full is left to the search: then nothing is answered here."""
    await stage(runtime, "lookup")
    context = runtime.context
    today = date.fromisoformat(state["as_of"])
    found = await context.store.lookup(state["question"], as_of=today)
    context.trace.add(
        "lookup",
        "fields",
        answered=found.answered,
        understood=found.understood,
        unread=list(found.unread),
        query=found.query.model_dump(mode="json"),
        total=found.total,
        ids=[str(key) for key in found.ids[:12]],
    )
    if not found.answered:
        return {}
    answer = await _answer(state, context, found, today)
    lines = [answer.conclusion, found.understood, *_lines(found.rows[:SHOWN])]
    for citation in answer.citations:
        await context.emit(EventType.CITATION, citation.model_dump(mode="json"))
    for number, line in enumerate(lines):
        await context.emit(EventType.TOKEN, {"text": line if not number else f"\n{line}"})
    answer = answer.model_copy(update={"lines": [Claim(text=line) for line in lines]})
    return {
        "answer": answer.model_dump(mode="json"),
        "answer_text": "\n".join(lines),
        "outcome": answer.outcome.value,
        "candidates": [item.policy_id for item in answer.items],
    }


async def _answer(
    state: TurnState, context: AgentContext, found: StructuredAnswer, today: date
) -> Answer:
    facts = applicant(state, state.get("focus", "self"))
    evidence = await context.store.policies([str(key) for key in found.ids[:SHOWN]])
    book = CitationBook()
    items = [policy_item(judge(item, facts), book, today=today) for item in evidence]
    absent = not found.total and found.number is None
    answer = Answer(
        outcome=Outcome.NOT_FOUND_IN_DATA if absent else Outcome.ANSWERED,
        member=state.get("focus", "self"),
        conclusion=conclusion(found),
        items=items,
        notices=_notices(found),
        citations=book.citations,
        suggestions=[f"{item.name} 신청 방법 알려 주세요" for item in items[:2]],
    )
    return verify(answer, [], await context.store.stored(answer.citations)).answer


def _notices(found: StructuredAnswer) -> list[str]:
    notices = [
        found.understood,
        "공공기관이 항목으로 공개한 값을 그대로 찾은 결과예요. 신청 전에 기관에 확인해 주세요.",
    ]
    if found.total > SHOWN:
        notices.append(f"{found.total:,}건 가운데 앞의 {SHOWN}건만 보여 드려요.")
    return notices


def _lines(rows: tuple[Row, ...]) -> list[str]:
    return [
        f"{number}. {row.name} ({row.agency})" + (f" · {row.period}" if row.period else "")
        for number, row in enumerate(rows, start=1)
    ]
