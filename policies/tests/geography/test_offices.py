"""Which office somebody goes to, with a number only where one was published."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from django.test import Client

from policies.geography import Region, todays_regions
from policies.geography.offices import OFFICES, OfficeKind, offices_of
from policies.offices import nearest_offices
from policies.records import RecordContact, RecordRegion
from policies.services.regions import regions_load
from policies.tests.records import load, sample_data

PAGES = sample_data("seoul_gu_health_centers")
DONGJAK = Region("서울특별시", "동작구")
Named = tuple[str, str | None]
YANGCHEON = RecordRegion("서울특별시", "양천구")


def by_kind(
    region: Region | None, **options: Any
) -> dict[OfficeKind, list[tuple[str, str | None]]]:
    found: dict[OfficeKind, list[tuple[str, str | None]]] = {}
    for office in nearest_offices(region, **options):
        found.setdefault(office.kind, []).append((office.name, office.phone))
    return found


def test_every_number_of_the_table_stands_on_its_page() -> None:
    if not PAGES.exists():
        pytest.skip("the pages of the 보건소 are not on this machine")
    table = yaml.safe_load(OFFICES.read_text(encoding="utf-8"))
    for entry in table["health_centers"]:
        raw = (PAGES / f"structured_data_{entry['sigungu']}.json").read_text(encoding="utf-8")
        before, _, _ = raw.partition(f'"source_url": {json.dumps(entry["source"])}')
        page = before[before.rfind('"raw_text"') :]
        assert re.search(entry["phone"].removeprefix("02-"), page), entry["sigungu"]
        assert entry["department"] in page, entry["sigungu"]


def test_a_place_of_the_table_has_hall_and_center_in_order() -> None:
    kinds = [office.kind for office in offices_of(DONGJAK, dong="사당동")]
    assert kinds[:3] == [
        OfficeKind.WELFARE_CENTER,
        OfficeKind.CITY_HALL,
        OfficeKind.HEALTH_CENTER,
    ]
    center, hall, health, *calls = offices_of(DONGJAK, dong="사당동")
    assert center.name == "사당동을 맡은 행정복지센터(주민센터)"
    assert center.phone is None
    assert (hall.name, hall.phone) == ("동작구청", None)
    assert health.name == "동작구보건소 건강증진과"
    assert health.phone is not None
    assert health.source.startswith("https://www.dongjak.go.kr/")
    assert [call.phone for call in calls] == ["02-120", "129", "110"]


@pytest.mark.parametrize(
    ("region", "hall"),
    [
        (Region("강원특별자치도", "춘천시"), "춘천시청"),
        (Region("경기도", "수원시 장안구"), "장안구청"),
        (Region("세종특별자치시"), "세종특별자치시청"),
        (Region("대구광역시", "군위군"), "군위군청"),
    ],
)
def test_halls(region: Region, hall: str) -> None:
    offices = {office.kind: office for office in offices_of(region)}
    assert offices[OfficeKind.CITY_HALL].name == hall
    assert offices[OfficeKind.CITY_HALL].phone is None
    assert offices[OfficeKind.HEALTH_CENTER].phone is None


def test_a_province_or_nothing_known_still_has_somebody_to_call() -> None:
    for region in (None, Region("강원특별자치도")):
        kinds = {office.kind for office in offices_of(region)}
        assert kinds == {OfficeKind.WELFARE_CENTER, OfficeKind.CALL_CENTER}
    for region in todays_regions():
        assert "129" in {office.phone for office in offices_of(region)}


def test_the_call_center_of_a_merged_city_is_for_its_part_only() -> None:
    phones = {office.phone for office in offices_of(Region("전남광주통합특별시", "광산구"))}
    assert "062-120" in phones
    assert "062-120" not in {
        office.phone for office in offices_of(Region("전남광주통합특별시", "순천시"))
    }


@pytest.mark.django_db
def test_numbers_come_from_the_contacts_of_policies_there() -> None:
    regions_load()
    load(
        "here",
        regions=[YANGCHEON],
        contacts=[
            RecordContact("목1동 주민센터", "02-2620-0001"),
            RecordContact("목2동 주민센터", "02-2620-0002"),
            RecordContact("신월1동 주민센터", "02-2620-0003"),
            RecordContact("보건소 건강증진과", "02-2620-0004"),
            RecordContact("강서구보건소", "02-2600-0005"),
            RecordContact("양천구청 복지정책과", "02-2620-0006~7"),
            RecordContact("양천구청 담당자", "010-1234-5678"),
        ],
    )
    load(
        "province",
        regions=[RecordRegion("서울특별시")],
        contacts=[RecordContact("보건소", "02-1111-1111")],
    )
    load(
        "elsewhere",
        regions=[RecordRegion("서울특별시", "강서구")],
        contacts=[RecordContact("보건소", "02-2222-2222")],
    )
    found = by_kind(Region("서울특별시", "양천구"), dong="목동")
    assert found[OfficeKind.WELFARE_CENTER] == [
        ("목1동 주민센터", "02-2620-0001"),
        ("목2동 주민센터", "02-2620-0002"),
    ]
    assert found[OfficeKind.CITY_HALL] == [("양천구청 복지정책과", "02-2620-0006")]
    assert found[OfficeKind.HEALTH_CENTER] == [("양천구보건소 건강증진과", "02-2620-0004")]
    other = by_kind(Region("서울특별시", "양천구"), dong="신정동")
    assert other[OfficeKind.WELFARE_CENTER] == [("신정동을 맡은 행정복지센터(주민센터)", None)]


@pytest.mark.django_db
def test_no_number_is_made_up() -> None:
    regions_load()
    load("busan", regions=[RecordRegion("부산광역시", "중구")], contacts=[RecordContact("보건소")])
    found = by_kind(Region("부산광역시", "중구"))
    assert found[OfficeKind.HEALTH_CENTER] == [("중구보건소", None)]


@pytest.mark.django_db
def test_offices_by_the_api() -> None:
    regions_load()
    query = {"sido": "서울", "sigungu": "동작구", "dong": "사당동"}
    body = Client().get("/api/regions/offices", query).json()
    assert body["region"] == {"sido": "서울특별시", "sigungu": "동작구"}
    center = body["offices"][0]
    assert (center["kind_label"], center["phone"]) == ("행정복지센터", None)
    assert center["notice"] == "전화번호를 확인하지 못했어요."
    assert body["offices"][2]["notice"] == ""
    old = Client().get("/api/regions/offices", {"sido": "광주광역시", "sigungu": "광산구"}).json()
    assert old["region"] == {"sido": "전남광주통합특별시", "sigungu": "광산구"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({}, "값이 있어야 합니다."),
        ({"sido": "없는도"}, "알 수 없는 시·도입니다."),
        ({"sido": "서울특별시", "sigungu": "해운대구"}, "그 시·도에 없는 시·군·구입니다."),
        ({"sido": "가" * 21}, "20자 이하여야 합니다."),
    ],
)
def test_wrong_places_are_told_in_korean(query: dict[str, str], message: str) -> None:
    response = Client().get("/api/regions/offices", query)
    assert response.status_code == 422
    assert message in {each["msg"] for each in response.json()["detail"]}


@pytest.mark.django_db
def test_texts_are_resolved_by_the_api() -> None:
    body = (
        Client().get("/api/regions/resolve", {"text": "인천 서구 사는데 서울 병원 다녀요"}).json()
    )
    assert body["region"] == {"sido": "인천광역시", "sigungu": None}
    first, second = body["places"]
    assert [each["sigungu"] for each in first["candidates"]] == ["서해구", "검단구"]
    assert (first["role"], second["role"]) == ("lives", "elsewhere")
    nothing = Client().get("/api/regions/resolve", {"text": "동작이 느려요"}).json()
    assert nothing == {"region": None, "places": []}
    empty = Client().get("/api/regions/resolve", {"text": ""})
    assert empty.status_code == 422
    assert empty.json()["detail"][0]["msg"] == "1자 이상이어야 합니다."
