"""Rows that policies share: agencies, regions, and the terms of the official code lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from policies.models import Agency, LifeStage, Policy, Region, TargetGroup, Theme
from policies.records import PolicyRecord, RecordRegion

NO_AGENCY = "소관기관 미상"
Row = TypeVar("Row", Agency, LifeStage, TargetGroup, Theme)
# 시·도, 시·군·구 ("" for the whole 시도).
Place = tuple[str, str]


def agency_name(name: str) -> str:
    """The name that an agency is stored under, by its published name."""
    return name.strip()[:100] or NO_AGENCY


def agencies_get(names: Iterable[str]) -> dict[str, Agency]:
    """Agencies by the names they are stored under, made where they are new."""
    return _named(Agency, names)


def taxonomy_store(*, rows: Sequence[tuple[Policy, PolicyRecord]]) -> None:
    """Regions, life stages, target groups and themes of policies, as their records say."""
    regions = _regions_get(_place(each) for _, record in rows for each in record.regions)
    links = {
        policy.pk: {regions[_place(each)].pk for each in record.regions} for policy, record in rows
    }
    _links_put("regions", "region_id", links)
    _terms_put("life_stages", "lifestage_id", LifeStage, rows)
    _terms_put("target_groups", "targetgroup_id", TargetGroup, rows)
    _terms_put("themes", "theme_id", Theme, rows)


def _terms_put(
    field: str, column: str, model: type[Row], rows: Sequence[tuple[Policy, PolicyRecord]]
) -> None:
    names = {policy.pk: {str(name) for name in getattr(record, field)} for policy, record in rows}
    terms = _named(model, (name for each in names.values() for name in each))
    links = {key: {terms[name].pk for name in each} for key, each in names.items()}
    _links_put(field, column, links)


def _named(model: type[Row], names: Iterable[str]) -> dict[str, Row]:
    """Rows by name. Who makes the same ones at the same time is waited for."""
    wanted = set(names)
    if not wanted:
        return {}
    stored = model._default_manager.filter(name__in=wanted)
    rows = {row.name: row for row in stored}
    if len(rows) < len(wanted):
        new = [model(name=name) for name in sorted(wanted - rows.keys())]
        model._default_manager.bulk_create(new, ignore_conflicts=True)
        rows = {row.name: row for row in stored.all()}
    return rows


def _place(region: RecordRegion) -> Place:
    return region.sido, region.sigungu or ""


def _regions_get(places: Iterable[Place]) -> dict[Place, Region]:
    """Regions by official names; a 시군구 that is new is made with its 시도."""
    wanted = set(places)
    if not wanted:
        return {}
    rows = _regions_stored(wanted)
    new = wanted - rows.keys()
    if new:
        _regions_make({(sido, "") for sido, _ in new} - rows.keys(), {})
        rows = _regions_stored(wanted | {(sido, "") for sido, _ in new})
        _regions_make(wanted - rows.keys(), rows)
        rows = _regions_stored(wanted)
    return rows


def _regions_stored(places: set[Place]) -> dict[Place, Region]:
    found = Region.objects.filter(
        sido__in={sido for sido, _ in places}, sigungu__in={sigungu for _, sigungu in places}
    )
    rows = {(row.sido, row.sigungu): row for row in found}
    return {place: row for place, row in rows.items() if place in places}


def _regions_make(places: set[Place], provinces: Mapping[Place, Region]) -> None:
    rows = [
        Region(sido=sido, sigungu=sigungu, parent=provinces[sido, ""] if sigungu else None)
        for sido, sigungu in sorted(places)
    ]
    Region.objects.bulk_create(rows, ignore_conflicts=True)


def _links_put(field: str, column: str, wanted: Mapping[UUID, set[int]]) -> None:
    """Make rows of a many-to-many field of policies be `wanted`; those that stay are left alone."""
    links = getattr(Policy, field).through._default_manager
    rows = links.filter(policy_id__in=wanted).values_list("pk", "policy_id", column)
    known = {(key, other): pk for pk, key, other in rows}
    pairs = {(key, other) for key, others in wanted.items() for other in others}
    gone = [pk for pair, pk in known.items() if pair not in pairs]
    if gone:
        links.filter(pk__in=gone).delete()
    links.bulk_create(
        [
            links.model(**{"policy_id": key, column: other})
            for key, other in sorted(pairs - known.keys())
        ],
        ignore_conflicts=True,
    )
