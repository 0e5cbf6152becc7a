"""Score fusion of the two arms at policy level."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID


def scaled(scores: Mapping[UUID, float], *, floor: float) -> dict[UUID, float]:
    """Scores mapped so that `floor` is 0 and the best is 1; below the floor is 0.

    A fixed floor instead of the lowest candidate keeps the scale of a score independent
    of how many candidates were fetched.
    """
    if not scores:
        return {}
    span = max(scores.values()) - floor
    if span <= 0:
        return dict.fromkeys(scores, 0.0)
    return {key: max(0.0, (value - floor) / span) for key, value in scores.items()}


def fused(
    vector: Mapping[UUID, float],
    lexical: Mapping[UUID, float],
    *,
    weight: float,
    background: float,
) -> dict[UUID, float]:
    """weight · vector + (1 − weight) · lexical, each scaled; a missing arm counts 0.

    `background` is the similarity that unrelated texts have in the vector space.
    """
    left = scaled(vector, floor=background)
    right = scaled(lexical, floor=0.0)
    return {
        key: weight * left.get(key, 0.0) + (1 - weight) * right.get(key, 0.0)
        for key in left.keys() | right.keys()
    }
