"""One row of 사회복지시설정보 → WelfareFacility. Field names as in the service."""

from __future__ import annotations

from typing import Any

from crawling.errors import RecordError
from crawling.sources.base import MAX_NAME, Fields, RawItem, checked_name
from crawling.sources.values import number, place_columns, region_of_code, require_fields
from policies.entity_records import EntityKind, EntityRecord

SOURCE = "welfare_facilities"
_FIELDS = ("fcltCd", "fcltKindCd", "fcltKindNm", "fcltNm", "jrsdSggCd", "jrsdSggNm")
# What a shelter whose name is masked must not be found by.
_TELLING = ("address", "phone", "homepage")


def parse_facility(item: RawItem) -> EntityRecord:
    """Raises RecordError for a record without name or with missing fields. Masked names stay
    masked, and such a facility keeps no address, number or page."""
    key = item.external_id
    if item.problem:
        raise RecordError(key, item.problem)
    row = Fields(key, item.parts.get("list"))
    require_fields(row, *_FIELDS)
    name = checked_name(key, row.line("fcltNm"), label="시설명", limit=MAX_NAME)
    masked = "*" in name
    region_name = row.line("jrsdSggNm")
    address = " ".join(filter(None, [row.line("fcltAddr", "addr"), row.line("fcltDtl_1Addr")]))
    fields: dict[str, Any] = {
        "name": name,
        "code": row.line("fcltCd"),
        "kind_code": row.line("fcltKindCd"),
        "kind": row.line("fcltKindNm")[:100],
        "masked": masked,
        "region_code": row.line("jrsdSggCd")[:10],
        "region_name": region_name[:100],
        **place_columns(region_of_code(row.line("jrsdSggCd"), region_name)),
        "address": address[:300],
        "phone": row.line("fcltTelNo", "telNo")[:60],
        "homepage": row.url("homepageAddr", "hmpgAddr"),
        "capacity": number(row, "fcltPscp", "pscp"),
    }
    raw = {"list": dict(row.values)}
    if masked:
        fields |= dict.fromkeys(_TELLING, "")
        raw = {"list": {field: row.values[field] for field in _FIELDS}}
    return EntityRecord(EntityKind.WELFARE_FACILITY, SOURCE, key, fields, raw)
