"""The measurement of the ingest measures what it says."""

from __future__ import annotations

from crawling.evals.ingest import bench_ingest_scales, ingest_lines


def test_three_runs_a_scale(transactional_db: None) -> None:
    report = bench_ingest_scales([30], progress=lambda stage, done, total: None)
    runs = report["scales"]["30"]
    counts = {
        name: (run["created"], run["changed"], run["unchanged"], run["failed"])
        for name, run in runs.items()
    }
    assert counts == {
        "new": (30, 0, 0, 0),
        "unchanged": (0, 0, 30, 0),
        "one_percent": (0, 1, 29, 0),
    }
    assert all(run["peak_mb"] > 0 for run in runs.values())
    assert len(ingest_lines(report)) == 4
