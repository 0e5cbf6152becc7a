"""Timing: percentiles of a piece of work, and ratios against a baseline in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import quantiles
from typing import Any, TypeVar

T = TypeVar("T")


def timed(work: Callable[[], object]) -> float:
    """Milliseconds one call takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def answered(work: Callable[[], T]) -> tuple[T, float]:
    """What one call gives, and the milliseconds it takes."""
    start = time.perf_counter()
    answer = work()
    return answer, (time.perf_counter() - start) * 1000


def summary(samples: Sequence[float]) -> dict[str, float]:
    """p50, p95 and count of samples in milliseconds."""
    cuts = quantiles(samples, n=100, method="inclusive") if len(samples) > 1 else list(samples) * 99
    return {"p50_ms": round(cuts[49], 2), "p95_ms": round(cuts[94], 2), "n": len(samples)}


def compared(measured: dict[str, float], baseline: dict[str, float]) -> dict[str, Any]:
    """A measurement with its baseline and the ratio of their medians."""
    ratio = measured["p50_ms"] / baseline["p50_ms"] if baseline["p50_ms"] else 0.0
    return {"measured": measured, "baseline": baseline, "ratio_p50": round(ratio, 2)}
