"""Region names as people say them, brought to today's official 시도 and 시군구.

Names of regions come from the official table, dongs from `data/dongs.tsv`, quarters that are
no dong (평촌, 산본 …) from `data/quarters.tsv`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from policies.geography.table import Province, Region, region_table

DATA = Path(__file__).with_name("data")
# Short forms that are also everyday words, given names or numbers: they count only with a
# wider name beside them or where something else shows that a place is meant.
COMMON_WORDS = frozenset(
    (
        "강진 강화 거제 거창 경기 경주 계룡 고령 고성 공주 광주 구리 금정 기장 남동 남해 단원 "
        "달성 대덕 덕양 동남 동안 동작 동해 만세 무안 무주 문경 보성 보은 부안 부여 사상 "
        "사천 산청 상당 상록 상주 서북 서원 서해 성산 성주 소사 수영 수정 수지 순창 안성 양구 "
        "양산 양주 여주 연수 연제 영광 영동 영암 영양 영주 예산 오산 오정 옹진 완도 완주 원미 유성 "
        "음성 의성 의창 이천 인제 장수 장안 장흥 정선 중원 진도 진주 진천 창녕 처인 청도 "
        "청양 청원 태안 하남 함안 함양 함평 화성 화순 효행 "
        "면목 미아 발산 상계 상봉 서면 서현 수유 "
        "안중 자양 중계 하계 호평 회기"
    ).split()
)
# Of these even "…에서" says nothing of a place (강화에서, 예산에서, 수영에서).
ABSTRACT_WORDS = frozenset(
    "강화 경기 기장 단원 동작 만세 부여 상계 상당 서면 수영 수유 수정 연수 연제 예산 "
    "음성 완주 중계 효행".split()
)
# Never a place without a wider name before it (2년 동안 살았어요).
NO_PLACE_ALONE = frozenset(["동안"])
# Old wide names that stand for several 시도.
_WIDE = {
    "경상도": ("경상북도", "경상남도"),
    "전라도": ("전북특별자치도", "전남광주통합특별시"),
    "충청도": ("충청북도", "충청남도"),
}


@dataclass(frozen=True)
class Gazetteer:
    """Names → regions. `sido`: every spelling of a 시도; `full`: 시군구 (also former ones) and
    구 by their whole name; `short`: without 시·군·구; `dong`: dongs and quarters; `bare`: those
    quarters and short dongs that need a wider name or a sign of place beside them; `inner`:
    dongs by what is left of their names in speech after a wider one (부산 구포)."""

    sido: dict[str, list[Region]]
    full: dict[str, list[Region]]
    short: dict[str, list[Region]]
    dong: dict[str, list[Region]]
    bare: frozenset[str]
    inner: dict[str, list[str]]

    def kind(self, name: str) -> str | None:
        """The widest kind that has the name."""
        for kind in ("sido", "full", "short", "dong"):
            if name in getattr(self, kind):
                return kind
        return None

    def candidates(self, name: str) -> list[Region]:
        """Every region the name may stand for, a 시도 first; dongs only where nothing else."""
        local = self.full.get(name) or self.short.get(name) or []
        wide = [*self.sido.get(name, ()), *local]
        return wide or self.dong.get(name, [])


@cache
def gazetteer() -> Gazetteer:
    """The names of the project's tables, read once a process."""
    table = region_table()
    full: dict[str, list[Region]] = defaultdict(list)
    short: dict[str, list[Region]] = defaultdict(list)
    dong: dict[str, list[Region]] = defaultdict(list)
    sido = {name: [Region(each) for each in now] for name, now in _WIDE.items()}
    for province in table.provinces:
        for spelling in province.spellings:
            sido[spelling] = [Region(province.name)]
        _add_sigungu(province, full, short)
    for former in table.former_provinces:
        sido |= {spelling: [Region(former.now)] for spelling in former.spellings}
    # 광주광역시 as its people say it; 경기도 광주시 is said with its 도.
    sido["광주시"] = sido["광주"]
    for old in table.former_sigungu:
        name = (old.region.sigungu or "").split()[-1]
        full[name].extend(one for one in old.now if one not in full[name])
    for file in ("dongs.tsv", "quarters.tsv"):
        _add_dongs(DATA / file, dong)
    bare = {
        name for name in dong if name in COMMON_WORDS or (len(name) == 2 and name[1] in "동면읍")
    }
    inner: dict[str, list[str]] = defaultdict(list)
    for name in dong:
        if len(name) > 2 and name[-1] in "동읍면":
            inner[name[:-1]].append(name)
    return Gazetteer(sido, dict(full), dict(short), dict(dong), frozenset(bare), dict(inner))


def _add_sigungu(
    province: Province, full: dict[str, list[Region]], short: dict[str, list[Region]]
) -> None:
    for name in province.sigungu.values():
        full[name].append(Region(province.name, name))
        if len(name) > 2:
            short[name[:-1]].append(Region(province.name, name))
    for name in province.districts.values():
        region = Region(province.name, name)
        district = name.split()[1]
        full[name].append(region)
        full[district].append(region)
        if len(district) > 2 and district[:-1] not in short:
            short[district[:-1]].append(region)


def _add_dongs(path: Path, dong: dict[str, list[Region]]) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            sido, sigungu, names = line.split("\t")
            for name in names.split():
                dong[name].append(Region(sido, sigungu or None))


def needs_evidence(names: Sequence[str]) -> bool:
    """Whether a chain of names is one word that may mean something else than a place."""
    if len(names) != 1:
        return False
    book, name = gazetteer(), names[0]
    if name in book.full or (name in book.sido and name != "경기"):
        return False
    return name in COMMON_WORDS or name in book.bare


def regions_named(names: Sequence[str]) -> list[Region]:
    """Regions that names from wide to narrow (경기도, 광주) may stand for.

    Names that lie in none of the places so far (a dong the table lacks) narrow nothing.
    """
    book = gazetteer()
    wide: list[Region] = []
    for name in names:
        found = book.candidates(name)
        wide = narrowed(wide, found) or wide if wide else found
    provinces = [one for one in wide if one.sigungu is None]
    # A dong of a divided 구 has only its 시도, which says nothing of dongs of that name elsewhere.
    whole = len(provinces) == 1 and any(book.kind(name) != "dong" for name in names)
    return provinces if whole else list(dict.fromkeys(wide))


def narrowed(outer: Iterable[Region], inner: Iterable[Region]) -> list[Region]:
    """Those of `inner` that lie in one of `outer`."""
    around = list(outer)
    return [one for one in inner if any(place.holds(one) for place in around)]


def resolve(names: Sequence[str], *, evident: bool = False) -> Region | None:
    """Official region of names from wide to narrow; only what is certain.

    A short form that is an everyday word (고성, 이천) needs `evident`: a sign that it is a place.
    """
    if needs_evidence(names) and not evident:
        return None
    return certain(regions_named(names))


def certain(candidates: Sequence[Region]) -> Region | None:
    """What all candidates have in common: a region, its 시, only the 시도, or nothing."""
    if not candidates:
        return None
    if len(set(candidates)) == 1:
        return candidates[0]
    if len({one.sido for one in candidates}) > 1:
        return None
    cities = {(one.sigungu or "").split()[0] if one.sigungu else "" for one in candidates}
    city = cities.pop() if len(cities) == 1 else ""
    return Region(candidates[0].sido, city if city.endswith("시") else None)
