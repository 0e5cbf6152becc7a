"""Confusion pairs: what a card leaves to other tools, and what theirs leave to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chat.tool_cards.types import Card


@dataclass(frozen=True)
class Pair:
    """`here`: sentences of the card that point to `tool`; `there`: those that point back."""

    tool: str
    here: list[str]
    there: list[str]

    @property
    def warning(self) -> str:
        if not self.there:
            return "상대 카드에는 이 도구를 가리키는 줄이 없습니다."
        return "" if self.here else "이 카드에는 상대를 가리키는 줄이 없습니다."


def pairs_of(name: str, cards: Iterable[Card]) -> list[Pair]:
    """Pairs of the card of `name` with every card that it points to or that points to it."""
    here: dict[str, list[str]] = {}
    there: dict[str, list[str]] = {}
    for card in cards:
        for one in card.when_not_to_use:
            if card.name == name:
                here.setdefault(one.tool, []).append(one.text)
            elif one.tool == name:
                there.setdefault(card.name, []).append(one.text)
    return [
        Pair(tool, here.get(tool, []), there.get(tool, []))
        for tool in sorted(here.keys() | there.keys())
    ]
