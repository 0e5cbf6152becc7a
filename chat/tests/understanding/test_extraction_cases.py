"""The reader's own cases: how people talk of themselves and their families."""

from __future__ import annotations

from pathlib import Path

import pytest

from chat.agent.understanding import extract
from chat.evals.extraction import evaluate_extraction
from chat.tests.understanding.helpers import DAY, facts, own

CASES = Path(__file__).parents[2] / "evals" / "cases"


@pytest.mark.parametrize("name", ["extraction", "extraction_speech", "extraction_speech_2"])
def test_the_own_cases_are_read(name: str) -> None:
    metrics = evaluate_extraction(CASES / f"{name}.jsonl", progress=lambda *_: None)["metrics"]
    assert metrics["f1"] >= 0.95
    assert metrics["wrong_person_rate"] <= 0.02
    assert metrics["hypothetical_error_rate"] <= 0.02


def test_words_before_company_describe_the_company() -> None:
    found = facts("저는 실직한 남편이랑 5살 아들이랑 월세 살아요")
    assert found["spouse"]["employment"] == "unemployed"
    assert found["child"]["age"] == 5
    assert "age" not in found["self"]


def test_a_said_age_is_no_number_of_children() -> None:
    assert facts("애는 일곱 살이에요") == {"child": {"age": 7}}


def test_who_is_honoured_is_the_elder_spoken_of() -> None:
    found = facts("어머니 모시고 사는데 뇌출혈로 쓰러지셨어요")
    assert found["mother"]["conditions"] == ["뇌출혈"]
    assert "conditions" not in found.get("self", {})


def test_a_denied_recipient_is_none() -> None:
    assert own("기초생활수급자 아닙니다")["basic_livelihood"] == []


@pytest.mark.parametrize(
    "text", ["혼자 살게 되면 1인가구로 보나요?", "옆집 아저씨가 장애 2급이에요"]
)
def test_what_is_supposed_or_anothers_is_no_fact(text: str) -> None:
    assert facts(text) == {}


@pytest.mark.parametrize("piece", ["천백 ", "시험관 ", "기초연금 ", "집 있는데 ", "5살 "])
def test_repeated_words_cost_little(piece: str) -> None:
    extract(piece * 300, as_of=DAY)
