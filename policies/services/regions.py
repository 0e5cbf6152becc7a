"""Region rows from the official table: codes, parents, successors of former names."""

from __future__ import annotations

from django.db import transaction

from policies import geography
from policies.models import Region


@transaction.atomic
def regions_load() -> int:
    """Bring today's 시도 and 시군구 up to date; former ones get their successor where it is
    a single region. Rows that policies use are kept. Returns the number of today's."""
    table = geography.region_table()
    rows: dict[geography.Region, Region] = {}
    for province in table.provinces:
        whole = geography.Region(province.name)
        rows[whole] = _row(whole, province.code, None)
        for code, name in province.sigungu.items():
            part = geography.Region(province.name, name)
            rows[part] = _row(part, code, rows[whole])
    parents = {region.sido: row for region, row in rows.items() if region.sigungu is None}
    for former in table.former_provinces:
        successor = rows[geography.Region(former.now)]
        parents[former.name] = _former(geography.Region(former.name), None, successor)
        for name in former.sigungu:
            part = geography.Region(former.now, name)
            _former(geography.Region(former.name, name), parents[former.name], rows[part])
    for old in table.former_sigungu:
        now = [rows[region] for region in old.now if region in rows]
        single = now[0] if len(now) == len(old.now) == 1 else None
        _former(old.region, parents[old.region.sido], single)
    return len(rows)


def _row(region: geography.Region, code: str, parent: Region | None) -> Region:
    row, _ = Region.objects.update_or_create(
        sido=region.sido,
        sigungu=region.sigungu or "",
        defaults={"code": code, "parent": parent, "successor": None},
    )
    return row


def _former(region: geography.Region, parent: Region | None, successor: Region | None) -> Region:
    row, _ = Region.objects.update_or_create(
        sido=region.sido,
        sigungu=region.sigungu or "",
        defaults={"parent": parent, "successor": successor},
    )
    return row
