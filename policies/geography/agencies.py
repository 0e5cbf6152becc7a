"""Regions in the names of agencies, as published data give them."""

from __future__ import annotations

import re

from policies.geography.table import Region, region_table
from policies.geography.written import written_names

_LEGAL_FORM = re.compile(r"^(?:\(재\)|\(사\)|\(주\)|재단법인|사단법인|주식회사)\s*")
_CITY_END = re.compile(r"(?:특별시|광역시|[시군구])$")


def regions_of_agency(name: str, *, local: bool = False) -> list[Region]:
    """Regions in the name of an agency, empty when it names none (한국장학재단, 보건복지부).

    A 구 of a 시 counts as the 시. Without `local` only full names and short forms that stand
    alone count: 「서울특별시 동작구」, 「경기 안산시」, 「인천」, 「고양시청소년재단」.
    `local` says the agency is known to belong to a region (지방공기업 …): then short forms count
    as well: 「서울시설공단」, 「안산도시공사」.
    """
    names = written_names()
    text = _LEGAL_FORM.sub("", name.strip())
    for spelling in sorted(names.parts, key=len, reverse=True):
        if text.startswith(spelling) and _is_whole(spelling, text):
            return _with_part(spelling, text[len(spelling) :].strip())
    city = _unique_city(text, stems=False)
    if city or not local:
        return city
    for short in sorted(names.shorts, key=len, reverse=True):
        if text.startswith(short):
            return _with_part(short, text[len(short) :].strip())
    return _unique_city(text, stems=True)


def split_department(published: str, *, local: bool) -> tuple[str, str]:
    """(agency, department) of 「경상남도 양산시 보건소 건강증진과」, 「교육부 직업교육과」."""
    words = published.split()
    if len(words) < 2:
        return published, ""
    count = 1
    if local:
        if words[1].endswith("교육청"):
            return words[1], " ".join(words[2:])
        if words[1] in written_names().parts.get(words[0], {}):
            count = 2
    return " ".join(words[:count]), " ".join(words[count:])


def _is_whole(spelling: str, text: str) -> bool:
    """A short form counts only as a word of its own (「경기 안산시」, not 「경기신용보증재단」)."""
    rest = text[len(spelling) :]
    return spelling in written_names().full or not rest or rest[0].isspace()


def _with_part(spelling: str, rest: str) -> list[Region]:
    names = written_names()
    parts = names.parts[spelling]
    part = max((name for name in parts if rest.startswith(name)), key=len, default=None)
    found = parts[part] if part else names.whole(spelling)
    return list(dict.fromkeys(map(_city, found)))


def _city(region: Region) -> Region:
    return Region(region.sido, region.sigungu.split()[0]) if region.sigungu else region


def _unique_city(text: str, *, stems: bool) -> list[Region]:
    """A 시군구 named without its 시도, when only one 시도 has it."""
    hits: dict[str, list[Region]] = {}
    for province in region_table().provinces:
        for name in province.sigungu.values():
            spelling = _CITY_END.sub("", name) if stems else name
            if len(spelling) > 1 and text.startswith(spelling):
                hits.setdefault(spelling, []).append(Region(province.name, name))
    if not hits:
        return []
    best = hits[max(hits, key=len)]
    # 「광주시…」 may be 경기도 광주시 or the former 광주광역시.
    return [] if len(best) > 1 or text.startswith("광주시") else best
