"""How published data write regions: every spelling of a 시도 and the 시군구 written after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from policies.geography.table import FormerProvince, Province, Region, Table, region_table

Regions = tuple[Region, ...]


@dataclass(frozen=True)
class WrittenNames:
    """`full`: whole spelling of a 시도 (official, other, former) → today's regions; `shorts`
    the same for 서울, 경기 … `parts`: spelling of a 시도 → its 시군구 and 구 of a 시, old ones
    too → today's regions. A former region leads to all its parts."""

    full: Mapping[str, Regions]
    shorts: Mapping[str, Regions]
    parts: Mapping[str, Mapping[str, Regions]]

    def whole(self, spelling: str) -> Regions:
        return self.full.get(spelling) or self.shorts[spelling]


@cache
def written_names() -> WrittenNames:
    """The spellings of the project's table, made once a process."""
    table = region_table()
    full: dict[str, Regions] = {}
    shorts: dict[str, Regions] = {}
    parts: dict[str, dict[str, Regions]] = {}
    for entry in table.every_province:
        own = _parts(table, entry)
        whole: Regions = (Region(entry.name),)
        if isinstance(entry, FormerProvince):
            whole = tuple(Region(entry.now, name) for name in entry.sigungu)
        shorts[entry.short] = whole
        for spelling in entry.spellings:
            parts[spelling] = own
            if spelling != entry.short:
                full[spelling] = whole
    return WrittenNames(full, shorts, parts)


def _parts(table: Table, entry: Province | FormerProvince) -> dict[str, Regions]:
    if isinstance(entry, FormerProvince):
        parts: dict[str, Regions] = {name: (Region(entry.now, name),) for name in entry.sigungu}
    else:
        names = (*entry.sigungu.values(), *entry.districts.values())
        parts = {name: (Region(entry.name, name),) for name in names}
    for old in table.former_sigungu:
        if old.region.sido == entry.name and old.region.sigungu:
            parts[old.region.sigungu] = old.now
    return parts
