"""Old and merged names of one place compared: who lives in 「광주광역시 광산구」 lives in
「전남광주통합특별시 광산구」, and in 대구 who lives in 「경상북도 군위군」."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from policies.geography.names import resolve
from policies.geography.table import Region, is_undivided, region_table, todays_regions
from policies.geography.written import written_names


@cache
def _official() -> Mapping[str, str]:
    entries = region_table().every_province
    return {spelling: entry.name for entry in entries for spelling in entry.spellings}


def official_sido(name: str) -> str:
    """The official name of a 시도 as it is (강원특별자치도) or was (전라남도) called; an unknown
    name comes back as it was."""
    clean = "".join(unicodedata.normalize("NFC", name).split())
    return _official().get(clean, clean)


@lru_cache(maxsize=4096)
def official_region(sido: str, sigungu: str | None) -> Region:
    """The place by its official name; a 시군구 that became another as a whole by the new one
    (경상북도 군위군 → 대구광역시 군위군). An unknown 시군구 stays as it is written."""
    official = official_sido(sido)
    words = unicodedata.normalize("NFC", sigungu or "").split()
    if _is_province(official, words):
        return Region(official)
    region = Region(official, " ".join(words))
    now = _successors().get(region, ())
    return now[0] if len(now) == 1 else region


def _is_province(sido: str, words: list[str]) -> bool:
    """Whether the 시도 is meant; 세종특별자치시 is also written as its own 시군구."""
    return not words or (is_undivided(sido) and {official_sido(word) for word in words} == {sido})


@cache
def _successors() -> Mapping[Region, tuple[Region, ...]]:
    return {old.region: old.now for old in region_table().former_sigungu}


@lru_cache(maxsize=4096)
def todays(region: Region) -> tuple[Region, ...]:
    """The regions of today a name stands for: the parts of a merged or divided one, the region
    itself where it exists or is unknown. 구 of a former 시군구 stay with it."""
    if region in _successors():
        return _successors()[region]
    names = written_names()
    if region.sido not in {former.name for former in region_table().former_provinces}:
        return (region,)
    if region.sigungu is None:
        return names.whole(region.sido)
    return names.parts[region.sido].get(region.sigungu, (region,))


def known_region(sido: str, sigungu: str | None) -> Region | None:
    """Today's region of a 시도 and 시군구 however they are written (서울 / 동작, 광주광역시 /
    광산구); a divided one keeps its old name. None for what the table does not know."""
    region = official_region(sido, sigungu)
    if is_known(region):
        now = todays(region)
        return now[0] if len(now) == 1 else region
    found = resolve([sido, *(sigungu or "").split()], evident=True)
    return found if found and found.sigungu else None


def is_known(region: Region) -> bool:
    """Whether the official table has the name, of today or abolished."""
    return _known().issuperset(todays(region))


@cache
def _known() -> frozenset[Region]:
    districts = {
        Region(province.name, name)
        for province in region_table().provinces
        for name in province.districts.values()
    }
    return frozenset({*todays_regions(), *districts})


@lru_cache(maxsize=65536)
def lies_in(lived: Region, wanted: Region) -> bool | None:
    """Whether all of `lived` lies in `wanted`; None where only a part does."""
    around = todays(wanted)
    inside = [_within(each, around) for each in todays(lived)]
    if all(inside):
        return True
    return False if not any(each or each is None for each in inside) else None


def _within(lived: Region, around: tuple[Region, ...]) -> bool | None:
    if any(each.holds(lived) for each in around):
        return True
    return None if any(lived.holds(each) for each in around) else False
