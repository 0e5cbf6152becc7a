"""Places in what people say: which one, where in the text, and whether somebody lives there."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.geography import Role, places_in, question_region, resolve, todays_regions

MERGED = "전남광주통합특별시"


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("광명에서 2년 살았고 지금 임신 중이에요", "경기도 광명시"),
        ("인천 동구 사는 70대 노인인데요", "인천광역시 제물포구"),
        ("고양서 아이 키우는데 뭐가 있나요", "경기도 고양시"),
        ("함양 사는 어머니 치매 지원", "경상남도 함양군"),
        ("옥천에서 받을 수 있는 출산 지원", "충청북도 옥천군"),
        ("구미 사는 청년 월세", "경상북도 구미시"),
        ("하남사는데 다자녀 혜택 있나요", "경기도 하남시"),
        ("세종서 받을 수 있는 거", "세종특별자치시"),
        ("홍천에서 귀농하면", "강원특별자치도 홍천군"),
        ("서울동작구 사는 임산부", "서울특별시 동작구"),
        ("경기도광명시 청년수당", "경기도 광명시"),
        ("수원시민인데 난임 지원", "경기도 수원시"),
        ("고흥군민입니다", f"{MERGED} 고흥군"),
        ("강진서 삽니다", f"{MERGED} 강진군"),
        ("전라도 광주 사는데요", MERGED),
        ("경상도 고성 살아요", "경상남도 고성군"),
        ("강화도 사는데 보건소가 멀어요", "인천광역시 강화군"),
        ("종로구보건소 금연클리닉", "서울특별시 종로구"),
        ("진도 보건소 전화번호", f"{MERGED} 진도군"),
        ("함양인데 군에서 뭐 해 줘요", "경상남도 함양군"),
        ("공주에서 치매 검사 받으려면", "충청남도 공주시"),
        ("포항 북구인데 보청기", "경상북도 포항시 북구"),
        ("마산 사는 장애인", "경상남도 창원시"),
        ("경북 군위군 거주", "대구광역시 군위군"),
        ("충남 연기군 살아요", "세종특별자치시"),
        ("북제주군 사는 노인", "제주특별자치도 제주시"),
        ("서울로 출퇴근하는 김포 시민이에요", "경기도 김포시"),
        ("군산 살다가 지금은 익산으로 왔어요", "전북특별자치도 익산시"),
        ("서울 말고 부산 사는데", "부산광역시"),
        ("서울에서 일하고 인천에 살아요", "인천광역시"),
        ("대전 병원 갈 때마다 힘든데 옥천 살아요", "충청북도 옥천군"),
        ("부산 서면 살아요", "부산광역시 부산진구"),
        ("안양 동안에 사는데", "경기도 안양시 동안구"),
        ("인제에 살아요", "강원특별자치도 인제군"),
        ("수영에 사는 엄마", "부산광역시 수영구"),
        ("강화 사는 농부", "인천광역시 강화군"),
    ],
)
def test_the_region_a_question_is_about(text: str, region: str) -> None:
    assert str(question_region(text)) == region


@pytest.mark.parametrize(
    "text",
    [
        "대전 병원 갈 때마다 교통비가 들어요",
        "서울대병원 다녀요",
        "부산에 있는 큰 병원에서 수술했어요",
        "수영 강습 지원되나요",
        "아동 수당 받아요",
        "외동딸이에요",
        "이동이 불편해요",
        "운동 처방 받을 수 있나요",
        "모유 수유 중인데 유축기",
        "예산에서 지원하나요",
        "지원을 강화하나요",
        "동작이 느려졌어요",
        "서면으로 제출하나요",
        "경기가 안 좋아서 일을 쉬어요",
        "공주는 다섯 살이에요",
        "이천만원 있어요",
        "50대구요",
        "2년 동안 살았는데 구청에 신청하면 되나요",
        "인제 살기 힘들어요",
        "인제 살고 싶지 않아요",
        "아동 수당은 시에서 주나요",
        "장애 아동 거주시설",
        "돌봄 기능 강화 지역아동센터",
        "자긍심을 고양하고 싶어요",
        "예산의 범위에서 군에서 준대요",
        "강서구 보건소",
        "고성 살아요",
        "서울이랑 부산 중에 어디가 나아요",
        "",
    ],
)
def test_no_region_without_a_place_that_is_certain(text: str) -> None:
    assert question_region(text) is None


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("대전 병원 다니는데 옥천 살아요", [Role.ELSEWHERE, Role.LIVES]),
        ("고양서 애 키워요", [Role.MENTIONED]),
        ("부모님은 여수에 계시고 저는 서울 살아요", [Role.LIVES, Role.LIVES]),
        ("부산 말고요", [Role.ELSEWHERE]),
    ],
)
def test_roles(text: str, roles: list[Role]) -> None:
    assert [place.role for place in places_in(text)] == roles


def test_offsets_candidates_and_dong() -> None:
    text = "저는 서울 신사동에 살고 어머니는 인천 서구에 사세요"
    mine, hers = places_in(text)
    assert text[mine.start : mine.end] == mine.text == "서울 신사동"
    assert mine.dong == "신사동"
    assert str(mine.region) == "서울특별시"
    assert not mine.certain
    assert {region.sigungu for region in mine.regions} == {"강남구", "관악구", "은평구"}
    assert hers.text == "인천 서구"
    assert [region.sigungu for region in hers.regions] == ["서해구", "검단구"]
    assert str(hers.region) == "인천광역시"


def test_two_residences_are_told_apart_by_who_speaks() -> None:
    assert str(question_region("부모님은 여수에 계시고 저는 서울 살아요")) == "서울특별시"
    assert question_region("딸은 여수에 살고 아들은 서울 살아요") is None


def test_decomposed_hangul_is_read() -> None:
    assert str(question_region(unicodedata.normalize("NFD", "광명시 사는데"))) == "경기도 광명시"


@pytest.mark.parametrize(
    "particle", [" 살아요", "에 사는데", "에서 살아요", " 주민인데", "시민 거주"]
)
def test_every_sigungu_is_found_by_its_full_name(particle: str) -> None:
    for region in todays_regions():
        assert question_region(f"{region}{particle}") == region


@given(st.text(alphabet="서울부산 광주동작구시군에서사는살아요,.\n가나0aA", max_size=40))
def test_any_text_is_read_without_failing(text: str) -> None:
    for place in places_in(text):
        assert text[place.start : place.end] == place.text
        assert place.regions
        assert place.certain == (len(place.regions) == 1)


def test_divided_districts_leave_the_sido() -> None:
    assert str(resolve(["인천", "서구"])) == "인천광역시"
    assert resolve(["고성"], evident=True) is None
    assert str(resolve(["경기도", "광주"])) == "경기도 광주시"
    assert str(resolve(["광주", "북구"])) == f"{MERGED} 북구"


@pytest.mark.parametrize(
    ("text", "sigungu"),
    [
        ("부산 구포", "북구"),
        ("인천주안에서 같이 살아요", "미추홀구"),
        ("제주 성산 살아요", "서귀포시"),
        ("울산 방어진 사시고요", "동구"),
    ],
)
def test_a_dong_without_its_ending_counts_after_a_wider_name(text: str, sigungu: str) -> None:
    region = places_in(text)[-1].region
    assert region is not None
    assert region.sigungu == sigungu


@pytest.mark.parametrize("text", ["대구 대신 부산으로 가요", "중앙동 살아요"])
def test_what_may_be_another_word_or_place_narrows_nothing(text: str) -> None:
    assert all(one.region is None or one.region.sigungu is None for one in places_in(text))
