"""The committed cases against the oracle, and the evaluation over a small snapshot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from policies.evals.corpus import CasesInvalid
from policies.evals.structured import evaluate_structured, structured_lines
from policies.tests.structured import build, oracle

ROW = {
    "plcyNo": "20260101000000000001",
    "plcyNm": "청년 면접 정장 대여",
    "plcyExplnCn": "정장을 빌려줍니다.",
    "plcySprtCn": "정장 대여",
    "sprvsnInstCdNm": "울산광역시",
    "zipCd": "31110,31140",
    "aplyPrdSeCd": "0057001",
    "aplyYmd": "20260701 ~ 20260731",
    "mclsfNm": "취업",
    "inqCnt": "7",
    "frstRegDt": "2026-07-01 09:00:00",
    "lastMdfcnDt": "2026-07-01 09:00:00",
}


def write_data(folder: Path) -> Path:
    path = folder / "youthcenter_small"
    path.mkdir()
    rows = [ROW, {**ROW, "plcyNo": "20260101000000000002", "zipCd": "26110", "inqCnt": "9"}]
    content = {"result": {"youthPolicyList": rows}}
    (path / "youthcenter_snapshot.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def write_cases(folder: Path, *cases: dict[str, Any]) -> Path:
    path = folder / "cases.jsonl"
    common = {"as_of": "2026-07-12", "corpus": "youthcenter_small"}
    lines = [json.dumps({"id": f"c{n}", **common, **case}) for n, case in enumerate(cases)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def silent(stage: str, done: int, total: int) -> None:
    pass


@pytest.mark.django_db
def test_evaluation_tells_right_wrong_and_not_understood(tmp_path: Path) -> None:
    count = {"question": "울산만 대상인 청년정책 몇 개?", "answer": "number"}
    cases = write_cases(
        tmp_path,
        {**count, "gold": 1, "tags": ["count"]},
        {**count, "gold": 2, "tags": ["count"]},
        {"question": "조회수가 제일 많은 청년정책", "answer": "ids", "gold": [ROW["plcyNo"]]},
        {"question": "중구만 대상인 청년정책", "answer": "ids", "gold": []},
    )
    report = evaluate_structured(cases, write_data(tmp_path), silent)
    assert report["metrics"] == {"exact": 0.25}
    assert report["by_tag"]["count"] == {"n": 2, "exact": 0.5}
    assert [each["got"] for each in report["failures"]] == [1, ["20260101000000000002"], None]
    assert "중구" in "\n".join(structured_lines(report))


@pytest.mark.django_db
def test_a_missing_or_unknown_data_set_cannot_be_measured(tmp_path: Path) -> None:
    case = {"question": "청년정책 몇 개?", "answer": "number", "gold": 0}
    with pytest.raises(CasesInvalid, match="youthcenter_small"):
        evaluate_structured(write_cases(tmp_path, case), tmp_path, silent)
    with pytest.raises(CasesInvalid, match="알 수 없는"):
        evaluate_structured(write_cases(tmp_path, {**case, "corpus": "x"}), tmp_path, silent)


def test_committed_golds_are_those_of_the_oracle() -> None:
    if not (oracle.SHARED / "data" / oracle.YOUTH).is_dir():
        pytest.skip("공개 자료가 없습니다: ../shared/data")
    stored = [json.loads(line) for line in build.CASES.read_text(encoding="utf-8").splitlines()]
    assert stored == build.cases()
    assert len(stored) >= 150
