"""A small learnt classifier of texts: multinomial logistic regression over the pieces of its
letters, signs that rules give, and the vector of the text, alone or with the products of each
two of its numbers.

Stored are two sets of weights: with vectors of the model they were learnt with, and for words
alone, where that model is away or another one is in use. `chat.evals.learning` learns them.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chat.agent.understanding.views import clean, joined
from policies.retrieval.space import Vector

Table = NDArray[np.float32]
Buckets = NDArray[np.int64]
WITH_VECTORS, WORDS_ONLY = "with_vectors", "words_only"
BUCKETS = 1 << 14
LONGEST = 300
LONGEST_PIECE = 4
_DIGITS = re.compile(r"\d+")
_STRETCHED = re.compile(r"(.)\1{2,}")
_SILENT = re.compile(r'[^\w\s?!<>\[\]{}/=:;#"]')
_PARTS = {
    WITH_VECTORS: ("pieces", "signs", "bias", "mean", "vector", "pairs"),
    WORDS_ONLY: ("pieces", "signs", "bias"),
}
# By far the most weights are kept as steps of one byte; where the size of a step is.
_STEPS = {"pieces": "steps", "pairs": "pair_steps"}


def pieces(text: str) -> Buckets:
    """Buckets of all runs of one to four letters, each once, in order; numbers count alike,
    stretched letters twice. Empty for a text without letters."""
    words = _DIGITS.sub("0", joined(clean(text[:LONGEST])).lower())
    spoken = _SILENT.sub(" ", _STRETCHED.sub(r"\1\1", words)).split()
    line = f" {' '.join(spoken)} "
    runs = {
        line[at : at + length]
        for length in range(1, LONGEST_PIECE + 1)
        for at in range(len(line) - length + 1)
    }
    return np.unique([zlib.crc32(run.encode()) % BUCKETS for run in runs])


@cache
def upper(size: int) -> tuple[Buckets, Buckets]:
    """Rows and columns of each two places, the order counting nothing."""
    rows, columns = np.triu_indices(size)
    return rows, columns


def products(vector: Vector) -> Table:
    """Products of each two numbers of a vector, in the order of `upper`."""
    rows, columns = upper(len(vector))
    found: Table = vector[rows] * vector[columns]
    return found


@dataclass(frozen=True)
class Weights:
    """A column a label of `labels`. `vector` is None in the set for words alone, `pairs` where
    products of a vector's numbers were not learnt; `mean` is taken off a text's vector before.
    `bounds`: least shares by name, as the classifier's user needs them."""

    labels: tuple[str, ...]
    pieces: Table
    signs: Table
    bias: Table
    mean: Vector | None
    vector: Table | None
    bounds: Mapping[str, float]
    pairs: Table | None = None

    def shares(self, text: str, signs: Table, vector: Vector | None) -> Table:
        """Probability of each label; `vector` where the set has one."""
        found = pieces(text)
        scores = self.bias + signs @ self.signs
        if len(found):
            scores = scores + self.pieces[found].sum(axis=0) / len(found) ** 0.5
        if self.vector is not None and self.mean is not None and vector is not None:
            around = vector - self.mean
            scores = scores + around @ self.vector
            if self.pairs is not None:
                scores = scores + products(around) @ self.pairs
        risen = np.exp(scores - scores.max())
        shares: Table = risen / risen.sum()
        return shares


def weights_read(file: Path, model: str | None) -> Weights:
    """The set for vectors of `model` (`EmbeddingModel.key`), for words alone where it is None
    or not the model the weights were learnt with."""
    with np.load(file) as stored:
        kind = WITH_VECTORS if model is not None and model == str(stored["model"]) else WORDS_ONLY
        part = {
            name: stored[f"{kind}.{name}"].astype(np.float32)
            for name in _PARTS[kind]
            if f"{kind}.{name}" in stored
        }
        for name, steps in _STEPS.items():
            if name in part:
                part[name] *= stored[f"{kind}.{steps}"].astype(np.float32)
        bounds = {
            str(name): float(bound)
            for name, bound in zip(stored["bounds"], stored[f"{kind}.bounds"], strict=True)
        }
        labels = tuple(str(label) for label in stored["labels"])
    return Weights(
        labels, part["pieces"], part["signs"], part["bias"], part.get("mean"), part.get("vector"),
        bounds, part.get("pairs"),
    )  # fmt: skip


def weights_write(file: Path, model: str, sets: Mapping[str, Weights]) -> None:
    """Replace the shipped weights. Those of the pieces and pairs are rounded to 255 steps a label;
    half precision is enough for the others."""
    first = sets[WITH_VECTORS]
    names = list(first.bounds)
    data: dict[str, Any] = {
        "model": np.array(model), "labels": np.array(first.labels), "bounds": np.array(names)
    }  # fmt: skip
    for kind, one in sets.items():
        for name in _PARTS[kind]:
            part = getattr(one, name)
            if part is None:
                continue
            if name in _STEPS:
                steps = np.maximum(np.abs(part).max(axis=0), 1e-6) / 127
                data[f"{kind}.{_STEPS[name]}"] = steps
                data[f"{kind}.{name}"] = np.round(part / steps).astype(np.int8)
            else:
                data[f"{kind}.{name}"] = np.asarray(part).astype(np.float16)
        data[f"{kind}.bounds"] = np.array([one.bounds[name] for name in names])
    np.savez_compressed(file, **data)
