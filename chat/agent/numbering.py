"""Citation numbers in the order people meet them: text first, then the cards."""

from __future__ import annotations

import re
from typing import Any

from chat.agent.citations import MARK
from chat.answer import Answer


def renumbered(answer: Answer, lines: list[str]) -> tuple[Answer, list[str]]:
    """Answer and lines with citations numbered from 1 as they first appear."""
    order = [int(number) for line in lines for number in MARK.findall(line)]
    order += [citation.ordinal for citation in answer.citations]
    numbers = {old: new for new, old in enumerate(dict.fromkeys(order), start=1)}
    citations = [
        citation.model_copy(update={"ordinal": numbers[citation.ordinal]})
        for citation in answer.citations
    ]
    items = [
        item.model_copy(
            update={
                field: _renumber(getattr(item, field), numbers)
                for field in ("reasons", "benefit", "application", "documents")
            }
        )
        for item in answer.items
    ]
    differences = _renumber(answer.differences, numbers)
    citations.sort(key=lambda citation: citation.ordinal)
    changed = answer.model_copy(
        update={"citations": citations, "items": items, "differences": differences}
    )
    return changed, [MARK.sub(lambda m: _mark(m, numbers), line) for line in lines]


def _renumber(claims: list[Any], numbers: dict[int, int]) -> list[Any]:
    return [
        claim.model_copy(update={"citations": [numbers[n] for n in claim.citations]})
        for claim in claims
    ]


def _mark(match: re.Match[str], numbers: dict[int, int]) -> str:
    number = int(match.group(1))
    return f"[{numbers.get(number, number)}]"
