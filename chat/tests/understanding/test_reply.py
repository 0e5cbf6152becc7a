"""Short answers to Poly's questions."""

from __future__ import annotations

from typing import Any

import pytest

from chat.agent.understanding import declines, reply
from chat.tests.understanding.helpers import DAY, full_width


def said(key: str, text: str) -> dict[str, Any]:
    return reply(key, text, as_of=DAY)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("monthly_income", "95만원", 950_000),
        ("monthly_income", "구십오만원쯤이요", 950_000),
        ("monthly_income", "110이요", 1_100_000),
        ("monthly_income", "이백십이요", 2_100_000),
        ("monthly_income", "연봉 2400만원", 2_000_000),
        ("monthly_income", "월급 70만원에 연금 25만원이요", 950_000),
        ("monthly_income", "없습니다", 0),
        ("monthly_income", "한 푼도 없어요", 0),
        ("monthly_income", "수입이 전혀 없어", 0),
        ("monthly_income", "백만원 조금 넘어요", 1_000_000),
        ("monthly_income", "정확히는 모르겠고 70만원쯤이요", 700_000),
        ("assets", "3억", 300_000_000),
        ("assets", "1억 2천", 120_000_000),
        ("assets", "집 1억이랑 예금 2천만원이요", 120_000_000),
        ("assets", "4천 정도", 40_000_000),
        ("assets", "가진 게 없어요", 0),
        ("health_insurance_premium", "8만원", 80_000),
        ("health_insurance_premium", "64000원이요", 64_000),
        ("median_income_ratio", "72%요", 72),
        ("household_size", "둘", 2),
        ("household_size", "5명이요", 5),
        ("household_size", "혼자", 1),
        ("household_size", "네 식구요", 4),
        ("household_size", "저 빼고 두 명이요", 3),
        ("household_size", "부부만 살아요", 2),
        ("birth_date", "61년 4월 9일", "1961-04-09"),
        ("birth_date", "1961.4.9", "1961-04-09"),
        ("birth_date", "610409", "1961-04-09"),
        ("birth_date", "1961년 4월생이요", "1961-04"),
        ("due_date", "내년 1월이요", "2027-01"),
        ("moved_in_on", "작년 5월이요", "2025-05"),
        ("children", "없어요", []),
        ("children", "2016년 2월 3일생이요", ["2016-02-03"]),
    ],
)
def test_numbers_and_dates(key: str, text: str, value: Any) -> None:
    assert said(key, text) == {key: value}


@pytest.mark.parametrize(
    ("key", "text", "age"),
    [
        ("birth_date", "일흔다섯", 75),
        ("birth_date", "칠십이에요", 70),
        ("birth_date", "칠십이", 72),
        ("birth_date", "예순 하나여", 61),
        ("birth_date", "63년생이요", 63),
        ("birth_date", "육삼년생", 63),
        ("birth_date", "음력 63년 4월 9일", 63),
        ("birth_date", "팔순이에요", 80),
        ("age", "66이요", 66),
    ],
)
def test_an_age_answers_the_question_for_the_birth_date(key: str, text: str, age: int) -> None:
    assert said(key, text) == {"age": age}


@pytest.mark.parametrize(
    ("text", "sido", "sigungu"),
    [
        ("마포구요", "서울특별시", "마포구"),
        ("서울 강서구", "서울특별시", "강서구"),
        ("동작이요", "서울특별시", "동작구"),
        ("부산이요", "부산광역시", None),
        ("광주광역시 남구", "전남광주통합특별시", "남구"),
        ("강원도 고성이요", "강원특별자치도", "고성군"),
        ("Mapo-gu, Seoul", "서울특별시", "마포구"),
    ],
)
def test_places(text: str, sido: str, sigungu: str | None) -> None:
    expected = {"sido": sido} | ({"sigungu": sigungu} if sigungu else {})
    assert said("region", text) == {"region": expected}


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("nationality", "대한민국이요", "korean"),
        ("nationality", "한국사람이여", "korean"),
        ("nationality", "네", "korean"),
        ("nationality", "몽골이요", "foreign"),
        ("nationality", "결혼이민자예요", "marriage_migrant"),
        ("nationality", "외국인 아니에요", "korean"),
        ("sex", "남자요", "male"),
        ("sex", "여", "female"),
        ("health_insurance", "직장이요", "employee"),
        ("health_insurance", "지역", "regional"),
        ("health_insurance", "아내 밑으로 돼 있어요", "dependent"),
        ("health_insurance", "딸한테 올라가 있어요", "dependent"),
        ("health_insurance", "직장 아니고 지역이요", "regional"),
        ("health_insurance", "1종이요", "medical_aid_1"),
        ("basic_livelihood", "주거급여 받아요", ["주거"]),
        ("basic_livelihood", "안 받아요", []),
        ("basic_livelihood", "의료급여는 안 받고 주거급여만 받아요", ["주거"]),
        ("basic_livelihood", "네 가지 다 받아요", ["생계", "의료", "주거", "교육"]),
        ("disability", "없어요", "none"),
        ("disability", "심한 장애", "severe"),
        ("disability", "심하지 않은 쪽이요", "mild"),
        ("marital_status", "아직 안 했어요", "single"),
        ("marital_status", "결혼했어요", "married"),
        ("marital_status", "아내 먼저 보냈어요", "widowed"),
        ("tenure", "월세요", "monthly_rent"),
        ("tenure", "월세 아니고 전세예요", "jeonse"),
        ("tenure", "고시원 살아요", "other"),
        ("pregnancy", "둘 다 아니에요", "none"),
        ("pregnancy", "20주요", "pregnant"),
        ("near_poor", "응", True),
        ("veteran", "아뇨", False),
        ("veteran", "참전유공자예요", True),
        ("owns_home", "무주택이에요", False),
        ("owns_home", "아파트 한 채요", True),
        ("conditions", "천식이요", ["천식"]),
        ("conditions", "없어요", []),
        ("receives", "장애수당이요", ["장애수당"]),
        ("long_term_care_grade", "4등급이요", "4"),
        ("long_term_care_grade", "안 받았어요", "none"),
        ("employment", "무직이에요", "unemployed"),
        ("education", "아니요", "not_student"),
    ],
)
def test_choices(key: str, text: str, value: Any) -> None:
    assert said(key, text) == {key: value}


def test_a_grade_tells_the_degree_too() -> None:
    found = said("disability", "지체 2급이요")
    assert found["disability"] == "severe"
    assert found["legacy_disability_grade"] == 2


@pytest.mark.parametrize(
    "text",
    ["네", "넵 있습니다", "응 맞아", "ㅇㅇ", "받고 있어요", "해당돼요", "아니요 받고 있어요",
     "그럼요",
     "안 받는 건 아니에요",
     "군인연금 타고 있어", "예 맞습니다", "yes"],
)  # fmt: skip
def test_every_form_of_yes(text: str) -> None:
    assert said("other.군인연금 수급", text) == {"other": {"군인연금 수급": True}}


@pytest.mark.parametrize(
    "text",
    ["아니요", "아녀", "ㄴㄴ", "안 받아요", "안받아여", "군인연금 안 받아", "그런 거 없어",
     "해당 없음",
     "해당 안 됨", "네 안 받아요", "받은 적 없어요", "받지 않습니다", "저는 아니에요", "아직이요",
     "아니요 국민연금 받아요", "신청했는데 떨어졌어요", "no"],
)  # fmt: skip
def test_every_form_of_no(text: str) -> None:
    assert said("other.군인연금 수급", text) == {"other": {"군인연금 수급": False}}


@pytest.mark.parametrize(
    ("key", "text"),
    [
        *((key, text) for key in ("monthly_income", "sex", "other.군인연금 수급", "region")
          for text in ("몰라", "말하기 싫어요", "왜요?", "글쎄요", "그게 뭐예요?", "네?", " ")),
        ("monthly_income", "100만원 안 돼요"),
        ("monthly_income", "100에서 150 사이요"),
        ("monthly_income", "일당 10만원이요"),
        ("monthly_income", "네"),
        ("assets", "빚이 2천만원이요"),
        ("birth_date", "63"),
        ("birth_date", "2003.02.30"),
        ("birth_date", "4월 9일"),
        ("region", "중구"),
        ("household_size", "네"),
        ("household_size", "애 둘이요"),
        ("sex", "남자 아니에요"),
        ("nationality", "한국 사람 아니에요"),
        ("basic_livelihood", "네"),
        ("basic_livelihood", "생계급여는 안 받아요"),
        ("disability", "네"),
        ("marital_status", "이혼 안 했어요"),
        ("children", "있어요"),
        ("pregnancy", "네"),
        ("other.군인연금 수급", "예전에 받았어요"),
        ("other.군인연금 수급", "기초연금 알려줘"),
        ("other.군인연금 수급", "그럼 신청은 어디 가서 해요?"),
        ("other.군인연금 수급", "집에 응급벨 같은 거 달 수 있어요?"),
        ("other.군인연금 수급", "65세 넘으면 어떻게 돼요?"),
        ("other.", "예요"),
        ("unheard_of", "네"),
    ],
)  # fmt: skip
def test_what_is_unclear_or_refused_says_nothing(key: str, text: str) -> None:
    assert said(key, text) == {}


def test_full_width_signs_are_read() -> None:
    assert said("monthly_income", full_width("950000") + "원") == {"monthly_income": 950_000}


@pytest.mark.parametrize(
    "text",
    ["몰라", "잘 모르겠네요", "말하기 싫어요", "노코멘트", "대답 안 할래", "개인정보라서요", "패스",
     "기억이 안 나요", "밝히고 싶지 않아요"],
)  # fmt: skip
def test_declining(text: str) -> None:
    assert declines(text)


@pytest.mark.parametrize("text", ["네", "70만원", "안 받아요", "모르겠는데 70만원쯤", "인천이요"])
def test_an_answer_is_no_declining(text: str) -> None:
    assert not declines(text)


@pytest.mark.parametrize("length", [500, 5000])
def test_long_answers_cost_little(length: int) -> None:
    for key in ("monthly_income", "birth_date", "other.x", "region", "basic_livelihood"):
        for unit in ("십만", "안 ", "네", "1", "모르"):
            assert isinstance(said(key, unit * length), dict)
