"""Suite "tools": which tools a turn is offered, over cases of utterance, context and tool.

Three ways are measured in the same run: as it is used (rules, then cards), the cards alone, and
vectors of purposes alone. Metrics:

- recall@k, mrr: of the cases with a tool, whether and where it is among the offered ones.
- no_call_accuracy: of the cases without one, those for which nothing is offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel

from chat.evals.routing import standing
from chat.tool_cards.live import current_index
from chat.tool_cards.search import choose_tools
from chat.tool_cards.services import tool_cards_load
from chat.tool_cards.types import NO_TOOL, CardField
from chat.tool_cards.vectors import tool_cards_embed
from policies.evals.corpus import read_rows
from policies.retrieval.cached import question_vector

Progress = Callable[[str, int, int], None]
KS = (1, 3, 5)
Offer = Callable[["ToolCase"], list[str]]


class ToolCase(BaseModel):
    """A turn and the tool it needs; `tool` None: none is to be called."""

    id: str
    utterance: str
    context: list[str] = []
    tool: str | None = None


def tools_prepare(progress: Progress) -> None:
    """Shipped cards with their vectors in the current database."""
    tool_cards_load()
    tool_cards_embed(progress=lambda done, total: progress("카드 벡터", done, total))


def evaluate_tools(cases: Path, *, progress: Progress) -> dict[str, Any]:
    """Measure the cases against the cards of the current database. All cards are chosen from,
    whether their tools are registered or not; `unregistered` names those that are not."""
    from chat.agent.tools.registry import all_tools

    rows = read_rows(cases, ToolCase)
    index = current_index()
    names = [name for name in index.cards if name != NO_TOOL]

    def offer(rules: bool) -> Offer:
        def offered(case: ToolCase) -> list[str]:
            text = standing(case.utterance, case.context)
            choice = choose_tools(
                text, context=case.context, limit=max(KS), rules=rules, offered=names
            )
            return [hit.tool for hit in choice.hits]

        return offered

    ways: dict[str, Offer] = {
        "poly": offer(True), "cards_only": offer(False), "purposes_only": _by_purpose
    }  # fmt: skip
    lists: dict[str, list[list[str]]] = {}
    for way, ask in ways.items():
        lists[way] = []
        for number, row in enumerate(rows, start=1):
            lists[way].append(ask(row))
            progress(way, number, len(rows))
    figures = {way: metrics_of(rows, found) for way, found in lists.items()}
    return {
        "suite": "tools",
        "cases": len(rows),
        "metrics": figures.pop("poly"),
        "baselines": figures,
        "unregistered": sorted(set(names) - set(all_tools())),
        "confused": {way: _confused(rows, found) for way, found in lists.items()},
        "failures": _failures(rows, lists["poly"]),
        "card_failures": _failures(rows, lists["cards_only"]),
    }


def metrics_of(rows: Sequence[ToolCase], lists: Sequence[list[str]]) -> dict[str, float]:
    """Metrics of what was offered for each case; a share of nothing counts as 1."""
    places = [
        found.index(row.tool) + 1 if row.tool in found else 0
        for row, found in zip(rows, lists, strict=True)
        if row.tool is not None
    ]
    silent = [not found for row, found in zip(rows, lists, strict=True) if row.tool is None]
    recalls = {f"recall@{k}": _share([0 < place <= k for place in places]) for k in KS}
    reciprocal = [1 / place if place else 0.0 for place in places]
    mrr = sum(reciprocal) / len(reciprocal) if reciprocal else 1.0
    return {**recalls, "mrr": mrr, "no_call_accuracy": _share(silent)}


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits) if hits else 1.0


def _by_purpose(case: ToolCase) -> list[str]:
    """The naive way: the cosine of the question with the purposes, nothing else."""
    index = current_index()
    vector = question_vector(case.utterance).vector
    cosines = index.likenesses(case.utterance, vector).cosines
    order = [index.texts[number] for number in np.argsort(-cosines, kind="stable")]
    return [text.tool for text in order if text.field is CardField.PURPOSE and text.tool != NO_TOOL]


def _confused(rows: Sequence[ToolCase], lists: Sequence[list[str]]) -> dict[str, int]:
    """ "wanted → first" with how often, the most frequent first."""
    pairs: Counter[str] = Counter()
    for row, found in zip(rows, lists, strict=True):
        first = found[0] if found else None
        if first != row.tool:
            pairs[f"{row.tool or '없음'} → {first or '없음'}"] += 1
    return dict(pairs.most_common())


def _failures(rows: Sequence[ToolCase], lists: Sequence[list[str]]) -> list[dict[str, Any]]:
    """Cases whose tool is not first, or for which something is offered and should not be."""
    return [
        {
            "id": row.id, "utterance": row.utterance, "context": row.context,
            "expected": row.tool, "got": found[: max(KS)],
        }
        for row, found in zip(rows, lists, strict=True)
        if (found[0] if found else None) != row.tool
    ]  # fmt: skip
