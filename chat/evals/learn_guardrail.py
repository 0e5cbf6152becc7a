"""Learning the weights of the guard's second look.

Utterances written for it (`cases/guardrail_training.jsonl`, with the kind of speech of each),
those of the suite and of the ways' training, and as plain speech the utterances of the tool cards
and of the reading cases.
Cross-validation keeps all of a kind on one side, so a figure is of kinds of speech never seen;
the bounds of the labels are set on those shares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from chat.agent.classifier import WITH_VECTORS, WORDS_ONLY, Table, Weights, weights_write
from chat.agent.guardrails.learnt import FILE, weights
from chat.agent.guardrails.second import (
    BLOCKING,
    POSSIBLE,
    PROGRAMME,
    REFUSED,
    look_at,
    needs_second_look,
)
from chat.agent.guardrails.signs import LABELS, word_signs
from chat.agent.understanding import GuardDecision, GuardLabel, guard_input
from chat.agent.understanding.guard import asks_programme
from chat.agent.understanding.types import Route
from chat.evals.extraction import ExtractionCase
from chat.evals.guardrail import GuardCase, spoken
from chat.evals.learning import (
    FOLDS,
    Progress,
    Scales,
    Taught,
    crossed,
    fitted,
    likeness,
    vectors_of,
    weights_of,
)
from chat.evals.routing import RoutingCase
from chat.tool_cards.transfer import shipped_cards
from chat.tool_cards.types import NO_TOOL, CardField
from policies.evals.corpus import read_rows
from policies.retrieval.embedders import embedder

CASES = Path(__file__).parent / "cases"
CARD_WEIGHT = 0.5
SCALES = Scales(pieces=24.0, signs=0.5, vector=8.0, pairs=24.0)
# Shares of questions to be answered that may reach a bound: of plain ones, and of those written
# to look like what they are not; for what is refused, a crisis, and a possible one. They are of
# kinds of speech never seen: of published welfare questions far fewer are refused.
PLAIN_LOST, HARD_LOST = 0.05, 0.06
PLAIN_ALARMED, HARD_ALARMED = 0.026, 0.11
PLAIN_WORRIED, HARD_WORRIED = 0.05, 0.2
PROGRAMME_LOST = 0.01
LEAST, LEAST_WORRIED = 0.42, 0.1
NEIGHBOURS = 10
_OF_ROUTE = {Route.OUT_OF_SCOPE: GuardLabel.OFF_TOPIC, Route.CRISIS: GuardLabel.CRISIS}


class TrainingCase(BaseModel):
    id: str
    kind: str
    utterance: str
    label: GuardLabel


@dataclass(frozen=True)
class Sample:
    """An utterance as a turn hands it on; `kind`: never on both sides of a fold."""

    text: str
    label: GuardLabel
    kind: str
    ruled: GuardDecision
    is_plain: bool


def guardrail_learn(*, progress: Progress, write: bool) -> dict[str, Any]:
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
        progress(kind, 1, 2)
        bounds = _bounds(samples, shares)
        report["figures"][kind] = {"bounds": bounds, **_figures(samples, shares, bounds)}
        sets[kind] = weights_of(taught, fitted(product, taught.answers, taught.each), mean, bounds)
        progress(kind, 2, 2)
    if write:
        weights_write(FILE, embedder().model.key, sets)
        weights.cache_clear()
    return report


def _taught(samples: Sequence[Sample], vectors: Table | None) -> Taught:
    return Taught(
        labels=tuple(label.value for label in LABELS),
        texts=[one.text for one in samples],
        signs=np.stack([word_signs(one.text) for one in samples]),
        answers=np.array([[one.label is each for each in LABELS] for one in samples], np.float32),
        each=np.array([CARD_WEIGHT if one.is_plain else 1.0 for one in samples], np.float32),
        kinds=[one.kind for one in samples],
        vectors=vectors,
        scales=SCALES,
    )


def _samples() -> list[Sample]:
    rows = [
        (one.utterance, one.label, one.kind, False)
        for one in read_rows(CASES / "guardrail_training.jsonl", TrainingCase)
    ]
    rows += [
        (one.utterance, one.label, one.split, False)
        for one in read_rows(CASES / "guardrail.jsonl", GuardCase)
    ]
    rows += _routed()
    rows += [(text, GuardLabel.ALLOW, kind, True) for text, kind in _plain()]
    said = ((spoken(text), label, kind, plain) for text, label, kind, plain in rows)
    return [
        Sample(text, label, kind, guard_input(text), plain) for text, label, kind, plain in said
    ]


def _routed() -> Iterator[tuple[str, GuardLabel, str, bool]]:
    """Turns written for the ways; neighbours of the file are of a kind."""
    for number, case in enumerate(read_rows(CASES / "routing_training.jsonl", RoutingCase)):
        label = _OF_ROUTE.get(case.route, GuardLabel.ALLOW)
        yield case.utterance, label, f"routed {number // NEIGHBOURS}", label is GuardLabel.ALLOW


def _plain() -> Iterator[tuple[str, str]]:
    """Questions and facts as people tell them, of the project's own lists, with a kind."""
    for card in shipped_cards():
        if card.name != NO_TOOL:
            texts = (text for field, text in card.texts() if field is CardField.WHEN_TO_USE)
            yield from ((text, card.name) for text in texts)
    for name in ("extraction", "extraction_speech"):
        for number, case in enumerate(read_rows(CASES / f"{name}.jsonl", ExtractionCase)):
            yield from ((turn, f"{name} {number // NEIGHBOURS}") for turn in case.turns)


def _bounds(samples: Sequence[Sample], shares: Table) -> dict[str, float]:
    """The least share with which a label is given."""
    passed = np.array([
        one.ruled.label is GuardLabel.ALLOW and one.label is GuardLabel.ALLOW for one in samples
    ])  # fmt: skip
    plain = np.array([one.is_plain for one in samples])
    programme = np.array([asks_programme(one.text) for one in samples])

    def bound(labels: Sequence[GuardLabel], plain_lost: float, hard_lost: float) -> float:
        column = shares[:, [LABELS.index(label) for label in labels]].sum(axis=1)
        least = [
            float(np.quantile(column[passed & ~programme & (plain == kind)], 1 - lost))
            for kind, lost in ((True, plain_lost), (False, hard_lost))
        ]
        return round(max(*least), 4)

    crisis = bound([GuardLabel.CRISIS], PLAIN_ALARMED, HARD_ALARMED)
    asked = shares[passed & programme, LABELS.index(GuardLabel.CRISIS)]
    possible = max(LEAST_WORRIED, bound([GuardLabel.CRISIS], PLAIN_WORRIED, HARD_WORRIED))
    return {
        REFUSED: max(LEAST, bound(BLOCKING, PLAIN_LOST, HARD_LOST)),
        GuardLabel.CRISIS.value: crisis,
        PROGRAMME: max(crisis, round(float(np.quantile(asked, 1 - PROGRAMME_LOST)), 4)),
        POSSIBLE: min(crisis, possible),
    }


def _figures(samples: Sequence[Sample], shares: Table, bounds: dict[str, float]) -> dict[str, Any]:
    """Precision and recall of the whole guard on the training kinds, and what plain questions
    lose; `worried`: of crises, those answered with the help lines at least."""
    got, worried = [], []
    for one, row in zip(samples, shares, strict=True):
        open_ = needs_second_look(one.ruled)
        look = look_at(one.text, one.ruled, row, bounds) if open_ else None
        got.append(look.decision.label if look else one.ruled.label)
        worried.append(bool(look and look.worried))
    told = np.array(got)
    meant = np.array([one.label for one in samples])
    plain = np.array([one.is_plain for one in samples])
    suite = np.array([one.kind in {"tuning", "held_out", "fresh"} for one in samples])
    chosen = ~plain & ~suite
    crises = chosen & (meant == GuardLabel.CRISIS)
    reached = (told == GuardLabel.CRISIS) | np.array(worried)
    return {
        "by_label": {label.value: _pair(told[chosen], meant[chosen], label) for label in LABELS},
        "crisis_reached": round(float(reached[crises].mean()), 3),
        "plain_refused": round(float((told[plain] != GuardLabel.ALLOW).mean()), 4),
        "plain_worried": round(float(np.array(worried)[plain].mean()), 4),
    }


def _pair(told: NDArray[np.str_], meant: NDArray[np.str_], label: GuardLabel) -> dict[str, float]:
    right = float(((told == label) & (meant == label)).sum())
    return {
        "precision": round(right / max(1.0, float((told == label).sum())), 3),
        "recall": round(right / max(1.0, float((meant == label).sum())), 3),
    }
