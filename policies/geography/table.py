"""The official table of regions: today's 시도 and 시군구, their codes, and where old ones went.

`policies/reference/geo/regions.yaml` says where each fact comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

TABLE = Path(__file__).resolve().parent.parent / "reference" / "geo" / "regions.yaml"


@dataclass(frozen=True)
class Region:
    """Official names; `sigungu` None is the whole 시도, "수원시 장안구" a 구 of a 시."""

    sido: str
    sigungu: str | None = None

    def __str__(self) -> str:
        return f"{self.sido} {self.sigungu}" if self.sigungu else self.sido

    def as_fact(self) -> dict[str, str]:
        """The value of the fact `region`."""
        fact = {"sido": self.sido}
        return fact | {"sigungu": self.sigungu} if self.sigungu else fact

    def holds(self, other: Region) -> bool:
        """Whether `other` lies in this region (or is it)."""
        if self.sido != other.sido:
            return False
        own, words = (self.sigungu or "").split(), (other.sigungu or "").split()
        return words[: len(own)] == own


@dataclass(frozen=True)
class Province:
    """A 시도 of today. `sigungu` and `districts` (구 of a 시): 5-digit code → name."""

    name: str
    code: str
    short: str
    other_names: tuple[str, ...]
    sigungu: Mapping[str, str]
    districts: Mapping[str, str]
    whole_codes: tuple[str, ...]

    @property
    def spellings(self) -> tuple[str, ...]:
        return (self.name, self.short, *self.other_names)


@dataclass(frozen=True)
class FormerProvince:
    """A 시도 merged into `now`, with the 시군구 it had."""

    name: str
    short: str
    other_names: tuple[str, ...]
    code: str
    now: str
    sigungu: tuple[str, ...]

    @property
    def spellings(self) -> tuple[str, ...]:
        return (self.name, self.short, *self.other_names)


@dataclass(frozen=True)
class FormerSigungu:
    """An abolished 시군구 and the regions of today it lies in; several where it was divided."""

    region: Region
    now: tuple[Region, ...]


@dataclass(frozen=True)
class Table:
    """`code_prefixes`: old first two digits → new; `codes`: old code → new ones."""

    provinces: tuple[Province, ...]
    former_provinces: tuple[FormerProvince, ...]
    former_sigungu: tuple[FormerSigungu, ...]
    code_prefixes: Mapping[str, str]
    codes: Mapping[str, tuple[str, ...]]

    @property
    def every_province(self) -> tuple[Province | FormerProvince, ...]:
        return (*self.provinces, *self.former_provinces)


@cache
def region_table() -> Table:
    """The table of the project, read once a process."""
    data: dict[str, Any] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    former = data["former"]
    return Table(
        provinces=tuple(map(_province, data["provinces"])),
        former_provinces=tuple(map(_former_province, former["provinces"])),
        former_sigungu=tuple(map(_former_sigungu, former["sigungu"])),
        code_prefixes={str(old): str(new) for old, new in former["code_prefixes"].items()},
        codes={str(old): _codes(new) for old, new in former["codes"].items()},
    )


def todays_regions() -> list[Region]:
    """Every 시도 and 시군구 of today, each 시도 before its parts; 구 of a 시 left out."""
    regions: list[Region] = []
    for province in region_table().provinces:
        regions.append(Region(province.name))
        regions += (Region(province.name, name) for name in province.sigungu.values())
    return regions


def is_undivided(sido: str) -> bool:
    """Whether a 시도 of today has no 시군구 (세종특별자치시)."""
    return any(each.name == sido and not each.sigungu for each in region_table().provinces)


def _province(entry: dict[str, Any]) -> Province:
    return Province(
        name=entry["name"],
        code=str(entry["code"]),
        short=entry["short"],
        other_names=tuple(entry["other_names"]),
        sigungu={str(code): name for code, name in entry["sigungu"].items()},
        districts={str(code): name for code, name in entry.get("districts", {}).items()},
        whole_codes=tuple(map(str, entry.get("whole_codes", ()))),
    )


def _former_province(entry: dict[str, Any]) -> FormerProvince:
    return FormerProvince(
        name=entry["name"],
        short=entry["short"],
        other_names=tuple(entry["other_names"]),
        code=str(entry["code"]),
        now=entry["now"],
        sigungu=tuple(entry["sigungu"]),
    )


def _former_sigungu(entry: dict[str, Any]) -> FormerSigungu:
    sido = entry.get("now_sido", entry["sido"])
    now = tuple(Region(sido, name) for name in entry["now"]) or (Region(sido),)
    return FormerSigungu(Region(entry["sido"], entry["name"]), now)


def _codes(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)
