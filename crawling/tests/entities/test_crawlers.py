"""The entity sources over HTTP: every official field in its column, odd values kept as words."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from crawling.errors import RecordError, RecordSkipped
from crawling.fetching.access import open_fetcher
from crawling.fetching.store import NoStore
from crawling.fetching.types import FetchError, FetchFault
from crawling.sources.base import RawItem
from crawling.sources.registry import CRAWLERS
from crawling.tests.entities.services import (
    COMPLEX_LIST,
    FACILITY_LIST,
    NOTICE_DETAIL,
    ODCLOUD,
    Services,
    apt_notice,
    apt_type,
    complex_row,
    facility_row,
    lh_detail,
    lh_notice,
    lh_supply,
    rate_row,
)
from crawling.tests.replay.server import Reply
from policies.entity_records import EntityRecord

APPLYHOME = (
    "getAPTLttotPblancDetail",
    "getAPTLttotPblancMdl",
    "getUrbtyOfctlLttotPblancDetail",
    "getUrbtyOfctlLttotPblancMdl",
    "getRemndrLttotPblancDetail",
    "getRemndrLttotPblancMdl",
)


def crawl(name: str, limit: int | None = None) -> list[RawItem]:
    crawler = CRAWLERS[name]
    with open_fetcher(crawler, NoStore()) as fetcher:
        return list(crawler.crawl(fetcher, limit=limit, progress=lambda *step: None))


def parsed(name: str, item: RawItem) -> EntityRecord:
    target = CRAWLERS[name].target  # type: ignore[attr-defined]
    return target.parse(item)


def serve_applyhome(services: Services, notices: list[Any], types: list[Any]) -> None:
    for operation in APPLYHOME:
        services.serve(operation, [apt_type("9999")])
    services.serve(APPLYHOME[0], notices)
    services.serve(APPLYHOME[1], types)
    services.serve(APPLYHOME[2], [apt_notice("2026910001", HOUSE_NM="도시 오피스텔")])
    services.serve(APPLYHOME[4], [apt_notice("2026920001", HOUSE_NM="남은 세대")])


def test_a_complex_is_all_its_area_types_on_whichever_page(
    services: Services, settings: Any
) -> None:
    settings.CRAWL["page_sizes"] = {**settings.CRAWL["page_sizes"], "lh": 2}
    services.complexes = [
        complex_row(),
        complex_row("나래마을", RFE="공고문 참조"),
        complex_row(DDO_AR="46.8", LS_GMY="41000000", RFE="302,000", HSH_CNT="60"),
    ]
    first, second = crawl("lh_complexes")
    record = parsed("lh_complexes", first)
    assert first.external_id == "서울특별시 강남구|가람마을|국민임대"
    assert (record.fields["sido"], record.fields["sigungu"]) == ("서울특별시", "강남구")
    assert (record.fields["area_from"], record.fields["area_to"]) == (
        Decimal("36.95"),
        Decimal("46.80"),
    )
    assert (record.fields["rent_from"], record.fields["rent_to"]) == (187_300, 302_000)
    assert record.fields["deposit_from"] == 24_500_000
    assert [unit["households"] for unit in record.fields["units"]] == [120, 60]
    assert parsed("lh_complexes", second).fields["rent_from"] is None
    # A service that gives fewer rows than asked for is read on to its end.
    assert len(services.server.asked(COMPLEX_LIST)) == 3


def test_lh_notices_have_their_rounds_and_homes(services: Services) -> None:
    services.notices = [lh_notice(), lh_notice("2026000002", UPP_AIS_TP_NM="토지")]
    services.details = {"2026000001": lh_detail()}
    services.supplies = {"2026000001": lh_supply()}
    home, land = crawl("lh_notices")
    fields = parsed("lh_notices", home).fields
    assert (fields["apply_from"], fields["apply_to"]) == (date(2026, 7, 1), date(2026, 7, 9))
    assert (fields["sido"], fields["sigungu"]) == ("경기도", "화성시")
    assert fields["households"] == 1060
    assert [each["deposit"] for each in fields["types"]] == [None, None]
    assert [each["complex"] for each in fields["schedule"]] == ["새솔마을 1단지", "새솔마을 2단지"]
    assert fields["correction"] == "접수 일정 변경"
    assert services.server.asked(NOTICE_DETAIL)[0].query["CCR_CNNT_SYS_DS_CD"] == "03"
    with pytest.raises(RecordSkipped, match="토지"):
        parsed("lh_notices", land)


def test_a_notice_without_its_codes_has_its_list_row(services: Services) -> None:
    services.notices = [lh_notice(SPL_INF_TP_CD="")]
    (item,) = crawl("lh_notices")
    assert set(item.parts) == {"list"}
    assert parsed("lh_notices", item).fields["apply_to"] == date(2026, 7, 9)
    assert services.server.asked(NOTICE_DETAIL) == []


def test_a_detail_that_fails_is_told_with_its_notice(services: Services) -> None:
    services.notices = [lh_notice()]
    services.server.misbehave(NOTICE_DETAIL, Reply(b"", 404), times=9)
    (item,) = crawl("lh_notices")
    assert item.problem.startswith("상세를 받지 못했습니다")
    with pytest.raises(RecordError):
        parsed("lh_notices", item)


def test_applyhome_notices_with_their_types(services: Services) -> None:
    serve_applyhome(services, [apt_notice()], [apt_type(), apt_type(HOUSE_TY="084.9B")])
    items = crawl("applyhome")
    assert [item.external_id for item in items] == [
        "2026000355-2026000355",
        "2026910001-2026910001",
        "2026920001-2026920001",
    ]
    fields = parsed("applyhome", items[0]).fields
    assert (fields["sido"], fields["sigungu"]) == ("서울특별시", "강남구")
    assert (fields["apply_from"], fields["apply_to"]) == (date(2026, 7, 6), date(2026, 7, 9))
    assert (fields["contract_to"], fields["move_in"]) == (None, "2029-01")
    assert fields["flags"] == {"PARCPRC_ULS_AT": "Y"}
    first = fields["types"][0]
    assert first["top_price"] == 980_000_000
    assert first["special_by_kind"] == {"NWWDS": 12}
    assert parsed("applyhome", items[0]).raw["notice"]["NEW_FIELD"] == "모르는 항목"


@pytest.mark.parametrize(
    ("text", "rate"), [("73.00", Decimal("73.00")), ("(△3)", None), ("-", None), ("", None)]
)
def test_a_rate_that_is_no_number_keeps_its_words(
    services: Services, text: str, rate: Decimal | None
) -> None:
    for operation in ("getAPTLttotPblancCmpet", "getUrbtyOfctlLttotPblancCmpet"):
        services.serve(operation, [rate_row(CMPET_RATE=text), rate_row(RESIDE_SECD="02")])
    services.serve("getRemndrLttotPblancCmpet", [rate_row("2026920001")])
    item = crawl("applyhome_rates")[0]
    fields = parsed("applyhome_rates", item).fields
    assert (fields["rate"], fields["rate_text"]) == (rate, text)
    assert fields["notice_key"] == "2026000355-2026000355"


def test_facilities_by_code_and_kind(services: Services, settings: Any) -> None:
    settings.CRAWL["page_sizes"] = {**settings.CRAWL["page_sizes"], "welfare_facilities": 2}
    services.facilities = [
        facility_row(),
        facility_row(fcltKindCd="C02", fcltKindNm="다함께돌봄센터", telNo="02-000-0000"),
        facility_row("B2", jrsdSggCd="4113500000", jrsdSggNm="경기도 성남시 분당구"),
        facility_row(),
    ]
    items = crawl("welfare_facilities")
    assert [item.external_id for item in items] == ["A1-C01", "A1-C02", "B2-C01", "(시설 4)"]
    assert items[3].problem == "같은 시설이 앞에 있습니다: A1-C01"
    assert parsed("welfare_facilities", items[1]).fields["phone"] == "02-000-0000"
    assert parsed("welfare_facilities", items[2]).fields["sigungu"] == "성남시"


def test_a_masked_shelter_stays_masked(services: Services) -> None:
    services.facilities = [
        facility_row(fcltNm="○○*** 쉼터", addr="서울특별시 강남구 어느길 1", telNo="02-000-0000")
    ]
    record = parsed("welfare_facilities", crawl("welfare_facilities")[0])
    assert record.fields["masked"] is True
    assert (record.fields["address"], record.fields["phone"]) == ("", "")
    assert "어느길" not in str(record.raw)


@pytest.mark.parametrize(
    ("name", "path", "body", "kind"),
    [
        ("lh_complexes", COMPLEX_LIST, b'{"dsList": []}', FetchFault.SCHEMA),
        (
            "lh_complexes",
            COMPLEX_LIST,
            b'[{"dsList": [{"NAME": "x"}], "resHeader": [{"SS_CODE": "Y"}]}]',
            FetchFault.SCHEMA,
        ),
        ("lh_complexes", COMPLEX_LIST, b'[{"resHeader": [{"SS_CODE": "E"}]}]', FetchFault.STATUS),
        (
            "applyhome",
            f"{ODCLOUD}/getAPTLttotPblancDetail",
            b'{"totalCount": 1, "data": [{"HOUSE_NO": "1"}]}',
            FetchFault.SCHEMA,
        ),
        (
            "welfare_facilities",
            FACILITY_LIST,
            b"<response><header><resultCode>22</resultCode></header></response>",
            FetchFault.QUOTA,
        ),
    ],
)
def test_a_changed_or_failing_list_stops_the_crawl(
    services: Services, name: str, path: str, body: bytes, kind: FetchFault
) -> None:
    form = "application/xml" if body.startswith(b"<") else "application/json"
    services.server.page(path, Reply(body, content_type=form))
    with pytest.raises(FetchError) as raised:
        crawl(name)
    assert raised.value.kind is kind
    assert "secret-key" not in str(raised.value)


def test_a_missing_field_refuses_one_record(services: Services) -> None:
    row = complex_row("바람마을")
    del row["RFE"]
    services.complexes = [complex_row(), row]
    good, bad = crawl("lh_complexes")
    assert parsed("lh_complexes", good).fields["name"] == "가람마을"
    with pytest.raises(RecordError, match="항목이 없습니다: RFE"):
        parsed("lh_complexes", bad)
