"""The suite "answers": what it counts, and the checker that shares no code with the checks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chat.evals.answers import AnswerCase, evaluate_answers
from chat.evals.brute import numbers, strangers
from chat.evals.tables import answer_lines
from chat.management.commands.evaluate import SUITES
from policies.evals.corpus import CasesInvalid, read_rows

CASES = Path(__file__).parent.parent / "evals" / "cases" / "answers.jsonl"


def fact(policy: str, kind: str, text: str) -> dict[str, str]:
    return {"policy": policy, "kind": kind, "text": text}


def measured(tmp_path: Path, *rows: dict[str, Any]) -> dict[str, Any]:
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return evaluate_answers(path, progress=lambda stage, done, total: None)


def test_cases_are_read_and_many() -> None:
    rows = read_rows(CASES, AnswerCase)
    assert len(rows) >= 120
    assert len({row.id for row in rows}) == len(rows)
    assert sum(bool(row.absence) for row in rows) >= 40
    assert "answers" in SUITES


@pytest.mark.parametrize(
    "row",
    [
        {"id": "a", "question": "기초연금 얼마예요?"},
        {"id": "a", "question": "?", "facts": [fact("p", "amount", "1원")], "absence": "ended"},
        {"id": "a", "question": "?", "absence": "unknown"},
    ],
)
def test_a_case_with_neither_or_both_is_refused(tmp_path: Path, row: dict[str, Any]) -> None:
    with pytest.raises(CasesInvalid, match=r"cases\.jsonl:1"):
        measured(tmp_path, row)


def test_figures_of_a_small_set(entries: None, tmp_path: Path) -> None:
    amount = fact("기초연금", "amount", "월 최대 349,700원")
    report = measured(
        tmp_path,
        {"id": "right", "question": "기초연금 얼마 받나요?", "facts": [amount]},
        {
            "id": "wrong fact",
            "question": "기초연금 얼마 받나요?",
            "facts": [fact("기초연금", "amount", "월 900,000원")],
        },
        {
            "id": "wrong policy",
            "question": "기초연금 얼마 받나요?",
            "facts": [fact("아동수당", "amount", "월 최대 349,700원")],
        },
        {"id": "absent", "question": "무지개돌봄수당 얼마예요?", "absence": "no_such_policy"},
        {"id": "there", "question": "기초연금 얼마 받나요?", "absence": "not_found_in_data"},
    )
    metrics = report["metrics"]
    assert metrics["cited_fact_accuracy"] == pytest.approx(1 / 3)
    assert metrics["citation_support"] == 1.0
    assert metrics["unsupported_claim_rate"] == 0.0
    assert metrics["abstention_precision"] == 1.0
    assert metrics["abstention_recall"] == 0.5
    assert {row["id"] for row in report["failures"]} == {"wrong fact", "wrong policy", "there"}
    assert any("unsupported_claim_rate" in line for line in answer_lines(report))


@pytest.mark.parametrize(
    ("text", "source", "found"),
    [
        ("월 247만 원", "2,470,000원", []),
        ("월 90만 원", "2,470,000원", ["900000 won"]),
        ("만 66세", "만 65세 이상", ["66 age"]),
        ("65%", "만 65세", ["65 share"]),
        ("1. 첫째 [12]", "", []),
        ("٦٦세", "만 65세", ["66 age"]),
    ],
)
def test_the_second_opinion(text: str, source: str, found: list[str]) -> None:
    assert strangers(text, [source]) == found
    assert numbers("[3] 글") == set()
