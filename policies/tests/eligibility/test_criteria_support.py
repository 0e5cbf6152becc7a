"""Recipients, disability, care grade, diseases, benefits received, free keys."""

from __future__ import annotations

from typing import Any

import pytest

from policies.eligibility.conditions import canonical_name, find_disease, has_condition
from policies.eligibility.criteria.support import same_benefit
from policies.eligibility.outcome import State
from policies.tests.eligibility.people import judged

MET, NOT_MET, UNKNOWN = State.MET, State.NOT_MET, State.UNKNOWN
ALL_FOUR = ["생계", "의료", "주거", "교육"]
REGISTERED = ["severe", "mild"]


@pytest.mark.parametrize(
    ("name", "fields", "facts", "state"),
    [
        ("basic_livelihood", {"any_of": ALL_FOUR}, {"basic_livelihood": []}, NOT_MET),
        ("basic_livelihood", {"any_of": ALL_FOUR}, {"basic_livelihood": ["교육"]}, MET),
        ("basic_livelihood", {"any_of": ["생계"]}, {"basic_livelihood": ["주거"]}, NOT_MET),
        ("basic_livelihood", {"any_of": ALL_FOUR}, {}, UNKNOWN),
        ("basic_livelihood", {"any_of": ["의료"]}, {"health_insurance": "employee"}, NOT_MET),
        ("basic_livelihood", {"any_of": ["의료"]}, {"health_insurance": "medical_aid_1"}, UNKNOWN),
        ("near_poor", {}, {"near_poor": False}, NOT_MET),
        ("near_poor", {}, {}, UNKNOWN),
        ("disability", {"one_of": REGISTERED}, {"disability": "none"}, NOT_MET),
        ("disability", {"one_of": REGISTERED}, {"disability_type": "시각"}, MET),
        ("disability", {"one_of": ["severe"]}, {"disability_type": "시각"}, UNKNOWN),
        ("disability", {"one_of": ["severe"]}, {"legacy_disability_grade": 3}, MET),
        ("disability", {"one_of": ["severe"]}, {"legacy_disability_grade": 4}, NOT_MET),
        ("disability", {"one_of": ["mild"]}, {"legacy_disability_grade": 6}, MET),
        ("disability", {"one_of": ["none"]}, {"disability": "none"}, MET),
        ("long_term_care_grade", {"one_of": ["1", "2"]}, {"long_term_care_grade": "2"}, MET),
        ("long_term_care_grade", {"one_of": ["1"]}, {"long_term_care_grade": "none"}, NOT_MET),
        ("condition", {"any_of": ["당뇨병"]}, {"conditions": ["당뇨"]}, MET),
        ("condition", {"any_of": ["당뇨병"]}, {"conditions": []}, NOT_MET),
        ("condition", {"any_of": ["당뇨병"]}, {"conditions": ["치매"]}, NOT_MET),
        ("condition", {"any_of": ["당뇨병"]}, {}, UNKNOWN),
        ("receives", {"any_of": ["기초연금"]}, {"receives": []}, NOT_MET),
        ("receives", {"any_of": ["기초연금"]}, {"receives": ["기초연금"]}, MET),
        ("receives", {"any_of": ["기초연금"]}, {}, UNKNOWN),
        ("receives", {"any_of": ["생계급여"]}, {"basic_livelihood": ["생계"]}, MET),
        ("receives", {"any_of": ["생계급여"]}, {"basic_livelihood": []}, NOT_MET),
        (
            "receives",
            {"any_of": ["생계급여"]},
            {"basic_livelihood": ["생계"], "receives": ["기초연금"]},
            MET,
        ),
        ("other", {"key": "읍면동 추천"}, {"other": {"읍면동추천": True}}, MET),
        ("other", {"key": "읍면동 추천"}, {"other": {"읍면동추천": False}}, NOT_MET),
        ("other", {"key": "시설수급자", "equals": False}, {"other": {"시설수급자": False}}, MET),
        ("other", {"key": "시설수급자"}, {"other": {}}, UNKNOWN),
    ],
)
def test_states(name: str, fields: dict[str, Any], facts: dict[str, Any], state: State) -> None:
    assert judged(name, fields, **facts).state is state


@pytest.mark.parametrize(
    ("fields", "facts", "state", "missing"),
    [
        ({"types": ["지체"]}, {"disability": "mild", "disability_type": "지체장애"}, MET, []),
        ({"types": ["지체"]}, {"disability": "mild", "disability_type": "시각"}, NOT_MET, []),
        ({"types": ["발달"]}, {"disability": "severe", "disability_type": "지적"}, MET, []),
        (
            {"types": ["지적"]},
            {"disability": "severe", "disability_type": "발달"},
            UNKNOWN,
            ["disability_type"],
        ),
        ({"types": ["지체"]}, {"disability": "mild"}, UNKNOWN, ["disability_type"]),
        ({"types": ["지체"]}, {"disability": "none"}, NOT_MET, []),
        ({"legacy_grade_max": 2}, {"legacy_disability_grade": 2}, MET, []),
        ({"legacy_grade_max": 2}, {"disability": "mild"}, NOT_MET, []),
        (
            {"legacy_grade_max": 2},
            {"disability": "severe"},
            UNKNOWN,
            ["legacy_disability_grade"],
        ),
    ],
)
def test_disability_details(
    fields: dict[str, Any], facts: dict[str, Any], state: State, missing: list[str]
) -> None:
    outcome = judged("disability", {"one_of": REGISTERED, **fields}, **facts)
    assert (outcome.state, outcome.missing) == (state, missing)


@pytest.mark.parametrize(
    ("wanted", "known", "state"),
    [
        ("만성질환", ["고혈압"], MET),
        ("만성질환", ["제2형 당뇨병"], MET),
        ("암", ["위암"], MET),
        ("위암", ["암"], UNKNOWN),
        ("위암", ["유방암"], NOT_MET),
        ("당뇨병 환자", ["1형 당뇨"], MET),
        ("희귀질환", ["크론병"], UNKNOWN),
        ("희귀·난치질환", ["난치병"], MET),
        ("희귀질환", ["난치병"], NOT_MET),
        ("희귀질환", ["윌슨병"], UNKNOWN),
        ("희귀질환", ["고혈압"], NOT_MET),
        ("전립선비대증", ["전립선 비대증"], MET),
        ("치매", ["알츠하이머"], MET),
    ],
)
def test_disease_names(wanted: str, known: list[str], state: State) -> None:
    assert has_condition(wanted, known) is state


def test_codes_and_canonical_names() -> None:
    assert canonical_name("혈압") == "고혈압"
    disease = find_disease("치매환자")
    assert disease is not None
    assert disease.codes == ("F03",)
    assert find_disease("없는 병") is None


@pytest.mark.parametrize(
    ("wanted", "received", "same"),
    [
        ("평생교육이용권", "2026년 일반 평생교육이용권", True),
        ("본인부담경감", "차상위 본인부담경감", True),
        ("장애수당", "장애수당(차상위)", True),
        ("아동수당", "장애아동수당", False),
        ("장애인연금", "장애연금", False),
        ("청년월세지원", "청년월세 지원", True),
        ("기초연금 수급자", "기초연금", True),
    ],
)
def test_benefit_names(wanted: str, received: str, same: bool) -> None:
    assert same_benefit(wanted, received) is same


def test_free_keys_ask_with_their_own_question() -> None:
    fields = {"key": "직역연금수급", "question": "본인이나 배우자가 공무원연금을 받으시나요?"}
    outcome = judged("other", fields)
    assert outcome.missing == ["other.직역연금수급"]
    assert outcome.question == "본인이나 배우자가 공무원연금을 받으시나요?"
    assert judged("other", {"key": "세대주"}).question == "「세대주」에 해당하시나요?"
