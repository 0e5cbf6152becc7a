"""The text of the answer, streamed line by line: by a model over the cards, or by code."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.describe import fact_labels
from chat.agent.facts import known_facts
from chat.agent.grounding.sources import Grounds, grounds_of
from chat.agent.grounding.verify import line_claim
from chat.agent.guardrails import OutputGuard
from chat.agent.nodes.stage import stage
from chat.agent.prompts import prompt
from chat.agent.state import TurnState
from chat.agent.writing import write_with_model
from chat.answer import Answer, Claim
from chat.protocol import EventType

MODEL_NOTICE = "AI 답변의 근거를 확인하지 못해, 원문 문장으로 다시 정리했어요."
MODEL_FAILED_NOTICE = "AI 답변이 중간에 끊겨, 원문 문장으로 마저 정리했어요."
MODEL_DOWN_NOTICE = "AI가 지금 답을 쓰지 못해, 원문 문장으로 정리했어요."
UNREAD_NOTICE = (
    "‘확인하지 못함’이라고 적힌 문장은 원문과 뜻이 같은지 끝까지 살피지 못했어요. "
    "아래 근거를 함께 봐 주세요."
)


class _Page:
    """What was shown of the text so far."""

    def __init__(self, context: AgentContext) -> None:
        self._context = context
        self.lines: list[Claim] = []

    async def show(self, claim: Claim) -> None:
        text = claim.text if not self.lines else f"\n{claim.text}"
        self.lines.append(claim)
        await self._context.emit(EventType.TOKEN, {"text": text})

    @property
    def text(self) -> str:
        return "\n".join(claim.text for claim in self.lines)


async def write_answer_node(state: TurnState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """The lines of a verified answer; every line shown is a claim of the answer."""
    await stage(runtime, "write_answer")
    context = runtime.context
    answer = Answer.model_validate(state["answer"])
    grounds = _grounds(state, answer)
    page, prompt_hash = _Page(context), ""
    if context.model is not None and answer.items:
        prompt_hash = prompt("compose").hash
        written = await write_with_model(
            context.model,
            question=state["question"],
            answer=answer,
            grounds=grounds,
            show=page.show,
            trace=context.trace,
            background=state.get("summary", ""),
        )
        if written.complete:
            notices = [*answer.notices, *([UNREAD_NOTICE] if written.unread else [])]
            changes = {"composer": context.model.name, "notices": notices}
            answer = answer.model_copy(update=changes)
        else:
            begun = bool(page.lines)
            notice = MODEL_NOTICE
            if written.reason == "model_failed":
                notice = MODEL_FAILED_NOTICE if begun else MODEL_DOWN_NOTICE
            if begun:
                await page.show(Claim(text=""))
                await page.show(Claim(text=notice))
            await _tell(state["draft_lines"], answer, grounds, page)
            answer = answer.model_copy(update={"notices": [*answer.notices, notice]})
    else:
        await _tell(state["draft_lines"], answer, grounds, page)
    answer = answer.model_copy(update={"lines": page.lines})
    return {
        "answer": answer.model_dump(mode="json"),
        "answer_text": page.text,
        "outcome": answer.outcome.value,
        "prompt_hash": prompt_hash,
    }


async def _tell(lines: list[str], answer: Answer, grounds: Grounds, page: _Page) -> None:
    guard = OutputGuard(answer, by_model=False)
    for line in lines:
        text, _ = guard.line(line)
        if text or not line:
            await page.show(line_claim(text, grounds))


def _grounds(state: TurnState, answer: Answer) -> Grounds:
    labels = fact_labels(known_facts(state, state["focus"]))
    return grounds_of(answer, facts=labels, spoken=[state["question"]])
