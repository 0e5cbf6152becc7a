"""Which policies a resident gets: the nation's, those of the 시도, of the 시군구, never others."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.geography import Region, lies_in, official_region, region_table, todays_regions
from policies.models import Policy
from policies.models import Region as RegionRow
from policies.records import RecordRegion
from policies.residence import residence_regions
from policies.retrieval.filters import scope_of
from policies.retrieval.types import Query, RegionFilter
from policies.screening.candidates import candidates
from policies.services.regions import regions_load
from policies.tests.records import load

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 29)
MERGED = "전남광주통합특별시"


def names(ids: tuple[int, ...]) -> set[str]:
    return {str(row) for row in RegionRow.objects.filter(pk__in=ids)}


def by_every_door(sido: str, sigungu: str | None) -> list[set[UUID]]:
    """Policies by the SQL filters of the search, of the list and of the screening."""
    scope = scope_of(Query(text="", region=RegionFilter(sido, sigungu)))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT p.id FROM policies_policy p WHERE {scope.sql}", scope.params)
        searched = {row[0] for row in cursor.fetchall()}
    listed = set(Policy.objects.in_region(sido, sigungu).values_list("id", flat=True))
    facts = ApplicantFacts(as_of=DAY, region=RegionFact(sido=sido, sigungu=sigungu))
    return [searched, listed, set(candidates(facts).sure)]


def loaded(**regions: Any) -> dict[str, UUID]:
    return {key: load(key, regions=where).id for key, where in regions.items()}


@pytest.mark.parametrize(
    ("lived", "expected"),
    [
        ((MERGED, "광산구"), {"nation", "merged", "gwangsan", "old_gwangju", "old_gwangsan"}),
        (("광주광역시", "광산구"), {"nation", "merged", "gwangsan", "old_gwangju", "old_gwangsan"}),
        ((MERGED, "순천시"), {"nation", "merged", "old_jeonnam"}),
        (("전라남도", "순천시"), {"nation", "merged", "old_jeonnam"}),
        (("대구광역시", "군위군"), {"nation", "daegu", "gunwi"}),
        (("경상북도", "군위군"), {"nation", "daegu", "gunwi"}),
        (("경상북도", "구미시"), {"nation", "gyeongbuk"}),
        (("강원", "춘천시"), {"nation", "gangwon", "chuncheon"}),
        (("세종", "세종시"), {"nation", "sejong", "yeongi"}),
        (("경기도", "수원시 장안구"), {"nation", "suwon", "jangan"}),
    ],
)
def test_old_and_merged_names_are_one_place_for_every_filter(
    lived: tuple[str, str], expected: set[str]
) -> None:
    regions_load()
    policies = loaded(
        nation=[],
        merged=[RecordRegion(MERGED)],
        gwangsan=[RecordRegion(MERGED, "광산구")],
        old_gwangju=[RecordRegion("광주광역시")],
        old_gwangsan=[RecordRegion("광주광역시", "광산구")],
        old_jeonnam=[RecordRegion("전라남도")],
        daegu=[RecordRegion("대구광역시")],
        gunwi=[RecordRegion("경상북도", "군위군")],
        gyeongbuk=[RecordRegion("경상북도")],
        gangwon=[RecordRegion("강원도")],
        chuncheon=[RecordRegion("강원도", "춘천시")],
        sejong=[RecordRegion("세종특별자치시")],
        yeongi=[RecordRegion("충청남도", "연기군")],
        suwon=[RecordRegion("경기도", "수원시")],
        jangan=[RecordRegion("경기도", "수원시 장안구")],
        paldal=[RecordRegion("경기도", "수원시 팔달구")],
    )
    wanted = {policies[key] for key in expected}
    for found in by_every_door(*lived):
        assert found == wanted


def test_a_resident_gets_the_nation_the_province_and_the_own_district_only() -> None:
    """For every 시군구 of the table."""
    regions_load()
    rows = {Region(row.sido, row.sigungu or None): row for row in RegionRow.objects.all()}
    for region in todays_regions():
        lived = residence_regions(region.sido, region.sigungu)
        found = names(lived.sure)
        assert {str(region), region.sido} <= found
        for other, row in rows.items():
            if row.pk in lived.possible:
                assert lies_in(region, official_region(other.sido, other.sigungu)) is not False
        if region.sigungu:
            inside = names(lived.possible) - found
            assert all(name.startswith(f"{region} ") for name in inside)
            others = {str(one) for one in todays_regions() if one.sigungu and one != region}
            assert not found & others


def test_a_province_alone_leaves_its_districts_open() -> None:
    regions_load()
    lived = residence_regions("부산광역시")
    assert names(lived.sure) == {"부산광역시"}
    districts = next(each for each in region_table().provinces if each.name == "부산광역시")
    assert len(lived.possible) == 1 + len(districts.sigungu)


def test_a_divided_district_is_open_between_its_parts() -> None:
    regions_load()
    lived = residence_regions("인천광역시", "중구")
    assert names(lived.sure) == {"인천광역시", "인천광역시 중구"}
    assert {"인천광역시 제물포구", "인천광역시 영종구"} <= names(lived.possible)
    assert "인천광역시 연수구" not in names(lived.possible)
    assert "인천광역시 중구" in names(residence_regions("인천광역시", "영종구").sure)


def test_a_successor_set_by_hand_counts_both_ways() -> None:
    regions_load()
    new = RegionRow.objects.get(sido="경상북도", sigungu="구미시")
    old = RegionRow.objects.create(sido="경상북도", sigungu="옛군", successor=new)
    assert old.pk in residence_regions("경상북도", "구미시").sure
    assert new.pk in residence_regions("경상북도", "옛군").sure
    assert old.pk not in residence_regions("경상북도", "포항시").possible


@pytest.mark.parametrize(
    ("sido", "sigungu"), [("없는도", None), ("없는도", "없는군"), ("\0", "\ud800"), ("", "")]
)
def test_unknown_places_have_no_regions(sido: str, sigungu: str | None) -> None:
    regions_load()
    assert residence_regions(sido, sigungu).possible == ()


def test_one_query_and_an_array_of_ids() -> None:
    regions_load()
    with CaptureQueriesContext(connection) as queries:
        scope = scope_of(Query(text="", region=RegionFilter("서울특별시", "동작구")))
    assert len(queries) == 1
    assert len(scope.params["regions"]) == 2
