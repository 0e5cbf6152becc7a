"""One LH notice (list, detail, supply) → HousingNotice. Field names as in the services."""

from __future__ import annotations

from typing import Any

from crawling.errors import RecordError, RecordSkipped
from crawling.sources.base import MAX_ID, MAX_NAME, Fields, RawItem, checked_name
from crawling.sources.values import (
    day,
    decimal,
    earliest,
    latest,
    money,
    number,
    place_columns,
    region_of_text,
    require_fields,
)
from policies.entity_records import EntityKind, EntityRecord

SOURCE = "lh_notices"
_FIELDS = ("PAN_ID", "PAN_NM", "UPP_AIS_TP_NM", "AIS_TP_CD_NM", "CNP_CD_NM", "PAN_SS", "CLSG_DT")
# Land and shops are sold by the same service; nobody lives there.
_NO_HOMES = ("토지", "상가")


def parse_notice(item: RawItem) -> EntityRecord:
    """Raises RecordSkipped for what is no home, RecordError for a record without its fields."""
    key = item.external_id
    if item.problem:
        raise RecordError(key, item.problem)
    listed = Fields(key, item.parts.get("list"))
    require_fields(listed, *_FIELDS)
    category = listed.line("UPP_AIS_TP_NM")
    if any(word in category for word in _NO_HOMES):
        raise RecordSkipped(key, f"집이 아닌 공고입니다: {category}")
    detail = Fields(key, item.parts.get("detail"))
    supply = Fields(key, item.parts.get("supply"))
    area = listed.line("CNP_CD_NM")
    places = detail.rows("dsSbd")
    address = next((text for row in places if (text := _address(row))), "")
    fields: dict[str, Any] = {
        "name": checked_name(key, listed.line("PAN_NM"), label="공고명", limit=MAX_NAME),
        "category": category[:60],
        "kind": listed.line("AIS_TP_CD_NM")[:60],
        "rent_kind": "임대" if "임대" in category else "분양" if "분양" in category else "",
        "area_name": area[:100],
        **place_columns(region_of_text(address, area)),
        "address": address[:300],
        "status_text": listed.line("PAN_SS")[:40],
        "notice_on": day(listed, "PAN_NT_ST_DT"),
        "provider": "한국토지주택공사",
        "url": listed.url("DTL_URL"),
        "correction": "\n".join(
            text for row in detail.rows("dsEtcInfo") if (text := row.content("CRC_RSN"))
        ),
        **_times(listed, detail.rows("dsSplScdl")),
        **_homes(supply),
    }
    checked_name(key, key, label="PAN_ID", limit=MAX_ID)
    return EntityRecord(EntityKind.HOUSING_NOTICE, SOURCE, key, fields, dict(item.parts))


def _times(listed: Fields, rounds: list[Fields]) -> dict[str, Any]:
    """Dates of the notice: the widest span of its rounds; `schedule` has each by itself."""
    schedule = [_round(row) for row in rounds]
    last = latest(day(row, "SBSC_ACP_CLSG_DT") for row in rounds)
    return {
        "apply_from": earliest(day(row, "SBSC_ACP_ST_DT") for row in rounds),
        "apply_to": last or day(listed, "CLSG_DT"),
        "winners_on": latest(day(row, "PZWR_ANC_DT") for row in rounds),
        "contract_from": earliest(day(row, "CTRT_ST_DT") for row in rounds),
        "contract_to": latest(day(row, "CTRT_ED_DT") for row in rounds),
        "schedule": schedule,
    }


def _round(row: Fields) -> dict[str, Any]:
    named = {
        "apply_from": "SBSC_ACP_ST_DT",
        "apply_to": "SBSC_ACP_CLSG_DT",
        "papers_from": "PPR_ACP_ST_DT",
        "papers_to": "PPR_ACP_CLSG_DT",
        "winners_on": "PZWR_ANC_DT",
        "contract_from": "CTRT_ST_DT",
        "contract_to": "CTRT_ED_DT",
    }
    days = {name: day(row, field) for name, field in named.items()}
    told = {name: value.isoformat() for name, value in days.items() if value is not None}
    complex_name = row.line("SBD_LGO_NM", "LGDN_NM")
    return {"complex": complex_name, **told}


def _homes(supply: Fields) -> dict[str, Any]:
    """Types of homes; deposit and rent only where they are numbers (often "공고문 참조")."""
    types = []
    for row in supply.rows("dsList01"):
        area = decimal(row, "DDO_AR")
        types.append(
            {
                "type": row.line("HTY_NNA"),
                "complex": row.line("SBD_LGO_NM"),
                "area": str(area) if area is not None else None,
                "households": number(row, "NOW_HSH_CNT"),
                "all_households": number(row, "HSH_CNT"),
                "deposit": money(row, "LS_GMY"),
                "rent": money(row, "RFE"),
            }
        )
    counts = [count for each in types if (count := each["households"]) is not None]
    return {"types": types, "households": sum(counts) if counts else None}


def _address(row: Fields) -> str:
    return " ".join(filter(None, [row.line("LCT_ARA_ADR"), row.line("LCT_ARA_DTL_ADR")]))
