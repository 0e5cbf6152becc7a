from __future__ import annotations

import pytest

from chat.tests.understanding.helpers import own
from policies.geography import region_table


@pytest.mark.parametrize(
    ("text", "sido", "sigungu"),
    [
        ("서울특별시 동작구에 살아요", "서울특별시", "동작구"),
        ("동작구 살아요", "서울특별시", "동작구"),
        ("서울동작구 살아요", "서울특별시", "동작구"),
        ("부산 중구 살아요", "부산광역시", "중구"),
        ("경기도 광주 살아요", "경기도", "광주시"),
        ("광주 북구 살아요", "전남광주통합특별시", "북구"),
        ("광주광역시 북구", "전남광주통합특별시", "북구"),
        ("광주북구에 살아요", "전남광주통합특별시", "북구"),
        ("부산광역시 중구 살아요", "부산광역시", "중구"),
        ("대전광역시 서구", "대전광역시", "서구"),
        ("강원도 춘천시", "강원특별자치도", "춘천시"),
        ("전라북도 전주시", "전북특별자치도", "전주시"),
        ("전남 순천에 살아요", "전남광주통합특별시", "순천시"),
        ("김해 살고 있어요", "경상남도", "김해시"),
        ("수원 팔달구 살아요", "경기도", "수원시 팔달구"),
        ("강원도 고성 살아요", "강원특별자치도", "고성군"),
        ("경남 고성군 살아요", "경상남도", "고성군"),
        ("전라북도 전주에서 살아요", "전북특별자치도", "전주시"),
        ("세종 살아요", "세종특별자치시", None),
        ("이문동 살아요", "서울특별시", "동대문구"),
        ("안양 평촌 살아요", "경기도", "안양시 동안구"),
        ("서울 살아요", "서울특별시", None),
        ("대구 군위군 살아요", "대구광역시", "군위군"),
        ("군산 살다가 지금은 익산으로 왔어요", "전북특별자치도", "익산시"),
    ],
)
def test_places_get_official_names(text: str, sido: str, sigungu: str | None) -> None:
    expected = {"sido": sido} | ({"sigungu": sigungu} if sigungu else {})
    assert own(text)["region"] == expected


@pytest.mark.parametrize(
    "text",
    [
        "중구 살아요",
        "강서구에 살아요",
        "고성 살아요",
        "무주택이에요",
        "이천만원 있어요",
        "인제 뭐 하면 돼요",
        "서울대병원 다녀요",
        "50대구요",
        "서울 말고요",
    ],
)
def test_what_is_not_certain_is_no_region(text: str) -> None:
    assert "region" not in own(text)


def test_an_ambiguous_dong_keeps_only_the_certain_part() -> None:
    assert own("서울 신사동 살아요")["region"] == {"sido": "서울특별시"}


def test_every_part_of_a_merged_province_is_certain() -> None:
    for former in region_table().former_provinces:
        for spelling in former.spellings:
            for name in former.sigungu:
                expected = {"sido": former.now, "sigungu": name}
                assert own(f"{spelling} {name}")["region"] == expected


@pytest.mark.parametrize("name", ["중구", "서구"])
def test_divided_districts_of_incheon_stay_ambiguous(name: str) -> None:
    assert own(f"인천광역시 {name}")["region"] == {"sido": "인천광역시"}
