"""Facts of a member: layers, a later word, lists that grow, values that do not fit."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from chat.agent.facts import applicant, known_facts, member_name, said_facts, whole_dates
from chat.agent.state import TurnState
from chat.agent.understanding import merge_member
from policies.eligibility.facts import Layer

AS_OF = date(2026, 11, 29)


def state(**layers: dict[str, Any]) -> TurnState:
    """State of a turn in which the father's facts come from the given layers."""
    found = TurnState(as_of="2026-11-29")
    for name in ("profiles", "members", "said"):
        found[name] = {"father": layers.get(name, {})}  # type: ignore[literal-required]
    return found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"sex": "male"}, {"sex": "female"}, {"sex": "female"}),
        ({"age": 67}, {"birth_date": "1959-01-01"}, {"birth_date": "1959-01-01"}),
        ({"birth_date": "1959-01-01"}, {"age": 70}, {"age": 70}),
        (
            {"birth_date": "1959-01-01"},
            {"age": 70, "birth_date": "1956-01-01"},
            {"birth_date": "1956-01-01"},
        ),
        ({"conditions": ["당뇨병"]}, {"conditions": ["치매"]}, {"conditions": ["당뇨병", "치매"]}),
        ({"conditions": ["당뇨병"]}, {"conditions": ["당뇨병"]}, {"conditions": ["당뇨병"]}),
        ({"conditions": ["당뇨병"]}, {"conditions": []}, {"conditions": []}),
        ({"conditions": []}, {"conditions": ["치매"]}, {"conditions": ["치매"]}),
        ({"household_size": 0}, {}, {"household_size": 0}),
        ({"other": {"a": True}}, {"other": {"b": False}}, {"other": {"a": True, "b": False}}),
        ({"other": {"a": True}}, {"other": {"a": False}}, {"other": {"a": False}}),
    ],
)
def test_later_word_over_the_earlier(
    old: dict[str, Any], new: dict[str, Any], expected: dict[str, Any]
) -> None:
    before = repr(old), repr(new)
    assert merge_member(old, new) == expected
    assert (repr(old), repr(new)) == before


def test_conversation_over_the_profile_with_the_layer_of_each_value() -> None:
    told = state(
        profiles={"sex": "female", "birth_date": "1959-03-02", "household_size": 2},
        members={"household_size": 1, "age": 70, "conditions": ["치매"]},
        said={"age": 70},
    )
    assert known_facts(told, "father") == {
        "sex": "female",
        "household_size": 1,
        "age": 70,
        "conditions": ["치매"],
    }
    facts = applicant(told, "father")
    layers = {key: origin.layer for key, origin in facts.provenance.items()}
    assert layers == {
        "sex": Layer.PROFILE,
        "household_size": Layer.SESSION,
        "age": Layer.TURN,
        "conditions": Layer.SESSION,
    }
    assert facts.as_of == AS_OF


def test_members_do_not_share_facts() -> None:
    told = state(members={"age": 70})
    assert known_facts(told, "spouse") == {}
    assert applicant(told, "spouse").known() == {}


def test_said_facts_leave_the_profile_out() -> None:
    told = state(profiles={"sex": "female"}, members={"household_size": 1})
    assert said_facts(told, "father").known() == {"household_size": 1}


@pytest.mark.parametrize(
    "bad",
    [
        {"age": 400},
        {"sex": "unknown"},
        {"region": {"sido": "서울특별시", "dong": "사당동"}},
        {"children": ["어제"]},
        {"height": 180},
        {"age": -1, "household_size": 0},
    ],
)
def test_value_that_does_not_fit_stays_unknown(bad: dict[str, Any]) -> None:
    facts = applicant(state(members={"near_poor": True, **bad}), "father")
    assert facts.known() == {"near_poor": True}
    assert set(facts.provenance) == {"near_poor"}


def test_known_negatives_stay_known() -> None:
    said = {"near_poor": False, "conditions": [], "monthly_income": 0, "disability": "none"}
    assert applicant(state(members=said), "father").known() == said


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ({"birth_date": "1959-03-02"}, {"birth_date": "1959-03-02"}),
        ({"birth_date": "1959-03"}, {"birth_date": date(1959, 3, 1)}),
        ({"birth_date": "1959-11"}, {}),
        ({"birth_date": "1959"}, {}),
        ({"birth_date": "1959-13"}, {}),
        ({"delivered_on": "2026-10"}, {"delivered_on": date(2026, 10, 1)}),
        ({"moved_in_on": "2026-10"}, {"moved_in_on": date(2026, 10, 31)}),
        ({"due_date": "2027-02"}, {"due_date": date(2027, 2, 28)}),
        ({"married_on": "2024"}, {}),
        ({"children": ["2020-05"]}, {"children": [date(2020, 5, 1)]}),
        ({"children": ["2020-05", "2021"]}, {}),
        ({"children": []}, {"children": []}),
    ],
)
def test_partial_date_claims_no_more_than_was_said(
    said: dict[str, Any], known: dict[str, Any]
) -> None:
    assert whole_dates({"near_poor": True, **said}, AS_OF) == {"near_poor": True, **known}


@pytest.mark.parametrize(
    ("member", "name"),
    [
        ("self", "본인"),
        ("child2", "자녀 2"),
        ("mother", "어머니"),
        ("neighbour", "가족"),
        ("daughter_in_law", "가족"),
    ],
)
def test_members_have_korean_names(member: str, name: str) -> None:
    assert member_name(member) == name


def test_nobodys_mother_is_asked_whether_she_is_pregnant() -> None:
    told: Any = {"as_of": "2026-11-29", "members": {"mother": {"age": 58}}, "focus": "mother"}
    assert applicant(told, "mother").pregnancy == "none"
    assert applicant({**told, "members": {"self": {"age": 30}}}, "self").pregnancy is None


def family(**members: dict[str, Any]) -> TurnState:
    """State of a turn that is about the speaker."""
    return TurnState(as_of="2026-11-29", members=members, focus="self")


HOME = {"basic_livelihood": ["생계"], "monthly_income": 0, "age": 40}


@pytest.mark.parametrize(
    ("member", "own", "shares"),
    [
        ("child", {"age": 15}, True),
        ("child2", {}, True),
        ("child", {"age": 32}, False),
        ("child", {"age": 15, "region": {"sido": "부산광역시"}}, False),
        ("spouse", {}, True),
        ("mother", {}, False),
    ],
)
def test_who_shares_what_the_household_has(member: str, own: dict[str, Any], shares: bool) -> None:
    known = known_facts(family(self=HOME, **{member: own}), member)
    assert known.get("basic_livelihood") == (["생계"] if shares else None)
    assert known.get("age") == own.get("age")


def test_parents_told_of_together_share_their_home() -> None:
    home = {"region": {"sido": "부산광역시", "sigungu": "사하구"}, "household_size": 2}
    told = family(father=home, mother={"household_size": 2}, grandmother={"household_size": 1})
    assert known_facts(told, "mother")["region"] == home["region"]
    alone = family(father=home, mother={})
    assert "region" not in known_facts(alone, "mother")


def test_a_divorced_spouse_is_another_household() -> None:
    told = family(self={**HOME, "marital_status": "divorced"}, spouse={})
    assert "monthly_income" not in known_facts(told, "spouse")


def test_children_spoken_of_are_known_by_their_ages() -> None:
    told = family(self={}, child={"age": 4}, child2={"birth_date": "2026-10-20"}, child3={})
    assert applicant(told, "self").child_births == (
        (date(2021, 11, 30), date(2022, 11, 29)),
        (date(2026, 10, 20), date(2026, 10, 20)),
    )
    assert applicant(told, "child").child_births == ()
