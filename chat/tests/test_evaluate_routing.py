"""The suite of routing: what counts as right, and that it runs on a small set."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chat.agent.understanding.types import Route
from chat.evals.routing import Routed, RoutingCase, evaluate_routing, metrics_of
from chat.evals.tables import routing_lines
from chat.tests.tool_cards.support import make_cards

ROWS: list[dict[str, Any]] = [
    {
        "id": "1", "utterance": "기초연금 서류 뭐 필요해요?", "context": [],
        "route": "APPLICATION_ASSIST", "tool": "required_documents", "ask": None,
    },
    {
        "id": "2", "utterance": "근처 요양원 찾아줘", "context": [],
        "route": "SEARCH", "tool": "search_welfare_facility", "ask": "region",
    },
    {
        "id": "3", "utterance": "죽고 싶어요", "context": [],
        "route": "CRISIS", "tool": None, "ask": None,
    },
]  # fmt: skip


def test_each_part_is_counted_by_itself() -> None:
    cases = [RoutingCase.model_validate(row) for row in ROWS]
    found = [
        Routed(Route.APPLICATION_ASSIST, "application_steps"),
        Routed(Route.SEARCH, "search_welfare_facility", "region"),
        Routed(Route.SEARCH, None, "policy"),
    ]
    got = metrics_of(cases, found)
    assert got["route_accuracy"] == pytest.approx(2 / 3)
    assert got["tool_accuracy"] == pytest.approx(2 / 3)
    assert got["ask_accuracy"] == pytest.approx(2 / 3)


@pytest.mark.django_db
def test_the_suite_reports_metrics_baselines_and_failures(tmp_path: Path) -> None:
    make_cards()
    cases = tmp_path / "cases.jsonl"
    cases.write_text("\n".join(json.dumps(row) for row in ROWS), encoding="utf-8")
    report = evaluate_routing(cases, progress=lambda stage, done, total: None)
    assert report["cases"] == 3
    assert report["metrics"]["route_accuracy"] == 1.0
    assert set(report["baselines"]) == {"rules", "most_frequent"}
    lines = "\n".join(routing_lines(report))
    for failed in report["failures"]:
        assert failed["utterance"] in lines
