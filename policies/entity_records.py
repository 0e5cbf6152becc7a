"""The record of a structured entity (home, notice, facility) before it becomes a row.

What `PolicyRecord` is to policies: one shape for all their sources, so that checking, loading
and rolling back exist once (`policies.services.entities`).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any


class EntityKind(StrEnum):
    RENTAL_COMPLEX = "rental_complex"
    HOUSING_NOTICE = "housing_notice"
    COMPETITION_STAT = "competition_stat"
    WELFARE_FACILITY = "welfare_facility"


@dataclass(frozen=True)
class EntityRecord:
    """One row as published. `fields`: values by column of its model; `raw`: as received."""

    kind: EntityKind
    source: str
    external_id: str
    fields: dict[str, Any]
    raw: dict[str, Any] = field(default_factory=dict)


def entity_digest(record: EntityRecord) -> str:
    """SHA-256 over what people can see of a record; `raw` may change without it (counters)."""
    text = json.dumps(
        [record.kind, record.external_id, record.fields],
        ensure_ascii=False, sort_keys=True, default=_jsonable,
    )  # fmt: skip
    return hashlib.sha256(text.encode()).hexdigest()


def entity_to_data(record: EntityRecord) -> dict[str, Any]:
    """JSON-serialisable form; dates and decimals as text."""
    return {
        "kind": record.kind.value,
        "source": record.source,
        "external_id": record.external_id,
        "fields": {
            name: value if _is_plain(value) else _jsonable(value)
            for name, value in record.fields.items()
        },
        "raw": record.raw,
    }


def entity_from_data(data: dict[str, Any]) -> EntityRecord:
    """The record again; its texts become dates and decimals when the row is made."""
    return EntityRecord(
        kind=EntityKind(data["kind"]),
        source=data["source"],
        external_id=data["external_id"],
        fields=data["fields"],
        raw=data["raw"],
    )


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | bool | list | dict)


def _jsonable(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(f"no value of a column: {type(value).__name__}")
