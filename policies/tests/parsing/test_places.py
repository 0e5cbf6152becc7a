"""Regions in the names of agencies, and what a written name stands for."""

from __future__ import annotations

import pytest

from policies.eligibility.parsing.found import Region
from policies.eligibility.parsing.places import (
    regions_near_agency,
    regions_of_agency,
    resolve,
    stem,
)

MERGED = "전남광주통합특별시"


@pytest.mark.parametrize(
    ("agency", "regions"),
    [
        ("경기도", [("경기도", None)]),
        ("강원도 농정국", [("강원특별자치도", None)]),
        ("경기도 안산시 복지국", [("경기도", "안산시")]),
        ("경기 안산시", [("경기도", "안산시")]),
        ("경기도 수원시 장안구보건소 건강관리과", [("경기도", "수원시")]),
        ("전북특별자치도 무주군 보건의료원 의료지원과", [("전북특별자치도", "무주군")]),
        (f"{MERGED} 완도군", [(MERGED, "완도군")]),
        ("전라남도 완도군 가족행복과", [(MERGED, "완도군")]),
        ("광주광역시 동구", [(MERGED, "동구")]),
        ("광주광역시 여성가족국", [("광주광역시", None)]),
        ("경상북도 군위군", [("대구광역시", "군위군")]),
        ("부산광역시교육청", [("부산광역시", None)]),
        ("포천시교육지원청", [("경기도", "포천시")]),
        ("구미시", [("경상북도", "구미시")]),
        ("서원구 주민복지과", [("충청북도", "청주시 서원구")]),
    ],
)
def test_local_governments_bind_their_residents(
    agency: str, regions: list[tuple[str, str | None]]
) -> None:
    assert regions_of_agency(agency) == tuple(Region(*names) for names in regions)


def test_divided_district_stands_beside_its_parts() -> None:
    names = [region.sigungu for region in regions_of_agency("인천광역시 중구 행정복지국")]
    assert names == ["중구", "제물포구", "영종구"]


@pytest.mark.parametrize(
    "agency",
    [
        "",
        "보건복지부 장애인정책과",
        "청년정책과",
        "구청장",
        "한국환경공단",
        "경상북도문화관광공사",
        "영등포구시설관리공단",
        "충청남도홍성의료원",
        "재단법인연수문화재단",
        "남양주시복지재단",
        "고성군",
        "남구",
        "광주시",
    ],
)
def test_others_bind_nobody(agency: str) -> None:
    assert regions_of_agency(agency) == ()


@pytest.mark.parametrize(
    ("agency", "region"),
    [
        ("영등포구시설관리공단", ("서울특별시", "영등포구")),
        ("(재)달성교육재단", ("대구광역시", "달성군")),
        ("재단법인연수문화재단", ("인천광역시", "연수구")),
        ("충청남도홍성의료원", ("충청남도", "홍성군")),
        ("경상북도문화관광공사", ("경상북도", None)),
        ("고양도시관리공사", ("경기도", "고양시")),
        ("(재)제주평생교육장학진흥원", ("제주특별자치도", None)),
        ("광주환경공단", ("광주광역시", None)),
        ("경기도 안산시 복지국", ("경기도", "안산시")),
    ],
)
def test_every_agency_is_at_home_somewhere(agency: str, region: tuple[str, str | None]) -> None:
    assert regions_near_agency(agency) == (Region(*region),)


@pytest.mark.parametrize("agency", ["보건복지부", "한국장학재단", "국립호남권생물자원관"])
def test_national_bodies_are_at_home_nowhere(agency: str) -> None:
    assert regions_near_agency(agency) == ()


@pytest.mark.parametrize(
    ("name", "home", "regions"),
    [
        ("해운대구", (), [("부산광역시", "해운대구")]),
        ("부산시해운대구", (), [("부산광역시", "해운대구")]),
        ("수원시장안구", (), [("경기도", "수원시 장안구")]),
        ("전남", (), [("전라남도", None)]),
        ("전남완도군", (), [(MERGED, "완도군")]),
        ("완도", (Region(MERGED, "완도군"),), [(MERGED, "완도군")]),
        ("완도", (), []),
        ("동구", (), []),
        ("동구", (Region("대전광역시", "동구"),), [("대전광역시", "동구")]),
        ("동구", (Region("울산광역시"),), [("울산광역시", "동구")]),
        ("고성군", (Region("경상남도", "고성군"),), [("경상남도", "고성군")]),
        ("광주시", (Region("경기도", "광주시"),), [("경기도", "광주시")]),
    ],
)
def test_names_are_read_from_home(
    name: str, home: tuple[Region, ...], regions: list[tuple[str, str | None]]
) -> None:
    assert resolve(name, home) == tuple(Region(*names) for names in regions)


@pytest.mark.parametrize(
    ("name", "short"),
    [("완도군", "완도"), ("부산광역시", "부산"), ("수원시 장안구", "장안"), ("중구", "중구")],
)
def test_stem_drops_the_kind(name: str, short: str) -> None:
    assert stem(name) == short
