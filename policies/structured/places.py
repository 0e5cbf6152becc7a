"""Places named in a question: codes of where one lives and names of who governs there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from policies.geography import Region, gazetteer, region_table
from policies.geography.names import COMMON_WORDS
from policies.geography.written import Regions, written_names

# What may follow a name of a place; another syllable makes it a different word (대구은행).
_AFTER = (
    r"(?=만(?![0-9원])|에|의|[이가은는을를도와과랑나](?![가-힣])|이나|이랑|하고|으?로\s|청|전체|전역"
    r"|전용|한정|관내|[시구군도]?민|주민|거주|소관|주관|지역|산하|소재|사는|살|내(?=\s)|권|[^가-힣0-9]|$)"
)
# 경기 is also the economy and a match, 광주시 in 경기도 is said with its 도.
_OTHER_SENSE = re.compile(r"\s?(?:침체|활성화|부양|관람|회복|종목|변동)")
_OFFICE = r"(?:\s?(?:도|시|구|군)청)?"


@dataclass(frozen=True)
class Place:
    """A named place at `start`:`end`. `regions`: today's regions it stands for; `short` when it
    was said without its kind (인천); `office` when its office was named (제주도청)."""

    start: int
    end: int
    text: str
    regions: Regions
    short: bool = False
    office: bool = False

    @property
    def is_sido(self) -> bool:
        """Whether a whole 시도 (of today or before) was named."""
        return self.text.replace(" ", "") in _sidos()

    @property
    def label(self) -> str:
        if len(self.regions) == 1:
            return str(self.regions[0])
        return self.text

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(code for each in self.regions for code in area_codes(*_pair(each)))

    @property
    def sidos(self) -> frozenset[str] | None:
        """First two digits of whole 시도; None where a part of one was named."""
        if any(region.sigungu for region in self.regions):
            return None
        by_name = {province.name: province.code for province in region_table().provinces}
        return frozenset(by_name[region.sido] for region in self.regions)

    @property
    def authorities(self) -> tuple[str, ...]:
        """Official names of the governments of the place."""
        former = _sidos().get(self.text, ())
        return tuple(dict.fromkeys([*map(str, self.regions), *former]))


def _pair(region: Region) -> tuple[str, str]:
    return region.sido, region.sigungu or ""


@cache
def area_codes(sido: str, sigungu: str) -> frozenset[str]:
    """Codes of a region of today: all of a 시도, a 시 with its 구."""
    for province in region_table().provinces:
        if province.name != sido:
            continue
        if not sigungu:
            return frozenset((*province.sigungu, *province.districts, *province.whole_codes))
        found = {code for code, name in province.sigungu.items() if name == sigungu}
        found |= {
            code
            for code, name in province.districts.items()
            if name == sigungu or name.split()[0] == sigungu
        }
        return frozenset(found)
    return frozenset()


@cache
def sido_codes() -> frozenset[str]:
    """First two digits of the codes of every 시도 of today."""
    return frozenset(province.code for province in region_table().provinces)


@cache
def _sidos() -> dict[str, tuple[str, ...]]:
    """Every spelling of a 시도 → its own official name where it was merged into another."""
    table = region_table()
    found: dict[str, tuple[str, ...]] = {}
    for province in table.provinces:
        found |= dict.fromkeys(province.spellings, ())
    for former in table.former_provinces:
        found |= dict.fromkeys(former.spellings, (former.name,))
    return found


@cache
def _pattern() -> re.Pattern[str]:
    names = written_names()
    sidos = sorted(names.parts, key=len, reverse=True)
    parts = {part.split()[-1] for own in names.parts.values() for part in own}
    parts |= {part for own in names.parts.values() for part in own}
    stems = {part[:-1] for part in parts if len(part) > 2 and " " not in part}
    longest = sorted(parts | stems, key=len, reverse=True)
    alone = sorted(_alone(), key=len, reverse=True)
    either = "|".join(map(re.escape, longest))
    return re.compile(
        rf"(?<![가-힣])(?:(?P<sido>{'|'.join(map(re.escape, sidos))})"
        rf"(?:\s?(?P<part>{either})(?P<inner>\s[가-힣]+구)?{_OFFICE}{_AFTER})?"
        rf"|(?P<alone>{'|'.join(map(re.escape, alone))})){_OFFICE}{_AFTER}"
    )


@cache
def _alone() -> dict[str, Regions]:
    """시군구 said without their 시도; without their kind only what means nothing else and is
    one place (임실), and a 구 behind its 시 (포항 남구)."""
    names, sidos = gazetteer(), set(written_names().parts)
    found: dict[str, Regions] = {
        name: tuple(dict.fromkeys(regions)) for name, regions in names.full.items()
    }
    for name, regions in names.short.items():
        if len(regions) == 1 and name not in COMMON_WORDS and name not in sidos:
            found.setdefault(name, tuple(regions))
    for name in [name for name in found if " " in name]:
        city, district = name.split()
        found.setdefault(f"{city[:-1]} {district}", found[name])
    return found


def places_of(text: str) -> Iterator[Place]:
    """Every place in `text`, in order. A name that several 시도 share (중구) has them all."""
    for match in _pattern().finditer(text):
        if _OTHER_SENSE.match(text, match.end()):
            continue
        sido, part, alone = match["sido"], match["part"], match["alone"]
        said = text[match.start() : match.end()]
        office = re.search(r"\s?[도시구군]청$", said)
        name = said[: office.start()] if office else said
        regions = _within(sido, part) if part else _whole(sido) if sido else _alone()[alone]
        is_office = bool(office) or text.startswith("청", match.end())
        if regions:
            short = bool(sido) and not part and sido in written_names().shorts
            yield Place(match.start(), match.end(), name, regions, short, is_office)


def _whole(sido: str) -> Regions:
    return written_names().whole(sido)


def _within(sido: str, part: str) -> Regions:
    parts = written_names().parts[sido]
    for name, regions in parts.items():
        if part in (name, name[:-1]) or part == name.split()[-1]:
            return regions
    return ()


def is_ambiguous(place: Place) -> bool:
    """Whether the name means places in more than one 시도."""
    return len({region.sido for region in place.regions}) > 1
