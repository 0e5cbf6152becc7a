"""Person and household: stated values, known negatives, certain inferences."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from policies.eligibility.outcome import State
from policies.tests.eligibility.people import judged

MET, NOT_MET, UNKNOWN = State.MET, State.NOT_MET, State.UNKNOWN
SEOUL = {"sido": "서울특별시", "sigungu": "동작구"}


@pytest.mark.parametrize(
    ("name", "fields", "facts", "state"),
    [
        ("sex", {"one_of": ["female"]}, {"sex": "female"}, MET),
        ("sex", {"one_of": ["female"]}, {"sex": "male"}, NOT_MET),
        ("sex", {"one_of": ["female", "male"]}, {}, UNKNOWN),
        ("nationality", {"one_of": ["korean"]}, {"nationality": "foreign"}, NOT_MET),
        ("marital_status", {"one_of": ["married"]}, {"marital_status": "married"}, MET),
        ("infertility_treatment", {}, {"infertility_treatment": False}, NOT_MET),
        ("infertility_treatment", {"equals": False}, {"infertility_treatment": False}, MET),
        ("veteran", {}, {"veteran": False}, NOT_MET),
        ("veteran", {}, {}, UNKNOWN),
        ("employment", {"one_of": ["employed"]}, {"employment": "on_leave"}, MET),
        ("employment", {"one_of": ["on_leave"]}, {"employment": "employed"}, NOT_MET),
        ("employment", {"one_of": ["unemployed"]}, {"employment": "job_seeking"}, MET),
        ("employment", {"one_of": ["job_seeking"]}, {"employment": "unemployed"}, UNKNOWN),
        ("employment", {"one_of": ["livestock"]}, {"employment": "farmer"}, UNKNOWN),
        ("employment", {"one_of": ["farmer"]}, {"employment": "fisher"}, NOT_MET),
        ("education", {"one_of": ["high"]}, {"education": "not_student"}, NOT_MET),
        ("household_size", {"max": 1}, {"household_types": ["one_person"]}, MET),
        ("household_size", {"min": 4}, {"household_size": 3}, NOT_MET),
        ("household_size", {"min": 4}, {"household_size": 4}, MET),
        ("household_size", {"min": 4}, {}, UNKNOWN),
        ("household_type", {"any_of": ["one_person"]}, {"household_size": 1}, MET),
        ("household_type", {"any_of": ["one_person"]}, {"household_size": 2}, NOT_MET),
        ("household_type", {"any_of": ["single_parent"]}, {"household_size": 2}, UNKNOWN),
        ("household_type", {"any_of": ["single_parent"]}, {"household_types": []}, NOT_MET),
        ("household_type", {"any_of": ["multi_child"]}, {"children": []}, NOT_MET),
        ("household_type", {"any_of": ["newlywed"]}, {"married_on": "2019-11-28"}, NOT_MET),
        ("owns_home", {"equals": False}, {"owns_home": False}, MET),
        ("owns_home", {"equals": False}, {"tenure": "owned"}, NOT_MET),
        ("owns_home", {"equals": False}, {"tenure": "public_rental"}, UNKNOWN),
        ("owns_home", {"equals": True}, {"tenure": "owned"}, MET),
        ("tenure", {"one_of": ["monthly_rent"]}, {"tenure": "monthly_rent"}, MET),
        ("tenure", {"one_of": ["owned"]}, {"owns_home": False}, NOT_MET),
        ("tenure", {"one_of": ["monthly_rent"]}, {"owns_home": False}, UNKNOWN),
    ],
)
def test_states(name: str, fields: dict[str, Any], facts: dict[str, Any], state: State) -> None:
    assert judged(name, fields, **facts).state is state


@pytest.mark.parametrize(
    ("wanted", "lived", "state"),
    [
        (("서울특별시", "동작구"), ("서울특별시", "동작구"), MET),
        (("서울특별시", "동작구"), ("서울특별시", "관악구"), NOT_MET),
        (("서울특별시", "동작구"), ("서울", None), UNKNOWN),
        (("서울", None), ("서울특별시", None), MET),
        (("강원도", None), ("강원특별자치도", "태백시"), MET),
        (("전라북도", "무주군"), ("전북특별자치도", "무주군"), MET),
        (("부산직할시", None), ("부산광역시", "북구"), MET),
        (("대구광역시", "북구"), ("부산광역시", "북구"), NOT_MET),
        (("경기도", "수원시"), ("경기도", "수원시 장안구"), MET),
        (("경기도", "수원시 장안구"), ("경기도", "수원시"), UNKNOWN),
        (("경상북도", "군위군"), ("대구광역시", "군위군"), MET),
        (("세종특별자치시", "세종시"), ("세종시", None), MET),
        (("전남광주통합특별시", "순천시"), ("전라남도", "순천시"), MET),
        (("광주광역시", None), ("전남광주통합특별시", "광산구"), MET),
        (("전라남도", None), ("전남광주통합특별시", "광산구"), NOT_MET),
        (("광주광역시", None), ("전남광주통합특별시", None), UNKNOWN),
        (("경기도", "광주시"), ("광주광역시", "동구"), NOT_MET),
    ],
)
def test_region(
    wanted: tuple[str, str | None], lived: tuple[str, str | None], state: State
) -> None:
    fields = {"sido": wanted[0], "sigungu": wanted[1]}
    outcome = judged("region", fields, region={"sido": lived[0], "sigungu": lived[1]})
    assert outcome.state is state
    assert outcome.missing == (["region"] if state is UNKNOWN else [])


def test_region_sentences() -> None:
    outcome = judged("region", {"sido": "부산"}, region=SEOUL)
    assert outcome.sentence == (
        "부산광역시 거주자여야 하는데 서울특별시 동작구 거주자입니다."
    )  # fmt: skip
    coarse = judged("region", SEOUL, region={"sido": "서울"})
    assert coarse.sentence == (
        "사는 시·군·구를 알면 서울특별시 동작구 거주자인지 확인할 수 있어요."
    )
    assert judged("region", SEOUL).missing == ["region"]


@pytest.mark.parametrize(
    ("moved", "state", "distance"),
    [("2026-05-29", MET, ""), ("2026-05-30", NOT_MET, "1개월 부족"), (None, UNKNOWN, "")],
)
def test_residence(moved: str | None, state: State, distance: str) -> None:
    outcome = judged("residence", {"min_months": 6}, moved_in_on=moved, region=SEOUL)
    assert (outcome.state, outcome.distance) == (state, distance)


def test_residence_flips_when_the_months_are_full() -> None:
    outcome = judged("residence", {"min_months": 6}, moved_in_on="2026-08-31")
    assert outcome.flip_on == date(2027, 3, 1)


def test_residence_before_the_move_and_without_duration() -> None:
    assert judged("residence", {"min_months": 0}, moved_in_on="2026-12-01").state is NOT_MET
    assert judged("residence", {"min_months": 0}, region=SEOUL).state is MET


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({"married_on": "2019-11-29"}, MET),
        ({"married_on": "2019-11-28"}, NOT_MET),
        ({"married_on": "2026-12-01"}, NOT_MET),
        ({"marital_status": "single"}, NOT_MET),
        ({"marital_status": "engaged"}, NOT_MET),
        ({"marital_status": "married"}, UNKNOWN),
        ({}, UNKNOWN),
    ],
)
def test_married_within(facts: dict[str, Any], state: State) -> None:
    outcome = judged("married_within", {"max_months": 84}, **facts)
    assert outcome.state is state
    assert outcome.missing == (["married_on"] if state is UNKNOWN else [])


@pytest.mark.parametrize(
    ("fields", "facts", "state"),
    [
        ({"one_of": ["pregnant"]}, {"pregnancy": "pregnant"}, MET),
        ({"one_of": ["pregnant"]}, {"pregnancy": "none"}, NOT_MET),
        ({"one_of": ["pregnant"]}, {"sex": "male"}, NOT_MET),
        ({"one_of": ["pregnant"]}, {"sex": "female"}, UNKNOWN),
        ({"one_of": ["pregnant"]}, {"due_date": "2027-01-15"}, MET),
        ({"one_of": ["postpartum"]}, {"pregnancy": "postpartum"}, MET),
        ({"one_of": ["postpartum"]}, {"delivered_on": "2026-05-30"}, MET),
        ({"one_of": ["postpartum"]}, {"delivered_on": "2026-05-29"}, NOT_MET),
        ({"one_of": ["postpartum"], "within_months": 6}, {"delivered_on": "2026-05-29"}, MET),
        ({"one_of": ["postpartum"], "within_months": 6}, {"delivered_on": "2026-05-28"}, NOT_MET),
        ({"one_of": ["postpartum"], "within_months": 6}, {"pregnancy": "postpartum"}, UNKNOWN),
        ({"one_of": ["postpartum"], "within_months": 6}, {"pregnancy": "pregnant"}, NOT_MET),
    ],
)
def test_pregnancy(fields: dict[str, Any], facts: dict[str, Any], state: State) -> None:
    assert judged("pregnancy", fields, **facts).state is state


def test_postpartum_window_asks_for_the_delivery_and_flips() -> None:
    fields = {"one_of": ["pregnant", "postpartum"], "within_months": 6}
    assert judged("pregnancy", fields, pregnancy="postpartum").missing == ["delivered_on"]
    outcome = judged("pregnancy", fields, pregnancy="postpartum", delivered_on="2026-08-20")
    assert (outcome.state, outcome.flip_on) == (MET, date(2027, 2, 21))


@pytest.mark.parametrize(
    ("limits", "due", "state"),
    [
        ({"min_weeks": 16}, "2027-05-16", MET),
        ({"min_weeks": 16}, "2027-05-17", NOT_MET),
        ({"max_weeks": 16}, "2027-05-10", MET),
        ({"max_weeks": 16}, "2027-05-09", NOT_MET),
        ({"min_weeks": 12, "max_weeks": 32}, "2027-02-01", MET),
        ({"min_weeks": 12, "max_weeks": 32}, "2026-12-20", NOT_MET),
        ({"min_weeks": 16}, None, UNKNOWN),
    ],
)
def test_weeks_of_pregnancy(limits: dict[str, int], due: str | None, state: State) -> None:
    """The due date ends the fortieth week: 168 days before it the seventeenth begins."""
    facts = {} if due is None else {"due_date": due}
    outcome = judged("pregnancy", {"one_of": ["pregnant"], **limits}, pregnancy="pregnant", **facts)
    assert outcome.state is state
    assert outcome.missing == (["due_date"] if state is UNKNOWN else [])


def test_weeks_ask_nothing_of_those_who_are_not_pregnant() -> None:
    fields = {"one_of": ["pregnant"], "min_weeks": 16}
    assert judged("pregnancy", fields, pregnancy="none").state is NOT_MET
    assert judged("pregnancy", fields, sex="male").state is NOT_MET


def test_the_day_on_which_the_week_is_reached() -> None:
    fields = {"one_of": ["pregnant"], "min_weeks": 16}
    outcome = judged("pregnancy", fields, pregnancy="pregnant", due_date="2027-05-20")
    assert outcome.flip_on == date(2026, 12, 3)
