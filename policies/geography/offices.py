"""Which office a resident goes to, and the numbers that are known for certain.

The numbers stand in `policies/reference/geo/offices.yaml`, each with its source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

import yaml

from policies.geography.succession import lies_in
from policies.geography.table import TABLE, Region, is_undivided

OFFICES = TABLE.with_name("offices.yaml")
_OF_CALLS = "공개된 정책의 문의처"


class OfficeKind(StrEnum):
    """What kind of office one turns to."""

    WELFARE_CENTER = "welfare_center"
    CITY_HALL = "city_hall"
    HEALTH_CENTER = "health_center"
    CALL_CENTER = "call_center"


OFFICE_LABELS = {
    OfficeKind.WELFARE_CENTER: "행정복지센터",
    OfficeKind.CITY_HALL: "시·군·구청",
    OfficeKind.HEALTH_CENTER: "보건소",
    OfficeKind.CALL_CENTER: "전화 상담",
}


@dataclass(frozen=True)
class Office:
    """`phone` None: no number is known. `source`: where the number was read, "" without one."""

    name: str
    kind: OfficeKind
    phone: str | None = None
    source: str = ""


def offices_of(region: Region | None, *, dong: str | None = None) -> list[Office]:
    """Offices of a residence from the nearest on, then numbers to call from anywhere.

    A 시도 alone names no hall and no 보건소; without a region only the nation's numbers and the
    행정복지센터 of wherever one lives are left.
    """
    offices = [Office(_center_name(dong), OfficeKind.WELFARE_CENTER)]
    if region is not None and (hall := hall_name(region)):
        offices.append(Office(hall, OfficeKind.CITY_HALL))
        offices.append(_health_center(region))
    if region is not None:
        offices += _call_centers(region)
    return [*offices, *_national()]


def hall_name(region: Region) -> str:
    """동작구청, 춘천시청, 장안구청; 세종특별자치시청 for 세종; "" for another 시도 alone."""
    if region.sigungu:
        return f"{region.sigungu.split()[-1]}청"
    return f"{region.sido}청" if is_undivided(region.sido) else ""


def _center_name(dong: str | None) -> str:
    if dong and dong[-1] in "읍면":
        return f"{dong} 행정복지센터"
    if dong and dong.endswith("동"):
        return f"{dong}을 맡은 행정복지센터(주민센터)"
    return "사는 곳의 읍·면·동 행정복지센터(주민센터)"


def _health_center(region: Region) -> Office:
    place = region.sigungu or region.sido
    for entry in _listed()["health_centers"]:
        if region == Region(entry["sido"], entry["sigungu"]):
            name = f"{place}보건소 {entry['department']}"
            return Office(name, OfficeKind.HEALTH_CENTER, entry["phone"], entry["source"])
    # A 구 of a 시 need not have one of its own.
    name = f"{place}를 맡은 보건소" if " " in place else f"{place}보건소"
    return Office(name, OfficeKind.HEALTH_CENTER)


def _call_centers(region: Region) -> list[Office]:
    return [
        Office(f"{entry['sido']} 민원 상담", OfficeKind.CALL_CENTER, entry["phone"], _OF_CALLS)
        for entry in _listed()["call_centers"]
        if lies_in(region, Region(entry["sido"]))
    ]


def _national() -> list[Office]:
    return [
        Office(entry["name"], OfficeKind.CALL_CENTER, entry["phone"], entry["source"])
        for entry in _listed()["national"]
    ]


@cache
def _listed() -> Mapping[str, list[dict[str, str]]]:
    data: dict[str, Any] = yaml.safe_load(OFFICES.read_text(encoding="utf-8"))
    return data
