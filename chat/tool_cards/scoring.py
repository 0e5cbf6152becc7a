"""Features to probabilities: weights learnt by `manage.py learn tool_cards`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from chat.tool_cards.index import FEATURES, Matrix

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
WITH_VECTORS, WORDS_ONLY = "with_vectors", "words_only"


@cache
def learnt() -> Mapping[str, Any]:
    """What `weights.json` holds: weights by kind, bounds, how they were learnt."""
    data: dict[str, Any] = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return data


def weights(kind: str) -> Matrix:
    """Weights of `FEATURES`."""
    named = learnt()["weights"][kind]
    return np.array([named[name] for name in FEATURES], dtype=np.float64)


def bound(name: str) -> float:
    """A learnt bound on shares: `no_tool`, from which on no tool is called, and `over_rule`,
    from which on a tool that no rule knows goes before the one a rule chose."""
    return float(learnt()["bounds"][name])


def chances(features: Matrix, values: Matrix) -> Matrix:
    """Share of each tool (sum 1): how probable the learnt model finds it."""
    scores = features @ values
    if not len(scores):
        return scores
    exp = np.exp(scores - scores.max())
    shares: Matrix = exp / exp.sum()
    return shares
