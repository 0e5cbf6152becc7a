"""Facts after a change: what follows is set, what cannot be known any more is unknown."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from policies.eligibility.facts import ApplicantFacts, Layer, Provenance
from policies.eligibility.whatif import UnknownFact, what_if
from policies.tests.eligibility.people import AS_OF, person
from policies.tests.eligibility.strategies import partial_people, people

EMPLOYEE = {"health_insurance": "employee", "health_insurance_premium": 120_000}


def after(before: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Known facts after the change."""
    known = what_if(person(**before), changes).facts.model_dump(mode="json", exclude_none=True)
    return {key: value for key, value in known.items() if key in {*before, *changes, *_SHOWN}}


_SHOWN = ("moved_in_on", "delivered_on", "married_on", "children", "pregnancy", "owns_home")


@pytest.mark.parametrize("work", ["unemployed", "job_seeking", "inactive"])
def test_leaving_a_job_leaves_its_insurance_and_income_unknown(work: str) -> None:
    before = {"employment": "employed", "monthly_income": 3_000_000, **EMPLOYEE}
    found = what_if(person(**before), {"employment": work})
    assert found.changed == ("employment",)
    assert set(found.unknown) == {
        "health_insurance",
        "health_insurance_premium",
        "monthly_income",
    }
    assert after(before, employment=work) == {"employment": work}


def test_what_was_said_with_the_change_stays() -> None:
    before = {"employment": "employed", "monthly_income": 3_000_000, **EMPLOYEE}
    told = {"employment": "unemployed", "monthly_income": 0, "health_insurance": "regional"}
    assert after(before, **told) == told


@pytest.mark.parametrize(
    ("before", "work", "kept"),
    [
        ({"employment": "employed", **EMPLOYEE}, "on_leave", True),
        ({"employment": "unemployed", "health_insurance": "regional"}, "employed", False),
        ({"employment": "unemployed", "health_insurance": "medical_aid_1"}, "employed", True),
        ({"employment": "employed", **EMPLOYEE}, "self_employed", False),
        ({"employment": "on_leave", **EMPLOYEE}, "employed", True),
    ],
)
def test_insurance_by_a_job_comes_and_goes_with_the_job(
    before: dict[str, Any], work: str, kept: bool
) -> None:
    assert ("health_insurance" in after(before, employment=work)) is kept


def test_a_move_is_made_on_the_day() -> None:
    before = {"region": {"sido": "서울특별시"}, "moved_in_on": "2015-01-01"}
    busan = {"sido": "부산광역시"}
    assert after(before, region=busan) == {"region": busan, "moved_in_on": AS_OF.isoformat()}
    later = after(before, region=busan, moved_in_on="2026-12-24")
    assert later["moved_in_on"] == "2026-12-24"
    assert after(before, region=None) == {}


def test_a_birth_is_a_child_a_delivery_and_one_more_in_the_household() -> None:
    before = {
        "sex": "female",
        "pregnancy": "pregnant",
        "due_date": "2026-12-01",
        "children": ["2020-01-01", "2022-01-01"],
        "household_size": 4,
        "household_types": [],
        "median_income_ratio": 80,
    }
    found = after(before, delivered_on="2026-11-20")
    assert found == {
        "sex": "female",
        "pregnancy": "postpartum",
        "delivered_on": "2026-11-20",
        "children": ["2020-01-01", "2022-01-01", "2026-11-20"],
        "household_size": 5,
        "household_types": ["multi_child"],
    }
    by_list = after(before, children=[*before["children"], "2026-11-20"])
    assert by_list == found


def test_a_father_has_a_child_and_an_older_child_is_no_delivery() -> None:
    father = after({"sex": "male", "children": []}, children=["2026-11-20"])
    assert father == {"sex": "male", "children": ["2026-11-20"]}
    mother = after({"sex": "female", "children": []}, children=["2019-05-05"])
    assert mother == {"sex": "female", "children": ["2019-05-05"]}


def test_a_birth_with_unknown_children_leaves_their_number_unknown() -> None:
    found = what_if(person(sex="female", household_types=["one_person"]), {"delivered_on": AS_OF})
    assert found.facts.children is None
    assert found.facts.household_types == []
    assert set(found.followed) == {"pregnancy", "household_types"}


def test_a_wedding_is_today_and_changes_the_household() -> None:
    before = {
        "marital_status": "single",
        "household_types": ["one_person"],
        "household_size": 1,
        "monthly_income": 2_000_000,
    }
    assert after(before, marital_status="married") == {
        "marital_status": "married",
        "married_on": AS_OF.isoformat(),
        "household_types": ["newlywed"],
    }
    assert after({}, married_on="2026-12-01") == {"married_on": "2026-12-01"}
    assert what_if(person(), {"married_on": "2026-12-01"}).followed == ("marital_status",)


def test_the_end_of_a_marriage_forgets_the_wedding() -> None:
    before = {"marital_status": "married", "married_on": "2020-01-01", "household_size": 2}
    assert after(before, marital_status="widowed") == {"marital_status": "widowed"}


@pytest.mark.parametrize(
    ("before", "changes", "unknown"),
    [
        ({"median_income_ratio": 50}, {"monthly_income": 1}, {"median_income_ratio"}),
        ({"monthly_income": 1}, {"median_income_ratio": 50}, {"monthly_income"}),
        (
            {"median_income_ratio": 50, "household_size": 2},
            {"household_size": 3},
            {"median_income_ratio"},
        ),
        ({"health_insurance": "regional"}, {"basic_livelihood": ["의료"]}, {"health_insurance"}),
        ({"health_insurance": "medical_aid_1"}, {"basic_livelihood": []}, {"health_insurance"}),
        ({"health_insurance": "regional"}, {"basic_livelihood": ["주거"]}, set()),
        ({"tenure": "owned", "owns_home": True}, {"owns_home": False}, {"tenure"}),
        ({"tenure": "owned", "owns_home": True}, {"tenure": "jeonse"}, {"owns_home"}),
        (
            {"disability": "severe", "disability_type": "지체", "legacy_disability_grade": 2},
            {"disability": "none"},
            {"disability_type", "legacy_disability_grade"},
        ),
        ({"age": 64}, {"as_of": date(2027, 11, 29)}, {"age"}),
        ({"birth_date": "1960-01-01"}, {"as_of": date(2027, 11, 29)}, set()),
        ({"birth_date": "1960-01-01"}, {"age": 64}, {"birth_date"}),
        ({"pregnancy": "pregnant", "due_date": "2026-12-24"}, {"pregnancy": "none"}, {"due_date"}),
    ],
)
def test_facts_that_depend_become_unknown(
    before: dict[str, Any], changes: dict[str, Any], unknown: set[str]
) -> None:
    assert set(what_if(person(**before), changes).unknown) == unknown


def test_free_facts_are_merged_and_taken_back() -> None:
    before = {"other": {"세대주": True, "동거": False}}
    found = what_if(person(**before), {"other": {"동거": None, "상시고용": True}})
    assert found.facts.other == {"세대주": True, "상시고용": True}


def test_a_known_fact_may_be_made_unknown_and_a_day_may_not() -> None:
    found = what_if(person(sex="female"), {"sex": None, "as_of": None})
    assert (found.facts.sex, found.facts.as_of) == (None, AS_OF)
    assert found.changed == ("sex",)


def test_what_no_fact_is_called_is_refused_with_every_name() -> None:
    with pytest.raises(UnknownFact, match="height, weight"):
        what_if(person(), {"weight": 1, "height": 2, "sex": "male"})
    with pytest.raises(ValidationError):
        what_if(person(), {"sex": "여자"})


def test_origin_stays_with_what_did_not_change() -> None:
    origin = Provenance(layer=Layer.PROFILE)
    facts = person(
        sex="male", employment="employed", provenance={"sex": origin, "employment": origin}
    )
    kept = what_if(facts, {"employment": "inactive"}).facts.provenance
    assert kept == {"sex": origin}


@settings(max_examples=150, deadline=None)
@given(whole=people(), other=people(), data=st.data())
def test_what_is_told_is_what_happened(
    whole: dict[str, Any], other: dict[str, Any], data: st.DataObject
) -> None:
    before = ApplicantFacts.model_validate(data.draw(partial_people(whole)))
    keys = data.draw(st.lists(st.sampled_from(sorted(other)), max_size=3, unique=True))
    changes = {key: other[key] for key in keys}
    found = what_if(before, changes)
    differing = {
        key for key, value in found.facts if key != "provenance" and value != getattr(before, key)
    }
    assert differing == {*found.changed, *found.followed, *found.unknown}
    wanted = ApplicantFacts.model_validate({"as_of": before.as_of, **changes})
    for key in keys:
        if key != "other":
            assert getattr(found.facts, key) == getattr(wanted, key)
    again = what_if(found.facts, {})
    assert again.facts == found.facts
