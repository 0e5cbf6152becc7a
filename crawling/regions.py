"""From 법정동 codes and agency names to official regions.

The table (`policies/reference/geo/regions.yaml`) holds today's names and codes and where
abolished ones went. A former region that was divided leads to all its parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from policies.records import RecordRegion

TABLE = Path(__file__).resolve().parent.parent / "policies" / "reference" / "geo" / "regions.yaml"

# A list of codes that leaves out no more than this many 시군구 means the whole country.
NATIONWIDE_MISSING = 2

_LEGAL_FORM = re.compile(r"^(?:\(재\)|\(사\)|\(주\)|재단법인|사단법인|주식회사)\s*")
_CITY_END = re.compile(r"(?:특별시|광역시|[시군구])$")


@dataclass(frozen=True)
class RegionTable:
    """`provinces`: 시도 → its 시군구. `by_code`: 5 digits → today's regions.

    `names`: spelling of a 시도 (official, other, former) → the regions it stands for;
    `shorts` the same for 서울, 경기 … `parts`: (spelling of 시도, 시군구) → today's regions.
    """

    provinces: dict[str, list[str]] = field(default_factory=dict)
    by_code: dict[str, list[RecordRegion]] = field(default_factory=dict)
    names: dict[str, list[RecordRegion]] = field(default_factory=dict)
    shorts: dict[str, list[RecordRegion]] = field(default_factory=dict)
    parts: dict[str, dict[str, list[RecordRegion]]] = field(default_factory=dict)

    @property
    def sigungu_count(self) -> int:
        return sum(len(names) or 1 for names in self.provinces.values())


@dataclass(frozen=True)
class CodeRegions:
    """Regions a list of codes stands for; none and `nationwide` for the whole country."""

    regions: list[RecordRegion]
    nationwide: bool
    unknown: list[str]


@cache
def region_table() -> RegionTable:
    """The table of the project, read once a process."""
    return _build(yaml.safe_load(TABLE.read_text(encoding="utf-8")))


def regions_of_codes(codes: Iterable[str]) -> CodeRegions:
    """Regions of 5-digit codes (of today or abolished), a complete 시도 as one region."""
    table = region_table()
    found: dict[str, set[str | None]] = {}
    unknown: list[str] = []
    for code in codes:
        regions = table.by_code.get(code)
        if regions is None:
            unknown.append(code)
            continue
        for region in regions:
            found.setdefault(region.sido, set()).add(region.sigungu)
    regions = _merged(table, found)
    covered = sum((len(table.provinces[r.sido]) or 1) if r.sigungu is None else 1 for r in regions)
    if covered >= table.sigungu_count - NATIONWIDE_MISSING:
        return CodeRegions([], nationwide=True, unknown=unknown)
    return CodeRegions(regions, nationwide=False, unknown=unknown)


def regions_of_agency(name: str, *, local: bool = False) -> list[RecordRegion]:
    """Regions in the name of an agency, empty when it names none (한국장학재단, 보건복지부).

    Without `local` only full names count: 「서울특별시 동작구」, 「경기 안산시」, 「강원도교육청」,
    「고양시청소년재단」. `local` says the agency is known to belong to a region (지방공기업 …):
    then short forms count as well: 「서울시설공단」, 「안산도시공사」.
    """
    table = region_table()
    text = _LEGAL_FORM.sub("", name.strip())
    for spelling in sorted(table.parts, key=len, reverse=True):
        if text.startswith(spelling) and _is_whole(table, spelling, text):
            return _with_part(table, spelling, text[len(spelling) :].strip())
    city = _unique_city(table, text, stems=False)
    if city or not local:
        return city
    for short in sorted(table.shorts, key=len, reverse=True):
        if text.startswith(short):
            return _with_part(table, short, text[len(short) :].strip())
    return _unique_city(table, text, stems=True)


def region_label(region: RecordRegion) -> str:
    return f"{region.sido} {region.sigungu}" if region.sigungu else region.sido


def split_department(published: str, *, local: bool) -> tuple[str, str]:
    """(agency, department) of 「경상남도 양산시 보건소 건강증진과」, 「교육부 직업교육과」."""
    words = published.split()
    if len(words) < 2:
        return published, ""
    count = 1
    if local:
        parts = region_table().parts.get(words[0], {})
        if words[1].endswith("교육청"):
            return words[1], " ".join(words[2:])
        if words[1] in parts:
            count = 2
    return " ".join(words[:count]), " ".join(words[count:])


def _is_whole(table: RegionTable, spelling: str, text: str) -> bool:
    """A short form counts only as a word of its own (「경기 안산시」, not 「경기신용보증재단」)."""
    rest = text[len(spelling) :]
    return spelling in table.names or not rest or rest[0].isspace()


def _with_part(table: RegionTable, spelling: str, rest: str) -> list[RecordRegion]:
    parts = table.parts[spelling]
    for name in sorted(parts, key=len, reverse=True):
        if rest.startswith(name):
            return parts[name]
    return table.names.get(spelling) or table.shorts[spelling]


def _unique_city(table: RegionTable, text: str, *, stems: bool) -> list[RecordRegion]:
    """A 시군구 named without its 시도, when only one 시도 has (or had) it."""
    hits: dict[str, set[tuple[str, str]]] = {}
    for sido, names in table.provinces.items():
        for name in names:
            spelling = _CITY_END.sub("", name) if stems else name
            if len(spelling) > 1 and text.startswith(spelling):
                hits.setdefault(spelling, set()).add((sido, name))
    if not hits:
        return []
    best = hits[max(hits, key=len)]
    # 「광주시…」 may be 경기도 광주시 or the former 광주광역시.
    if len(best) > 1 or text.startswith("광주시"):
        return []
    sido, name = next(iter(best))
    return [RecordRegion(sido, name)]


def _merged(table: RegionTable, found: dict[str, set[str | None]]) -> list[RecordRegion]:
    merged: list[RecordRegion] = []
    for sido, names in table.provinces.items():
        covered = found.get(sido, set())
        if not covered:
            continue
        if None in covered or covered >= set(names):
            merged.append(RecordRegion(sido))
        else:
            merged.extend(RecordRegion(sido, name) for name in names if name in covered)
    return merged


def _build(data: dict[str, Any]) -> RegionTable:
    table = RegionTable()
    for entry in data["provinces"]:
        _add_province(table, entry)
    for entry in data["former"]["provinces"]:
        _add_former_province(table, entry)
    for entry in data["former"]["sigungu"]:
        sido = entry.get("now_sido", entry["sido"])
        now = [RecordRegion(sido, name) for name in entry["now"]]
        for spelling in _spellings_of(data, entry["sido"]):
            table.parts[spelling][entry["name"]] = now
    _add_former_codes(table, data["former"])
    return table


def _add_province(table: RegionTable, entry: dict[str, Any]) -> None:
    name, code = entry["name"], str(entry["code"])
    whole = [RecordRegion(name)]
    table.provinces[name] = list(entry["sigungu"].values())
    for whole_code in (f"{code}000", *map(str, entry.get("whole_codes", []))):
        table.by_code[whole_code] = whole
    for number, sigungu in entry["sigungu"].items():
        table.by_code[str(number)] = [RecordRegion(name, sigungu)]
    for number, district in entry.get("districts", {}).items():
        city = [RecordRegion(name, district.split()[0])]
        table.by_code[str(number)] = city
    parts = {sigungu: [RecordRegion(name, sigungu)] for sigungu in table.provinces[name]}
    for spelling in (name, *entry["other_names"]):
        table.names[spelling] = whole
        table.parts[spelling] = dict(parts)
    table.shorts[entry["short"]] = whole
    table.parts[entry["short"]] = dict(parts)


def _add_former_province(table: RegionTable, entry: dict[str, Any]) -> None:
    parts = {name: [RecordRegion(entry["now"], name)] for name in entry["sigungu"]}
    whole = [region for part in parts.values() for region in part]
    table.names[entry["name"]] = whole
    table.shorts[entry["short"]] = whole
    table.by_code[f"{entry['code']}000"] = whole
    for spelling in (entry["name"], entry["short"]):
        table.parts[spelling] = dict(parts)


def _spellings_of(data: dict[str, Any], sido: str) -> list[str]:
    entry = next(entry for entry in data["provinces"] if entry["name"] == sido)
    return [sido, entry["short"], *entry["other_names"]]


def _add_former_codes(table: RegionTable, former: dict[str, Any]) -> None:
    for old, new in former["code_prefixes"].items():
        for code in [code for code in table.by_code if code.startswith(str(new))]:
            table.by_code.setdefault(f"{old}{code[2:]}", table.by_code[code])
    for old, codes in former["codes"].items():
        targets = codes if isinstance(codes, list) else [codes]
        table.by_code[str(old)] = [r for code in targets for r in table.by_code[str(code)]]
