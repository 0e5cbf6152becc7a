"""Suite "routing": way, tool and first question of a turn, over cases with earlier turns.

The guard is asked first, as in a turn: what it stops needs no way. Metrics:

- route_accuracy, tool_accuracy: of all cases, those whose way, or whose first tool (None where
  none is to be called), is the case's.
- ask_accuracy: of all cases, those in which exactly the case's fact (or nothing) is asked first.

Beside it in the same run: the rules alone, and the way every case has most often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from chat.agent.guardrails import needs_second_look, second_look
from chat.agent.understanding import GuardLabel, guard_input, policy_mentions, rewrite
from chat.agent.understanding.route import first_ask, route
from chat.agent.understanding.types import Route
from chat.agent.ways import goes_on
from chat.evals.guardrail import spoken
from chat.tool_cards.search import read_way, search_tools
from policies.evals.corpus import read_rows

Progress = Callable[[str, int, int], None]
_STOPPED = {GuardLabel.CRISIS: Route.CRISIS}


class RoutingCase(BaseModel):
    """A turn after earlier ones (oldest first), its way, tool and the fact to ask first."""

    id: str
    utterance: str
    context: list[str] = []
    route: Route
    tool: str | None = None
    ask: str | None = None


@dataclass(frozen=True)
class Routed:
    route: Route
    tool: str | None = None
    ask: str | None = None


def evaluate_routing(cases: Path, *, progress: Progress) -> dict[str, Any]:
    """Measure the cases against the cards of the current database."""
    rows = read_rows(cases, RoutingCase)
    found: list[Routed] = []
    for number, row in enumerate(rows, start=1):
        found.append(routed(row))
        progress("질문", number, len(rows))
    ruled = [_by_rules(row) for row in rows]
    usual = Counter(row.route for row in rows).most_common(1)[0][0]
    return {
        "suite": "routing",
        "cases": len(rows),
        "metrics": metrics_of(rows, found),
        "baselines": {
            "rules": metrics_of(rows, ruled),
            "most_frequent": metrics_of(rows, [Routed(usual)] * len(rows)),
        },
        "confused": _confused(rows, found),
        "failures": _failures(rows, found),
    }


def routed(case: RoutingCase) -> Routed:
    """Where a turn goes, as the graph sends it: guard, rules, second look, cards."""
    stopped = _stopped(spoken(case.utterance), case.context)
    if stopped is not None:
        return Routed(stopped)
    text = standing(case.utterance, case.context)
    decision = read_way(text, case.context).decision
    hits = search_tools(text, context=case.context, limit=1)
    tool = hits[0].tool if hits else None
    return Routed(decision.route, tool, first_ask(decision.route, tool, text, case.context))


def standing(utterance: str, context: Sequence[str]) -> str:
    """The utterance as a turn hands it on: made to stand by itself after the turns before."""
    text = spoken(utterance)
    if not context:
        return text
    names = policy_mentions(" ".join(context))
    return rewrite(text, last_question=context[-1], last_policies=names).text


def _stopped(text: str, context: Sequence[str]) -> Route | None:
    look = guard_input(text)
    if needs_second_look(look):
        first, look = look, second_look(text, look).decision
        learnt = look.label is GuardLabel.OFF_TOPIC and first.label is GuardLabel.ALLOW
        if learnt and goes_on(text, context):
            return None
    if look.label is GuardLabel.ALLOW:
        return None
    return _STOPPED.get(look.label, Route.OUT_OF_SCOPE)


def _by_rules(case: RoutingCase) -> Routed:
    decision = route(case.utterance, context=case.context)
    return Routed(decision.route, decision.tool, decision.ask)


def metrics_of(rows: Sequence[RoutingCase], found: Sequence[Routed]) -> dict[str, float]:
    """Metrics of what was found for each case."""
    if not rows:
        return {"route_accuracy": 1.0, "tool_accuracy": 1.0, "ask_accuracy": 1.0}
    pairs = list(zip(rows, found, strict=True))
    return {
        "route_accuracy": sum(one.route is got.route for one, got in pairs) / len(pairs),
        "tool_accuracy": sum(one.tool == got.tool for one, got in pairs) / len(pairs),
        "ask_accuracy": sum(one.ask == got.ask for one, got in pairs) / len(pairs),
    }


def _confused(rows: Sequence[RoutingCase], found: Sequence[Routed]) -> dict[str, int]:
    """ "wanted → got" of the ways with how often, the most frequent first."""
    pairs = Counter(
        f"{row.route} → {got.route}"
        for row, got in zip(rows, found, strict=True)
        if row.route is not got.route
    )
    return dict(pairs.most_common())


def _failures(rows: Sequence[RoutingCase], found: Sequence[Routed]) -> list[dict[str, Any]]:
    return [
        {
            "id": row.id,
            "utterance": row.utterance,
            "context": row.context,
            "expected": {"route": row.route, "tool": row.tool, "ask": row.ask},
            "got": {"route": got.route, "tool": got.tool, "ask": got.ask},
        }
        for row, got in zip(rows, found, strict=True)
        if (row.route, row.tool, row.ask) != (got.route, got.tool, got.ask)
    ]
