"""Where somebody lives, as a fact: the places of a sentence are read by `policies.geography`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.agent.understanding.types import Found
from policies.geography import Role, places_in

# Where somebody only means to go: 부산으로 이사 갈 예정, 제주로 내려가려고
_PLANS = re.compile(
    r"^(?:으로|로|에)\s?(?:\S+\s)?(?:이사|전입|전학|귀농|귀촌|이주)?\s?(?:를|을)?\s?(?:갈|가려|"
    r"가고\s?싶|가면|간다면|할\s?(?:예정|계획|생각)|하려|하면|내려가려|올라가려|옮기려|옮길)"
)
_SAID, _LIKELY = 0.95, 0.75


def region(text: str) -> Iterator[Found]:
    """The place somebody lives in, one `Found` at most: the last one said to be lived in,
    else the last one named that is no place to go to."""
    best: Found | None = None
    for place in places_in(text):
        if place.region is None or place.role is Role.ELSEWHERE:
            continue
        if place.role is not Role.LIVES and _PLANS.match(text[place.end :]):
            continue
        confidence = _SAID if place.role is Role.LIVES else _LIKELY
        if best is None or confidence >= best.confidence:
            value = place.region.as_fact()
            best = Found("region", value, place.start, place.end, confidence, "household")
    if best:
        yield best
