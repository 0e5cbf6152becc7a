"""Typed operations on regions: which place a text names, and where its residents can turn."""

from __future__ import annotations

import unicodedata
from typing import Self

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from policies.api.korean_errors import TOLD, KoreanIn
from policies.geography import (
    NamedPlace,
    Region,
    Role,
    known_region,
    places_in,
    question_region,
)
from policies.geography.offices import OFFICE_LABELS, Office, OfficeKind
from policies.offices import nearest_offices

router = Router(tags=["regions"])
_NO_PHONE = "전화번호를 확인하지 못했어요."


class RegionOut(Schema):
    """`sigungu` null: the whole 시도."""

    sido: str
    sigungu: str | None

    @classmethod
    def of(cls, region: Region) -> RegionOut:
        return cls(sido=region.sido, sigungu=region.sigungu)


class PlaceOut(Schema):
    """`candidates`: what the name may stand for; `region`: what is certain of it."""

    text: str
    start: int
    end: int
    region: RegionOut | None
    candidates: list[RegionOut]
    role: Role
    dong: str | None


class ResolvedOut(Schema):
    """`region`: the residence named, else the one place the text is about, else null."""

    region: RegionOut | None
    places: list[PlaceOut]


class OfficeOut(Schema):
    name: str
    kind: OfficeKind
    kind_label: str
    phone: str | None
    notice: str
    source: str


class OfficesOut(Schema):
    """Offices from the nearest on; `notice` says so where no number is known."""

    region: RegionOut
    offices: list[OfficeOut]


class ResolveIn(KoreanIn):
    text: str = Field(min_length=1, max_length=2000)


class OfficesIn(KoreanIn):
    """Official, short or former names; `dong` as it is called."""

    sido: str = Field(min_length=1, max_length=20)
    sigungu: str | None = Field(default=None, max_length=20)
    dong: str | None = Field(default=None, max_length=20)

    @model_validator(mode="after")
    def _is_known(self) -> Self:
        if known_region(self.sido, None) is None:
            raise PydanticCustomError(TOLD, "알 수 없는 시·도입니다.")
        if known_region(self.sido, self.sigungu) is None:
            raise PydanticCustomError(TOLD, "그 시·도에 없는 시·군·구입니다.")
        return self

    @property
    def region(self) -> Region:
        return known_region(self.sido, self.sigungu) or Region(self.sido)


@router.get("/resolve", response=ResolvedOut, summary="글에 나온 지역")
def resolve(request: HttpRequest, query: Query[ResolveIn]) -> ResolvedOut:
    """글에 나온 지역을 지금의 공식 이름으로 알려 줍니다. 여러 곳일 수 있는 이름은 `candidates` 에
    모두 나오고, 확실한 만큼만 `region` 에 담깁니다."""
    text = unicodedata.normalize("NFC", query.text)
    region = question_region(text)
    return ResolvedOut(
        region=RegionOut.of(region) if region else None, places=list(map(_place, places_in(text)))
    )


@router.get("/offices", response=OfficesOut, summary="가까운 기관과 전화번호")
def offices(request: HttpRequest, query: Query[OfficesIn]) -> OfficesOut:
    """사는 곳에서 찾아가거나 전화할 기관을 가까운 차례로 알려 줍니다. 확인된 전화번호만 담기며,
    모르는 번호는 비어 있습니다."""
    region = query.region
    found = nearest_offices(region, dong=query.dong or None)
    return OfficesOut(region=RegionOut.of(region), offices=list(map(_office, found)))


def _place(place: NamedPlace) -> PlaceOut:
    return PlaceOut(
        text=place.text,
        start=place.start,
        end=place.end,
        region=RegionOut.of(place.region) if place.region else None,
        candidates=list(map(RegionOut.of, place.regions)),
        role=place.role,
        dong=place.dong,
    )


def _office(office: Office) -> OfficeOut:
    return OfficeOut(
        name=office.name,
        kind=office.kind,
        kind_label=OFFICE_LABELS[office.kind],
        phone=office.phone,
        notice="" if office.phone else _NO_PHONE,
        source=office.source,
    )
