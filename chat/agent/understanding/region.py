"""Where somebody lives, as a fact: the places of a sentence are read by `policies.geography`."""

from __future__ import annotations

from collections.abc import Iterator

from chat.agent.understanding.types import Found
from policies.geography import Role, places_in

_SAID, _LIKELY = 0.95, 0.75


def region(text: str) -> Iterator[Found]:
    """The place somebody lives in, one `Found` at most: the last one said to be lived in,
    else the last one named that is no place to go to."""
    best: Found | None = None
    for place in places_in(text):
        if place.region is None or place.role is Role.ELSEWHERE:
            continue
        confidence = _SAID if place.role is Role.LIVES else _LIKELY
        if best is None or confidence >= best.confidence:
            value = place.region.as_fact()
            best = Found("region", value, place.start, place.end, confidence, "household")
    if best:
        yield best
