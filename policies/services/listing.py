"""What a record publishes in fields goes into the columns that questions are answered from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from policies.models import Listing, ListingRound, Policy
from policies.records import PolicyRecord, RecordListing, RecordRegion
from policies.structured.places import area_codes
from policies.structured.vocabulary import GROUPS, LIFE_STAGES, THEMES
from policies.vocabulary import PeriodKind, PolicyStatus

_PERIODS = {PeriodKind.RANGE: Listing.RANGE, PeriodKind.ALWAYS: Listing.ALWAYS}
_ROUNDS = "rounds"
_COLUMNS = [field.name for field in Listing._meta.fields if not field.primary_key]


def listings_store(
    *, rows: Sequence[tuple[Policy, PolicyRecord]], new: Collection[UUID] = ()
) -> set[UUID]:
    """Store the fields of records for their policies; returns ids of those of which anything
    changed by that. `new`: policies that were just made, so that nothing is stored for them.

    Counts of views change without any change of the text, so this is no part of a version.
    """
    known = [policy.pk for policy, _ in rows if policy.pk not in new]
    listings = Listing.objects.prefetch_related("rounds").in_bulk(known)
    made, moved, periods = list[Listing](), list[Listing](), list[ListingRound]()
    for policy, record in rows:
        fields = record.listing or listing_of_record(record)
        values, current = _columns(fields, record), listings.get(policy.pk)
        if current is not None and _same(current, values, fields):
            continue
        listing = Listing(policy=policy, **values)
        (made if current is None else moved).append(listing)
        periods += [ListingRound(listing=listing, start=one, end=end) for one, end in fields.rounds]
    Listing.objects.bulk_create(made)
    Listing.objects.bulk_update(moved, _COLUMNS)
    if moved:
        ListingRound.objects.filter(listing__in=[listing.pk for listing in moved]).delete()
    ListingRound.objects.bulk_create(periods)
    return {listing.pk for listing in (*made, *moved)}


def listing_of_record(record: PolicyRecord) -> RecordListing:
    """What a record without fields of its own says in its common columns."""
    period = _PERIODS.get(record.period_kind, Listing.OTHER)
    if record.status is PolicyStatus.CLOSED:
        period = Listing.CLOSED
    return RecordListing(
        agency=record.agency,
        areas=sorted({code for region in record.regions for code in _areas(region)}),
        nationwide=not record.regions,
        period=period,
        rounds=[(record.period_start, record.period_end)] if record.period_end else [],
        modified_at=record.source_updated_at,
    )


def _areas(region: RecordRegion) -> frozenset[str]:
    return area_codes(region.sido, region.sigungu or "")


def _columns(fields: RecordListing, record: PolicyRecord) -> dict[str, Any]:
    values = {name: value for name, value in vars(fields).items() if name != _ROUNDS}
    values["codes"] = sorted(
        f"{field}={value}"
        for field, listed in (fields.codes | _common(record)).items()
        for value in set(listed)
    )
    values["areas"] = sorted(set(fields.areas))
    values["sidos"] = sorted({code[:2] for code in fields.areas})
    for name in ("agency", "operator", "registrar"):
        values[name] = values[name][:200]
    return values


def _common(record: PolicyRecord) -> dict[str, list[str]]:
    return {
        LIFE_STAGES: [str(name) for name in record.life_stages],
        THEMES: [str(name) for name in record.themes],
        GROUPS: [str(name) for name in record.target_groups],
    }


def _same(current: Listing, values: dict[str, Any], fields: RecordListing) -> bool:
    if any(getattr(current, name) != value for name, value in values.items()):
        return False
    rounds = [(each.start, each.end) for each in current.rounds.all()]
    return sorted(rounds, key=_by_day) == sorted(fields.rounds, key=_by_day)


def _by_day(pair: tuple[date | None, date]) -> tuple[date, date]:
    return pair[0] or date.min, pair[1]
