from __future__ import annotations

from typing import Any

import pytest

from policies.eligibility.digest import rule_digest

AGE = {"criterion": "age", "min": 65}
RECIPIENT = {"criterion": "basic_livelihood", "any_of": ["생계", "의료"]}
RULE: dict[str, Any] = {"all_of": [AGE, {"any_of": [RECIPIENT, {"criterion": "near_poor"}]}]}


@pytest.mark.parametrize(
    "same",
    [
        {"all_of": [{**AGE, "quote": "만 65세 이상", "confidence": 0.4}, RULE["all_of"][1]]},
        {"all_of": [{**AGE, "section": "criteria", "unit": "years"}, RULE["all_of"][1]]},
        {"all_of": [RULE["all_of"][1], AGE]},
        {
            "all_of": [
                AGE,
                {"any_of": [{**RECIPIENT, "any_of": ["의료", "생계"]}, {"criterion": "near_poor"}]},
            ]
        },
    ],
    ids=["reading", "defaults", "order", "values"],
)
def test_what_does_not_change_the_question_does_not_change_the_digest(same: Any) -> None:
    assert rule_digest(same) == rule_digest(RULE)


@pytest.mark.parametrize(
    "other",
    [
        {"all_of": [{**AGE, "min": 66}, RULE["all_of"][1]]},
        {"all_of": [{**AGE, "unclear": True}, RULE["all_of"][1]]},
        {"any_of": RULE["all_of"]},
        {"all_of": [AGE]},
    ],
    ids=["number", "unclear", "group", "fewer"],
)
def test_what_changes_the_question_changes_the_digest(other: Any) -> None:
    assert rule_digest(other) != rule_digest(RULE)


def test_one_branch_is_the_branch_itself() -> None:
    assert rule_digest({"all_of": [AGE]}) == rule_digest(AGE)
    assert rule_digest({"any_of": [{"all_of": [AGE]}]}) == rule_digest(AGE)
    assert rule_digest({"at_least": 1, "of": [AGE]}) == rule_digest(AGE)
    assert rule_digest({"none_of": [AGE]}) != rule_digest(AGE)


def test_a_malformed_rule_has_a_digest_too() -> None:
    broken = {"criterion": "age", "min": "많음"}
    assert rule_digest(broken) == rule_digest({**broken, "quote": "많음"})
    assert len(rule_digest(broken)) == 64
