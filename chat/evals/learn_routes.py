"""Learning the weights of the second look at ways and tools (`chat.agent.ways`).

Utterances written for it (`cases/routing_training.jsonl`) and those of the tool cards, whose way
is that of their tool. Cross-validation keeps neighbours of the file on one side: they were
written together. No evaluation case is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from chat.agent.classifier import WITH_VECTORS, WORDS_ONLY, Table, Weights, weights_write
from chat.agent.understanding.route import UNSURE, route
from chat.agent.understanding.types import Route, RouteDecision
from chat.agent.ways.learnt import FILE, label_of, weights
from chat.agent.ways.second import look_at
from chat.agent.ways.signs import way_signs
from chat.evals.learning import (
    FOLDS,
    Progress,
    Taught,
    crossed,
    fitted,
    likeness,
    vectors_of,
    weights_of,
)
from chat.evals.routing import RoutingCase, standing
from chat.tool_cards.transfer import shipped_cards
from chat.tool_cards.types import CardField
from policies.evals.corpus import read_rows
from policies.retrieval.embedders import embedder

CASES = Path(__file__).parent / "cases" / "routing_training.jsonl"
CARD_WEIGHT = 0.3
_NEIGHBOURS = 10


@dataclass(frozen=True)
class Sample:
    text: str
    context: tuple[str, ...]
    way: Route
    tool: str | None
    ruled: RouteDecision
    kind: str
    of_card: bool


def routes_learn(*, progress: Progress, write: bool) -> dict[str, Any]:
    """Report with cross-validated figures and bounds; the weights are written when `write`.
    Raises CasesInvalid, EmbedderUnavailable."""
    samples = _samples()
    vectors = vectors_of([one.text for one in samples], progress)
    mean = vectors.mean(axis=0)
    report: dict[str, Any] = {"utterances": len(samples), "folds": FOLDS, "figures": {}}
    sets: dict[str, Weights] = {}
    for kind, seen in ((WITH_VECTORS, vectors - mean), (WORDS_ONLY, None)):
        taught = _taught(samples, seen)
        product = likeness(taught)
        shares = crossed(taught, product)
        parts = fitted(product, taught.answers, taught.each)
        sets[kind] = weights_of(taught, parts, mean, {})
        report["figures"][kind] = _figures(samples, sets[kind], shares)
        progress("가중치", len(sets), 2)
    if write:
        weights_write(FILE, embedder().model.key, sets)
        weights.cache_clear()
    return report


def _samples() -> list[Sample]:
    cases = [one for one in read_rows(CASES, RoutingCase) if one.route is not Route.CRISIS]
    written = [
        Sample(
            text := standing(one.utterance, one.context), tuple(one.context), one.route, one.tool,
            route(text, context=one.context), f"written {number // _NEIGHBOURS}", of_card=False,
        )
        for number, one in enumerate(cases)
    ]  # fmt: skip
    return written + list(_of_cards({one.tool: one.route for one in cases if one.tool}))


def _of_cards(ways: Mapping[str, Route]) -> Iterator[Sample]:
    for card in shipped_cards():
        way = ways.get(card.name)
        if way is None:
            continue
        texts = [text for field, text in card.texts() if field is CardField.WHEN_TO_USE]
        for text in texts:
            yield Sample(text, (), way, card.name, route(text), card.name, of_card=True)


def _taught(samples: Sequence[Sample], vectors: Table | None) -> Taught:
    found = [label_of(one.way, one.tool) for one in samples]
    labels = tuple(sorted(set(found)))
    return Taught(
        labels=labels,
        texts=[one.text for one in samples],
        signs=np.stack([way_signs(one.text, one.context, one.ruled) for one in samples]),
        answers=np.array([[label == each for each in labels] for label in found], np.float32),
        each=np.array([CARD_WEIGHT if one.of_card else 1.0 for one in samples], np.float32),
        kinds=[one.kind for one in samples],
        vectors=vectors,
    )


def _figures(samples: Sequence[Sample], known: Weights, shares: Table) -> dict[str, Any]:
    """Of the written utterances, by weights learnt without their neighbours: how often way and
    tool are right, by the rules alone and with the second look where none fired."""
    rows = [(one, row) for one, row in zip(samples, shares, strict=True) if not one.of_card]
    looks = [
        (
            one,
            one.ruled if one.ruled.confidence > UNSURE else look_at(one.ruled, known, row).decision,
        )
        for one, row in rows
    ]
    return {"rules": _right([(one, one.ruled) for one, _ in rows]), "both": _right(looks)}


def _right(found: Sequence[tuple[Sample, RouteDecision]]) -> dict[str, float]:
    ways = [got.route is one.way for one, got in found]
    tools = [got.tool == one.tool for one, got in found]
    return {
        "way": round(sum(ways) / len(ways), 4), "tool": round(sum(tools) / len(tools), 4)
    }  # fmt: skip
