"""Facts in colloquial speech: fragments, dialect, lay words, several people in one breath."""

from __future__ import annotations

from typing import Any

import pytest

from chat.agent.understanding import extract
from chat.tests.understanding.helpers import DAY, facts, own


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("나 열일곱 할머니랑 살아", "age", 17),
        ("학교 그만둔 열아홉이요", "age", 19),
        ("내년이면 예순다섯이에요", "age", 64),
        ("올해 일흔 되는 할머니예요", "age", 70),
        ("혼자 삽니다 일흔아홉 할멈이에요", "age", 79),
        ("예순다섯에 아직 일해요", "age", 65),
        ("52 여 프리랜서", "age", 52),
        ("조카를 돌보고 있어요 저는 이모예요 47", "age", 47),
        ("서른아홉 아줌마예요", "sex", "female"),
        ("쉰여덟 아저씨입니다", "sex", "male"),
        ("마흔둘 남 이혼", "sex", "male"),
        ("나이: 34 / 성별: 여", "sex", "female"),
        ("예순하나 혼자사는 여자고 청소 나가요", "sex", "female"),
        ("중2 여학생인데 교복값이요", "sex", "female"),
        ("전남편이 양육비를 안 줘요", "sex", "female"),
        ("며느리가 대신 문의드려요", "sex", "female"),
        ("아들입니다 어머니 82세 혼자 계세요", "sex", "male"),
        ("부산 남포예요 예순", "region", {"sido": "부산광역시", "sigungu": "중구"}),
        ("나 일흔셋 혼자여. 보성", "region", {"sido": "전남광주통합특별시", "sigungu": "보성군"}),
        ("예순여덟 안동 삽니더", "region", {"sido": "경상북도", "sigungu": "안동시"}),
        ("남편은 군인 양구 살아요", "region", {"sido": "강원특별자치도", "sigungu": "양구군"}),
        ("연금 50만원 말고는 소득 없어요", "monthly_income", 500_000),
        ("국민연금 45만원으로 살아요", "monthly_income", 450_000),
        ("한달 이백오십 받아요", "monthly_income", 2_500_000),
        ("남편 월급이랑 제 알바비 합치면 380이에요", "monthly_income", 3_800_000),
        ("제가 월 260 벌고 아내는 소득 없어요", "monthly_income", 2_600_000),
        ("빌라 하나 있는데 9천쯤 해요", "assets", 90_000_000),
        ("건강보험 지역, 월 11만원 냅니다", "health_insurance_premium", 110_000),
        ("맞벌이 합산 620", "monthly_income", 6_200_000),
        ("재산은 논이랑 집 합쳐서 1억 2천이에요", "assets", 120_000_000),
        ("기초연금 34만원 그걸로 살어", "receives", ["기초연금"]),
        ("활동지원 받는중이에요", "receives", ["장애인활동지원"]),
        ("자립수당은 받고있어요", "receives", ["자립수당"]),
        ("국민연금 조기수령 중이에요", "receives", ["국민연금"]),
        ("육아휴직급여 받고 있어요", "employment", "on_leave"),
        ("노령연금 55만원에 기초연금 20만원 받아서 살아요", "receives", ["노령연금", "기초연금"]),
        ("생계급여 60만원 받고 있고 주거급여도 받아요", "basic_livelihood", ["생계", "주거"]),
        ("사업소득 연 2400 정도예요", "monthly_income", 2_000_000),
        ("두달째 쉬고 있는 목수예요", "employment", "unemployed"),
        ("개인택시 몰아요", "employment", "self_employed"),
        ("건강보험은 회사에서 내요", "health_insurance", "employee"),
        ("수급자도 아닌데 병원비가 많이 나왔어요", "basic_livelihood", []),
        ("기초수급 신청했는데 떨어졌어요", "basic_livelihood", []),
        ("장애등급 같은 거 없어요", "disability", "none"),
        ("저는 아픈데 없고요 남편이 아파요", "conditions", []),
        ("콩팥에 돌이 있대요", "conditions", ["신장결석"]),
        ("갑상선 항진이라 약 먹어요", "conditions", ["갑상선기능항진증"]),
        ("예정일이 모레예요", "due_date", "2026-12-01"),
        ("둘째가 다음달에 나와요", "due_date", "2026-12"),
        ("올해 12월에 출산해요", "due_date", "2026-12"),
        ("임산부 혜택 궁금해요 14주요", "pregnancy", "pregnant"),
        ("출산한지 3주요", "delivered_on", "2026-11"),
        ("남편은 회사원이고 임신 20주예요", "pregnancy", "pregnant"),
        ("조선족이에요", "nationality", "foreign"),
        ("난민 인정받았어요. 시리아 사람이에요", "nationality", "refugee"),
        ("아내랑 별거한 지 2년이에요", "marital_status", "separated"),
        ("작년 9월에 전북 순창으로 귀촌.", "moved_in_on", "2025-09"),
    ],
)
def test_what_is_said_in_passing_is_read(text: str, key: str, value: Any) -> None:
    assert own(text).get(key) == value


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("칠순 앞둔 사람이에요", "age"),
        ("마흔에 낳은 아들이 하나 있어요", "age"),
        ("약을 열다섯 알 먹어요", "age"),
        ("국민연금 칠십이만원이에요", "age"),
        ("남 도움 없이 살아요", "sex"),
        ("나는 여자고등학교 다녀요", "sex"),
        ("탈북한 사람 아니고요", "household_types"),
        ("상담원 연결해주세요", "employment"),
        ("요양보호사님이 오세요", "employment"),
        ("농사 짓다가 지금은 안 해요", "employment"),
        ("장기요양등급 신청하려면 어떻게 해요", "long_term_care_grade"),
        ("장애등급제 없어졌다면서요", "disability"),
        ("수급 탈락하면 어떡하죠", "basic_livelihood"),
        ("폐렴구균 예방접종 되나요", "conditions"),
        ("구개열 수술비 지원되나요", "conditions"),
        ("여친이 있는데 임신했대요", "pregnancy"),
        ("천식 환자는 뭘 받을 수 있어요", "conditions"),
        ("생계급여 60만원 받고 있어요", "monthly_income"),
        ("중위소득 60프로 이하인가 그렇대요", "monthly_income"),
        ("중앙동 살아요", "region"),
        ("다음달에 강원도 홍천으로 귀농해요", "region"),
        ("저는 애 둘이랑 친정에 살아요", "household_size"),
        ("직장 못 다니는 사람이에요", "employment"),
        ("재산세 8만원 내요", "assets"),
    ],
)
def test_what_only_looks_like_a_fact_is_none(text: str, key: str) -> None:
    assert key not in own(text)


@pytest.mark.parametrize(
    ("text", "member", "key", "value"),
    [
        ("속이 안 좋다 아이가 저는 예순둘이고 부산 살아요", "self", "age", 62),
        ("우리집 양반이 풍 맞아서 요양등급 2급 받았어요", "spouse", "long_term_care_grade", "2"),
        ("남편이 외국인이에요 미국 사람", "spouse", "nationality", "foreign"),
        ("71세 남편 68세 저 둘이 삽니다", "self", "age", 68),
        ("71세 남편 68세 저 둘이 삽니다", "spouse", "age", 71),
        ("농사짓는 아버지 72세 어머니 68세", "father", "age", 72),
        ("초2 딸 키우는 마흔둘 엄마예요", "self", "age", 42),
        ("손녀 키우는 68세 할머니입니다 안산", "self", "age", 68),
        ("애 둘 혼자 키우고 있고 수급 받아요 35살", "self", "age", 35),
        ("세살짜리 봐줄 사람이 없어요", "child", "age", 3),
        ("세살짜리 딸이랑 살아요", "child", "age", 3),
        ("손자 다섯살짜리를 키워요", "grandchild", "age", 5),
        ("조카를 키우는데 걔가 9살이에요", "nephew", "age", 9),
        ("엄마 올해 70이시고 당뇨 있으세요", "mother", "age", 70),
        ("딸애는 초3이고 천식이 있어요", "child", "conditions", ["천식"]),
        ("아빠는 당뇨 혈압 다 있어요", "father", "conditions", ["당뇨병", "고혈압"]),
        ("아버지께서 뇌경색으로 쓰러지셔서 걱정이에요", "father", "conditions", ["뇌경색"]),
        ("제가 62세인데 기초연금은 남편만 받아요", "spouse", "receives", ["기초연금"]),
        ("어부입니다 58세 아내는 55세", "self", "age", 58),
        ("할머니(83) 치매 5등급 같이 살아요", "grandmother", "age", 83),
        ("아들 둘(초2, 유치원) 키우는 워킹맘 37세예요", "self", "age", 37),
        ("중2 아들 있고 남편과는 사별했어요", "self", "marital_status", "widowed"),
        ("아들이 와이프랑 이혼했어요", "child", "marital_status", "divorced"),
        ("형제가 넷인데 막내가 지적장애예요", "sibling", "disability_type", "지적"),
        ("일흔여섯 된 우리 영감 전립선암이래요", "spouse", "age", 76),
        ("어머니 아버지 모두 농사지으세요", "mother", "employment", "farmer"),
        ("언니가 애 셋 데리고 힘들어해요", "sister", "household_types", ["multi_child"]),
        ("요양 3등급 어머니 집에서 모셔요", "mother", "long_term_care_grade", "3"),
        ("어머니가 3등급에서 2등급으로 올랐어요", "mother", "long_term_care_grade", "2"),
        ("할머니 등급 심사 중이에요", "grandmother", "long_term_care_grade", "none"),
        ("치매 아내 돌보는 일흔여섯 남편이오", "spouse", "conditions", ["치매"]),
        ("누나 암이에요 마흔 혼자살아요 제천", "sister", "household_size", 1),
        ("애 낳았는데 미숙아라 인큐베이터에 있어요", "child", "conditions", ["미숙아"]),
        ("우리 딸이 임신 8개월이에요 스물여섯", "child", "pregnancy", "pregnant"),
        ("남편 실업급여 다음달이면 끝나요", "spouse", "employment", "unemployed"),
        ("아버지는 돌아가시고 엄마가 혼자 사심", "mother", "household_size", 1),
        ("할아버지가 아프셨는데 돌아가셨고 할머니 81세", "grandmother", "age", 81),
        ("며느리예요 어머니 90세", "mother_in_law", "age", 90),
        ("장애인연금 받는 남동생이랑 살아요", "brother", "receives", ["장애인연금"]),
        ("저 몽골사람이에요 한국남자랑 결혼했어요", "spouse", "nationality", "korean"),
    ],
)
def test_a_fact_is_whose_it_is(text: str, member: str, key: str, value: Any) -> None:
    assert facts(text).get(member, {}).get(key) == value


@pytest.mark.parametrize(
    ("text", "member"),
    [
        ("할아버지는 작년에 돌아가심 혼자 살아요", "grandfather"),
        ("애아빠랑은 이혼했고 저혼자 키워요", "spouse"),
        ("아기 어제 낳았어요 남편이 좋아해요", "nobody"),
        ("남편은 장남이에요", "child"),
        ("애들 아빠가 일을 안 해요", "father"),
        ("외삼촌은 외숙모랑은 진작 이혼했어요", "aunt"),
        ("아이고 힘들다 아이고 일흔이라 다리가 아파", "child"),
    ],
)
def test_who_is_no_member_has_no_facts(text: str, member: str) -> None:
    assert member not in facts(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("애 둘인데 9살 6살이에요", {"child": 9, "child2": 6}),
        ("아이 셋 키우는데 막내가 3살이에요", {"child3": 3}),
        ("저는 아들만 셋이고 막내아들이 6살", {"child3": 6}),
        ("큰아들 7살 막내아들 5살", {"child": 7, "child2": 5}),
        ("두살짜리 네살짜리 있어요", {"child": 2, "child2": 4}),
        ("아이 둘은 제가 키워요 9살 6살", {"child": 9, "child2": 6}),
    ],
)
def test_children_are_counted(text: str, found: dict[str, int]) -> None:
    read = facts(text)
    assert {one: said["age"] for one, said in read.items() if "age" in said} == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("아이 둘이고 초1 초4", ["elementary", "elementary"]),
        ("애 둘인데 6학년 3학년", ["elementary", "elementary"]),
        (
            "딸 둘 아들 하나 큰딸은 고2 작은딸은 중1 막내아들은 초4",
            ["high", "middle", "elementary"],
        ),
        (
            "손주 셋을 제가 키웁니다 큰놈이 중2 둘째가 초6 막내는 초2",
            ["middle", "elementary", "elementary"],
        ),
        ("중3 아들이 자퇴했어요", ["out_of_school"]),
    ],
)
def test_schools_of_several_children(text: str, found: list[str]) -> None:
    assert [said["education"] for said in facts(text).values() if "education" in said] == found


def test_ages_and_schools_of_children_in_one_row() -> None:
    read = facts("애 셋이고 중1 8살 4살이에요")
    assert read["child"]["education"] == "middle"
    assert (read["child2"]["age"], read["child3"]["age"]) == (8, 4)


def test_sisters_and_brothers_are_told_apart_by_number() -> None:
    read = facts("아들 하나 딸 둘 키워요")
    sexes = [said.get("sex") for member, said in read.items() if member.startswith("child")]
    assert sorted(filter(None, sexes)) == ["female", "female", "male"]


def test_what_was_told_of_the_wrong_person_goes_over() -> None:
    read = facts("72세예요", "아 그건 엄마 연세고 저는 45예요")
    assert (read["self"]["age"], read["mother"]["age"]) == (45, 72)
    read = facts("당뇨 있어요", "아니 그건 아버지 얘기예요")
    assert read["father"]["conditions"] == ["당뇨병"]
    assert "conditions" not in read.get("self", {})


def test_both_of_a_couple_receive_and_work() -> None:
    read = facts("영감하고 둘이 살고 기초연금은 둘다 받어")
    assert read["self"]["receives"] == read["spouse"]["receives"] == ["기초연금"]
    read = facts("와이프가 임신했고 첫애는 네 살이에요 둘 다 회사원이에요")
    assert read["self"]["employment"] == read["spouse"]["employment"] == "employed"
    assert "employment" not in read["child"]


def test_parents_who_parted_are_both_divorced() -> None:
    read = facts("엄마는 식당 하세요 아빠랑은 이혼. 저는 고1")
    assert read["mother"]["marital_status"] == read["father"]["marital_status"] == "divorced"


def test_a_daughter_who_raises_alone_is_no_fact_of_the_asker() -> None:
    read = facts("딸이 미혼모예요 스물둘이고 아기 키워요")
    assert read["child"]["age"] == 22
    assert "household_types" not in read.get("self", {})


def test_treatments_by_what_people_say() -> None:
    found = extract("유방암이고 항암 네번째예요 심장에 스텐트도 박았어요", as_of=DAY)
    assert {"항암치료", "스텐트 시술"} <= {one.object for one in found.triples}
