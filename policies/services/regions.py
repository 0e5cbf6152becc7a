"""Region rows from the official table: codes, parents, successors of former names."""

from __future__ import annotations

from typing import Any

import yaml
from django.db import transaction

from policies.eligibility.reference import REFERENCE_DIR
from policies.models import Region

TABLE = REFERENCE_DIR / "geo" / "regions.yaml"


@transaction.atomic
def regions_load() -> int:
    """Bring today's 시도 and 시군구 up to date; former ones get their successor where it is
    a single region. Rows that policies use are kept. Returns the number of today's."""
    table = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    rows: dict[tuple[str, str], Region] = {}
    for province in table["provinces"]:
        name = province["name"]
        parent = _row(name, "", str(province["code"]), None)
        rows[name, ""] = parent
        for code, part in province["sigungu"].items():
            rows[name, part] = _row(name, part, str(code), parent)
    for entry in table["former"]["provinces"]:
        _former(entry["name"], "", rows.get((entry["now"], "")))
    for entry in table["former"]["sigungu"]:
        now = [rows.get((entry.get("now_sido", entry["sido"]), name)) for name in entry["now"]]
        _former(entry["sido"], entry["name"], now[0] if len(now) == 1 else None)
    return len(rows)


def _row(sido: str, sigungu: str, code: str, parent: Region | None) -> Region:
    row, _ = Region.objects.update_or_create(
        sido=sido, sigungu=sigungu, defaults={"code": code, "parent": parent, "successor": None}
    )
    return row


def _former(sido: str, sigungu: str, successor: Any) -> None:
    Region.objects.update_or_create(sido=sido, sigungu=sigungu, defaults={"successor": successor})
