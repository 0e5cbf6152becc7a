"""The official regions: codes, provinces, successors of former names."""

from __future__ import annotations

import pytest

from policies.models import Region
from policies.records import RecordRegion
from policies.selectors import region_tree
from policies.services.regions import regions_load
from policies.tests.records import load

pytestmark = pytest.mark.django_db


def test_districts_know_their_code_and_province() -> None:
    count = regions_load()
    assert count == sum(1 + len(parts) for parts in region_tree().values())
    dongjak = Region.objects.get(sido="서울특별시", sigungu="동작구")
    assert (dongjak.code, str(dongjak.parent)) == ("11590", "서울특별시")
    assert Region.objects.filter(sido="서울특별시").exclude(sigungu="").count() == 25
    assert Region.objects.get(sido="서울특별시", sigungu="").parent is None
    orphans = Region.objects.exclude(sigungu="").filter(parent=None, successor=None)
    assert not orphans.exclude(sido__in=["인천광역시", "경상북도"]).exists()


def test_former_regions_lead_to_todays_when_there_is_one() -> None:
    regions_load()
    gunwi = Region.objects.get(sido="경상북도", sigungu="군위군")
    assert str(gunwi.successor) == "대구광역시 군위군"
    gwangju = Region.objects.get(sido="광주광역시", sigungu="")
    assert str(gwangju.successor) == "전남광주통합특별시"
    divided = Region.objects.get(sido="인천광역시", sigungu="중구")
    assert divided.successor is None


def test_loading_again_keeps_rows_that_policies_use() -> None:
    policy = load(regions=[RecordRegion("서울특별시", "동작구"), RecordRegion("옛날도", "옛날군")])
    before = set(policy.regions.values_list("pk", flat=True))
    assert regions_load() == regions_load()
    assert set(policy.regions.values_list("pk", flat=True)) == before
    dongjak = load("other", regions=[RecordRegion("서울특별시", "동작구")]).regions.get()
    assert dongjak.code == "11590"
    names = Region.objects.values_list("sido", "sigungu")
    assert len(names) == len(set(names))
