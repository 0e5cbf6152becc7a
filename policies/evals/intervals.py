"""How far a measured share may be off, from the number of cases it was measured on."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

Span = tuple[float, float]
Z95 = 1.959963984540054
ROUNDS = 4000
SEED = 20261130


def wilson(count: int, total: int, z: float = Z95) -> Span:
    """Wilson score interval of the share `count` / `total`; (0, 1) when there is no case."""
    if not total:
        return (0.0, 1.0)
    share = count / total
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    middle = share + z * z / (2 * total)
    scale = 1 + z * z / total
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return (round(max(0.0, low), 4), round(min(1.0, high), 4))


def cluster_bootstrap(groups: Sequence[tuple[int, int]], rounds: int = ROUNDS) -> Span:
    """95 % percentile interval of a share whose cases come in groups: (count, total) each.

    Cases that share one text succeed and fail together, so whole groups are drawn again, not
    cases. The draw is seeded: the same groups give the same interval.
    """
    if not groups:
        return (0.0, 1.0)
    table = np.asarray(groups, dtype=np.float64)
    drawn = np.random.default_rng(SEED).integers(len(table), size=(rounds, len(table)))
    sums = table[drawn].sum(axis=1)
    low, high = np.quantile(sums[:, 0] / sums[:, 1], [0.025, 0.975])
    return (round(float(low), 4), round(float(high), 4))
