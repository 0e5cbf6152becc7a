"""Shapes the timeline's template draws."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pair:
    """A name and its value."""

    name: str
    value: str


@dataclass(frozen=True)
class Table:
    title: str
    heads: list[str]
    rows: list[list[str]]
