"""Facilities near where somebody lives, and what a name of a place means."""

from __future__ import annotations

from itertools import zip_longest

from pydantic import Field

from chat.agent.tools.facility_housing.stored import listed_facilities
from chat.agent.tools.found import found_policies, office_item, policy_item
from chat.agent.tools.place import Asked, place_of
from chat.agent.tools.registry import needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.geography import NamedPlace, Region, lies_in, places_in, region_table, todays_regions
from policies.geography.offices import OfficeKind
from policies.guides.places import FacilityKind, facility_kinds, facility_named
from policies.korean import josa, particle
from policies.offices import nearest_offices, published_contacts
from policies.retrieval.types import Query, RegionFilter
from policies.same import squeezed_name

NOT_HELD = "시설 목록(주소·정원·빈자리)은 아직 갖고 있지 않아요. 공식 찾기 화면에서 확인해 주세요."
NO_VACANCIES = "빈자리와 이용료는 시설에 직접 확인해 주세요."
# Kinds of which the office table itself tells one.
_OFFICES = {
    "health_center": OfficeKind.HEALTH_CENTER,
    "community_center": OfficeKind.WELFARE_CENTER,
}
SHOWN = 8


class FacilityQuestion(Asked):
    kind: str | None = Field(
        default=None, max_length=50, description="시설 종류. 예: 요양원, 장애인복지관, 보건소"
    )


@tool(arguments=FacilityQuestion)
def search_welfare_facility(arguments: FacilityQuestion, context: ToolContext) -> RetrievalResult:
    """사는 곳의 요양원·복지관·보건소·치매안심센터·지역아동센터 같은 시설을 찾는 길을 알려 줍니다.

    사회복지시설 목록, 공개된 정책의 문의처에 적힌 시설과 전화번호, 공식 찾기 화면입니다.
    """
    source = "search_welfare_facility"
    region = place_of(source, arguments, arguments.question)
    if isinstance(region, RetrievalResult):
        return region
    kind = facility_named(arguments.kind or arguments.question)
    if kind is None:
        names = ", ".join(each.name for each in facility_kinds())
        return needs(source, "kind", question=f"어떤 시설을 찾으세요? {names}")
    if region is None or region.sigungu is None:
        place = f"{region.sido} " if region else ""
        return needs(
            source, "sigungu", reason=f"{place}어느 시·군·구의 {josa(kind.name, '을/를')} 찾을까요?"
        )
    listed = listed_facilities(kind, region)
    contacts = _contacts(kind, region)
    offices = _offices(kind, region)
    policies = _policies(kind, region, context)
    place = f"{region.sido} {region.sigungu}"
    held = len(contacts) + len(offices)
    if listed.rows:
        summary = (
            f"{listed.told}{place}의 {josa(kind.name, '은/는')} 사회복지시설 목록에 "
            f"{listed.total}곳 있어요."
        )
    elif held:
        summary = f"{place}의 공개된 문의처에서 {josa(kind.name, '을/를')} {held}곳 찾았어요."
    else:
        summary = (
            f"{place}의 {josa(kind.name, '은/는')} 모은 자료에 없어요. 공식 찾기 화면을 봐 주세요."
        )
    notices = [NO_VACANCIES if listed.rows else NOT_HELD, *([kind.note] if kind.note else [])]
    return RetrievalResult(
        source=source, query=f"{place} {kind.name}", summary=summary, notices=notices,
        items=[*listed.rows, *contacts, *offices, _find_item(kind), *policies],
        total=listed.total + held,
    )  # fmt: skip


@tool(arguments=Asked)
def lookup_region(arguments: Asked, context: ToolContext) -> RetrievalResult:
    """말에 나온 지역이 어느 시·도, 시·군·구인지와 행정구역 코드(5자리), 옛 이름을 알려 줍니다.

    행정안전부 행정구역과 법정동 코드에 따릅니다. 이름이 같은 곳이 여럿이면 모두 보여 줍니다.
    """
    source = "lookup_region"
    named = _whole_names(places_in(arguments.question))
    regions = list(dict.fromkeys(region for place in named for region in place.regions))
    if not regions:
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=arguments.question, total=0,
            summary="말씀하신 데에서 시·도나 시·군·구 이름을 찾지 못했어요.",
        )  # fmt: skip
    items = [_region_item(region) for region in regions[:SHOWN]]
    notices = [
        f"‘{place.text}’에 맞는 곳이 {len(place.regions)}곳이에요."
        for place in named
        if len(place.regions) > 1
    ]
    names = ", ".join(item.title for item in items)
    return RetrievalResult(
        source=source, query=arguments.question, items=items, total=len(regions), notices=notices,
        summary=f"{names}{particle(names, '이에요/예요')}."
        if len(regions) == 1
        else f"{names} 가운데 하나예요.",
    )  # fmt: skip


def _whole_names(places: list[NamedPlace]) -> list[NamedPlace]:
    """Places that stand for a region; a 시도 right before a part of it says only whose it was
    (경상북도 군위군)."""
    named = [place for place in places if place.regions]
    return [
        place
        for place, after in zip_longest(named, named[1:])
        if after is None
        or after.start - place.end > 1
        or any(region.sigungu for region in place.regions)
    ]


def _contacts(kind: FacilityKind, region: RegionFilter) -> list[ResultItem]:
    """Contacts of policies of the place whose name is a facility of the kind."""
    words = [squeezed_name(word) for word in kind.words]
    found: dict[str, str] = {}
    for (name, phone), _ in published_contacts(Region(region.sido, region.sigungu)).most_common():
        if name and any(word in squeezed_name(name) for word in words):
            found.setdefault(phone, name)
    return [
        ResultItem(
            id=f"contact:{phone}", title=name, content=phone, kind="facility",
            metadata={"phone": phone, "source": "공개된 정책의 문의처"},
        )
        for phone, name in list(found.items())[:SHOWN]
    ]  # fmt: skip


def _offices(kind: FacilityKind, region: RegionFilter) -> list[ResultItem]:
    wanted = _OFFICES.get(kind.key)
    offices = nearest_offices(Region(region.sido, region.sigungu)) if wanted else []
    return [office_item(office, kind="facility") for office in offices if office.kind is wanted]


def _find_item(kind: FacilityKind) -> ResultItem:
    return ResultItem(
        id=f"find:{kind.key}", title=kind.find.title, kind="link", url=kind.find.url,
        content=f"{kind.find.url} · 전화 {kind.find.phone}",
        metadata={"phone": kind.find.phone, "facility": kind.name},
    )  # fmt: skip


def _policies(kind: FacilityKind, region: RegionFilter, context: ToolContext) -> list[ResultItem]:
    """Policies that speak of the kind of facility by its name."""
    result, found = found_policies(Query(kind.name, region=region, limit=4))
    if result.below_floor:
        return []
    names = {squeezed_name(name) for name in (kind.name, *kind.said)}
    telling = []
    for policy in found:
        text = squeezed_name(policy.name + "".join(policy.sections.values()))
        if any(name in text for name in names):
            telling.append(policy_item(policy, as_of=context.as_of))
    return telling[:3]


def _region_item(region: Region) -> ResultItem:
    codes = sorted(
        code
        for province in region_table().provinces
        if province.name == region.sido
        for code, name in {**province.sigungu, **province.districts}.items()
        if name == region.sigungu
    )
    former = [str(each.region) for each in region_table().former_sigungu if region in each.now] + [
        each.name for each in region_table().former_provinces if each.now == region.sido
    ]
    inside = (
        sum(lies_in(each, region) is True for each in todays_regions() if each.sigungu)
        if region.sigungu is None
        else 0
    )
    parts = [f"코드 {', '.join(codes)}"] if codes else []
    parts += [f"시·군·구 {inside}곳"] if inside else []
    parts += [f"옛 이름: {', '.join(former)}"] if former else []
    return ResultItem(
        id=f"region:{region}", title=str(region), content=" · ".join(parts), kind="region",
        metadata={"sido": region.sido, "sigungu": region.sigungu, "codes": codes, "former": former},
    )  # fmt: skip
