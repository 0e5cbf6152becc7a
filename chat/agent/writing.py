"""Lets a model write the text over the same cards, one checked line at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from chat.agent.grounding.check import CheckState, check_line
from chat.agent.grounding.entail import judge_lines
from chat.agent.grounding.sources import Grounds
from chat.agent.grounding.verify import line_claim
from chat.agent.guardrails import OutputGuard
from chat.agent.llm import Composer, ModelUnavailable, lines_of
from chat.agent.prompts import prompt
from chat.agent.trace import TraceRecorder
from chat.answer import Answer, Claim
from policies.vocabulary import Verdict

# This many refused lines, and the model's answer is given up.
MAX_FAULTS = 2
_PROMISE = re.compile(
    r"받으?실\s*수\s*있(?:습니다|어요)|받을\s*수\s*있(?:습니다|어요)|지급됩니다|대상입니다"
)
Show = Callable[[Claim], Awaitable[None]]


@dataclass(frozen=True)
class Written:
    """Lines that were shown; `complete` False when the composer must take over."""

    lines: list[Claim]
    complete: bool
    reason: str = ""

    @property
    def unread(self) -> bool:
        """Lines stand whose meaning nobody checked."""
        return any(line.check != "supported" for line in self.lines)


@dataclass
class _Lines:
    """Lines on their way: from the first doubtful one on, all wait for the second reader."""

    show: Show
    grounds: Grounds
    shown: list[Claim] = field(default_factory=list)
    held: list[tuple[str, bool]] = field(default_factory=list)

    async def add(self, line: str, *, doubtful: bool) -> None:
        if doubtful or self.held:
            self.held.append((line, doubtful))
        else:
            await self.put(line_claim(line, self.grounds))

    async def put(self, claim: Claim) -> None:
        await self.show(claim)
        self.shown.append(claim)


async def write_with_model(
    model: Composer,
    *,
    question: str,
    answer: Answer,
    grounds: Grounds,
    show: Show,
    trace: TraceRecorder,
    background: str = "",
) -> Written:
    """Stream the model's answer line by line; a line is shown only after its check.

    `background` is the summary of the talk so far: no source of anything.

    Nothing unsupported ever reaches the page: a bad line is dropped, and after `MAX_FAULTS`
    of them, or a failure of the model, the rest is left to the composer. Lines in the model's
    own words wait until it has read them once more beside their sources (it can only strike
    them out); where that reading fails they are marked as not checked.
    """
    lines = _Lines(show, grounds)
    guard, faults = OutputGuard(answer, by_model=True), 0
    try:
        async for line in lines_of(
            model.stream(prompt("compose").text, _task(question, answer, background))
        ):
            line, removed = guard.line(line)
            for one in removed:
                trace.add("write_answer", "line_guarded", reason=one.kind, line=one.text)
            if not line.strip():
                continue
            finding = check_line(line, grounds)
            fault = finding.fault or _promise_fault(line, answer)
            if fault:
                faults += 1
                data = {"reason": fault, "detail": finding.detail, "line": line}
                trace.add("write_answer", "line_refused", **data)
                if faults >= MAX_FAULTS:
                    return Written(lines.shown, False, "unsupported")
                continue
            doubtful = finding.doubtful and finding.state is CheckState.SUPPORTED
            await lines.add(line, doubtful=doubtful)
    except ModelUnavailable as error:
        trace.add("write_answer", "model_failed", reason=str(error), started=error.started)
        return Written(lines.shown, False, "model_failed")
    await _release(model, lines, trace)
    return Written(lines.shown, bool(lines.shown), "" if lines.shown else "empty")


async def _release(model: Composer, lines: _Lines, trace: TraceRecorder) -> None:
    """The held lines, without those the second reader strikes out."""
    doubtful = [line for line, unsure in lines.held if unsure]
    if not doubtful:
        return
    judged = await judge_lines(model, doubtful, lines.grounds)
    struck = [line for place, line in enumerate(doubtful) if judged.get(place) is False]
    for line in struck:
        trace.add("write_answer", "line_refused", reason="entailment", line=line)
    trace.add(
        "write_answer", "entailment", lines=len(doubtful), judged=len(judged), removed=len(struck)
    )
    place = -1
    for line, unsure in lines.held:
        place += unsure
        verdict = judged.get(place) if unsure else True
        if verdict is False:
            continue
        await lines.put(line_claim(line, lines.grounds, judged=verdict is True))


def _promise_fault(line: str, answer: Answer) -> str:
    """A promise about a policy whose verdict is not "likely" (or about nothing at all)."""
    if not _PROMISE.search(line):
        return ""
    named = [item for item in answer.items if item.name in line]
    judged = named or answer.items
    if all(item.verdict is Verdict.LIKELY for item in judged):
        return ""
    return "promise_beyond_verdict"


def _task(question: str, answer: Answer, background: str) -> str:
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
            *([f"[대화 요약]\n{background}"] if background else []),
            f"[질문]\n{question}",
            f"[판정]\n{json.dumps(verdicts, ensure_ascii=False)}",
            f"[근거]\n{json.dumps(evidence, ensure_ascii=False)}",
        ]
    )
