"""Whose a fact is."""

from __future__ import annotations

import pytest

from chat.agent.understanding import extract
from chat.tests.understanding.helpers import DAY, facts, own


def test_parents_are_told_apart_clause_by_clause() -> None:
    found = facts("아버지는 79세 폐암이고 어머니는 76세 치매세요. 저는 대전 살아요")
    assert found["father"] == {"age": 79, "conditions": ["폐암"], "sex": "male"}
    assert found["mother"] == {"age": 76, "conditions": ["치매"], "sex": "female"}
    assert found["self"] == {"region": {"sido": "대전광역시"}}


def test_bare_numbers_after_people_are_ages() -> None:
    found = facts("아빠 61 엄마 58 저 30")
    assert {member: one["age"] for member, one in found.items()} == {
        "father": 61,
        "mother": 58,
        "self": 30,
    }


def test_a_wife_tells_of_the_asker() -> None:
    assert own("아내가 임신 16주예요") == {"sex": "male", "marital_status": "married"}
    assert facts("아내가 임신 16주예요")["spouse"]["pregnancy"] == "pregnant"


def test_a_dead_husband_is_no_member_and_the_asker_is_widowed() -> None:
    found = facts("3년 전에 남편이 돌아가셨고 저는 64세예요")
    assert "spouse" not in found
    assert found["self"]["marital_status"] == "widowed"


def test_a_dead_father_leaves_the_mother_widowed() -> None:
    found = facts("아버지가 작년에 돌아가시고 어머니 혼자 계세요. 어머니 72세")
    assert "father" not in found
    assert found["mother"]["marital_status"] == "widowed"
    assert found["mother"]["household_size"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "옆집 할머니가 치매래요",
        "친구가 실직했는데 뭘 신청해요?",
        "회사 동료가 위암이라던데 지원이 있나요",
        "뉴스에서 보니까 혼자 사는 80세 노인이 돌아가셨대요",
    ],
)
def test_nothing_is_recorded_of_third_persons(text: str) -> None:
    assert facts(text) == {}


def test_the_asker_is_heard_again_after_a_third_person() -> None:
    assert own("친구는 기초연금 받는다는데 저는 66세고 당뇨가 있어요") == {
        "age": 66,
        "conditions": ["당뇨병"],
    }


def test_a_boyfriend_is_no_third_person() -> None:
    assert own("남자친구랑 살고 임신 10주예요")["pregnancy"] == "pregnant"


def test_several_children_get_their_own_facts() -> None:
    found = facts("아이 둘 키우는데 9살 4살이에요. 월세 살아요")
    assert found["child"]["age"] == 9
    assert found["child2"]["age"] == 4
    assert found["self"]["tenure"] == "monthly_rent"


def test_sons_and_daughters_keep_their_numbers() -> None:
    found = facts("큰아들은 28살 직장인이고 작은아들은 고2예요")
    assert found["child"] == {"age": 28, "employment": "employed", "sex": "male"}
    assert found["child2"] == {"education": "high", "sex": "male"}


def test_words_before_a_relative_describe_the_relative() -> None:
    found = facts("중학생 딸이 공황장애예요")
    assert found == {"child": {"education": "middle", "conditions": ["공황장애"], "sex": "female"}}


def test_a_relative_word_may_name_the_asker() -> None:
    assert own("혼자 사는 77세 할머니예요") == {
        "household_size": 1,
        "household_types": ["one_person"],
        "age": 77,
        "sex": "female",
    }


def test_both_of_two_people_are_meant() -> None:
    found = facts("남편이랑 저 둘 다 직장 다녀요")
    assert found["self"]["employment"] == found["spouse"]["employment"] == "employed"


def test_focus_carries_over_to_the_next_turn() -> None:
    first = extract("우리 할아버지가 받을 수 있는 게 있나요?", as_of=DAY)
    assert first.focus == "grandfather"
    second = extract("91세이고 참전유공자세요", as_of=DAY, focus=first.focus, known=first.facts)
    assert second.facts["grandfather"]["age"] == 91
    assert second.facts["grandfather"]["veteran"] is True


def test_a_known_daughter_is_not_another_child() -> None:
    known = {"child": {"sex": "female", "age": 8}}
    found = extract("딸이 천식이 있어요", as_of=DAY, known=known)
    assert found.facts == {"child": {"conditions": ["천식"], "sex": "female"}}


def test_a_correction_of_the_person_moves_the_focus() -> None:
    found = extract("저 말고 우리 어머니요 81세", as_of=DAY)
    assert found.focus == "mother"
    assert found.facts["mother"]["age"] == 81


def test_a_household_fact_after_a_child_is_the_askers() -> None:
    found = facts("딸이 다섯 살이에요. 전세 살아요")
    assert found["self"]["tenure"] == "jeonse"
    assert "tenure" not in found["child"]


def test_who_has_named_themselves_goes_on_with_themselves() -> None:
    found = facts("손녀 키우는 할머니예요. 70세고 손녀는 초등학교 2학년이에요")
    assert found["self"] == {"age": 70, "sex": "female"}
    assert found["grandchild"] == {"education": "elementary", "sex": "female"}


def test_dead_parents_leave_no_members_behind() -> None:
    found = facts("부모님은 두 분 다 돌아가셨고 형은 50세예요")
    assert found.keys() == {"brother", "self"}


def test_a_spoken_number_before_a_relative_is_the_relatives_age() -> None:
    assert facts("집에만 있는 스물여덟 아들이 있어요")["child"]["age"] == 28


def test_a_coming_wedding_is_an_engagement() -> None:
    assert own("결혼식은 내년 5월이에요")["marital_status"] == "engaged"
