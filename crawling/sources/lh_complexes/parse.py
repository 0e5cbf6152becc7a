"""Rows of one complex (an area type each) → RentalComplex. Field names as in the service."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from crawling.errors import RecordError
from crawling.sources.base import MAX_NAME, Fields, RawItem, checked_name
from crawling.sources.values import (
    decimal,
    money,
    month,
    number,
    place_columns,
    region_of_text,
    require_fields,
)
from policies.entity_records import EntityKind, EntityRecord

SOURCE = "lh_complexes"
KEYS = ("ARA_NM", "SBD_LGO_NM", "AIS_TP_CD_NM")
_FIELDS = (*KEYS, "DDO_AR", "LS_GMY", "RFE", "HSH_CNT", "SUM_HSH_CNT")


def parse_complex(item: RawItem) -> EntityRecord:
    """Raises RecordError for a record without a name or with missing fields."""
    key = item.external_id
    if item.problem:
        raise RecordError(key, item.problem)
    rows = [Fields(key, row) for row in item.parts.get("rows", [])]
    if not rows:
        raise RecordError(key, "주택형이 없습니다")
    for row in rows:
        require_fields(row, *_FIELDS)
    first = rows[0]
    units = [_unit(row) for row in rows]
    area = first.line("ARA_NM")
    fields: dict[str, Any] = {
        "name": checked_name(key, first.line("SBD_LGO_NM"), label="단지명", limit=MAX_NAME),
        "kind": first.line("AIS_TP_CD_NM")[:60],
        "area_name": area[:100],
        **place_columns(region_of_text(area)),
        "households": max(
            (count for row in rows if (count := number(row, "SUM_HSH_CNT"))), default=None
        ),
        **_bounds("area", [decimal(row, "DDO_AR") for row in rows]),
        **_bounds("deposit", [money(row, "LS_GMY") for row in rows]),
        **_bounds("rent", [money(row, "RFE") for row in rows]),
        "units": sorted(units, key=lambda unit: (float(unit["area"] or 0), str(unit))),
    }
    raw = {"rows": item.parts["rows"]}
    return EntityRecord(EntityKind.RENTAL_COMPLEX, SOURCE, key, fields, raw)


def _unit(row: Fields) -> dict[str, Any]:
    area = decimal(row, "DDO_AR")
    return {
        "area": str(area) if area is not None else None,
        "deposit": money(row, "LS_GMY"),
        "rent": money(row, "RFE"),
        "households": number(row, "HSH_CNT"),
        "move_in": month(row, "MVIN_XPC_YM"),
    }


def _bounds(name: str, values: list[Any]) -> dict[str, int | Decimal | None]:
    known = [value for value in values if value is not None]
    return {
        f"{name}_from": min(known, default=None),
        f"{name}_to": max(known, default=None),
    }
