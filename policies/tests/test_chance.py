"""Order by the chance that what is open is met: rare standings nobody spoke of go down."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from policies.eligibility.compiled import compile_rule
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.person import Person
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import rule_from_data
from policies.screening.chance import chance_of
from policies.screening.fit import fit_of

AS_OF = date(2026, 11, 30)
AGED = {"criterion": "age", "min": 65, "section": "target", "quote": "65세 이상"}
VETERAN = {"criterion": "veteran", "section": "target", "quote": "국가유공자"}
POOR = {"criterion": "median_income_ratio", "max": 50, "section": "criteria", "quote": "50% 이하"}
FARMER = {
    "criterion": "employment", "one_of": ["farmer"], "section": "target", "quote": "농업인",
}  # fmt: skip


def chance(rule: Any, **known: Any) -> float:
    facts = ApplicantFacts(as_of=AS_OF, **known)
    compiled = compile_rule(rule_from_data(rule))
    states = Person(facts, bundled_tables()).outline_of(compiled).states
    return chance_of(compiled, states, facts)


def fit(rule: Any, **known: Any) -> float:
    facts = ApplicantFacts(as_of=AS_OF, **known)
    compiled = compile_rule(rule_from_data(rule))
    outline = Person(facts, bundled_tables()).outline_of(compiled)
    return fit_of(compiled, outline, chance_of(compiled, outline.states, facts), facts)


def test_what_is_certain_has_no_chance_about_it() -> None:
    assert chance(AGED, age=70) == 1.0
    assert chance(AGED, age=50) == 0.0


def test_groups_count_as_independent() -> None:
    one, two = chance(VETERAN), chance(POOR)
    assert chance({"all_of": [VETERAN, POOR]}) == pytest.approx(one * two)
    assert chance({"any_of": [VETERAN, POOR]}) == pytest.approx(one + two - one * two)
    assert chance({"none_of": [VETERAN]}) == pytest.approx(1 - one)
    both = {"at_least": 2, "of": [VETERAN, POOR, AGED]}
    assert chance(both, age=70) == pytest.approx(one + two - one * two)


def test_a_rare_standing_goes_below_an_income_limit() -> None:
    old = {"age": 70}
    assert fit({"all_of": [AGED, POOR]}, **old) > fit({"all_of": [AGED, FARMER]}, **old)
    assert fit({"all_of": [AGED, FARMER]}, **old) > fit({"all_of": [AGED, VETERAN]}, **old) > 0


def test_what_most_people_meet_tells_little() -> None:
    housed = {"criterion": "tenure", "section": "target", "quote": "소유자나 세입자",
              "one_of": ["owned", "jeonse", "monthly_rent", "public_rental"]}  # fmt: skip
    rented = {**housed, "one_of": ["monthly_rent"], "quote": "월세"}
    assert fit(housed, tenure="monthly_rent") < fit(rented, tenure="monthly_rent")


def test_nobody_of_sixty_is_taken_for_a_mother_of_a_baby() -> None:
    baby = {"criterion": "children", "unit": "months", "max": 24, "section": "target",
            "quote": "24개월 미만"}  # fmt: skip
    assert chance(baby, age=61) < chance(baby, age=30)
