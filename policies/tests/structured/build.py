"""Writes `policies/evals/cases/structured.jsonl`: own questions with the golds of the oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from policies.tests.structured import (
    gov24_questions,
    oracle,
    unseen_questions,
    youth_questions,
)

CASES = Path(__file__).parents[2] / "evals" / "cases" / "structured.jsonl"


def cases() -> list[dict[str, Any]]:
    """All questions with golds over the snapshots."""
    sets = (
        ("y", oracle.YOUTH, oracle.youth(), youth_questions.CASES),
        ("g", oracle.GOV24, oracle.gov24(), gov24_questions.CASES),
        ("yu", oracle.YOUTH, oracle.youth(), unseen_questions.YOUTH_CASES),
        ("gu", oracle.GOV24, oracle.gov24(), unseen_questions.GOV24_CASES),
    )
    return [
        {
            "id": f"s-{prefix}{number:03}",
            "as_of": case.as_of,
            "corpus": corpus,
            "question": case.question,
            "gold": oracle.gold(case, rows),
            "answer": "number" if case.count else "ids",
            "how": case.how,
            "tags": list(case.tags),
        }
        for prefix, corpus, rows, own in sets
        for number, case in enumerate(own, start=1)
    ]


def main() -> None:
    lines = (json.dumps(case, ensure_ascii=False) for case in cases())
    CASES.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
