"""Weights of the learnt reading of ways and tools, written by `manage.py learn routes`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from chat.agent.classifier import Weights, weights_read
from chat.agent.understanding.types import Route

FILE = Path(__file__).with_name("weights.npz")
_BETWEEN = "/"


@cache
def weights(model: str | None) -> Weights:
    """The set for vectors of `model` or for words alone; a column a label (`label_of`)."""
    return weights_read(FILE, model)


def label_of(way: Route, tool: str | None) -> str:
    """A way with its tool as one label: "SEARCH/search_welfare", "SAVE"."""
    return f"{way.value}{_BETWEEN}{tool}" if tool else way.value


def parts_of(label: str) -> tuple[Route, str | None]:
    """Way and tool of a label."""
    way, _, tool = label.partition(_BETWEEN)
    return Route(way), tool or None
