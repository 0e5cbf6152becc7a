"""Free criteria answered in passing: whose they are, what denies them, and what is no answer."""

from __future__ import annotations

import pytest

from chat.agent.in_passing import answered, said_in_passing, stated_clauses
from chat.agent.state import TurnState

PENSION = "본인이나 배우자가 공무원·사학·군인·별정우체국 연금을 받으시나요?"
PARENTS = "따로 사는 부모나 자녀의 소득이 연 1.3억원을 넘거나 재산이 12억원을 넘나요?"
SHELTER = "쉼터·자활시설처럼 생계를 이미 보장해 주는 시설에서 지내고 계신가요?"
REGISTRY = "고혈압·당뇨병 등록관리사업을 하는 지역에 사시나요?"
MEDICINE = "치매 치료약을 처방받아 드시고 계신가요?"


@pytest.mark.parametrize(
    ("question", "said", "answer"),
    [
        (PENSION, "한국 사람이고 공무원연금 같은 건 없어요", False),
        (PENSION, "공무원연금 그런 건 안 받으세요", False),
        (PENSION, "저는 공무원연금을 받아요", True),
        (PENSION, "직역연금은 없어요", False),
        (MEDICINE, "치매약도 드시고 계시고요", True),
        (SHELTER, "저희는 시설 같은 데 사는 것도 아니에요", False),
    ],
)
def test_a_clause_answers_an_open_question(question: str, said: str, answer: bool) -> None:
    key = "직역연금수급" if question == PENSION else "열쇠"
    assert answered({f"other.{key}": question}, stated_clauses(said)) == {key: answer}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (PENSION, "공무원연금 받으면 안 되나요?"),
        (PENSION, "만약에 공무원연금을 받으면"),
        (PENSION, "공무원연금인지는 잘 모르겠어요"),
        (PENSION, "국민연금은 30만원 나와요"),
        (PARENTS, "소득도 없고 재산도 하나도 없어요"),
        (SHELTER, "시설이요"),
        (REGISTRY, "당뇨병과 고혈압이 있어요"),
        (MEDICINE, "관악구에 혼자 사세요"),
    ],
)
def test_other_words_answer_nothing(question: str, said: str) -> None:
    ill = ["당뇨병", "고혈압"]
    assert answered({"other.열쇠": question}, stated_clauses(said), ill=ill) == {}


def test_what_was_said_before_the_question_counts_and_a_known_answer_stays() -> None:
    state = TurnState(
        text="그거 소득 기준이 있어요?",
        as_of="2026-11-29",
        clauses={"mother": ["치매약도 드시고 계시고요"]},
        open_questions={"other.치매치료약복용": MEDICINE},
    )
    found, clauses = said_in_passing(state, "mother")
    assert found == {"치매치료약복용": True}
    assert clauses == {"mother": ["치매약도 드시고 계시고요"]}
    state["members"] = {"mother": {"other": {"치매치료약복용": False}}}
    assert said_in_passing(state, "mother")[0] == {}
