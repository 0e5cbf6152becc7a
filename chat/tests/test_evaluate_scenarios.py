"""The measure of whole conversations: what a turn passes and what it fails by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chat.answer import Answer, AskOut, Outcome, PolicyItem, RuleBasis
from chat.evals.scenarios import ScenarioTurn, evaluate_scenarios, faults, shown_text
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
    return [kind for kind, _ in faults(turn, given, shown_text(given, ""))]


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
