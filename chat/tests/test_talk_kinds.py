"""Whole talks of five kinds over the catalogue: the context is kept, nothing is asked twice, a kin
word tells the sex, two things of the talk are summed up, and a changed fact changes the verdict."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from chat.evals.scenarios import Scenario, evaluate_scenarios
from chat.tests.support import ENTRIES, load_entries
from policies.evals.corpus import read_rows

CASES = Path(__file__).parents[1] / "evals" / "cases" / "scenarios.jsonl"
KINDS = {
    "맥락 이어 가기",
    "두 번 묻지 않기",
    "가족 호칭으로 성별 알기",
    "이야기한 두 가지 더하기",
    "사정이 바뀌기 전과 뒤",
}
SPOKEN_OF = (
    *ENTRIES,
    "parental-benefit",
    "first-meeting-voucher",
    "home-care-allowance",
    "single-parent-child-support",
    "livelihood-benefit",
    "housing-benefit",
    "youth-monthly-rent",
    "unemployment-benefit",
    "senior-customized-care",
    "long-term-care-insurance",
    "dementia-treatment-cost",
    "girls-sanitary-voucher",
    "influenza-vaccination",
)


def test_every_kind_is_there_at_least_twice() -> None:
    found = Counter(talk.kind for talk in read_rows(CASES, Scenario))
    assert set(found) == KINDS
    assert min(found.values()) >= 2


@pytest.mark.django_db(transaction=True)
def test_all_talks_hold() -> None:
    load_entries(*SPOKEN_OF)
    report = evaluate_scenarios(CASES, progress=lambda *_: None)
    failed = [
        f"{one['id']} {one['user']}: {one['expected']} ← {one['got'][:160]}"
        for one in report["failures"]
    ]
    assert failed == []
