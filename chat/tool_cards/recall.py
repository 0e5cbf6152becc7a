"""Recall of a batch of utterances, and which card should learn the ones that failed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from chat.tool_cards.search import ToolHit, choose_tools

KS = (1, 3, 5)
MOST = 500
MOST_LETTERS = 300


class BatchInvalid(ValueError):
    """A batch cannot be read; the message is a Korean sentence that names the line."""


@dataclass(frozen=True)
class Expected:
    utterance: str
    tool: str


@dataclass(frozen=True)
class Failure:
    """An utterance whose tool was not first. `winner`: the card that won, with the text that
    it won with; `place` of the right tool, None where it was not offered at all."""

    utterance: str
    tool: str
    place: int | None
    winner: ToolHit | None
    nearest: str

    @property
    def advice(self) -> str:
        """What to do about it, in one Korean sentence."""
        if self.winner is None:
            return "아무 도구도 제안하지 않았습니다. 규칙이나 ‘도구를 쓰지 않을 말’을 살펴보세요."
        if self.winner.reason:
            return "규칙이 다른 도구를 골랐습니다. 카드가 아니라 규칙을 살펴보세요."
        return f"‘{self.tool}’ 카드의 ‘쓸 때’에 이 말을 더해 보세요."


@dataclass(frozen=True)
class Recall:
    count: int
    shares: dict[int, float]
    failures: list[Failure]


def batch_read(text: str) -> list[Expected]:
    """Lines of `{"utterance": …, "tool": …}`. Raises BatchInvalid."""
    rows = [
        _expected(number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    if not rows:
        raise BatchInvalid("시험할 말을 한 줄에 하나씩 적어 주세요.")
    if len(rows) > MOST:
        raise BatchInvalid(f"한 번에 {MOST}줄까지 시험할 수 있습니다.")
    return rows


def _expected(number: int, line: str) -> Expected:
    try:
        data = json.loads(line)
    except ValueError:
        raise BatchInvalid(f"{number}번째 줄을 JSON으로 읽을 수 없습니다.") from None
    utterance, tool = (
        (data.get("utterance"), data.get("tool")) if isinstance(data, dict) else (None, None)
    )
    if not isinstance(utterance, str) or not isinstance(tool, str) or not utterance.strip():
        raise BatchInvalid(f"{number}번째 줄에 utterance 와 tool 이 글로 있어야 합니다.")
    if len(utterance) > MOST_LETTERS:
        raise BatchInvalid(f"{number}번째 줄의 말이 {MOST_LETTERS}자가 넘습니다.")
    return Expected(" ".join(utterance.split()), tool)


def recall_of(rows: Sequence[Expected]) -> Recall:
    """Shares of utterances whose tool is among the first k, and those where it is not first."""
    places: list[int | None] = []
    failures = []
    for row in rows:
        hits = choose_tools(row.utterance, limit=MOST).hits
        names = [hit.tool for hit in hits]
        place = names.index(row.tool) + 1 if row.tool in names else None
        places.append(place)
        if place != 1:
            nearest = next((hit.matched for hit in hits if hit.tool == row.tool), "")
            winner = hits[0] if hits else None
            failures.append(Failure(row.utterance, row.tool, place, winner, nearest))
    shares = {k: sum(place is not None and place <= k for place in places) / len(rows) for k in KS}
    return Recall(len(rows), shares, failures)
