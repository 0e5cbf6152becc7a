"""Children by birth and place, length of residence, marriage windows, and a child's own case."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from policies.eligibility.evaluate import evaluate
from policies.eligibility.outcome import State, UnknownReason
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import rule_from_data
from policies.tests.eligibility.people import decide, judged, person
from policies.vocabulary import Verdict

MET, NOT_MET, UNKNOWN = State.MET, State.NOT_MET, State.UNKNOWN
DONGJAK = {"sido": "서울특별시", "sigungu": "동작구"}
SEOUL = {"criterion": "region", "sido": "서울"}
KID: dict[str, Any] = {"birth_date": "2016-04-11"}


@pytest.mark.parametrize(
    ("fields", "births", "state"),
    [
        ({"within_months": 12}, ["2025-11-29"], MET),
        ({"within_months": 12}, ["2025-11-28"], NOT_MET),
        ({"within_days": 180}, ["2026-06-02"], MET),
        ({"within_days": 180}, ["2026-06-01"], NOT_MET),
        ({"born_from": "2024-01-01"}, ["2023-12-31"], NOT_MET),
        ({"born_from": "2024-01-01", "born_to": "2024-12-31"}, ["2024-12-31"], MET),
        ({"ordinal": 3}, ["2010-01-01", "2012-01-01"], NOT_MET),
        ({"ordinal": 3}, ["2010-01-01", "2024-01-01", "2012-01-01"], MET),
        ({"ordinal": 3, "max": 5}, ["2010-01-01", "2012-01-01", "2014-01-01"], NOT_MET),
        ({"ordinal": 2, "max": 5}, ["2021-01-01", "2000-01-01"], MET),
        ({"ordinal": 2, "max": 5}, ["2021-01-01"], NOT_MET),
        ({"below": 7, "at": "year_start"}, ["2019-01-02"], MET),
        ({"below": 7, "at": "year_start"}, ["2019-01-01"], NOT_MET),
        ({"below": 7, "at": "year_start"}, ["2026-03-01"], NOT_MET),
        ({"min_count": 3, "below": 19, "on": "2025-01-01"}, ["2006-01-02"] * 3, MET),
    ],
)
def test_children(fields: dict[str, Any], births: list[str], state: State) -> None:
    assert judged("children", fields, children=births).state is state


def test_the_anniversary_is_still_within_a_year() -> None:
    facts = {"children": ["2025-11-26"]}
    fields = {"within_months": 12}
    assert judged("children", fields, as_of=date(2026, 11, 26), **facts).state is MET
    outcome = judged("children", fields, as_of=date(2026, 11, 27), **facts)
    assert (outcome.state, outcome.flip_on) == (NOT_MET, None)
    before = judged("children", fields, as_of=date(2026, 11, 1), **facts)
    assert before.flip_on == date(2026, 11, 27)


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({"below": 9}, MET),
        ({"min": 8}, UNKNOWN),
        ({"below": 8}, UNKNOWN),
        ({"below": 9, "min_count": 2}, UNKNOWN),
        ({"below": 9, "min_count": 0, "max_count": 1}, UNKNOWN),
        ({"below": 9, "ordinal": 2}, UNKNOWN),
    ],
)
def test_a_child_spoken_of_counts_where_its_age_is_enough(
    fields: dict[str, Any], state: State
) -> None:
    rule = rule_from_data({"criterion": "children", **fields})
    parent = person().with_child_births([(date(2018, 6, 1), date(2019, 5, 31))])
    assert evaluate(rule, parent, bundled_tables()).outcomes[0].state is state


def test_a_child_just_born_counts_as_a_first_one_only() -> None:
    delivered = {"delivered_on": "2026-10-01"}
    assert judged("children", {"within_months": 12}, **delivered).state is MET
    assert judged("children", {"ordinal": 3}, **delivered).missing == ["children"]
    assert judged("children", {"born_from": "2026-11-01"}, **delivered).state is UNKNOWN


def test_children_in_words() -> None:
    fields = {"within_months": 12, "ordinal": 3}
    outcome = judged("children", fields, children=["2020-01-01"])
    assert outcome.sentence == (
        "출생 후 1년 이내인 셋째 이상 자녀가 1명 이상인 사람이어야 하는데 해당하는 자녀가 없습니다."
    )
    window = judged("children", {"born_from": "2024-01-01"}, children=[])
    assert window.sentence.startswith("2024년 1월 1일 이후에 태어난 자녀가 1명 이상인 사람")


@pytest.mark.parametrize(
    ("fields", "moved", "state", "distance"),
    [
        ({"min_days": 180}, "2026-06-02", MET, ""),
        ({"min_days": 180}, "2026-06-03", NOT_MET, "1일 부족"),
        ({"max_months": 36}, "2023-11-29", MET, ""),
        ({"max_months": 36}, "2023-11-28", NOT_MET, "1일 초과"),
        ({"max_months": 36}, "2023-01-15", NOT_MET, "10개월 초과"),
        ({"moved_from": "2020-01-01"}, "2020-01-01", MET, ""),
        ({"moved_from": "2020-01-01", "moved_to": "2020-12-31"}, "2021-01-01", NOT_MET, ""),
        ({"min_months": 24, "at": "year_start"}, "2024-01-01", MET, ""),
        ({"min_months": 24, "at": "year_start"}, "2024-01-02", NOT_MET, "1개월 부족"),
        ({"min_months": 1, "on": "2026-03-26"}, "2026-04-01", NOT_MET, ""),
        ({"min_months": 6, "max_months": 36}, "2024-01-01", MET, ""),
    ],
)
def test_residence(fields: dict[str, Any], moved: str, state: State, distance: str) -> None:
    outcome = judged("residence", fields, moved_in_on=moved)
    assert (outcome.state, outcome.distance) == (state, distance)


def test_residence_before_the_birth_of_the_youngest_child() -> None:
    fields = {"min_days": 180, "at": "birth"}
    children = ["2019-01-01", "2026-10-01"]
    assert judged("residence", fields, moved_in_on="2026-04-04", children=children).state is MET
    late = judged("residence", fields, moved_in_on="2026-04-05", children=children)
    assert late.sentence == (
        "막내 자녀 출생일(2026년 10월 1일) 기준 180일 이상 거주자여야 하는데 "
        "기준일에 거주 기간 179일입니다."
    )
    assert (late.state, late.flip_on) == (NOT_MET, None)
    assert judged("residence", fields).missing == ["moved_in_on", "children"]
    assert judged("residence", fields, moved_in_on="2026-04-05").missing == ["children"]
    none = judged("residence", fields, moved_in_on="2020-01-01", children=[])
    assert none.state is NOT_MET
    kid = judged("residence", fields, moved_in_on="2016-04-11", **KID)
    assert (kid.state, kid.reason) == (UNKNOWN, UnknownReason.RULE_UNCLEAR)


def test_residence_in_words_and_flips() -> None:
    fields = {"min_months": 12, "at": "year_start"}
    outcome = judged("residence", fields, moved_in_on="2025-03-01")
    assert outcome.flip_on == date(2027, 1, 1)
    window = judged("residence", {"moved_from": "2020-01-01"}, moved_in_on="2019-05-05")
    assert window.sentence == (
        "2020년 1월 1일 이후에 전입한 사람이어야 하는데 전입일이 2019년 5월 5일입니다."
    )
    late = judged("residence", {"max_months": 36}, moved_in_on="2024-11-29")
    assert late.flip_on == date(2027, 11, 30)


@pytest.mark.parametrize(
    ("residence", "facts", "state"),
    [
        ({"min_months": 12}, {"moved_in_on": "2026-03-01"}, UNKNOWN),
        ({"min_months": 12}, {"moved_in_on": "2025-03-01"}, MET),
        ({"max_months": 12}, {"moved_in_on": "2025-03-01"}, NOT_MET),
        ({"max_months": 12}, {"moved_in_on": "2026-03-01"}, UNKNOWN),
        (
            {"min_months": 12},
            {"moved_in_on": "2026-03-01", "other": {"서울 밖에서 전입": True}},
            NOT_MET,
        ),
        (
            {"min_months": 12},
            {"moved_in_on": "2026-03-01", "other": {"이전 거주지 경기도 외 지역": True}},
            UNKNOWN,
        ),
        (
            {"min_months": 12},
            {"moved_in_on": "2026-03-01", "other": {"타 시·도에서 전입": True}},
            NOT_MET,
        ),
    ],
)
def test_a_move_inside_the_larger_region_of_the_rule(
    residence: dict[str, Any], facts: dict[str, Any], state: State
) -> None:
    """The facts name 동작구, the rule binds all of 서울: the move may have been one inside it."""
    rule = {"all_of": [SEOUL, {"criterion": "residence", **residence}]}
    outcome = decide(rule, region=DONGJAK, **facts).outcomes[1]
    assert outcome.state is state
    if state is UNKNOWN:
        assert outcome.missing == ["moved_in_on"]
        assert outcome.question == "서울특별시에는 언제부터 사셨어요?"


def test_a_move_into_the_region_of_the_rule_is_exact() -> None:
    short = {"criterion": "residence", "min_months": 12}
    moved = {"moved_in_on": "2026-03-01"}
    district = {"criterion": "region", **DONGJAK}
    rule = {"all_of": [{"any_of": [SEOUL, district]}, short]}
    assert decide(rule, region=DONGJAK, **moved).outcomes[2].state is NOT_MET
    whole = decide({"all_of": [SEOUL, short]}, region={"sido": "서울"}, **moved)
    assert whole.verdict is Verdict.UNLIKELY


@pytest.mark.parametrize(
    ("fields", "wed", "state", "distance"),
    [
        ({"min_months": 12}, "2025-11-29", MET, ""),
        ({"min_months": 12}, "2025-11-30", NOT_MET, "1개월 부족"),
        ({"married_from": "2023-01-01"}, "2023-01-01", MET, ""),
        ({"married_from": "2023-01-01"}, "2022-12-31", NOT_MET, ""),
        ({"married_from": "2023-01-01", "married_to": "2023-12-31"}, "2024-01-01", NOT_MET, ""),
        ({"max_months": 84}, "2019-06-29", NOT_MET, "5개월 초과"),
    ],
)
def test_marriage(fields: dict[str, Any], wed: str, state: State, distance: str) -> None:
    outcome = judged("married_within", fields, married_on=wed)
    assert (outcome.state, outcome.distance) == (state, distance)


@pytest.mark.parametrize(
    ("name", "fields", "state"),
    [
        ("children", {}, NOT_MET),
        ("children", {"min_count": 0, "max_count": 0}, MET),
        ("marital_status", {"one_of": ["single"]}, MET),
        ("married_within", {"max_months": 84}, NOT_MET),
        ("employment", {"one_of": ["employed", "farmer"]}, NOT_MET),
        ("employment", {"one_of": ["unemployed"]}, UNKNOWN),
        ("education", {"one_of": ["university", "graduate"]}, NOT_MET),
        ("education", {"one_of": ["elementary"]}, UNKNOWN),
        ("household_type", {"any_of": ["single_parent"]}, UNKNOWN),
    ],
)
def test_what_follows_from_being_a_child(name: str, fields: dict[str, Any], state: State) -> None:
    assert judged(name, fields, **KID).state is state
    assert judged(name, fields, age=10).state is state


def test_a_childs_own_case_says_why() -> None:
    assert judged("children", {}, **KID).sentence == (
        "자녀가 1명 이상인 사람이어야 하는데 만 14세 미만으로 자녀가 없습니다."
    )
    assert judged("education", {"one_of": ["university"]}, **KID).sentence == (
        "대학생이어야 하는데 만 10세입니다."
    )
    told = judged("children", {}, children=["2026-01-01"], **KID)
    assert told.state is MET
    family = judged("household_type", {"any_of": ["multi_child"]}, children=[], **KID)
    assert family.state is UNKNOWN


def test_schools_follow_from_ages() -> None:
    preschool, pupil = {"one_of": ["preschool"]}, {"one_of": ["elementary"]}
    assert judged("education", preschool, birth_date="1980-01-01").state is NOT_MET
    assert judged("education", preschool, birth_date="2022-01-01").state is UNKNOWN
    assert judged("education", pupil, birth_date="2023-01-01").state is NOT_MET
