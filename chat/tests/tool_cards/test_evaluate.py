"""The suite "tools": its metrics, and the cases it is measured on."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from chat.evals.tables import tool_lines
from chat.evals.tools import ToolCase, evaluate_tools, metrics_of
from chat.tests.tool_cards.support import OFFICE, PENSION, UNEMPLOYMENT, make_cards, registered
from chat.tool_cards.transfer import shipped_cards
from policies.evals.corpus import read_rows

CASES = Path(__file__).parents[2] / "evals" / "cases" / "tools.jsonl"


def case(tool: str | None) -> ToolCase:
    return ToolCase(id="x", utterance="말", tool=tool)


def test_metrics_count_places_and_silence() -> None:
    rows = [case("a"), case("b"), case("c"), case(None), case(None)]
    lists = [["a"], ["x", "b"], ["x"], [], ["x"]]
    assert metrics_of(rows, lists) == {
        "recall@1": pytest.approx(1 / 3),
        "recall@3": pytest.approx(2 / 3),
        "recall@5": pytest.approx(2 / 3),
        "mrr": pytest.approx(0.5),
        "no_call_accuracy": 0.5,
    }
    assert metrics_of([case(None)], [[]])["recall@1"] == 1.0


@pytest.mark.django_db
def test_three_ways_are_measured_in_one_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_cards()
    registered(monkeypatch, OFFICE, PENSION)
    path = tmp_path / "cases.jsonl"
    rows = [
        {
            "id": "1",
            "utterance": "신청 접수하는 데 번호 알려 주세요",
            "tool": OFFICE,
            "route": "SEARCH",
        },
        {"id": "2", "utterance": "안녕하세요", "tool": None},
        {"id": "3", "utterance": "접수하는 데가 어디예요 알려 주세요", "tool": PENSION},
    ]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows))
    report = evaluate_tools(path, progress=lambda *step: None)
    assert set(report["baselines"]) == {"cards_only", "purposes_only"}
    assert report["metrics"]["recall@1"] == 0.5
    assert report["metrics"]["no_call_accuracy"] == 1.0
    assert report["unregistered"] == [UNEMPLOYMENT]
    assert report["confused"]["poly"] == {f"{PENSION} → {OFFICE}": 1}
    assert [one["id"] for one in report["failures"]] == ["3"]
    out = StringIO()
    out.write("\n".join(tool_lines(report)))
    assert "접수하는 데가 어디예요 알려 주세요" in out.getvalue()


def test_our_cases_are_many_and_in_other_words_than_the_cards() -> None:
    rows = read_rows(CASES, ToolCase)
    assert len(rows) >= 150
    cards = shipped_cards()
    names = {card.name for card in cards} - {"no_tool"}
    assert {row.tool for row in rows} - {None} == names
    said = {text for card in cards for text in card.when_to_use}
    assert not said & {row.utterance for row in rows}
