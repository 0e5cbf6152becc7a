from __future__ import annotations

import pytest

from policies.geography import (
    code_regions,
    regions_of_agency,
    regions_of_codes,
    split_department,
    todays_regions,
)

GWANGJU = [f"전남광주통합특별시 {name}" for name in ("동구", "서구", "남구", "북구", "광산구")]


def test_the_table_holds_every_region_once() -> None:
    regions = todays_regions()
    assert len(regions) == len(set(regions)) == 16 + 229
    assert sum(region.sigungu is None for region in regions) == 16


@pytest.mark.parametrize(
    ("agency", "labels"),
    [
        ("서울특별시 동작구", ["서울특별시 동작구"]),
        ("경기도 양평군", ["경기도 양평군"]),
        ("경기 안산시", ["경기도 안산시"]),
        ("경기 광명시", ["경기도 광명시"]),
        ("서울 금천구", ["서울특별시 금천구"]),
        ("인천", ["인천광역시"]),
        ("경상남도 밀양시 행정국 사회복지과", ["경상남도 밀양시"]),
        ("경상남도 마산시", ["경상남도 창원시"]),
        ("충청남도 연기군", ["세종특별자치시"]),
        ("경기도 고양시 일산구", ["경기도 고양시"]),
        ("부산직할시 중구", ["부산광역시 중구"]),
        ("전라북도", ["전북특별자치도"]),
        ("전북특별자치도 전주시 완산구", ["전북특별자치도 전주시"]),
        ("강원", ["강원특별자치도"]),
        ("강원도 고성군", ["강원특별자치도 고성군"]),
        ("경상남도 고성군", ["경상남도 고성군"]),
        ("세종", ["세종특별자치시"]),
        ("제주특별자치도", ["제주특별자치도"]),
        ("전남광주통합특별시", ["전남광주통합특별시"]),
        ("광주광역시", GWANGJU),
        ("광주광역시 남구", ["전남광주통합특별시 남구"]),
        ("전남 목포시", ["전남광주통합특별시 목포시"]),
        ("인천광역시 서구", ["인천광역시 서해구", "인천광역시 검단구"]),
        ("인천 동구", ["인천광역시 제물포구"]),
        ("경상북도 군위군", ["대구광역시 군위군"]),
        ("경기도 광주시", ["경기도 광주시"]),
        ("서울특별시금천구시설관리공단", ["서울특별시 금천구"]),
        ("고양시청소년재단", ["경기도 고양시"]),
        ("한국장학재단", []),
        ("보건복지부", []),
        ("인천국제공항공사", []),
        ("서울올림픽기념국민체육진흥공단", []),
        ("중구", []),
        ("광주시청", []),
        ("", []),
    ],
)
def test_regions_in_agency_names(agency: str, labels: list[str]) -> None:
    assert [str(region) for region in regions_of_agency(agency)] == labels


@pytest.mark.parametrize(
    ("agency", "label"),
    [
        ("서울문화재단", "서울특별시"),
        ("안산도시공사", "경기도 안산시"),
        ("(재)달성교육재단", "대구광역시 달성군"),
        ("재단법인연수문화재단", "인천광역시 연수구"),
        ("경기신용보증재단", "경기도"),
    ],
)
def test_short_forms_count_for_local_bodies_only(agency: str, label: str) -> None:
    assert regions_of_agency(agency) == []
    assert [str(r) for r in regions_of_agency(agency, local=True)] == [label]


@pytest.mark.parametrize(
    ("codes", "labels"),
    [
        (["11590"], ["서울특별시 동작구"]),
        (["44131", "44133"], ["충청남도 천안시"]),
        (["36110"], ["세종특별자치시"]),
        (["50110", "50130"], ["제주특별자치도"]),
        (["42110"], ["강원특별자치도 춘천시"]),
        (["45111"], ["전북특별자치도 전주시"]),
        (["47720"], ["대구광역시 군위군"]),
        (["46110", "29110"], ["전남광주통합특별시 목포시", "전남광주통합특별시 동구"]),
        (["28110"], ["인천광역시 제물포구", "인천광역시 영종구"]),
        (["41000"], ["경기도"]),
        (["41597"], ["경기도 화성시"]),
    ],
)
def test_codes_of_today_and_abolished_ones(codes: list[str], labels: list[str]) -> None:
    found = regions_of_codes(codes)
    assert [str(region) for region in found.regions] == labels
    assert found.unknown == []
    assert not found.nationwide


def test_almost_all_codes_are_the_whole_country() -> None:
    every = [code for code in code_regions() if not code.endswith("000")]
    assert regions_of_codes(every).nationwide
    assert regions_of_codes([c for c in every if c not in ("28155", "11590")]).nationwide
    without_seoul = regions_of_codes([code for code in every if not code.startswith("11")])
    assert not without_seoul.nationwide
    assert len(without_seoul.regions) == 15


def test_unknown_codes_are_told() -> None:
    assert regions_of_codes(["99999", "11590"]).unknown == ["99999"]


def test_departments_are_split_off() -> None:
    split = split_department("경상남도 양산시 보건소 건강증진과", local=True)
    assert split == ("경상남도 양산시", "보건소 건강증진과")
    assert split_department("부산광역시 여성가족국", local=True) == ("부산광역시", "여성가족국")
    assert split_department("보건복지부 출산정책과", local=False) == ("보건복지부", "출산정책과")
