"""Reports of the chat's suites as lines for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from policies.evals.tables import metric_table

SHOWN = 30


def answer_lines(report: Mapping[str, Any]) -> list[str]:
    """Metrics, kinds of absence, and the cases that failed."""
    lines = [*metric_table(report), f"살핀 문장: {report['claims']}개"]
    for kind, got in report["absences"].items():
        told = ", ".join(f"{name} {count}" for name, count in got.items())
        lines.append(f"답이 없는 질문({kind}): {told}")
    failures = report["failures"]
    lines.append(f"실패: {len(failures)}건")
    lines += [f"  {row['id']} {row['question']} → {row['got']}" for row in failures[:SHOWN]]
    return lines
