"""Kinds of places that amounts differ by. A place known only roughly has several candidates.

Three divisions are in use: 기본재산액 of 기초생활보장 (서울 / 경기 / 광역시·세종·창원 / 그 외),
급지 of 주거급여 (1 서울, 2 경기·인천, 3 광역시·세종·수도권 밖 특례시, 4 그 외), and size of
place of 기초연금 and 긴급복지 (대도시 / 중소도시 / 농어촌).
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from policies.eligibility.facts import RegionFact
from policies.geography import Region, official_region, todays_regions
from policies.geography.succession import todays

_SEOUL, _GYEONGGI, _INCHEON, _SEJONG = "서울특별시", "경기도", "인천광역시", "세종특별자치시"
_METROPOLITAN = frozenset({"부산광역시", "대구광역시", _INCHEON, "대전광역시", "울산광역시"})
_MERGED = "전남광주통합특별시"
# Districts that were 광주광역시: the notices of the year name that city, which merged in July 2026.
_FORMER_GWANGJU = frozenset({"동구", "서구", "남구", "북구", "광산구"})
# 지방자치법 제198조 제2항 제2호: cities of a million people.
_SPECIAL_CITIES = frozenset({"수원시", "고양시", "용인시", "화성시", "창원시"})


class Property(StrEnum):
    """Areas of 기본재산액 (기초생활보장)."""

    SEOUL = "seoul"
    GYEONGGI = "gyeonggi"
    METROPOLITAN = "metropolitan"
    OTHER = "other"


class Size(StrEnum):
    """대도시, 중소도시, 농어촌."""

    CITY = "city"
    TOWN = "town"
    RURAL = "rural"


PROPERTY_NAMES = {
    Property.SEOUL: "서울",
    Property.GYEONGGI: "경기",
    Property.METROPOLITAN: "광역시·세종·창원",
    Property.OTHER: "그 외 지역",
}
SIZE_NAMES = {Size.CITY: "대도시", Size.TOWN: "중소도시", Size.RURAL: "농어촌"}
GRADE_NAMES = {
    1: "1급지(서울)",
    2: "2급지(경기·인천)",
    3: "3급지(광역시·세종·수도권 밖 특례시)",
    4: "4급지(그 외)",
}


def property_areas(region: RegionFact | None) -> list[Property]:
    """Possible areas of 기본재산액, the largest deduction first; all where nothing is known."""
    found = {_property(one) for one in _places(region)}
    return [area for area in Property if area in found] or list(Property)


def rent_grades(region: RegionFact | None) -> list[int]:
    """Possible 급지 of 주거급여, the highest rent first."""
    return sorted({_grade(one) for one in _places(region)}) or list(GRADE_NAMES)


def sizes(region: RegionFact | None) -> list[Size]:
    """Possible sizes of place, the largest deduction first."""
    found = {_size(one) for one in _places(region)}
    return [size for size in Size if size in found] or list(Size)


def _places(region: RegionFact | None) -> tuple[Region, ...]:
    """The 시군구 a person may live in; empty where the place is unknown."""
    return () if region is None else _expanded(region.sido, region.sigungu)


@cache
def _expanded(sido: str, sigungu: str | None) -> tuple[Region, ...]:
    known = {one.sido for one in todays_regions()}
    lived = [one for one in todays(official_region(sido, sigungu)) if one.sido in known]
    if any(one.sigungu is None for one in lived):
        inside = [one for one in todays_regions() if one.sido in {place.sido for place in lived}]
        lived = [one for one in inside if one.sigungu] or lived
    return tuple(lived)


def _city(region: Region) -> str:
    return (region.sigungu or "").split(" ")[0]


def _is_metropolitan(region: Region) -> bool:
    merged = region.sido == _MERGED and _city(region) in _FORMER_GWANGJU
    return region.sido in _METROPOLITAN or merged


def _property(region: Region) -> Property:
    if region.sido == _SEOUL:
        return Property.SEOUL
    if region.sido == _GYEONGGI:
        return Property.GYEONGGI
    wide = _is_metropolitan(region) or region.sido == _SEJONG or _city(region) == "창원시"
    return Property.METROPOLITAN if wide else Property.OTHER


def _grade(region: Region) -> int:
    area = _property(region)
    if area is Property.SEOUL:
        return 1
    if area is Property.GYEONGGI or region.sido == _INCHEON:
        return 2
    return 3 if area is Property.METROPOLITAN else 4


def _size(region: Region) -> Size:
    city = _city(region)
    if region.sido == _SEOUL or _is_metropolitan(region) or city in _SPECIAL_CITIES:
        return Size.CITY
    return Size.RURAL if city.endswith("군") else Size.TOWN
