"""Ranking metrics."""

from __future__ import annotations

import math
from collections.abc import Sequence

CUTS = (1, 3, 5, 8)


def ranking_metrics(rankings: Sequence[tuple[Sequence[str], set[str]]]) -> dict[str, float]:
    """hit@1/3/5/8, mrr and ndcg@8 over (ranked ids, gold ids), as fractions."""
    total = max(len(rankings), 1)
    metrics = {
        f"hit@{cut}": sum(bool(gold & set(ranked[:cut])) for ranked, gold in rankings) / total
        for cut in CUTS
    }
    metrics["mrr"] = sum(_reciprocal(ranked, gold) for ranked, gold in rankings) / total
    metrics["ndcg@8"] = sum(_ndcg(ranked, gold, 8) for ranked, gold in rankings) / total
    return {name: round(value, 4) for name, value in metrics.items()}


def _reciprocal(ranked: Sequence[str], gold: set[str]) -> float:
    return next((1 / rank for rank, key in enumerate(ranked, start=1) if key in gold), 0.0)


def _ndcg(ranked: Sequence[str], gold: set[str], cut: int) -> float:
    gain = sum(1 / math.log2(rank + 1) for rank, key in enumerate(ranked[:cut], 1) if key in gold)
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(len(gold), cut) + 1))
    return gain / ideal if ideal else 0.0
