"""Several benefits of a talk in one sum: which are meant, what is added, and what never is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.db import transaction

from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.retrieval.types import RegionFilter
from policies.tests.records import load_entries

DAY = date(2026, 11, 29)
SUWON = RegionFilter("경기도", "수원시")
ENTRIES = (
    "parental-benefit",
    "child-allowance",
    "first-meeting-voucher",
    "disability-pension",
    "disability-allowance",
)


@pytest.fixture(scope="module")
def _benefits(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        load_entries(*ENTRIES)
        yield
        transaction.set_rollback(True)


pytestmark = pytest.mark.usefixtures("_benefits", "db")


def together(
    question: str, *, named: tuple[str, ...] = (), given: dict[str, Any] | None = None, **known: Any
) -> RetrievalResult:
    facts = ApplicantFacts(as_of=DAY, region=RegionFact(sido="경기도", sigungu="수원시"), **known)
    context = ToolContext(
        as_of=DAY, members={"self": facts}, region=SUWON, question=question, named=named
    )
    return run_tool("estimate_benefits_together", given or {}, context)


BABY = {"children": [date(2026, 10, 20)]}


def test_the_two_that_the_question_names() -> None:
    result = together("부모급여랑 아동수당 더하면 얼마예요?", **BABY)
    assert "모두 월 1,100,000원" in result.summary
    assert [item.title for item in result.items] == ["부모급여", "아동수당"]
    assert result.estimate is not None
    assert (result.estimate.low, result.estimate.unit) == (1_100_000, "원/월")


def test_the_last_two_of_the_talk() -> None:
    result = together("그 두 개 합치면요?", named=("아동수당", "부모급여", "첫만남이용권"), **BABY)
    assert "모두 월 1,100,000원" in result.summary
    assert "2,000,000원" not in result.summary


def test_what_is_paid_once_is_told_apart() -> None:
    result = together("첫만남이용권까지 다 하면요?", named=("아동수당", "부모급여"), **BABY)
    assert "매달 받는 것은 모두 월 1,100,000원" in result.summary
    assert "한 번 받는 것은 모두 2,000,000원" in result.summary


def test_what_cannot_be_received_together_is_not_added() -> None:
    result = together(
        "장애인연금이랑 장애수당 합쳐서 얼마예요?",
        age=45, disability="severe", monthly_income=0, assets=0, household_size=1,
    )  # fmt: skip
    assert "함께 받을 수 없다고 알려져 있어서 더하지 않았어요" in result.summary
    assert result.estimate is None


def test_one_name_is_not_enough() -> None:
    result = together("아동수당 더하면 얼마예요?", **BABY)
    assert result.status is ResultStatus.NEEDS_USER_INPUT
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "policies"


def test_what_nothing_is_known_of_is_asked_for() -> None:
    result = together("부모급여랑 아동수당 더하면 얼마예요?")
    assert result.status is ResultStatus.NEEDS_USER_INPUT
