"""Whole rules: verdicts, exclusions, what is missing, flip dates, reasons, best question."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from typing import Any

import pytest

from policies.eligibility.criteria.base import MissingEvaluatorError, require_evaluators
from policies.eligibility.evaluate import next_best_question, reasons
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import State, UnknownReason
from policies.eligibility.questions import ASKING
from policies.eligibility.rule import CRITERION_MODELS, CriterionBase
from policies.tests.eligibility.people import decide
from policies.vocabulary import Verdict

LIKELY, UNLIKELY = Verdict.LIKELY, Verdict.UNLIKELY
NEEDS_MORE_INFO = Verdict.NEEDS_MORE_INFO
OLD: dict[str, Any] = {"criterion": "age", "min": 65}
POOR: dict[str, Any] = {"criterion": "near_poor"}
RECIPIENT: dict[str, Any] = {"criterion": "basic_livelihood", "any_of": ["생계"]}
SEOUL: dict[str, Any] = {"criterion": "region", "sido": "서울특별시"}
CIVIL_PENSION: dict[str, Any] = {"criterion": "other", "key": "직역연금수급"}
BASIC_PENSION: dict[str, Any] = {
    "all_of": [
        OLD,
        {"criterion": "nationality", "one_of": ["korean"]},
        {"criterion": "monthly_income", "table": "basic_pension"},
        {"none_of": [CIVIL_PENSION]},
    ]
}


def test_a_criterion_without_evaluator_fails() -> None:
    require_evaluators(CRITERION_MODELS)
    with pytest.raises(MissingEvaluatorError, match="new_one"):
        require_evaluators({**CRITERION_MODELS, "new_one": CriterionBase})


def test_basic_pension_from_nothing_to_likely() -> None:
    facts: dict[str, Any] = {}
    assert decide(BASIC_PENSION, **facts).verdict is NEEDS_MORE_INFO
    facts |= {"birth_date": "1956-01-01", "nationality": "korean", "monthly_income": 0}
    open_ = decide(BASIC_PENSION, **facts)
    assert open_.verdict is NEEDS_MORE_INFO
    assert open_.missing == ["other.직역연금수급"]
    decision = decide(BASIC_PENSION, **facts, other={"직역연금수급": False})
    assert decision.verdict is LIKELY
    assert decision.missing == []
    assert [use.year_used for use in decision.references] == [2026]


def test_an_exclusion_has_the_polarity_of_the_person() -> None:
    hit = decide({"none_of": [CIVIL_PENSION]}, other={"직역연금수급": True}).outcomes[0]
    assert (hit.state, hit.exclusion) == (State.NOT_MET, True)
    assert hit.sentence == "‘직역연금수급’이라 제외됩니다."
    clear = decide({"none_of": [CIVIL_PENSION]}, other={"직역연금수급": False}).outcomes[0]
    assert (clear.state, clear.exclusion) == (State.MET, True)
    assert clear.sentence == "해당하지 않아 제외 대상(‘직역연금수급’)이 아닙니다."
    open_ = decide({"none_of": [OLD]}).outcomes[0]
    assert (open_.state, open_.exclusion) == (State.UNKNOWN, True)
    assert open_.sentence == "만 65세 이상이면 제외되므로 나이를 확인해야 해요."


def test_an_exclusion_inside_an_exclusion_is_none() -> None:
    outcome = decide({"none_of": [{"none_of": [OLD]}]}, birth_date="1950-01-01").outcomes[0]
    assert (outcome.state, outcome.exclusion) == (State.MET, False)


def test_an_exception_within_an_exclusion() -> None:
    rule = {"none_of": [{"all_of": [RECIPIENT, {"none_of": [OLD]}]}]}
    facts: dict[str, Any] = {"basic_livelihood": ["생계"]}
    assert decide(rule, **facts, birth_date="1950-01-01").verdict is LIKELY
    assert decide(rule, **facts, birth_date="1990-01-01").verdict is UNLIKELY
    assert decide(rule, **facts).missing == ["birth_date"]


def test_at_least() -> None:
    rule = {"at_least": 2, "of": [OLD, POOR, RECIPIENT]}
    assert decide(rule, birth_date="1950-01-01", near_poor=True).verdict is LIKELY
    assert decide(rule, birth_date="1990-01-01", near_poor=False).verdict is UNLIKELY
    assert decide(rule, birth_date="1950-01-01").verdict is NEEDS_MORE_INFO
    excluded = {"none_of": [rule]}
    assert decide(excluded, birth_date="1950-01-01", near_poor=True).verdict is UNLIKELY
    assert decide(excluded, birth_date="1990-01-01", near_poor=False).verdict is LIKELY


def test_missing_leaves_out_branches_already_decided() -> None:
    rule = {"all_of": [{"any_of": [OLD, POOR]}, SEOUL]}
    decision = decide(rule, birth_date="1950-01-01")
    assert decision.missing == ["region"]
    failed = {"all_of": [{"any_of": [{"all_of": [OLD, RECIPIENT]}, POOR]}]}
    assert decide(failed, birth_date="1990-01-01").missing == ["near_poor"]


def test_missing_puts_the_fact_that_settles_first() -> None:
    rule = {"any_of": [{"all_of": [POOR, RECIPIENT]}, OLD]}
    assert decide(rule).missing[0] == "birth_date"


def test_an_unclear_clause_is_for_the_caseworker() -> None:
    unclear = {**POOR, "unclear": True, "quote": "그 밖에 필요한 사람"}
    decision = decide({"all_of": [OLD, unclear]}, birth_date="1950-01-01", near_poor=True)
    assert (decision.verdict, decision.missing) == (NEEDS_MORE_INFO, [])
    outcome = decision.outcomes[1]
    assert (outcome.reason, outcome.missing) == (UnknownReason.RULE_UNCLEAR, [])
    assert outcome.sentence == "「그 밖에 필요한 사람」 조건은 담당자에게 확인해야 합니다."


@pytest.mark.parametrize(
    ("window", "state", "flip"),
    [
        ({"effective_from": "2026-11-29"}, State.MET, None),
        ({"effective_from": "2027-01-01"}, State.UNKNOWN, date(2027, 1, 1)),
        ({"effective_to": "2026-11-29"}, State.MET, date(2026, 11, 30)),
        ({"effective_to": "2026-11-28"}, State.UNKNOWN, None),
    ],
)
def test_effective_dates(window: dict[str, str], state: State, flip: date | None) -> None:
    outcome = decide({**POOR, **window}, near_poor=True).outcomes[0]
    assert (outcome.state, outcome.flip_on) == (state, flip)
    if state is State.UNKNOWN:
        assert outcome.reason is UnknownReason.RULE_UNCLEAR


def test_the_verdict_flips_on_the_birthday() -> None:
    facts: dict[str, Any] = {"nationality": "korean", "monthly_income": 0}
    facts |= {"birth_date": "1961-12-03", "other": {"직역연금수급": False}}
    decision = decide(BASIC_PENSION, **facts)
    assert (decision.verdict, decision.flip_on) == (UNLIKELY, date(2026, 12, 3))


def test_a_flip_of_one_criterion_need_not_flip_the_verdict() -> None:
    rule = {"all_of": [OLD, SEOUL]}
    decision = decide(rule, birth_date="1961-12-03", region={"sido": "부산광역시"})
    assert decision.outcomes[0].flip_on == date(2026, 12, 3)
    assert decision.flip_on is None


def test_the_verdict_flips_when_a_window_opens_after_another_closes() -> None:
    teen = {"criterion": "age", "max": 18}
    adult = {"criterion": "age", "min": 20, "max": 30}
    decision = decide({"any_of": [teen, adult]}, birth_date="2007-03-05")
    assert (decision.verdict, decision.flip_on) == (UNLIKELY, date(2027, 3, 5))


def test_reasons_are_those_that_carry_the_verdict() -> None:
    rule = {"all_of": [{"any_of": [OLD, POOR]}, SEOUL]}
    facts: dict[str, Any] = {"birth_date": "1990-01-01", "near_poor": True}
    unlikely = decide(rule, **facts, region={"sido": "부산"})
    assert reasons(unlikely) == ["서울특별시 거주자여야 하는데 부산광역시 거주자입니다."]
    likely = decide(rule, **facts, region={"sido": "서울"})
    assert reasons(likely) == ["차상위계층 조건에 맞습니다.", "서울특별시 거주자 조건에 맞습니다."]
    assert reasons(decide(rule, **facts)) == [
        "사는 곳을 알면 서울특별시 거주자인지 확인할 수 있어요."
    ]


def test_next_best_question_settles_the_most_verdicts() -> None:
    decisions = [
        decide(OLD),
        decide({"all_of": [OLD, SEOUL]}),
        decide(POOR),
        decide(SEOUL, region={"sido": "서울"}),
    ]
    best = next_best_question(decisions)
    assert best == ("birth_date", "생년월일이 어떻게 되세요?", 2)
    assert next_best_question(decisions, declined={"birth_date", "near_poor"}) == (
        "region",
        "어느 시·도, 어느 시·군·구에 사세요?",
        1,
    )
    assert next_best_question([decide(POOR, near_poor=True)]) is None


def test_next_best_question_uses_the_words_of_a_free_key() -> None:
    asked = {**CIVIL_PENSION, "question": "공무원연금을 받으시나요?"}
    assert next_best_question([decide(asked)]) == (
        "other.직역연금수급",
        "공무원연금을 받으시나요?",
        1,
    )


def test_every_fact_can_be_asked_for() -> None:
    bookkeeping = {"as_of", "other", "provenance", "income_is_recognised"}
    assert set(ApplicantFacts.model_fields) - bookkeeping <= set(ASKING)


def test_the_engine_runs_without_django() -> None:
    code = "import sys, policies.eligibility.evaluate; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
