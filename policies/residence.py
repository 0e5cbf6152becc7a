"""Which region rows apply to a resident: of the nation's regions, the 시도, the 시군구 and the
시 of a 구, under today's names and the ones they had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from policies import geography
from policies.geography.succession import is_known, lies_in, official_region
from policies.models import Region

# Id → official name and the id of the successor.
Rows = Mapping[int, tuple[geography.Region, int | None]]


@dataclass(frozen=True)
class ResidenceRegions:
    """Ids of the regions somebody surely lives in, and of those that are not ruled out: every
    시군구 of a 시도 while only the 시도 is known. `possible` holds the sure ones too."""

    sure: tuple[int, ...]
    possible: tuple[int, ...]


def residence_regions(sido: str, sigungu: str | None = None) -> ResidenceRegions:
    """The rows of a residence, in one query.

    A row counts by the region of today it lies in: by the official table, and where that does
    not know the name, by the `successor` that an administrator set.
    """
    rows: Rows = {
        pk: (official_region(name, part or None), successor)
        for pk, name, part, successor in Region.objects.values_list(
            "pk", "sido", "sigungu", "successor_id"
        )
    }
    current = {pk: _current(rows, *row) for pk, row in rows.items()}
    lived = _lived(rows, official_region(sido, sigungu))
    inside = {pk: lies_in(lived, region) for pk, region in current.items()}
    return ResidenceRegions(
        sure=tuple(pk for pk, state in inside.items() if state),
        possible=tuple(pk for pk, state in inside.items() if state is not False),
    )


def _current(rows: Rows, region: geography.Region, successor: int | None) -> geography.Region:
    """The region, or the one that an administrator says succeeded it: what the official table
    knows needs nobody to say so."""
    if successor is None or is_known(region):
        return region
    return rows[successor][0]


def _lived(rows: Rows, lived: geography.Region) -> geography.Region:
    for region, successor in rows.values():
        if region == lived:
            return _current(rows, region, successor)
    return lived
