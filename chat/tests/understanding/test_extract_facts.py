"""What one person says of themselves."""

from __future__ import annotations

from typing import Any

import pytest

from chat.agent.understanding import extract
from chat.tests.understanding.helpers import DAY, own


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("저는 만 66세입니다", "age", 66),
        ("나이가 예순넷이에요", "age", 64),
        ("71년생이에요", "age", 55),
        ("1961년 7월 4일생입니다", "birth_date", "1961-07-04"),
        ("58년 9월생이에요", "birth_date", "1958-09"),
        ("올해 칠순입니다", "age", 70),
        ("저는 52 먹은 사람이에요", "age", 52),
        ("47세 남성입니다", "sex", "male"),
        ("여자예요 서른둘", "sex", "female"),
        ("중위소득 48%예요", "median_income_ratio", 48),
        ("소득이 중위 62.5%라고 해요", "median_income_ratio", 62.5),
        ("한 달에 190만원 벌어요", "monthly_income", 1_900_000),
        ("연봉 3600만원이에요", "monthly_income", 3_000_000),
        ("지금 수입이 없어요", "monthly_income", 0),
        ("소득은 국민연금 52만원뿐이에요", "monthly_income", 520_000),
        ("지역가입자이고 건보료 7만3천원 내요", "health_insurance_premium", 73_000),
        ("의료급여 1종이에요", "health_insurance", "medical_aid_1"),
        ("피부양자로 올라 있어요", "health_insurance", "dependent"),
        ("생계급여랑 주거급여 받아요", "basic_livelihood", ["생계", "주거"]),
        ("수급자는 아니에요", "basic_livelihood", []),
        ("차상위계층입니다", "near_poor", True),
        ("차상위는 아니에요", "near_poor", False),
        ("지체장애 2급이에요", "legacy_disability_grade", 2),
        ("심하지 않은 장애예요", "disability", "mild"),
        ("장애는 없어요", "disability", "none"),
        ("장애등록은 아직 안 했어요", "disability", "none"),
        ("장기요양 4등급 받았어요", "long_term_care_grade", "4"),
        ("장기요양 등급외 판정 받았어요", "long_term_care_grade", "none"),
        ("혼자 살아요", "household_size", 1),
        ("저희는 다섯 식구예요", "household_size", 5),
        ("월세 살아요", "tenure", "monthly_rent"),
        ("영구임대 아파트예요", "tenure", "public_rental"),
        ("무주택자입니다", "owns_home", False),
        ("탈북해서 왔어요", "household_types", ["north_korean_defector"]),
        ("이혼했어요", "marital_status", "divorced"),
        ("아직 결혼 안 했어요", "marital_status", "single"),
        ("아이는 없어요", "children", []),
        ("임신 11주예요", "pregnancy", "pregnant"),
        ("예정일이 다음 달이에요", "due_date", "2026-12"),
        ("출산한 지 5주 됐어요", "delivered_on", "2026-10"),
        ("임신은 아직 아니에요", "pregnancy", "none"),
        ("시험관 준비하고 있어요", "infertility_treatment", True),
        ("취업 준비 중이에요", "employment", "job_seeking"),
        ("벼농사 지어요", "employment", "farmer"),
        ("지난달에 회사를 그만뒀어요", "employment", "unemployed"),
        ("전업주부예요", "employment", "inactive"),
        ("고3이에요", "education", "high"),
        ("대학원 다녀요", "education", "graduate"),
        ("국가유공자입니다", "veteran", True),
        ("캄보디아에서 시집왔어요", "nationality", "marriage_migrant"),
        ("기초연금 받고 있어요", "receives", ["기초연금"]),
        ("당뇨 있어요", "conditions", ["당뇨병"]),
        ("재산은 1억 2천 정도예요", "assets", 120_000_000),
    ],
)
def test_a_stated_fact_is_read(text: str, key: str, value: Any) -> None:
    assert own(text).get(key) == value


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("저는 50대예요", "age"),
        ("65세 이상이면 되나요", "age"),
        ("당뇨는 없어요", "conditions"),
        ("갑상선암 의심이라고 했어요", "conditions"),
        ("폐암 검진은 몇 살부터예요?", "conditions"),
        ("치매 환자 지원이 궁금해요", "conditions"),
        ("제가 실직하면 뭘 받아요?", "employment"),
        ("만약 임신하면 뭘 받나요", "pregnancy"),
        ("기초연금 받고 싶어요", "receives"),
        ("기초연금 받을 수 있나요", "receives"),
        ("전세대출 지원이 있나요", "tenure"),
        ("첫만남이용권 300만원 주나요", "monthly_income"),
        ("병원비가 한 달에 180만원 들어요", "monthly_income"),
        ("장애인연금 알려주세요", "disability"),
        ("4인가구 중위소득이 얼마예요", "household_size"),
        ("장애 없어요", "children"),
    ],
)
def test_what_is_not_stated_stays_unknown(text: str, key: str) -> None:
    assert key not in own(text)


def test_a_correction_replaces_what_was_said() -> None:
    assert own("저 68세예요", "아니 69세예요")["age"] == 69
    assert own("작년엔 월 210만원 벌었는데 올해는 160만원이에요")["monthly_income"] == 1_600_000
    assert own("중위소득 70%예요", "아 정정할게요 74%요")["median_income_ratio"] == 74


def test_a_ruled_out_disease_is_denied_and_the_right_one_kept() -> None:
    found = extract("위암은 아니고 대장암이래요", as_of=DAY)
    assert found.facts["self"]["conditions"] == ["대장암"]
    assert [one.value for one in found.denied] == ["위암"]


def test_an_exact_disease_takes_the_place_of_a_wider_one() -> None:
    assert own("제가 암이에요", "유방암 2기요")["conditions"] == ["유방암"]


def test_triples_carry_codes_and_treatments() -> None:
    found = extract("폐암으로 지난달에 수술 받았고 항암 치료 중이에요", as_of=DAY)
    assert [(one.predicate, one.object, one.code) for one in found.triples] == [
        ("disease", "폐암", "C34"),
        ("treatment", "폐암 수술", None),
        ("treatment", "항암치료", None),
    ]


def test_a_planned_operation_is_no_treatment() -> None:
    found = extract("백내장이라 다음 주에 수술하기로 예정돼 있어요", as_of=DAY)
    assert [one.predicate for one in found.triples] == ["disease"]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("67세이고 혼자 살아요. 난방비 지원 있나요?", "난방비 지원 있나요?"),
        ("안녕하세요", ""),
        ("저는 45세고 대구 살아요", ""),
        (
            "당뇨가 있는데 눈 검사비를 도와주는 제도가 있을까요",
            "눈 검사비를 도와주는 제도가 있을까요?",
        ),
    ],
)
def test_the_question_is_left_over(text: str, question: str) -> None:
    assert extract(text, as_of=DAY).residual == question
