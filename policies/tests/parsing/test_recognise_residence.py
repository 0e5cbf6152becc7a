"""Where somebody must live, and since when."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Kind, Region, Setting
from policies.eligibility.parsing.recognise.residence import IGNORED, RECOGNISERS
from policies.eligibility.parsing.recognise.residence_moves import RECOGNISERS as MOVES
from policies.tests.parsing.recognising import found, rules

HOME = Setting(regions=(Region("경상남도", "밀양시"),))
PROVINCE = Setting(regions=(Region("경상북도"),))
NATIONAL = Setting(agency="보건복지부")
HERE = {"criterion": "region", "sido": "경상남도", "sigungu": "밀양시"}
WORDS = (
    "주민등록 주소지 거주하는 전입 밀양시 밀양 관내 도내 시에 군에 우리 구 "
    "부산 동구 시민 군민 을 두고 둔"
    " 신청일 현재 출생일 기준 6개월 이상 180일 전부터 3년 이내 미만 경과 "
    "후 2025.1.1. 이전 이후 까지"
    " 계속하여 실제 부 또는 모가 타 지역 에서 함께 동일 주소 단, 다만 ( ) "
    "된 자 「 」 않은 학교 소재"
).split()
residence_texts = st.lists(
    st.one_of(st.sampled_from(WORDS), st.text(alphabet="가시군구에을0123456789.,() ", max_size=4)),
    max_size=24,
).map(" ".join)


def lived(**limits: Any) -> dict[str, Any]:
    return {"criterion": "residence", **limits}


@pytest.mark.parametrize(
    "words",
    [
        "밀양시에 거주하는 사람",
        "밀양 시민",
        "밀양에 주소를 둔 자",
        "주민등록상 밀양시에 주소를 둔 65세 이상 노인",
        "주민등록상 주소지가 밀양시인 자",
        "관내 거주자",
        "관내에 주민등록을 두고 실제 거주하고 있는 자",
        "우리 시에 주민등록이 되어 있는 가정",
        "시에 주 민 등 록 을 둔 주민",
        "밀양시 관내 등록장애인",
        "관내 저소득층 노인",
        "신청일 현재 밀양시에 주민등록이 되어 있고",
        "자녀와 보호자가 함께 밀양시에 주민등록을 두고",
        "부 또는 모와 함께 관내에 주민등록을 두고 있는 가정",
        "밀양시에 주소를 두고 관내 고등학교에 다니는 학생",
    ],
)
def test_home_is_the_region_of_the_agency(words: str) -> None:
    assert rules(RECOGNISERS, words, HOME)[0] == HERE


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("밀양시에 1년 이상 거주한 자", {"min_months": 12}),
        ("밀양시 1년 거주", {"min_months": 12}),
        ("밀양시 거주 180일 이상인 가정", {"min_days": 180}),
        ("6개월 이전부터 계속 시에 주민등록을 둔", {"min_months": 6}),
        (
            "신청일 현재 6개월 이상 계속하여 밀양시에 주민등록을 두고 실제 거주하는",
            {"min_months": 6},
        ),
        ("공고일 기준 밀양시에 3년 이상 계속 주민등록을 둔", {"min_months": 36}),
        (
            "신생아 출생일 기준 6개월 전부터 신청일까지 계속 밀양시에 주민등록을 둔",
            {"min_months": 6, "at": "birth"},
        ),
        (
            "출생일 전·후 6개월 연속하여 신청일까지 밀양시에 주소를 두고",
            {"min_months": 6, "at": "birth"},
        ),
        (
            "출생일 또는 입양일을 기준으로 부 또는 모가 시에 180일 이상 주민등록을 두고",
            {"min_days": 180, "at": "birth"},
        ),
        ("출산일 기준 밀양시에 주민등록을 둔", {"min_months": 0, "at": "birth"}),
        ("출생신고일 이후 180일 이상 밀양시에 계속 거주한", {"min_days": 180}),
        (
            "신청년도 1월 1일 기준 2년 이상 시에 주민등록이 되어 있는",
            {"min_months": 24, "at": "year_start"},
        ),
        ("2025년 3월 26일 현재 밀양시에 주민등록이 되어 있는", {"moved_to": "2025-03-26"}),
        ("2022.12.31. 이전부터 밀양시에 주민등록을 두고", {"moved_to": "2022-12-31"}),
        (
            "2025.3.1. 현재 6개월 이상 밀양시에 거주한",
            {"min_months": 6, "on": "2025-03-01"},
        ),
        ("밀양시 전입 3년 이내", {"max_months": 36}),
        ("3년 이내 밀양시로 전입한 귀농인", {"max_months": 36}),
        (
            "타 시군구에서 밀양시로 전입신고를 한 지 1년이 경과되지 않은",
            {"max_months": 12},
        ),
        ("2020.1.1. 이후 전입 세대", {"moved_from": "2020-01-01"}),
        ("전입 후 6개월 이상 경과한 세대", {"min_months": 6}),
        ("타 시군구에 주민등록을 두고 있다가 시로 전입하여 30일 이상 거주한 자", {"min_days": 30}),
    ],
)
def test_time_of_residence_belongs_to_the_region(words: str, limits: dict[str, Any]) -> None:
    assert rules(RECOGNISERS, words, HOME) == [{"all_of": [HERE, lived(**limits)]}]


@pytest.mark.parametrize(
    ("words", "region"),
    [
        ("경북도 내 1년 이상 거주자", {"sido": "경상북도"}),
        ("도내에 주소를 둔 자", {"sido": "경상북도"}),
        ("도민", {"sido": "경상북도"}),
        ("부산광역시 해운대구에 거주하는 자", {"sido": "부산광역시", "sigungu": "해운대구"}),
        ("대전시민", {"sido": "대전광역시"}),
    ],
)
def test_named_region_goes_before_home(words: str, region: dict[str, str]) -> None:
    rule = rules(RECOGNISERS, words, PROVINCE)[0]
    assert (rule["all_of"][0] if "all_of" in rule else rule) == {"criterion": "region", **region}


@pytest.mark.parametrize(
    "words",
    [
        "밀양시 소재 기업에 근무하는 자",
        "관내 초등학교 신입생",
        "관내 중소기업",
        "부산 해운대구 소재 대학",
        "국내에 거주하는 자",
        "타 지역에서 1년 이상 거주하던 자",
        "밀양시 외 지역 거주자",
        "동일 주소지에 주민등록이 되어 있는 가정",
        "부모와 함께 거주하는 자",
        "공공임대주택에 거주하는 자",
        "장애인 거주시설",
        "전입 예정인 자",
        "폐렴을 주소로 입원한 환자",
        "전입 신고일 기준 6개월 미만 거주",
        "「밀양시 국가보훈대상자 지원 조례」",
        "밀양시 국가보훈대상자 예우 및 지원에 관한 조례",
        "3개월 이상 육아휴직 중인 근로자",
    ],
)
def test_other_places_state_nothing(words: str) -> None:
    assert rules(RECOGNISERS, words, HOME) == []


def test_nothing_is_home_without_an_agency() -> None:
    assert rules(RECOGNISERS, "주민등록을 두고 거주하는 자", NATIONAL) == []


def test_corporation_is_at_home_too() -> None:
    setting = Setting(agency="영등포구시설관리공단")
    assert rules(RECOGNISERS, "구민", setting) == [
        {"criterion": "region", "sido": "서울특별시", "sigungu": "영등포구"}
    ]


def test_one_stretch_covers_the_whole_condition() -> None:
    words = "신청일 현재 6개월 이상 계속하여 완도군에 주민등록을 두고 실제 거주하는 자"
    flat = Flat.of(words)
    (one,) = found(RECOGNISERS, words, NATIONAL)
    assert flat.quote(one.start, one.end).startswith("신청일 현재")
    assert flat.quote(one.start, one.end).endswith("실제 거주하는")
    assert (one.kind, one.dimension) == (Kind.SCOPE, "residence")


def test_next_condition_keeps_its_period() -> None:
    words = "밀양시에 주소를 두고 6개월 이상 재직한 자"
    flat = Flat.of(words)
    (one,) = found(RECOGNISERS, words, HOME)
    assert flat.quote(one.start, one.end) == "밀양시에 주소를 두고"


@pytest.mark.parametrize("words", ["관내 미거주자", "시에 주소를 두지 않은 자"])
def test_living_elsewhere_is_negated(words: str) -> None:
    (one,) = found(RECOGNISERS, words, HOME)
    assert one.negated


@pytest.mark.parametrize(
    "words",
    [
        "다만, 거주기간이 6개월 미만인 경우 6개월 경과 후 신청 가능",
        "단, 거주기간이 6개월 미만인 경우에는 전입일로부터 6개월 이상 거주한 경우 지원가능",
        "주민등록 6개월 이상 미거주 시 6개월 지난 시점부터 신청 가능",
        "전입 6개월 이상 경과 시 신청가능",
        "단 거주기간이 6개월 미만인 경우 나머지 기간이 경과해야 지원",
    ],
)
def test_missing_time_may_be_made_up_for(words: str) -> None:
    later = found(MOVES, words, HOME)
    assert [each.rule.model_dump(exclude_defaults=True) for each in later] == [lived(min_months=6)]
    assert not Flat.of(words).text[later[0].start :].startswith(("단", "다만"))


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (
            "타 시군구에 1년 이상 주민등록을 두고 있다가 관내로 전입한 자",
            "다른 시·군·구에서 1년 이상 거주하다가 전입",
        ),
        (
            "다른 시·군·구에서 2년 이상 거주하다가 전입한 세대",
            "다른 시·군·구에서 2년 이상 거주하다가 전입",
        ),
        ("타 지역에서 밀양시로 전입한 자", "다른 시·군·구에서 전입"),
    ],
)
def test_where_somebody_lived_before_is_asked(words: str, key: str) -> None:
    (one,) = found(MOVES, words, HOME)
    assert one.rule.key == key


@pytest.mark.parametrize("words", ["타 지역 거주자", "관외 학교에 다니는 학생"])
def test_elsewhere_without_moving_in_is_no_move(words: str) -> None:
    assert found(MOVES, words, HOME) == []


@pytest.mark.parametrize("words", ["군민의 자녀", "밀양시에 거주하는 자의 자녀", "전입 예정자"])
def test_somebody_elses_residence_is_left(words: str) -> None:
    assert rules(RECOGNISERS, words, HOME) == []


@pytest.mark.parametrize(
    "words", ["주민등록등본상", "실제 거주하는", "신청일 현재", "국내에 거주하는 자", "(주소)"]
)
def test_fillers_count_as_read(words: str) -> None:
    text = Flat.of(words).text
    assert any(pattern.fullmatch(text) for pattern in IGNORED)


@given(residence_texts)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    flat = Flat.of(words)
    for setting in (HOME, PROVINCE, NATIONAL):
        for reader in (*RECOGNISERS, *MOVES):
            for each in reader(flat, setting):
                assert 0 <= each.start < each.end <= len(flat.text)
