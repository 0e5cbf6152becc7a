"""Weights of the learnt guard, written by `manage.py learn guardrail`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from chat.agent.classifier import Table, Weights, weights_read
from chat.agent.guardrails.signs import LABELS
from chat.agent.understanding.types import GuardLabel

FILE = Path(__file__).with_name("weights.npz")


@cache
def weights(model: str | None) -> Weights:
    """The set for vectors of `model` or for words alone; a column a label of `LABELS`."""
    return weights_read(FILE, model)


def share_of(shares: Table, label: GuardLabel) -> float:
    return float(shares[LABELS.index(label)])
