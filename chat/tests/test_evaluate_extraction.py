"""The measure of reading facts: what counts as right, as somebody else's, as never meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chat.evals.extraction import atoms, evaluate_extraction, similarity
from policies.evals.corpus import CasesInvalid


def measured(tmp_path: Path, *cases: dict[str, Any]) -> dict[str, Any]:
    path = tmp_path / "cases.jsonl"
    rows = [
        {"id": f"c{number}", "as_of": "2026-11-29", **case} for number, case in enumerate(cases)
    ]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    return evaluate_extraction(path, progress=lambda *_: None)


def test_all_right(tmp_path: Path) -> None:
    case = {"turns": ["저는 67세이고 당뇨병이 있어요"], "triples": [],
            "facts": {"self": {"age": 67, "conditions": ["당뇨병"]}}}  # fmt: skip
    metrics = measured(tmp_path, case)["metrics"]
    assert metrics["precision"] == metrics["recall"] == metrics["f1"] == 1.0
    assert metrics["wrong_person_rate"] == 0.0


def test_a_lost_fact_costs_recall_and_is_told(tmp_path: Path) -> None:
    case = {"turns": ["저는 67세예요"], "facts": {"self": {"age": 67, "veteran": True}}}
    report = measured(tmp_path, case)
    assert report["metrics"]["recall"] == 0.5
    assert report["failures"][0]["expected"] == ["self veteran True"]
    assert report["by_key"]["veteran"]["recall"] == 0.0


def test_another_members_fact_is_counted_apart(tmp_path: Path) -> None:
    case = {"turns": ["우리 어머니는 81세예요"], "facts": {"grandmother": {"age": 81}}}
    report = measured(tmp_path, case)
    assert report["metrics"]["wrong_person_rate"] > 0
    assert report["failures"][0]["wrong_person"] == ["mother age 81"]


def test_what_was_never_meant_is_counted_apart(tmp_path: Path) -> None:
    case = {"turns": ["저는 67세예요"], "facts": {}, "tags": ["hypothetical"]}
    assert measured(tmp_path, case)["metrics"]["hypothetical_error_rate"] == 1.0


def test_dates_count_as_far_as_they_were_said() -> None:
    assert atoms(
        {"child": {"children": [], "region": {"sido": "서울특별시", "sigungu": None}}}
    ) == [
        ("child", "children", "[]"),
        ("child", "region.sido", "서울특별시"),
    ]


@pytest.mark.parametrize(
    ("one", "two", "value"),
    [("", "", 1.0), ("", "신청 방법", 0.0), ("신청 방법은?", "신청방법은", 1.0)],
)
def test_likeness_of_questions(one: str, two: str, value: float) -> None:
    assert similarity(one, two) == value


def test_bad_cases_are_told(tmp_path: Path) -> None:
    with pytest.raises(CasesInvalid, match="turns"):
        measured(tmp_path, {"facts": {}})
