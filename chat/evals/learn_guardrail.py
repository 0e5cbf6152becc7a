"""Learning the weights of the guard's second look.

Utterances written for it (`cases/guardrail_training.jsonl`, with the kind of speech of each),
those of the suite, and as plain speech the utterances of the tool cards and of the reading cases.
Cross-validation keeps all of a kind on one side, so a figure is of kinds of speech never seen;
the bounds of the labels are set on those shares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from chat.agent.guardrails.learnt import (
    PIECES_SCALE,
    SIGNS_SCALE,
    VECTOR_SCALE,
    WITH_VECTORS,
    WORDS_ONLY,
    Table,
    Weights,
    weights_write,
)
from chat.agent.guardrails.second import POSSIBLE, PROGRAMME, look_at, needs_second_look
from chat.agent.guardrails.signs import BUCKETS, LABELS, LONGEST, SIGNS, pieces, rule_signs
from chat.agent.understanding import GuardDecision, GuardLabel, guard_input
from chat.agent.understanding.guard import asks_programme
from chat.evals.extraction import ExtractionCase
from chat.evals.guardrail import GuardCase, spoken
from chat.tool_cards.transfer import shipped_cards
from chat.tool_cards.types import NO_TOOL, CardField
from policies.evals.corpus import read_rows
from policies.retrieval.embedders import embedder

CASES = Path(__file__).parent / "cases"
FOLDS = 5
L2 = 3e-4
STEPS = 90
CARD_WEIGHT = 0.5
# Shares of questions to be answered that may reach a bound: of plain ones, and of those written
# to look like what they are not; for what is refused, a crisis, and a possible one.
PLAIN_LOST, HARD_LOST = 0.01, 0.06
PLAIN_ALARMED, HARD_ALARMED = 0.004, 0.04
PLAIN_WORRIED, HARD_WORRIED = 0.02, 0.12
PROGRAMME_LOST = 0.01
LEAST, LEAST_WORRIED = 0.35, 0.2
Progress = Callable[[str, int, int], None]


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
    vectors = _vectors(samples, progress)
    mean = vectors.mean(axis=0)
    report: dict[str, Any] = {"utterances": len(samples), "folds": FOLDS, "figures": {}}
    sets: dict[str, Weights] = {}
    for kind, seen in ((WITH_VECTORS, vectors - mean), (WORDS_ONLY, None)):
        likeness = _likeness(samples, seen)
        crossed = _crossed(samples, likeness)
        progress(kind, 1, 2)
        bounds = _bounds(samples, crossed)
        report["figures"][kind] = {"bounds": bounds, **_figures(samples, crossed, bounds)}
        parts = _fitted(likeness, samples)
        sets[kind] = _weights(samples, parts, seen, mean, bounds)
        progress(kind, 2, 2)
    if write:
        weights_write(embedder().model.key, sets)
    return report


def _samples() -> list[Sample]:
    rows = [
        (one.utterance, one.label, one.kind, False)
        for one in read_rows(CASES / "guardrail_training.jsonl", TrainingCase)
    ]
    rows += [
        (one.utterance, one.label, one.split, False)
        for one in read_rows(CASES / "guardrail.jsonl", GuardCase)
    ]
    rows += [(text, GuardLabel.ALLOW, kind, True) for text, kind in _plain()]
    said = ((spoken(text), label, kind, plain) for text, label, kind, plain in rows)
    return [
        Sample(text, label, kind, guard_input(text), plain) for text, label, kind, plain in said
    ]


def _plain() -> Iterator[tuple[str, str]]:
    """Questions and facts as people tell them, of the project's own lists, with a kind."""
    for card in shipped_cards():
        if card.name != NO_TOOL:
            texts = (text for field, text in card.texts() if field is CardField.WHEN_TO_USE)
            yield from ((text, card.name) for text in texts)
    for number, case in enumerate(read_rows(CASES / "extraction.jsonl", ExtractionCase)):
        yield from ((turn, f"facts {number % FOLDS}") for turn in case.turns)


def _vectors(samples: Sequence[Sample], progress: Progress) -> Table:
    found = []
    for start in range(0, len(samples), 32):
        batch = [one.text[:LONGEST] for one in samples[start : start + 32]]
        found.append(embedder().queries(batch))
        progress("벡터", min(start + 32, len(samples)), len(samples))
    return np.concatenate(found)


def _likeness(samples: Sequence[Sample], vectors: Table | None) -> Table:
    """Inner products of all features of each two samples, shape (n, n); 1 for the bias."""
    found = [pieces(one.text) for one in samples]
    table = np.zeros((len(samples), BUCKETS), dtype=np.float32)
    for row, buckets in enumerate(found):
        table[row, buckets] = PIECES_SCALE / max(1, len(buckets)) ** 0.5
    signs = SIGNS_SCALE * _signs(samples)
    likeness: Table = table @ table.T + signs @ signs.T + 1.0
    if vectors is not None:
        likeness += _scale(vectors) ** 2 * (vectors @ vectors.T)
    return likeness


def _scale(vectors: Table) -> float:
    """Vectors around their mean are short: brought to unit length on average."""
    return float(VECTOR_SCALE / np.mean((vectors**2).sum(axis=1)) ** 0.5)


def _signs(samples: Sequence[Sample]) -> Table:
    rows = [rule_signs(one.text, one.ruled.label) for one in samples]
    return np.stack(rows).reshape(len(samples), SIGNS)


def _fitted(likeness: Table, samples: Sequence[Sample]) -> Table:
    """Shares of each sample in the weights of each label, shape (n, labels), by accelerated
    gradient steps: the weights are sums of the samples' features."""
    answers = np.array([[one.label is label for label in LABELS] for one in samples], np.float32)
    each = np.array([CARD_WEIGHT if one.is_plain else 1.0 for one in samples], np.float32)
    each = each / each.sum()
    steep = np.ones(len(samples), np.float32)
    for _ in range(15):
        steep = likeness @ (steep * each)
        steep = steep / np.linalg.norm(steep)
    bound = 0.6 * float(steep @ (likeness @ (steep * each))) + L2
    parts = ahead = np.zeros_like(answers)
    pace = 1.0
    for _ in range(STEPS):
        slope = each[:, None] * (_chances(likeness @ ahead) - answers) + L2 * ahead
        moved = ahead - slope / bound
        faster = (1 + (1 + 4 * pace * pace) ** 0.5) / 2
        ahead = moved + (pace - 1) / faster * (moved - parts)
        parts, pace = moved, faster
    return parts.astype(np.float32)


def _chances(scores: Table) -> Table:
    risen = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances: Table = risen / risen.sum(axis=1, keepdims=True)
    return chances


def _crossed(samples: Sequence[Sample], likeness: Table) -> Table:
    """Shares of each sample by weights learnt without any sample of its kind."""
    kinds = sorted({one.kind for one in samples})
    order = np.random.default_rng(0).permutation(len(kinds))
    fold = {kinds[place]: number % FOLDS for number, place in enumerate(order)}
    folds = np.array([fold[one.kind] for one in samples])
    shares = np.zeros((len(samples), len(LABELS)), np.float32)
    for number in range(FOLDS):
        taught, left = np.flatnonzero(folds != number), np.flatnonzero(folds == number)
        parts = _fitted(likeness[np.ix_(taught, taught)], [samples[int(place)] for place in taught])
        shares[left] = _chances(likeness[np.ix_(left, taught)] @ parts)
    return shares


def _bounds(samples: Sequence[Sample], shares: Table) -> dict[str, float]:
    """The least share with which a label is given."""
    passed = np.array([
        one.ruled.label is GuardLabel.ALLOW and one.label is GuardLabel.ALLOW for one in samples
    ])  # fmt: skip
    plain = np.array([one.is_plain for one in samples])
    programme = np.array([asks_programme(one.text) for one in samples])

    def bound(label: GuardLabel, plain_lost: float, hard_lost: float) -> float:
        column = shares[:, LABELS.index(label)]
        least = [
            float(np.quantile(column[passed & ~programme & (plain == kind)], 1 - lost))
            for kind, lost in ((True, plain_lost), (False, hard_lost))
        ]
        return round(max(*least), 4)

    bounds = {
        label.value: max(LEAST, bound(label, PLAIN_LOST, HARD_LOST))
        for label in (GuardLabel.OFF_TOPIC, GuardLabel.INJECTION, GuardLabel.ABUSE)
    }
    bounds[GuardLabel.CRISIS.value] = bound(GuardLabel.CRISIS, PLAIN_ALARMED, HARD_ALARMED)
    crises = shares[passed & programme, LABELS.index(GuardLabel.CRISIS)]
    asked = round(float(np.quantile(crises, 1 - PROGRAMME_LOST)), 4)
    possible = max(LEAST_WORRIED, bound(GuardLabel.CRISIS, PLAIN_WORRIED, HARD_WORRIED))
    bounds[PROGRAMME] = max(asked, bounds[GuardLabel.CRISIS])
    return {**bounds, POSSIBLE: min(possible, bounds[GuardLabel.CRISIS])}


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


def _weights(
    samples: Sequence[Sample],
    parts: Table,
    vectors: Table | None,
    mean: Table,
    bounds: dict[str, float],
) -> Weights:
    """The samples' shares turned into a weight a feature."""
    table = np.zeros((BUCKETS, len(LABELS)), np.float32)
    for one, part in zip(samples, parts, strict=True):
        found = pieces(one.text)
        # Unit length and scale once for the feature, once for the reading of it.
        table[found] += PIECES_SCALE**2 / max(1, len(found)) ** 0.5 * part
    signs = SIGNS_SCALE**2 * (_signs(samples).T @ parts)
    if vectors is None:
        return Weights(table, signs, parts.sum(axis=0), None, None, bounds)
    vector = _scale(vectors) ** 2 * (vectors.T @ parts)
    return Weights(table, signs, parts.sum(axis=0), mean, vector, bounds)
