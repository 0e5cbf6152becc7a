"""Whose a fact is: relatives told by two words, who speaks, children's homes, words run on."""

from __future__ import annotations

import pytest

from chat.agent.understanding import extract
from chat.tests.understanding.helpers import DAY, facts, own
from policies.eligibility.conditions import has_condition
from policies.eligibility.outcome import State

HIGH_RISK = (
    "조기진통 분만관련_출혈 임신중독증 양막의_조기파열 태반조기박리 전치태반 절박유산 양수과다증 "
    "양수과소증 분만전_출혈 자궁경부무력증 고혈압 다태임신 당뇨병 대사장애를_동반한_임신과다구토 "
    "신우신염 심부전 자궁_내_성장_제한 자궁_및_자궁의_부속기_질환"
)


@pytest.mark.parametrize(
    ("text", "member"),
    [
        ("언니 남편이 실직했어요", "brother_in_law"),
        ("남편 형님이 실직했어요", "brother_in_law"),
        ("딸 남편이 실직했어요", "son_in_law"),
        ("시아주버니가 실직했어요", "brother_in_law"),
        ("우리 집 아저씨가 실직했어요", "spouse"),
        ("친정오빠가 실직했어요", "brother"),
    ],
)
def test_relatives_told_by_two_words_or_rare_ones(text: str, member: str) -> None:
    found = facts(text)
    assert found[member]["employment"] == "unemployed"
    assert "employment" not in found.get("self", {})


@pytest.mark.parametrize(
    ("text", "sex", "other", "age"),
    [
        ("누나입니다 남동생이 스물여덟 지적장애", "female", "brother", 28),
        ("남편입니다 아내가 마흔둘이에요", "male", "spouse", 42),
        ("고모인데 조카딸 열살 키워요", "female", "niece", 10),
        ("시어머니 모시고 사는 며느리예요 시어머니 여든", "female", "mother_in_law", 80),
    ],
)
def test_who_names_themselves_by_kinship_speaks(text: str, sex: str, other: str, age: int) -> None:
    found = facts(text)
    assert found["self"]["sex"] == sex
    assert found[other]["age"] == age


def test_parents_in_law_go_on_by_the_word_they_are_addressed_with() -> None:
    found = facts("시어머니 모시고 사는데 어머님이 83세고 장기요양 3등급이에요")
    assert found["mother_in_law"]["long_term_care_grade"] == "3"
    assert "mother" not in found


def test_a_couple_of_elders_shares_its_home() -> None:
    found = facts("할머니 할아버지 두 분만 사세요 할머니 84 할아버지 88 경북 의성이요")
    for one in ("grandmother", "grandfather"):
        assert found[one]["household_size"] == 2
        assert found[one]["region"]["sigungu"] == "의성군"


@pytest.mark.parametrize("text", ["애 하나 5살 대전", "딸아이 뇌전증 10살 대전 살아요"])
def test_small_children_live_where_the_asker_does(text: str) -> None:
    found = facts(text)
    assert found["self"]["region"] == {"sido": "대전광역시"}
    assert "region" not in found["child"]


def test_a_grown_son_lives_elsewhere() -> None:
    found = facts("아들은 군산에 살고 나는 서천 살아요")
    assert found["child"]["region"]["sigungu"] == "군산시"
    assert found["self"]["region"]["sigungu"] == "서천군"


def test_an_age_behind_a_child_at_school_is_the_askers() -> None:
    found = facts("딸 중3 하나 마흔둘 미용실 해요 이혼")
    assert found["self"]["age"] == 42
    assert "age" not in found["child"]


def test_not_a_son_but_a_daughter_is_one_child() -> None:
    found = facts("아들이 아파요", "아니 아들이 아니라 딸이요", "14살 백혈병이에요")
    assert found == {"child": {"sex": "female", "age": 14, "conditions": ["백혈병"]}}


def test_what_a_wife_carries_is_hers() -> None:
    found = facts("아내는 직장 다니고 둘째 임신 20주")
    assert found["spouse"]["pregnancy"] == "pregnant"
    assert "pregnancy" not in found["self"]


def test_words_run_on_are_read_and_quoted_as_written() -> None:
    text = "저는31살이고요남편은35살입니다결혼했고아직애는없어요"
    found = extract(text, as_of=DAY)
    assert found.facts["self"]["age"] == 31
    assert found.facts["spouse"]["age"] == 35
    for proofs in found.evidence.values():
        assert all(text[one.start : one.end] == one.quote for one in proofs.values())


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("장애 3급까지 되는 거예요?", "legacy_disability_grade"),
        ("손가락이 잘렸어요", "employment"),
        ("요양보호사 좀 보내주이소", "employment"),
        ("월급이 150에서 200 사이에요", "monthly_income"),
        ("건보료는 2만원도 안 나와요", "health_insurance_premium"),
        ("치매 검사해볼까 하는데요 치매 아닐 수도 있고요", "conditions"),
        ("남편이 저보다 세 살 많아요", "age"),
    ],
)
def test_bounds_doubts_and_other_things_are_no_facts(text: str, key: str) -> None:
    assert all(key not in told for told in facts(text).values())


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("나이는 칠십칠이고 집은 내 집이여", "age", 77),
        ("저 육십삼년생이에요", "age", 63),
        ("의료급여 1종에서 2종으로 바뀌었어요", "health_insurance", "medical_aid_2"),
        ("연봉 3천6백이에요", "monthly_income", 3_000_000),
        ("전세 보증금 9천만원이 재산의 전부예요", "assets", 90_000_000),
        ("수급자도 차상위도 아니에요", "near_poor", False),
        ("임신한 건 아니고요 준비 중이에요", "pregnancy", "none"),
        ("55세 평창 봉평면", "region", {"sido": "강원특별자치도", "sigungu": "평창군"}),
    ],
)
def test_values_as_they_are_said(text: str, key: str, value: object) -> None:
    assert own(text)[key] == value


@pytest.mark.parametrize("name", [one.replace("_", " ") for one in HIGH_RISK.split()])
def test_the_diseases_of_high_risk_pregnancies_are_known(name: str) -> None:
    assert own(f"임신 30주인데 {name}이래요")["conditions"] == [name]


def test_a_kidney_inflammation_is_a_kidney_disease() -> None:
    assert has_condition("신질환", ["신우신염"]) is State.MET
    assert has_condition("임신성 당뇨병", ["임신성 당뇨"]) is State.MET
