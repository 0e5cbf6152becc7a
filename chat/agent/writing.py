"""Lets a model write the text over the same cards, one checked line at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from chat.agent.citations import line_fault
from chat.agent.llm import Composer, ModelUnavailable, lines_of
from chat.agent.prompts import prompt
from chat.agent.trace import TraceRecorder
from chat.answer import Answer
from policies.vocabulary import Verdict

# This many refused lines, and the model's answer is given up.
MAX_FAULTS = 2
_PROMISE = re.compile(
    r"받으?실\s*수\s*있(?:습니다|어요)|받을\s*수\s*있(?:습니다|어요)|지급됩니다|대상입니다"
)


@dataclass(frozen=True)
class Written:
    """Lines that were shown; `complete` False when the composer must take over."""

    lines: list[str]
    complete: bool
    reason: str = ""


async def write_with_model(
    model: Composer,
    *,
    question: str,
    answer: Answer,
    context: list[str],
    show: Callable[[str], Awaitable[None]],
    trace: TraceRecorder,
) -> Written:
    """Stream the model's answer line by line; a line is shown only after its check.

    Nothing unsupported ever reaches the page: a bad line is dropped, and after
    `MAX_FAULTS` of them, or a failure of the model, the rest is left to the composer.
    """
    names = {item.name for item in answer.items}
    citations = {citation.ordinal: citation for citation in answer.citations}
    shown: list[str] = []
    faults = 0
    try:
        async for line in lines_of(model.stream(prompt("compose").text, _task(question, answer))):
            fault = line_fault(line, citations=citations, context=context, names=names)
            fault = fault or _promise_fault(line, answer)
            if fault:
                faults += 1
                trace.add("compose_answer", "line_refused", reason=fault, line=line)
                if faults >= MAX_FAULTS:
                    return Written(shown, False, "unsupported")
                continue
            await show(line)
            shown.append(line)
    except ModelUnavailable as error:
        trace.add("compose_answer", "model_failed", reason=str(error), started=error.started)
        return Written(shown, False, "model_failed")
    return Written(shown, bool(shown), "" if shown else "empty")


def _promise_fault(line: str, answer: Answer) -> str | None:
    """A promise about a policy whose verdict is not "likely" (or about nothing at all)."""
    if not _PROMISE.search(line):
        return None
    named = [item for item in answer.items if item.name in line]
    judged = named or answer.items
    if all(item.verdict is Verdict.LIKELY for item in judged):
        return None
    return "promise_beyond_verdict"


def _task(question: str, answer: Answer) -> str:
    evidence = [
        {"번호": c.ordinal, "정책": c.policy_name, "항목": c.section_label, "문장": c.quote}
        for c in answer.citations
    ]
    verdicts = [
        {"정책": item.name, "판정": item.verdict_label, "이유": [r.text for r in item.reasons]}
        for item in answer.items
    ]
    return "\n\n".join(
        [
            f"[질문]\n{question}",
            f"[판정]\n{json.dumps(verdicts, ensure_ascii=False)}",
            f"[근거]\n{json.dumps(evidence, ensure_ascii=False)}",
        ]
    )
