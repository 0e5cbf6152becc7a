"""The measure of whole conversations: what a turn passes and what it fails by."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from chat.answer import Answer, AskOut, Outcome, PolicyItem, RuleBasis
from chat.evals.scenario_page import scenario_page
from chat.evals.scenarios import Check, ScenarioTurn, checks, evaluate_scenarios, shown_text
from chat.tests.support import load_entries
from policies.vocabulary import Verdict


def answer(verdict: Verdict = Verdict.LIKELY, ask: str = "") -> Answer:
    item = PolicyItem(
        policy_id="1", name="기초연금", agency="보건복지부", region="전국", verdict=verdict,
        verdict_label="가능", basis=RuleBasis.CATALOGUED, basis_label="",
    )  # fmt: skip
    asked = AskOut(key=ask, question="나이가 어떻게 되세요?") if ask else None
    return Answer(
        outcome=Outcome.ANSWERED, conclusion="기초 연금을 찾았어요.", items=[item], ask=asked
    )


def kinds(turn: ScenarioTurn, given: Answer) -> list[str]:
    return [one.kind for one in checks(turn, given, shown_text(given, "")) if one.fault]


def test_spaces_do_not_count_and_one_alternative_is_enough() -> None:
    turn = ScenarioTurn(user="", must_mention=[["기초연금을", "노령연금"]])
    assert kinds(turn, answer()) == []


@pytest.mark.parametrize(
    ("wanted", "kind"),
    [
        ({"must_mention": [["주거급여"]]}, "mention"),
        ({"must_not": ["기초연금"]}, "forbidden"),
        ({"must_ask": "region"}, "ask"),
        ({"verdicts": {"기초연금": "unlikely"}}, "verdict"),
        ({"verdicts": {"장애수당": "likely"}}, "verdict"),
    ],
)
def test_each_kind_of_fault(wanted: dict[str, object], kind: str) -> None:
    assert kinds(ScenarioTurn.model_validate({"user": "", **wanted}), answer()) == [kind]


@pytest.mark.parametrize(("key", "kind"), [("birth_date", ["asked_again"]), ("region", [])])
def test_what_must_not_be_asked_again(key: str, kind: list[str]) -> None:
    turn = ScenarioTurn(user="", must_not_ask=[key])
    assert kinds(turn, answer(ask="age")) == kind
    assert kinds(turn, answer()) == []


def test_an_age_asked_as_a_birth_date_is_asked() -> None:
    turn = ScenarioTurn(user="", must_ask="birth_date", verdicts={"기초연금": "likely"})
    assert kinds(turn, answer(ask="age")) == []


@pytest.mark.django_db(transaction=True)
def test_a_conversation_is_held_as_of_its_day(tmp_path: Path) -> None:
    load_entries("basic-pension")
    scenario = {
        "id": "own", "as_of": "2026-11-29",
        "profile": {"self": {"region": {"sido": "부산광역시", "sigungu": "사하구"}}},
        "turns": [
            {"user": "60살인데 기초연금 받나요?", "verdicts": {"기초연금": "unlikely"}},
            {"user": "그건 서류가 뭐예요?", "must_mention": [["기초연금"]]},
        ],
    }  # fmt: skip
    path = tmp_path / "scenarios.jsonl"
    path.write_text(json.dumps(scenario, ensure_ascii=False), encoding="utf-8")
    report = evaluate_scenarios(path, progress=lambda *_: None)
    assert report["metrics"] == {"turn_pass_rate": 1.0, "scenario_pass_rate": 1.0}
    assert [turn["user"] for turn in report["transcripts"]["own"]] == [
        turn["user"] for turn in scenario["turns"]
    ]
    page = scenario_page(report)
    assert "그건 서류가 뭐예요?" in page
    assert "판정: 기초연금 unlikely" in page


def report(*found: Check) -> dict[str, Any]:
    turn = {"user": "<b>65세</b>인데요", "text": "첫째\n둘째", "note": "", "checks": [
        asdict(one) for one in found
    ]}  # fmt: skip
    return {
        "cases": 1,
        "turns": 1,
        "metrics": {"turn_pass_rate": 0.0, "scenario_pass_rate": 0.0},
        "kinds": {"ask": 1},
        "transcripts": {"one": [turn]},
    }


def test_the_page_stands_alone_and_shows_every_check() -> None:
    passed = Check("mention", "말하기: 기초연금")
    failed = Check("ask", "묻기: region", "묻지 않음: region (물은 것: 없음)")
    page = scenario_page(report(passed, failed))
    assert "&lt;b&gt;65세&lt;/b&gt;인데요" in page
    assert "말하기: 기초연금" in page
    assert "묻지 않음: region" in page
    assert "물어야 할 것을 묻지 않음" in page
    assert not re.search(r"(?:src|href)=\"(?!#)", page)
    assert "<script" not in page


def test_only_scenarios_have_a_page(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="scenarios"):
        call_command(
            "evaluate", "routing", "--cases", "x.jsonl", "--html", str(tmp_path / "page.html")
        )
