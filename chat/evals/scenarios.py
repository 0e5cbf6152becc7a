"""Suite "scenarios": whole conversations over the catalogue, each turn checked in order.

Facts of `profile` are known before the first turn. A turn passes when the page mentions one
alternative of each of `must_mention` (spaces do not count), none of `must_not`, asks
`must_ask` where one is named and nothing of `must_not_ask`, and judges each policy of `verdicts`
so; policies are matched by their names' syllables, since spellings differ. Metrics:
`turn_pass_rate`, `scenario_pass_rate`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

from asgiref.sync import async_to_sync
from pydantic import BaseModel, ConfigDict

from chat import runner
from chat.answer import Answer
from chat.evals.extraction import similarity
from chat.querysets import Owner
from chat.rehearsal import rehearse
from policies.evals.corpus import read_rows

Progress = Callable[[str, int, int], None]
# Names of one programme in two spellings share at least this much of their syllables.
SAME_NAME = 0.55
_AGE = {"birth_date", "age"}


class ScenarioTurn(BaseModel):
    model_config = ConfigDict(extra="ignore")

    user: str
    must_mention: list[list[str]] = []
    must_not: list[str] = []
    must_ask: str | None = None
    must_not_ask: list[str] = []
    verdicts: dict[str, str] = {}
    note: str = ""


class Scenario(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: str
    as_of: date
    kind: str = ""
    profile: dict[str, dict[str, Any]] = {}
    turns: list[ScenarioTurn]


@dataclass(frozen=True)
class Check:
    """One thing asked of a turn, in Korean: `wanted` is what, `fault` why it failed, "" where
    it did not."""

    kind: str
    wanted: str
    fault: str = ""


@dataclass
class Told:
    """A turn as it went: what was shown, what was asked of it, and what was wrong with it."""

    user: str
    text: str
    note: str
    checks: list[Check] = field(default_factory=list)

    @property
    def faults(self) -> list[tuple[str, str]]:
        """What it failed, as (kind, Korean sentence)."""
        return [(check.kind, check.fault) for check in self.checks if check.fault]


def evaluate_scenarios(path: Path, *, progress: Progress) -> dict[str, Any]:
    """Report of the suite, with the transcripts. Raises CasesInvalid."""
    scenarios = read_rows(path, Scenario)
    told = async_to_sync(_run)(scenarios, progress)
    turns = [turn for one in told.values() for turn in one]
    passed = sum(not turn.faults for turn in turns)
    whole = sum(all(not turn.faults for turn in one) for one in told.values())
    kinds = Counter(kind for turn in turns for kind, _ in turn.faults)
    return {
        "suite": "scenarios",
        "cases": len(scenarios),
        "metrics": {
            "turn_pass_rate": passed / len(turns),
            "scenario_pass_rate": whole / len(scenarios),
        },
        "baselines": {},
        "turns": len(turns),
        "kinds": dict(kinds.most_common()),
        "failures": [
            {"id": f"{key}/{number}", "expected": [text for _, text in turn.faults],
             "got": turn.text[:400], "user": turn.user}
            for key, one in told.items()
            for number, turn in enumerate(one, start=1)
            if turn.faults
        ],
        "transcripts": {
            key: [{**asdict(turn), "faults": turn.faults} for turn in one]
            for key, one in told.items()
        },
    }  # fmt: skip


async def _run(scenarios: list[Scenario], progress: Progress) -> dict[str, list[Told]]:
    told: dict[str, list[Told]] = {}
    try:
        for number, scenario in enumerate(scenarios, start=1):
            told[scenario.id] = await _talk(scenario)
            progress("scenarios", number, len(scenarios))
    finally:
        await runner.close_connections()
    return told


async def _talk(scenario: Scenario) -> list[Told]:
    owner, thread = Owner(None, uuid4().hex), str(uuid4())
    told: list[Told] = []
    for number, turn in enumerate(scenario.turns):
        went = await rehearse(
            owner=owner,
            text=turn.user,
            thread=thread,
            as_of=scenario.as_of,
            members=scenario.profile if number == 0 else None,
        )
        shown = shown_text(went.answer, went.text)
        told.append(Told(turn.user, shown, turn.note, checks(turn, went.answer, shown)))
    return told


def checks(turn: ScenarioTurn, answer: Answer, shown: str) -> list[Check]:
    """Everything asked of a turn, with what it failed."""
    page = _plain(shown)
    found = [_mentioned(alternatives, page) for alternatives in turn.must_mention]
    for text in turn.must_not:
        fault = f"말하면 안 됨: {text}" if _plain(text) in page else ""
        found.append(Check("forbidden", f"말하지 않기: {text}", fault))
    if turn.must_ask:
        asked = answer.ask.key if answer.ask else ""
        missed = f"묻지 않음: {turn.must_ask} (물은 것: {asked or '없음'})"
        fault = "" if _same_key(turn.must_ask, asked) else missed
        found.append(Check("ask", f"묻기: {turn.must_ask}", fault))
    found += [_unasked(key, answer) for key in turn.must_not_ask]
    for name, verdict in turn.verdicts.items():
        got = _verdict(answer, name)
        wrong = f"판정이 다름: {name} {verdict} (낸 것: {got or '없음'})"
        found.append(Check("verdict", f"판정: {name} {verdict}", "" if got == verdict else wrong))
    return found


def _mentioned(alternatives: list[str], page: str) -> Check:
    names = " / ".join(alternatives)
    said = any(_plain(text) in page for text in alternatives)
    return Check("mention", f"말하기: {names}", "" if said else f"말하지 않음: {names}")


def _unasked(key: str, answer: Answer) -> Check:
    again = answer.ask is not None and _same_key(key, answer.ask.key)
    return Check("asked_again", f"묻지 않기: {key}", f"다시 물음: {key}" if again else "")


def _same_key(wanted: str, asked: str) -> bool:
    return wanted == asked or {wanted, asked} <= _AGE


def _verdict(answer: Answer, name: str) -> str:
    """Verdict on the card whose name is most like `name`, "" without one."""
    likeness = [(max(similarity(name, item.name), _inside(name, item.name)), item)
                for item in answer.items]  # fmt: skip
    best = max(likeness, key=lambda pair: pair[0], default=None)
    return best[1].verdict.value if best and best[0] >= SAME_NAME else ""


def _inside(one: str, two: str) -> float:
    short, long = sorted((_plain(one), _plain(two)), key=len)
    return 1.0 if short and short in long else 0.0


def shown_text(answer: Answer, text: str) -> str:
    """All that the page shows of an answer, without the quotes of its sources."""
    parts = [answer.note, text, answer.conclusion, *answer.notices, *answer.next_steps]
    parts += [claim.text for claim in answer.differences]
    for item in answer.items:
        parts += [item.name, item.verdict_label, item.deadline, *item.contacts]
        parts += [reason.text for reason in item.reasons]
        parts += [one.question for one in item.missing]
        parts += [claim.text for name in ("benefit", "application", "documents")
                  for claim in getattr(item, name)]  # fmt: skip
    if answer.ask:
        parts += [answer.ask.question, answer.ask.reason]
    return "\n".join(part for part in parts if part)


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", text)
