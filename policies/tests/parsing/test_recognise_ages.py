"""Ages with limits, and whose they are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Kind, Setting
from policies.eligibility.parsing.recognise.ages import RECOGNISERS, unlimited_stretches
from policies.tests.parsing.recognising import assert_inside, found, quotes, rules

AGE_WORDS = (
    "만 65세 이상 미만 이하 초과 부터 까지 ~ 19 39세 살 개월 생후 6개월 36개월 노인 어르신"
    " 청년 아동 자녀 영유아 ( ) 신청일 현재 공고일 기준 당해연도 1월 1일 기준 연령 : 나이"
    " 2007.12.31. 출생자 '22.1.1. 년생 19~21 이전 이후 세대 세금 2세 막내 둘째 이상 2명 3자녀 를 둔"
    " 임산부 출산 후 6개월 이내 혼인신고 신혼부부 예비 미혼 독거"
).split()
SYLLABLES = "가세살년월일0123456789.,~()-'"
age_texts = st.lists(
    st.one_of(st.sampled_from(AGE_WORDS), st.text(alphabet=SYLLABLES, max_size=3)), max_size=24
).map(" ".join)


def age(**limits: Any) -> dict[str, Any]:
    return {"criterion": "age", **limits}


def either(**limits: Any) -> dict[str, Any]:
    return {"any_of": [age(**limits), {"criterion": "children", **limits}]}


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("만 65세 이상 노인", {"min": 65}),
        ("어르신(만 65세 이상)", {"min": 65}),
        ("19~39세 청년", {"min": 19, "max": 39}),
        ("만19세 이상 ~ 만39세 이하", {"min": 19, "max": 39}),
        ("18세부터 45세까지", {"min": 18, "max": 45}),
        ("6세 이상 65세 미만", {"min": 6, "below": 65}),
        ("만 6세-65세 미만 등록장애인", {"min": 6, "below": 65}),
        ("만 80세가 넘는 시민", {"above": 80}),
        ("60살 초과", {"above": 60}),
        ("18세 이상 34세 이내의 근로자", {"min": 18, "max": 34}),
        ("주민등록상 만 75세 이상", {"min": 75}),
        ("18세 이상 65세 미만 (연 나이 기준)", {"unit": "year_age", "min": 18, "below": 65}),
        ("당해연도 1월 1일 기준 만 39세 이하", {"at": "year_start", "max": 39}),
        ("2026.1.1. 기준 19세 이상 39세 이하", {"on": "2026-01-01", "min": 19, "max": 39}),
        ("만 24세 청년", {"min": 24, "max": 24}),
        ("100세 도래 어르신", {"at": "year_end", "min": 100, "max": 100}),
        ("만 1587세 농업인", None),
    ],
)
def test_age_of_the_applicant(words: str, limits: dict[str, Any] | None) -> None:
    assert rules(RECOGNISERS, words) == ([] if limits is None else [age(**limits)])


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("만 3~5세 유아", {"min": 3, "max": 5}),
        ("12세 미만 아동", {"below": 12}),
        ("2세 미만의 아동(0~23개월)", {"below": 2}),
        ("24개월 미만 영유아", {"unit": "months", "below": 24}),
        ("생후 6개월 이상 36개월 이하의 영아", {"unit": "months", "min": 6, "max": 36}),
        ("생후 3개월 ~ 12세 이하 아동", {"unit": "months", "min": 3, "below": 156}),
        ("가정위탁아동 (18세 미만)", {"below": 18}),
        ("만 518세 유·청소년 아동", {"min": 5, "max": 18}),
    ],
)
def test_age_of_a_child_is_asked_by_parents_too(words: str, limits: dict[str, Any]) -> None:
    assert rules(RECOGNISERS, words) == [either(**limits)]


@pytest.mark.parametrize(
    "words",
    [
        "9~24세 청소년",
        "만 19세 이하 산모",
        "24세 이하 장애아동·청소년",
    ],
)
def test_age_beyond_childhood_is_the_applicants(words: str) -> None:
    assert [each["criterion"] for each in rules(RECOGNISERS, words)] == ["age"]


@pytest.mark.parametrize(
    "words",
    [
        "3세대가 함께 사는 가정",
        "고엽제후유증 2세 환자",
        "36개월 지원",
        "6개월 이상 거주",
        "최근 3개월 이내 발급",
        "0세 100만원, 1세 50만원",
        "만 18세 이후 보호종료된 자",
        "15세 이전에 첫 접종한 경우",
        "사할린한인 1세",
        "월 20만원 12개월간",
        "65세 생일이 속한 달",
    ],
)
def test_not_an_age(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@pytest.mark.parametrize(
    ("words", "quote"),
    [
        ("부산에 사는 만 65세 이상 노인 가구", "만 65세 이상 노인"),
        ("신청일 현재 만 19세 이상 39세 이하인 자", "신청일 현재 만 19세 이상 39세 이하"),
        ("청년(만 19~39세)을 고용한 기업", "청년(만 19~39세)"),
        ("(연령) 공고일 기준 18세 이상", "(연령) 공고일 기준 18세 이상"),
    ],
)
def test_the_words_that_belong_to_an_age(words: str, quote: str) -> None:
    assert quotes(RECOGNISERS, words) == [quote]


def test_an_age_with_a_word_for_people_is_a_group() -> None:
    assert found(RECOGNISERS, "만 65세 이상 노인")[0].kind is Kind.GROUP
    assert found(RECOGNISERS, "만 65세 이상")[0].kind is Kind.SCOPE


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("연령 15~34세 (연령제한여부 N)", [age(min=15, max=34)]),
        ("연령 0~39세 (연령제한여부 N)", [age(max=39)]),
        ("연령 19~99세 (연령제한여부 N)", [age(min=19)]),
        ("연령 0~0세 (연령제한여부 Y)", []),
        ("연령 0~99세 (연령제한여부 N)", []),
    ],
)
def test_youth_portal(words: str, rule: list[dict[str, Any]]) -> None:
    assert rules(RECOGNISERS, words) == rule


@pytest.mark.parametrize(
    "words",
    [
        "연령 19~39세 (연령제한여부 Y)",
        "연령: 제한 없음 (자료에는 19~39세라는 숫자도 있어 확인이 필요합니다)",
    ],
)
def test_ages_beside_no_limit_are_sure_inside_only(words: str) -> None:
    (rule,) = rules(RECOGNISERS, words)
    assert rule["any_of"] == [age(min=19, max=39), age(min=19, max=39, unclear=True)]


@pytest.mark.parametrize(
    "words", ["연령 제한 없음", "나이 무관", "연령에 관계없이", "연령 0~0세 (연령제한여부 Y)"]
)
def test_no_limit_is_read_and_no_condition(words: str) -> None:
    flat = Flat.of(words)
    assert list(unlimited_stretches(flat)) == [(0, len(flat.text))]


def test_the_age_of_a_parent_is_nothing_the_applicants_birth_date_tells() -> None:
    (rule,) = rules(RECOGNISERS, "만 85세 이상의 부모를 부양하는 자")
    assert rule == {"criterion": "other", "key": "만 85세 이상의 부모"}


def test_the_title_tells_a_child_where_the_words_do_not() -> None:
    setting = Setting(title="아동 급식 지원")
    assert rules(RECOGNISERS, "신청일 현재 18세 미만", setting) == [either(below=18)]
    assert rules(RECOGNISERS, "신청일 현재 18세 미만") == [age(below=18)]


@given(age_texts)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside(RECOGNISERS, words)
    flat = Flat.of(words)
    assert all(0 <= start < end <= len(flat.text) for start, end in unlimited_stretches(flat))
