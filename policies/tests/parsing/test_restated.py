"""Ages and the dates that spell them out, and conditions that one section says again."""

from __future__ import annotations

from typing import Any

import pytest

from policies.eligibility.parsing.repeats import without_conditions, without_repeats
from policies.eligibility.parsing.restated import settled, without_ages
from policies.eligibility.rule import rule_from_data, rule_to_data

OLD = {"criterion": "age", "min": 65}
TEEN = {"criterion": "age", "below": 18}
YOUTH = {"criterion": "age", "min": 19, "max": 34}
BORN = {"criterion": "birth_window", "born_from": "1991-01-01", "born_to": "2007-12-31"}
BEFORE = {"criterion": "birth_window", "born_to": "1961-12-31"}
SENIOR = {"criterion": "age_group", "group": "노인"}
YOUNG = {"criterion": "age_group", "group": "청년"}
POOR = {"criterion": "near_poor"}
MANY = {"criterion": "household_type", "any_of": ["multi_child"]}
THREE = {"criterion": "children", "min_count": 3}
CHILD = {"criterion": "children", "below": 18}

Data = dict[str, Any]


def free(quote: str) -> Data:
    return {"criterion": "other", "key": quote[:20], "quote": quote}


def settle(data: Data, *, discounts: bool = False) -> Data:
    return rule_to_data(settled(rule_from_data(data), discounts=discounts))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"all_of": [YOUTH, BORN]}, BORN),
        ({"all_of": [OLD, BEFORE]}, BEFORE),
        ({"all_of": [YOUTH, BORN, POOR]}, {"all_of": [BORN, POOR]}),
        ({"all_of": [YOUTH, YOUNG]}, YOUTH),
        ({"all_of": [OLD, SENIOR, POOR]}, {"all_of": [OLD, POOR]}),
        ({"all_of": [MANY, THREE]}, THREE),
        ({"all_of": [TEEN, OLD]}, {"any_of": [TEEN, OLD]}),
        ({"all_of": [TEEN, OLD, POOR]}, {"all_of": [POOR, {"any_of": [TEEN, OLD]}]}),
        ({"any_of": [{"all_of": [YOUTH, BORN]}, POOR]}, {"any_of": [BORN, POOR]}),
        ({"none_of": [{"all_of": [YOUTH, BORN]}]}, {"none_of": [BORN]}),
    ],
)
def test_what_is_said_again_falls_away(rule: Data, expected: Data) -> None:
    assert settle(rule) == expected


@pytest.mark.parametrize(
    "rule",
    [
        POOR,
        {"all_of": [OLD, BORN]},
        {"all_of": [YOUTH, BEFORE]},
        {"all_of": [YOUTH, SENIOR]},
        {"all_of": [MANY, CHILD]},
        {"any_of": [YOUTH, BORN]},
        {"all_of": [OLD, POOR]},
        {"all_of": [{"criterion": "age", "min": 19}, {"criterion": "age", "max": 34}]},
    ],
)
def test_what_says_something_else_stays(rule: Data) -> None:
    assert settle(rule) == rule


def test_a_price_for_children_is_no_price_for_parents() -> None:
    rule = {"any_of": [TEEN, CHILD, POOR]}
    assert settle(rule, discounts=True) == {"any_of": [TEEN, POOR]}
    assert settle(rule) == rule


def test_ages_of_one_section_go_before_the_dates_of_the_other() -> None:
    def without(rule: Data, other: Data) -> Data | None:
        kept = without_ages(rule_from_data(rule), rule_from_data(other))
        return None if kept is None else rule_to_data(kept)

    assert without(YOUTH, BORN) is None
    assert without({"all_of": [YOUTH, POOR]}, {"all_of": [BORN, THREE]}) == POOR
    assert without({"all_of": [OLD, POOR]}, BORN) == {"all_of": [OLD, POOR]}
    assert without({"all_of": [YOUTH, POOR]}, POOR) == {"all_of": [YOUTH, POOR]}


def repeats(rule: Data, said: Data) -> Data | None:
    kept = without_repeats(rule_from_data(rule), rule_from_data(said))
    return None if kept is None else rule_to_data(kept)


LONELY = free("고독사 위험이 있는 사람")
LONELY_AGAIN = free("고독사 위험이 있는 것으로 확인된 사람")
VOLUNTEER = free("해외 봉사활동에 참여한 사람")


def test_free_words_that_the_other_section_has() -> None:
    assert repeats(LONELY_AGAIN, LONELY) is None
    assert repeats({"all_of": [LONELY_AGAIN, POOR]}, LONELY) == POOR
    assert repeats(VOLUNTEER, LONELY) == VOLUNTEER
    assert repeats(POOR, POOR) == POOR


def test_alternatives_are_dropped_only_together() -> None:
    """A way in that is known from elsewhere must not make the others necessary."""
    rule = {"any_of": [LONELY_AGAIN, POOR]}
    assert repeats(rule, LONELY) == rule
    assert repeats({"any_of": [LONELY_AGAIN, LONELY]}, LONELY) is None


def test_exclusions_are_no_repeats() -> None:
    rule = {"none_of": [LONELY_AGAIN]}
    assert repeats(rule, LONELY) == rule


def test_exclusions_that_are_the_conditions() -> None:
    positive = rule_from_data({"all_of": [OLD, VOLUNTEER]})
    excluded = [rule_from_data(VOLUNTEER), rule_from_data(POOR), rule_from_data(LONELY)]
    kept = [rule_to_data(rule) for rule in without_conditions(excluded, positive)]
    assert kept == [POOR, LONELY]
    assert without_conditions(excluded, None) == excluded
