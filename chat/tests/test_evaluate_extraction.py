"""The measure of reading facts: what counts as right, as somebody else's, as never meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chat.evals.extraction import atoms, evaluate_extraction, similarity
from chat.evals.tables import extraction_lines
from chat.tests.scripted_llm import Reply, scripted_llm
from policies.evals.corpus import CasesInvalid


def measured(tmp_path: Path, *cases: dict[str, Any], model: bool = False) -> dict[str, Any]:
    path = tmp_path / "cases.jsonl"
    rows = [
        {"id": f"c{number}", "as_of": "2026-11-29", **case} for number, case in enumerate(cases)
    ]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    return evaluate_extraction(path, progress=lambda *_: None, with_model=model)


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


def test_rules_and_model_are_measured_beside_the_rules_alone(tmp_path: Path, settings: Any) -> None:
    text = "저는 67세이고 미용실에서 손님 머리 만지는 일로 먹고살아요"
    good = {"member": "self", "key": "employment", "value": "employed", "polarity": "yes",
            "quote": "만지는 일로 먹고살아요", "about": "stated", "confidence": 0.9}  # fmt: skip
    rows = [good, {**good, "key": "age", "value": "76", "quote": "67세"}, {"key": "age"}]
    case = {"turns": [text], "facts": {"self": {"age": 67, "employment": "employed"}}}
    with scripted_llm(Reply(status=401)) as script:
        script.readings = [Reply(json.dumps({"facts": rows})), Reply("아니요")]
        settings.OPENAI_API_KEY, settings.OPENAI_BASE_URL = "test", script.base_url
        report = measured(tmp_path, case, {"turns": ["저는 67세예요"], "facts": {}}, model=True)
    assert report["metrics"]["recall"] == 1.0
    assert report["baselines"]["모델 없이 (규칙만)"]["recall"] == 0.5
    told = report["model"]
    assert told["accepted"] == 1
    assert told["refused"] == {"value": 1, "shape": 1}
    assert told["failures"] == {"Unreadable": 1}
    lines = "\n".join(extraction_lines(report))
    assert "3개 중 1개 인정" in lines
    assert "말에서 나오지 않는 값 1" in lines
    assert "Unreadable 1" in lines


def test_without_a_key_the_model_cannot_be_measured(tmp_path: Path) -> None:
    with pytest.raises(CasesInvalid, match="OPENAI_API_KEY"):
        measured(tmp_path, {"turns": ["저는 67세예요"], "facts": {}}, model=True)


@pytest.mark.parametrize(
    ("one", "two", "value"),
    [("", "", 1.0), ("", "신청 방법", 0.0), ("신청 방법은?", "신청방법은", 1.0)],
)
def test_likeness_of_questions(one: str, two: str, value: float) -> None:
    assert similarity(one, two) == value


def test_bad_cases_are_told(tmp_path: Path) -> None:
    with pytest.raises(CasesInvalid, match="turns"):
        measured(tmp_path, {"facts": {}})
