"""The regions of a person as a part of a query: their district, their 시, their 시도."""

from __future__ import annotations

from collections.abc import Iterable

from policies.residence import residence_regions
from policies.retrieval.types import RegionFilter


def place_ids(regions: Iterable[RegionFilter]) -> list[int]:
    """Ids of all regions, of today and former ones, that are not ruled out."""
    ids: set[int] = set()
    for region in regions:
        ids.update(residence_regions(region.sido, region.sigungu).possible)
    return sorted(ids)
