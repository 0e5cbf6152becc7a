"""청약홈 notices and competition → HousingNotice, CompetitionStat. Field names as in the API."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from crawling.errors import RecordError
from crawling.sources.base import MAX_NAME, Fields, RawItem, checked_name
from crawling.sources.values import (
    day,
    decimal,
    money,
    month,
    number,
    place_columns,
    region_of_text,
    require_fields,
)
from policies.entity_records import EntityKind, EntityRecord

SOURCE = "applyhome"
RATES = "applyhome_rates"
_NOTICE_FIELDS = (
    "HOUSE_MANAGE_NO", "PBLANC_NO", "HOUSE_NM", "HSSPLY_ADRES", "TOT_SUPLY_HSHLDCO",
    "RCRIT_PBLANC_DE", "PBLANC_URL",
)  # fmt: skip
_RATE_FIELDS = (
    "HOUSE_MANAGE_NO",
    "PBLANC_NO",
    "HOUSE_TY",
    "SUPLY_HSHLDCO",
    "REQ_CNT",
    "CMPET_RATE",
)
# Under their official names: what is regulated, and for whom homes are set apart.
_FLAGS = ("PARCPRC_ULS_AT", "SPECLT_RDN_EARTH_AT", "MDAT_TRGET_AREA_SECD")
_SPECIAL = (
    "NWWDS", "LFE_FRST", "MNYCH", "OLD_PARNTS_SUPORT", "INSTT_RECOMEND", "NWBB", "YGMN",
    "TRANSR_INSTT_ENFSN", "ETC",
)  # fmt: skip


def parse_notice(item: RawItem) -> EntityRecord:
    """Raises RecordError for a record without name or with missing fields."""
    key = item.external_id
    if item.problem:
        raise RecordError(key, item.problem)
    row = Fields(key, item.parts.get("notice"))
    require_fields(row, *_NOTICE_FIELDS)
    address, area = row.line("HSSPLY_ADRES"), row.line("SUBSCRPT_AREA_CODE_NM")
    fields: dict[str, Any] = {
        "name": checked_name(key, row.line("HOUSE_NM"), label="주택명", limit=MAX_NAME),
        "category": row.line("HOUSE_SECD_NM")[:60],
        "kind": row.line("HOUSE_DTL_SECD_NM")[:60],
        "rent_kind": row.line("RENT_SECD_NM")[:40],
        "area_name": area[:100],
        **place_columns(region_of_text(address, area)),
        "address": address[:300],
        "households": number(row, "TOT_SUPLY_HSHLDCO"),
        "notice_on": day(row, "RCRIT_PBLANC_DE"),
        "special_from": day(row, "SPSPLY_RCEPT_BGNDE"),
        "special_to": day(row, "SPSPLY_RCEPT_ENDDE"),
        "apply_from": day(row, "RCEPT_BGNDE", "SUBSCRPT_RCEPT_BGNDE", "GNRL_RCEPT_BGNDE"),
        "apply_to": day(row, "RCEPT_ENDDE", "SUBSCRPT_RCEPT_ENDDE", "GNRL_RCEPT_ENDDE"),
        "winners_on": day(row, "PRZWNER_PRESNATN_DE"),
        "contract_from": day(row, "CNTRCT_CNCLS_BGNDE"),
        "contract_to": day(row, "CNTRCT_CNCLS_ENDDE"),
        "move_in": month(row, "MVN_PREARNGE_YM"),
        "provider": row.line("BSNS_MBY_NM")[:200],
        "phone": row.line("MDHS_TELNO")[:60],
        "homepage": row.url("HMPG_ADRES"),
        "url": row.url("PBLANC_URL"),
        "types": [_type(Fields(key, each)) for each in item.parts.get("types", [])],
        "flags": {name: value for name in _FLAGS if (value := row.line(name))},
    }
    return EntityRecord(EntityKind.HOUSING_NOTICE, SOURCE, key, fields, dict(item.parts))


def parse_rate(item: RawItem) -> EntityRecord:
    """One row of competition. A rate that is no number ("(△3)", "-") keeps its words."""
    key = item.external_id
    if item.problem:
        raise RecordError(key, item.problem)
    row = Fields(key, item.parts.get("rate"))
    require_fields(row, *_RATE_FIELDS)
    text = row.line("CMPET_RATE")
    fields: dict[str, Any] = {
        "name": f"{row.line('HOUSE_MANAGE_NO')} {row.line('HOUSE_TY')}".strip(),
        "notice_key": notice_key(row),
        "house_type": row.line("HOUSE_TY")[:40],
        "rank": _rank(row),
        "residence": row.line("RESIDE_SENM")[:40],
        "supply": number(row, "SUPLY_HSHLDCO"),
        "applicants": number(row, "REQ_CNT"),
        "rate": _rate(row),
        "rate_text": text[:40],
        **place_columns(None),
    }
    return EntityRecord(EntityKind.COMPETITION_STAT, RATES, key, fields, dict(item.parts))


def notice_key(row: Fields) -> str:
    """주택관리번호 and 공고번호 together name a notice."""
    return f"{row.line('HOUSE_MANAGE_NO')}-{row.line('PBLANC_NO')}"


def rate_key(row: Fields) -> str:
    parts = ("MODEL_NO", "HOUSE_TY", "SUBSCRPT_RANK_CODE", "RESIDE_SECD", "RESIDE_SENM")
    return "/".join([notice_key(row), *(row.line(part) for part in parts)])


def _type(row: Fields) -> dict[str, Any]:
    area = decimal(row, "SUPLY_AR")
    special = {name: count for name in _SPECIAL if (count := number(row, f"{name}_HSHLDCO"))}
    return {
        "type": row.line("HOUSE_TY"),
        "area": str(area) if area is not None else None,
        "households": number(row, "SUPLY_HSHLDCO"),
        "special": number(row, "SPSPLY_HSHLDCO"),
        "special_by_kind": special,
        "top_price": _won(money(row, "LTTOT_TOP_AMOUNT")),
    }


def _won(ten_thousands: int | None) -> int | None:
    """Prices are published in 만원."""
    return None if ten_thousands is None else ten_thousands * 10_000


def _rank(row: Fields) -> int | None:
    value = number(row, "SUBSCRPT_RANK_CODE")
    return value if value is not None and value <= 9 else None


def _rate(row: Fields) -> Decimal | None:
    return decimal(row, "CMPET_RATE")
