"""A figure told before and put right without saying what it counts ("50이 아니고 150이래요")."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from chat.agent.understanding.types import Extraction

_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_UNIT = r"(?:만\s?원?|원|살|세|명|프로|퍼센트|%)?"
_RESTATED = re.compile(
    rf"(?P<old>{_NUMBER})\s?{_UNIT}(?:이|가)?\s?(?:아니(?:고|라|구|었고|에요|요)|아녜요|말고)\S*"
    rf"\s(?:\S+\s)?(?P<new>{_NUMBER})"
)
_IN_MAN = 10_000


def _plain(value: float) -> float:
    return value


# What a bare figure may have counted, and the figure as the fact holds it.
_COUNTED: Mapping[str, Callable[[float], float]] = {
    "monthly_income": lambda value: value * _IN_MAN if value < _IN_MAN else value,
    "assets": lambda value: value * _IN_MAN if value < _IN_MAN else value,
    "age": _plain,
    "household_size": _plain,
    "median_income_ratio": _plain,
}


def restated(found: Extraction, text: str, known: Mapping[str, Mapping[str, Any]]) -> Extraction:
    """`found` with the fact of the talk (`known`: facts by member) that the words put right; of
    several members with the figure, that of the one spoken of. Unchanged where the figure was
    not told before or its fact is read anyway."""
    match = _RESTATED.search(text)
    if match is None:
        return found
    old, new = (float(match[name].replace(",", "")) for name in ("old", "new"))
    for member in dict.fromkeys([found.focus, *known]):
        for key, held in _COUNTED.items():
            told = known.get(member, {}).get(key)
            if key in found.facts.get(member, {}):
                return found
            if told is not None and told == held(old):
                value = type(told)(held(new))
                facts = {**found.facts, member: {**found.facts.get(member, {}), key: value}}
                return replace(found, facts=facts)
    return found
