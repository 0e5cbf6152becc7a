"""What the scripted model says: lines made from the evidence in its own prompt."""

from __future__ import annotations

import json
import re
import threading

from chat.tests.scripted_llm import Prompt, Reply

_PROMISE = re.compile(r"수\s*있|지급|대상")


def evidence_lines(prompt: Prompt) -> str:
    """Up to five lines, each a sentence of the evidence with its number: all supported."""
    task = prompt["messages"][-1]["content"]
    evidence = json.loads(task.partition("[근거]\n")[2])
    lines = [
        f"{each['정책']}: {' '.join(each['문장'].split())} [{each['번호']}]"
        for each in evidence
        if not _PROMISE.search(each["문장"])
    ]
    assert len(lines) >= 2, f"too little evidence to write about: {evidence}"
    return "\n".join(lines[:5])


def first_line(text: str) -> int:
    """Length of the first line with its end, where a held answer stops."""
    return text.index("\n") + 1


def fluent() -> Reply:
    """The whole answer at once."""
    return Reply(evidence_lines, piece=40)


def held(gate: threading.Event) -> Reply:
    """One line, then nothing until the gate opens."""
    return Reply(evidence_lines, piece=1, gate=gate, hold_after=first_line)
