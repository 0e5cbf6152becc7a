"""Names of regions in agencies and texts, from the table of `policies.geography`.

Today's official names come out, with two exceptions that the rule engine compares rightly and
old texts need: a merged 시도 keeps its former name (전라남도, 광주광역시), and a 시군구 that was
divided stands beside its parts (인천 중구 · 제물포구 · 영종구).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache

from policies.geography.table import Region, region_table
from policies.geography.written import written_names

_LEGAL_FORM = re.compile(r"^(?:\(재\)|\(사\)|\(주\)|재단법인|사단법인|주식회사)\s*")
# Bodies beside the administration itself: their services are open to visitors as well.
_CORPORATE = re.compile(
    r"(?:재단|공단|공사|진흥원|연구원|장학회|협회|병원|신용보증|테크노파크|체육회|복지관|박물관"
    r"|미술관|수련관|문화원|대학교?|대학|사회서비스원|상공회의소|개발원|정보원|육성원"
    r"|(?<!보건)의료원)$|\(주\)|주식회사"
)
_SCHOOL_BOARD = re.compile(r"교육(?:지원)?청.*$")
_END = re.compile(r"(?:특별자치도|특별자치시|특별시|광역시|[도시군구])$")
Regions = tuple[Region, ...]


@dataclass(frozen=True)
class Gazetteer:
    """`sidos`: spelling of a 시도 (official, short, former) → regions; `official` the same
    without short forms. `parts`: (spelling of a 시도, 시군구 or "시 구") → regions.
    `alone`: 시군구 → the regions of that name in the whole country."""

    sidos: dict[str, Regions] = field(default_factory=dict)
    official: set[str] = field(default_factory=set)
    parts: dict[str, dict[str, Regions]] = field(default_factory=dict)
    alone: dict[str, Regions] = field(default_factory=dict)


@cache
def gazetteer() -> Gazetteer:
    """The spellings of `policies.geography`, with the former names kept."""
    table, written = region_table(), written_names()
    names = Gazetteer()
    for entry in table.every_province:
        own = {name: _with_former(entry.name, name) for name in written.parts[entry.name]}
        for spelling in entry.spellings:
            names.sidos[spelling] = (Region(entry.name),)
            names.parts[spelling] = own
            if _END.search(spelling):
                names.official.add(spelling)
    for province in table.provinces:
        for name, regions in names.parts[province.name].items():
            known = names.alone.get(name, ())
            names.alone[name] = tuple(dict.fromkeys((*known, *regions)))
    for name, regions in list(names.alone.items()):
        if " " in name:
            names.alone.setdefault(name.split()[1], regions)
    return names


def _with_former(sido: str, name: str) -> Regions:
    """Today's regions of a name; beside its parts a 시군구 that was abolished."""
    now = written_names().parts[sido][name]
    own = Region(sido, name)
    return (own, *now) if own not in now and now[0].sido == sido else now


@lru_cache(maxsize=4_096)
def regions_of_agency(name: str) -> Regions:
    """Regions whose residents an agency serves, from a local government or school board.

    Empty for ministries, for a name two regions share, and for corporations and foundations,
    whose users need not live there.
    """
    if _LEGAL_FORM.match(name) or any(_CORPORATE.search(word) for word in name.split()):
        return ()
    words = name.split()
    if not words:
        return ()
    first, second = _SCHOOL_BOARD.sub("", words[0]), words[1] if len(words) > 1 else ""
    names = gazetteer()
    if first in names.sidos:
        part = _longest(second, names.parts[first])
        whole = bool(second) or first in names.official
        return names.parts[first][part] if part else names.sidos[first] if whole else ()
    return _only(names.alone.get(first, ()))


@lru_cache(maxsize=4_096)
def regions_near_agency(name: str) -> Regions:
    """Regions an agency is at home in, whether or not it serves their residents only."""
    bound = regions_of_agency(name)
    if bound:
        return bound
    text = _LEGAL_FORM.sub("", name.strip())
    names = gazetteer()
    spelling = _longest(text, names.official)
    if spelling:
        rest = text[len(spelling) :].strip()
        part = _longest(rest, names.parts[spelling]) or _stem(rest, names.parts[spelling])
        return names.parts[spelling][part] if part else names.sidos[spelling]
    short = _longest(text, names.sidos)
    city = _longest(text, names.alone)
    if not city and not short:
        city = _stem(text, names.alone)
    if city and _only(names.alone[city]):
        return names.alone[city]
    return names.sidos[short] if short else ()


def stem(name: str) -> str:
    """The name without its kind: 완도군 → 완도, 부산광역시 → 부산; a bare syllable stays whole."""
    short = _END.sub("", name.split()[-1])
    return short if len(short) > 1 else name


def _longest(text: str, names: Iterable[str]) -> str | None:
    hits = [name for name in names if name and text.startswith(name)]
    return max(hits, key=len, default=None)


def _stem(text: str, names: Iterable[str]) -> str | None:
    hits = [name for name in names if " " not in name and text.startswith(stem(name))]
    return max(hits, key=len, default=None)


def _only(regions: Regions) -> Regions:
    """One place (with its successors), not two of one name. 「광주시」 is 경기도 광주시 or the
    former 광주광역시."""
    if not regions or any(region.sigungu == "광주시" for region in regions):
        return ()
    return regions if len({region.sido for region in regions}) == 1 else ()


@cache
def place_pattern() -> str:
    """Regular expression source (no groups) for every full name, alone or after its 시도."""
    names = gazetteer()
    by_length = sorted({"".join(name.split()) for name in names.alone}, key=len, reverse=True)
    parts = "|".join(map(re.escape, by_length))
    sidos = "|".join(map(re.escape, sorted(names.sidos, key=len, reverse=True)))
    return f"(?:(?:{sidos})(?:{parts})|(?:{parts})|(?:{sidos}))"


def resolve(text: str, home: Regions) -> Regions:
    """Regions a written name stands for; `home` decides where several share it.

    「동구」 of an agency in 대전 is 대전 동구; without such a home an ambiguous name gives none.
    """
    names = gazetteer()
    for spelling in sorted(names.sidos, key=len, reverse=True):
        if text == spelling:
            own = _at_home(text, home)
            return own or names.sidos[spelling]
        if text.startswith(spelling):
            for name, regions in names.parts[spelling].items():
                if "".join(name.split()) == text[len(spelling) :]:
                    return regions
    own = _at_home(text, home)
    if own:
        return own
    for name, regions in names.alone.items():
        if "".join(name.split()) == text:
            near = {region.sido for region in home}
            return tuple(r for r in regions if r.sido in near) or _only(regions)
    return ()


def _at_home(text: str, home: Regions) -> Regions:
    """The home regions a name (or its stem) fits."""
    own = tuple(region for region in home if region.sigungu and _fits(text, region.sigungu))
    return own or tuple(r for r in home if not r.sigungu and text in (r.sido, stem(r.sido)))


def _fits(text: str, sigungu: str) -> bool:
    return text in ("".join(sigungu.split()), sigungu.split()[-1], stem(sigungu))
