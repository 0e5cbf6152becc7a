"""Region names as people say them, brought to today's official 시도 and 시군구.

The names come from `policies/reference/geo/regions.yaml`; dongs from `data/dongs.tsv`;
quarters that are no dong (평촌, 산본 …) from `data/quarters.tsv`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from policies.eligibility.reference import REFERENCE_DIR

DATA = Path(__file__).with_name("data")
# Short forms that are also everyday words: they count only after a 시도 or before "살다".
COMMON_WORDS = frozenset(
    (
        "강진 강화 거제 거창 경주 계룡 고령 고성 공주 광주 구리 금정 기장 남동 남해 단원 "
        "달성 대덕 덕양 동남 동안 동작 동해 만세 무안 무주 문경 보성 보은 부안 부여 사상 "
        "사천 산청 상당 상록 상주 서북 서원 성산 성주 소사 수영 수정 수지 순창 안성 양구 "
        "양산 양주 여주 연수 연제 영광 영동 영암 영양 영주 예산 오산 오정 옹진 완도 원미 "
        "음성 의성 의창 이천 인제 장수 장안 장흥 정선 중원 진도 진주 진천 창녕 처인 청도 "
        "청원 태안 하남 함안 함양 함평 화성 화순 효행"
    ).split()
)


@dataclass(frozen=True)
class Region:
    sido: str
    sigungu: str | None = None

    def as_fact(self) -> dict[str, str]:
        """The value of the fact `region`."""
        fact = {"sido": self.sido}
        return fact | {"sigungu": self.sigungu} if self.sigungu else fact


@dataclass(frozen=True)
class Gazetteer:
    """Names → regions. `sido`: all spellings; `local`: 시군구, short forms, dongs, quarters."""

    sido: dict[str, str] = field(default_factory=dict)
    full: dict[str, list[Region]] = field(default_factory=dict)
    short: dict[str, list[Region]] = field(default_factory=dict)
    dong: dict[str, list[Region]] = field(default_factory=dict)


@cache
def gazetteer() -> Gazetteer:
    """The names of the project's tables, read once a process."""
    table = yaml.safe_load((REFERENCE_DIR / "geo" / "regions.yaml").read_text(encoding="utf-8"))
    full: dict[str, list[Region]] = defaultdict(list)
    short: dict[str, list[Region]] = defaultdict(list)
    dong: dict[str, list[Region]] = defaultdict(list)
    sido: dict[str, str] = {}
    for province in table["provinces"]:
        _add_province(province, sido, full, short)
    for former in table["former"]["provinces"]:
        sido[former["name"]] = sido[former["short"]] = former["now"]
    sido |= {"전라도 광주": "전남광주통합특별시", "광주시": "전남광주통합특별시"}
    for old in table["former"]["sigungu"]:
        now = [Region(old.get("now_sido", old["sido"]), name) for name in old["now"]]
        # Divided: only the 시도 stays certain, so all parts are kept as candidates.
        full[old["name"]].extend(now)
    for name in ("dongs.tsv", "quarters.tsv"):
        _add_dongs(DATA / name, dong)
    return Gazetteer(sido, dict(full), dict(short), dict(dong))


def _add_province(
    province: dict[str, Any],
    sido: dict[str, str],
    full: dict[str, list[Region]],
    short: dict[str, list[Region]],
) -> None:
    name = str(province["name"])
    for spelling in (name, province["short"], *province["other_names"]):
        sido[spelling] = name
    for place in province["sigungu"].values():
        full[place].append(Region(name, place))
        if len(place) > 2:
            short[place[:-1]].append(Region(name, place))
    for place in (province.get("districts") or {}).values():
        full[place].append(Region(name, place))
        city, district = place.split()
        full[f"{city[:-1]} {district}"].append(Region(name, place))
        full[district].append(Region(name, place))
        if len(district) > 2 and district[:-1] not in short:
            short[district[:-1]].append(Region(name, place))


def _add_dongs(path: Path, dong: dict[str, list[Region]]) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            sido, sigungu, names = line.split("\t")
            for name in names.split():
                dong[name].append(Region(sido, sigungu or None))


def certain(candidates: list[Region]) -> Region | None:
    """What all candidates have in common: a region, its 시, only the 시도, or nothing."""
    if not candidates:
        return None
    if len({(one.sido, one.sigungu) for one in candidates}) == 1:
        return candidates[0]
    if len({one.sido for one in candidates}) > 1:
        return None
    cities = {(one.sigungu or "").split()[0] if one.sigungu else "" for one in candidates}
    city = cities.pop() if len(cities) == 1 else ""
    return Region(candidates[0].sido, city if city.endswith("시") else None)
