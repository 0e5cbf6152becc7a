"""From 5-digit 법정동 codes, of today or abolished, to today's regions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from policies.geography.table import Region, region_table, todays_regions

# A list of codes that leaves out no more than this many 시군구 means the whole country.
NATIONWIDE_MISSING = 2


@dataclass(frozen=True)
class CodeRegions:
    """Regions a list of codes stands for; none and `nationwide` for the whole country."""

    regions: list[Region]
    nationwide: bool
    unknown: list[str]


@cache
def code_regions() -> Mapping[str, tuple[Region, ...]]:
    """5-digit code → today's 시도 or 시군구; a 구 of a 시 as the 시, a divided region as its
    parts, "41000" as the whole 시도."""
    table = region_table()
    found: dict[str, tuple[Region, ...]] = {}
    for province in table.provinces:
        for code in (f"{province.code}000", *province.whole_codes):
            found[code] = (Region(province.name),)
        for code, name in (*province.sigungu.items(), *province.districts.items()):
            found[code] = (Region(province.name, name.split()[0]),)
    for former in table.former_provinces:
        found[f"{former.code}000"] = tuple(Region(former.now, name) for name in former.sigungu)
    for old, new in table.code_prefixes.items():
        for code in [code for code in found if code.startswith(new)]:
            found.setdefault(f"{old}{code[2:]}", found[code])
    for old, codes in table.codes.items():
        found[old] = tuple(dict.fromkeys(region for code in codes for region in found[code]))
    return found


def regions_of_codes(codes: Iterable[str]) -> CodeRegions:
    """Regions of 5-digit codes, a complete 시도 as one region."""
    found: set[Region] = set()
    unknown: list[str] = []
    for code in codes:
        if code in code_regions():
            found.update(code_regions()[code])
        else:
            unknown.append(code)
    regions, covered = _merged(found)
    every = sum(len(province.sigungu) or 1 for province in region_table().provinces)
    if covered >= every - NATIONWIDE_MISSING:
        return CodeRegions([], nationwide=True, unknown=unknown)
    return CodeRegions(regions, nationwide=False, unknown=unknown)


def _merged(found: set[Region]) -> tuple[list[Region], int]:
    """The regions in the order of the table, and how many 시군구 they cover."""
    merged: list[Region] = []
    covered = 0
    for province in region_table().provinces:
        whole = Region(province.name)
        parts = [region for region in todays_regions() if region.sido == province.name][1:]
        if whole in found or (parts and found.issuperset(parts)):
            merged.append(whole)
            covered += len(parts) or 1
        else:
            own = [region for region in parts if region in found]
            merged += own
            covered += len(own)
    return merged, covered
