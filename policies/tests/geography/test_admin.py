"""The admin of regions: code, parent, successor, and where the official table leads."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from policies.models import Region
from policies.services.regions import regions_load

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (("서울특별시", "동작구"), ["11590", "서울특별시"]),
        (("경상북도", "군위군"), ["경상북도", "대구광역시 군위군"]),
        (("인천광역시", "중구"), ["인천광역시 제물포구, 인천광역시 영종구"]),
        (("광주광역시", "광산구"), ["전남광주통합특별시 광산구"]),
        (("옛날도", "옛날군"), ["표에 없는 이름입니다."]),
    ],
)
def test_a_region_tells_its_code_and_what_became_of_it(
    admin_client: Client, name: tuple[str, str], shown: list[str]
) -> None:
    regions_load()
    Region.objects.create(sido="옛날도", sigungu="옛날군")
    row = Region.objects.get(sido=name[0], sigungu=name[1])
    page = admin_client.get(reverse("admin:policies_region_change", args=[row.pk]))
    for text in shown:
        assert text in page.content.decode()
    listed = admin_client.get(reverse("admin:policies_region_changelist"), {"q": name[1]})
    assert shown[-1] in listed.content.decode()


def test_former_districts_keep_their_province_and_successor() -> None:
    regions_load()
    row = Region.objects.get(sido="광주광역시", sigungu="광산구")
    assert row.parent is not None
    assert str(row.parent) == "광주광역시"
    assert str(row.successor) == "전남광주통합특별시 광산구"
    assert str(Region.objects.get(sido="충청남도", sigungu="연기군").successor) == "세종특별자치시"
