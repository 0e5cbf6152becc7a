"""Collected facilities, notices and rental homes come before the official pages."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from chat.tests.tools.asking import ask, item_named, titles
from policies.entity_records import EntityKind, EntityRecord
from policies.services.entities import entities_store
from policies.services.sources import source_checked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("welfare")]


def store(kind: EntityKind, source: str, key: str, /, **fields: Any) -> None:
    record = EntityRecord(kind, source, key, fields)
    entities_store(source=source, records=[record], day=date(2026, 12, 1))


def facility(key: str, /, **fields: Any) -> None:
    store(
        EntityKind.WELFARE_FACILITY,
        "welfare_facilities",
        key,
        **{
            "code": key,
            "kind": "지역아동센터",
            "sido": "서울특별시",
            "sigungu": "동작구",
            **fields,
        },
    )


def notice(key: str, /, **fields: Any) -> None:
    store(
        EntityKind.HOUSING_NOTICE,
        fields.pop("source", "applyhome"),
        key,
        **{"sido": "서울특별시", "sigungu": "동작구", "kind": "국민", **fields},
    )


def test_listed_facilities_of_the_place_go_first() -> None:
    facility(
        "A1", name="푸른꿈 지역아동센터", phone="02-000-0001", address="서울특별시 동작구 어느길 1"
    )
    facility("A2", name="먼곳 지역아동센터", sigungu="관악구")
    source_checked(source="welfare_facilities", day=date(2026, 11, 30))
    result = ask("search_welfare_facility", "동작구 지역아동센터 찾아줘")
    assert titles(result)[0] == "푸른꿈 지역아동센터"
    assert "먼곳 지역아동센터" not in titles(result)
    assert "2026년 11월 30일 기준" in result.summary
    assert "02-000-0001" in result.items[0].content
    assert not any("아직 갖고 있지 않아요" in text for text in result.notices)
    assert item_named(result, "복지시설 찾기").kind == "link"


def test_a_masked_shelter_tells_no_address() -> None:
    facility("B1", name="○○*** 쉼터", kind="청소년쉼터", masked=True)
    result = ask("search_welfare_facility", "동작구 청소년쉼터 알려줘")
    assert "공개하지 않는 시설" in item_named(result, "쉼터").content


def test_notices_that_are_open_go_first_and_ended_ones_stay_away() -> None:
    day = {"apply_from": "2026-12-05", "apply_to": "2027-12-31"}
    notice("1", name="한빛마을", households=120, winners_on="2028-01-15", **day)
    notice("2", name="지난마을", apply_to="2020-01-31")
    notice("3", name="부산마을", sido="부산광역시", sigungu="", **day)
    notice(
        "4", name="옆동네 행복주택", kind="행복주택", sigungu="관악구", source="lh_notices", **day
    )
    notice("5", name="끝난공고", status_text="접수마감", **day)
    store(
        EntityKind.COMPETITION_STAT,
        "applyhome_rates",
        "1/a",
        name="1",
        notice_key="1",
        rank=1,
        rate="73.00",
    )
    result = ask("search_housing_subscription", "동작구 청약 뜬 거 있어요?")
    assert titles(result)[:2] == ["한빛마을", "옆동네 행복주택"]
    assert not {"지난마을", "부산마을", "끝난공고"} & set(titles(result))
    assert "1순위 경쟁률 73.00 대 1" in result.items[0].content
    assert "접수 2026.12.05~2027.12.31" in result.items[0].content
    assert "공고문 원문" in result.notices[0]
    only = ask("search_housing_subscription", "동작구 행복주택 공고")
    assert titles(only)[0] == "옆동네 행복주택"
    assert "한빛마을" not in titles(only)


def test_without_an_open_notice_that_is_said() -> None:
    notice("2", name="지난마을", apply_to="2020-01-31")
    result = ask("search_housing_subscription", "동작구 청약 뜬 거 있어요?")
    assert "신청할 수 있는 모집 공고는 모은 자료에 없어요" in result.summary
    assert titles(result)[0] != "지난마을"


def test_rental_homes_come_with_rent() -> None:
    store(
        EntityKind.RENTAL_COMPLEX,
        "lh_complexes",
        "가람",
        name="가람마을",
        kind="국민임대",
        sido="서울특별시",
        sigungu="동작구",
        deposit_from=24_500_000,
        deposit_to=24_500_000,
        rent_from=187_300,
        rent_to=302_000,
        area_from="36.95",
        area_to="46.80",
    )
    result = ask("search_housing_subscription", "동작구 국민임대 아파트 있나요")
    content = item_named(result, "가람마을").content
    assert "월임대료" in content
    assert "전용 37~47㎡" in content
    assert "가람마을" not in titles(ask("search_housing_subscription", "동작구 청약"))
