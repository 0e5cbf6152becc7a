"""Scores of the two arms on one scale."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.retrieval.fuse import fused, scaled

A, B, C = (UUID(int=number) for number in (1, 2, 3))
SCORES = st.dictionaries(st.sampled_from([A, B, C]), st.floats(0, 1), max_size=3)


def test_floor_is_zero_and_best_is_one() -> None:
    assert scaled({A: 0.9, B: 0.85, C: 0.7}, floor=0.8) == pytest.approx({A: 1.0, B: 0.5, C: 0.0})
    assert scaled({A: 0.5}, floor=0.8) == {A: 0.0}
    assert scaled({}, floor=0.8) == {}


def test_missing_arm_counts_nothing() -> None:
    both = fused({A: 0.9}, {B: 12.0}, weight=0.7, background=0.8)
    assert both == pytest.approx({A: 0.7, B: 0.3})


@given(SCORES, SCORES, st.floats(0, 1))
def test_fused_scores_lie_between_zero_and_one(
    vector: dict[UUID, float], lexical: dict[UUID, float], weight: float
) -> None:
    result = fused(vector, lexical, weight=weight, background=0.3)
    assert result.keys() == vector.keys() | lexical.keys()
    assert all(-1e-9 <= score <= 1 + 1e-9 for score in result.values())
