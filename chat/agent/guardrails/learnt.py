"""Weights of the learnt guard, a multinomial logistic regression: read, and applied.

Written by `manage.py learn_guardrail`. Two sets: with the vector of the question by the model
they were learnt with, and for words alone, where that model is away or another one is in use.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chat.agent.guardrails.signs import LABELS, pieces, rule_signs
from chat.agent.understanding.types import GuardLabel
from policies.retrieval.space import Vector

FILE = Path(__file__).with_name("weights.npz")
WITH_VECTORS, WORDS_ONLY = "with_vectors", "words_only"
# How much the three kinds of features count against each other when they are learnt.
PIECES_SCALE, VECTOR_SCALE, SIGNS_SCALE = 8.0**0.5, 16.0**0.5, 1.0
Table = NDArray[np.float32]


@dataclass(frozen=True)
class Weights:
    """A column a label of `LABELS`. `vector` is None in the set for words alone; `mean` is taken
    off a question's vector before. `bounds`: the least share with which a label is given."""

    pieces: Table
    signs: Table
    bias: Table
    mean: Vector | None
    vector: Table | None
    bounds: dict[str, float]

    def shares(self, text: str, ruled: GuardLabel, vector: Vector | None) -> Table:
        """Probability of each label, in the order of `LABELS`; `vector` where the set has one."""
        found = pieces(text)
        scores = self.bias + rule_signs(text, ruled) @ self.signs
        if len(found):
            scores = scores + self.pieces[found].sum(axis=0) / len(found) ** 0.5
        if self.vector is not None and self.mean is not None and vector is not None:
            scores = scores + (vector - self.mean) @ self.vector
        risen = np.exp(scores - scores.max())
        shares: Table = risen / risen.sum()
        return shares


@cache
def weights(model: str | None) -> Weights:
    """The set for vectors of `model` (`EmbeddingModel.key`), for words alone where it is None
    or not the model the weights were learnt with."""
    with np.load(FILE) as stored:
        kind = WITH_VECTORS if model is not None and model == str(stored["model"]) else WORDS_ONLY
        part = {name: stored[f"{kind}.{name}"].astype(np.float32) for name in _PARTS[kind]}
        bounds = {
            str(name): float(bound)
            for name, bound in zip(stored["bounds"], stored[f"{kind}.bounds"], strict=True)
        }
    return Weights(
        part["pieces"], part["signs"], part["bias"], part.get("mean"), part.get("vector"), bounds
    )


_PARTS = {
    WITH_VECTORS: ("pieces", "signs", "bias", "mean", "vector"),
    WORDS_ONLY: ("pieces", "signs", "bias"),
}


def weights_write(model: str, sets: dict[str, Weights]) -> None:
    """Replace the shipped weights; half precision is enough for them."""
    names = list(sets[WITH_VECTORS].bounds)
    data: dict[str, Any] = {"model": np.array(model), "bounds": np.array(names)}
    for kind, one in sets.items():
        for name in _PARTS[kind]:
            data[f"{kind}.{name}"] = np.asarray(getattr(one, name)).astype(np.float16)
        data[f"{kind}.bounds"] = np.array([one.bounds[name] for name in names])
    np.savez_compressed(FILE, **data)
    weights.cache_clear()


def share_of(shares: Table, label: GuardLabel) -> float:
    return float(shares[LABELS.index(label)])
