"""Bounds that SQL filters by never lose anybody whose verdict is not unlikely."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.catalogue.load import load_catalogue
from policies.eligibility.compiled import compile_rule
from policies.eligibility.dates import age_in_months
from policies.eligibility.derive import born_between
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.necessary import Necessary, necessary_conditions
from policies.eligibility.person import Person
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import rule_from_data
from policies.tests.eligibility.strategies import LEAVES, partial_people, people, rules
from policies.vocabulary import Verdict

ADULT: dict[str, Any] = {"criterion": "age", "min": 19}
OLD: dict[str, Any] = {"criterion": "age", "min": 65}
YOUNG: dict[str, Any] = {"criterion": "age", "max": 34}
POOR: dict[str, Any] = {"criterion": "near_poor"}
WOMAN: dict[str, Any] = {"criterion": "sex", "one_of": ["female"]}
MAN: dict[str, Any] = {"criterion": "sex", "one_of": ["male"]}


def found(rule: dict[str, Any]) -> tuple[int | None, int | None, str]:
    each = necessary_conditions(rule_from_data(rule))
    return each.min_age_months, each.max_age_months, each.sex


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (OLD, (780, None, "")),
        (YOUNG, (None, 34 * 12 + 11, "")),
        ({"criterion": "age", "above": 64, "below": 70}, (780, 839, "")),
        ({"criterion": "age", "unit": "months", "below": 24}, (None, 23, "")),
        ({"criterion": "age", "unit": "months", "min": 0, "max": 6}, (None, 6, "")),
        ({"criterion": "age", "unit": "year_age", "min": 19, "max": 34}, (216, 419, "")),
        ({"criterion": "age_group", "group": "노인"}, (720, None, "")),
        ({"all_of": [ADULT, YOUNG, WOMAN]}, (228, 419, "female")),
        ({"all_of": [POOR, {"all_of": [OLD]}]}, (780, None, "")),
        ({"any_of": [OLD, {"all_of": [ADULT, YOUNG]}]}, (228, None, "")),
        ({"any_of": [OLD, {"criterion": "children"}]}, (None, None, "")),
        ({"any_of": [WOMAN, MAN]}, (None, None, "")),
        ({"none_of": [{"criterion": "age", "below": 19}]}, (228, None, "")),
        ({"none_of": [OLD, MAN]}, (None, 779, "female")),
        ({"none_of": [{"criterion": "age", "min": 19, "max": 34}]}, (None, None, "")),
        ({"none_of": [{"none_of": [OLD]}]}, (780, None, "")),
        ({"at_least": 2, "of": [OLD, ADULT]}, (780, None, "")),
        ({"at_least": 1, "of": [OLD, ADULT]}, (228, None, "")),
        ({**OLD, "unclear": True}, (None, None, "")),
        ({**OLD, "effective_from": "2027-01-01"}, (None, None, "")),
        ({**OLD, "on": "2026-01-01"}, (None, None, "")),
        ({**OLD, "at": "year_start"}, (768, None, "")),
        ({**YOUNG, "at": "year_end"}, (None, 34 * 12 + 11 + 12, "")),
        (POOR, (None, None, "")),
    ],
)
def test_bounds_by_hand(rule: dict[str, Any], expected: tuple[int | None, int | None, str]) -> None:
    assert found(rule) == expected


AGED = [
    ADULT,
    OLD,
    YOUNG,
    WOMAN,
    MAN,
    POOR,
    {"criterion": "age", "unit": "year_age", "min": 19, "max": 34},
    {"criterion": "age", "unit": "year_age", "above": 39},
    {"criterion": "age", "unit": "months", "min": 6, "below": 36},
    {"criterion": "age", "min": 19, "max": 39, "at": "year_start"},
    {"criterion": "age", "min": 60, "at": "year_end"},
    {"criterion": "age", "below": 19, "on": "2026-03-01"},
    {"criterion": "age_group", "group": "청년"},
    {"criterion": "age_group", "group": "아동"},
    {"criterion": "age_group", "group": "노인"},
    {**YOUNG, "unclear": True, "quote": "그 밖의 사람"},
    {**OLD, "effective_to": "2026-06-30"},
]


def aged_rules() -> st.SearchStrategy[dict[str, Any]]:
    """Rules that mostly ask for age and sex, groups nested at will."""

    def groups(branches: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
        several = st.lists(branches, min_size=1, max_size=3)
        kinds = st.sampled_from(["all_of", "any_of", "none_of"])
        plain = st.tuples(kinds, several).map(lambda pair: {pair[0]: pair[1]})
        counted = several.flatmap(
            lambda listed: st.integers(1, len(listed)).map(
                lambda count: {"at_least": count, "of": listed}
            )
        )
        return st.one_of(plain, counted)

    return st.recursive(st.sampled_from(AGED), groups, max_leaves=6)


def outside(bounds: Necessary, facts: ApplicantFacts) -> bool:
    """What the SQL filter drops."""
    if bounds.sex and facts.sex is not None and facts.sex != bounds.sex:
        return True
    born = born_between(facts)
    if born is None or born[1] > facts.as_of:
        return False
    youngest, oldest = (age_in_months(day, facts.as_of) for day in (born[1], born[0]))
    below = bounds.min_age_months is not None and oldest < bounds.min_age_months
    above = bounds.max_age_months is not None and youngest > bounds.max_age_months
    return below or above


@settings(max_examples=600, deadline=None)
@given(rule=st.one_of(aged_rules(), rules()), whole=people(), data=st.data())
def test_nobody_outside_has_another_verdict_than_unlikely(
    rule: dict[str, Any], whole: dict[str, Any], data: st.DataObject
) -> None:
    facts = ApplicantFacts.model_validate(data.draw(partial_people(whole)))
    parsed = rule_from_data(rule)
    if outside(necessary_conditions(parsed), facts):
        person = Person(facts, bundled_tables())
        assert person.verdict_of(compile_rule(parsed)) is Verdict.UNLIKELY


@pytest.mark.parametrize("age", [0, 5, 18, 19, 34, 35, 64, 65, 90])
def test_nobody_outside_in_the_catalogue(age: int) -> None:
    facts = ApplicantFacts(as_of=date(2026, 11, 29), age=age)
    person, dropped = Person(facts, bundled_tables()), 0
    for entry in load_catalogue().entries.values():
        if entry.rule is not None and outside(necessary_conditions(entry.rule), facts):
            dropped += 1
            assert person.verdict_of(compile_rule(entry.rule)) is Verdict.UNLIKELY, entry.id
    assert dropped


def test_every_leaf_has_bounds_that_can_be_stored() -> None:
    for leaf in (*LEAVES, *AGED):
        low, high, sex = found(leaf)
        assert low is None or 0 < low < 32768
        assert high is None or 0 <= high < 32768
        assert sex in {"", "male", "female"}
