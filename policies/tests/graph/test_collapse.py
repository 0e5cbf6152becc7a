"""Of policies that are one thing, the one that concerns the person is kept."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from policies.graph.collapse import GroupedHit, Kept, collapse, collapse_ids, grouped_hits
from policies.models import PolicyGroup
from policies.retrieval.types import RegionFilter
from policies.tests.factories import make_policy

CHANGNYEONG = ("경상남도", "창녕군")
HAMAN = ("경상남도", "함안군")
DONGJAK = ("서울특별시", "동작구")


def hit(number: int, group: int | None, *places: tuple[str, str], total: int = 0) -> GroupedHit:
    return GroupedHit(UUID(int=number), group, frozenset(places), not places, total)


def shown(kept: list[Kept]) -> list[int]:
    return [each.policy_id.int for each in kept]


def test_without_groups_nothing_changes() -> None:
    kept = collapse([hit(1, None), hit(2, None, DONGJAK)], region=None)
    assert shown(kept) == [1, 2]
    assert all(not each.hidden and not each.elsewhere for each in kept)


def test_without_a_region_the_best_of_a_group_stands_for_all() -> None:
    hits = [hit(1, 7, HAMAN, total=30), hit(2, None), hit(3, 7, CHANGNYEONG, total=30)]
    kept = collapse(hits, region=None)
    assert shown(kept) == [1, 2]
    assert kept[0].hidden == (UUID(int=3),)
    assert kept[0].elsewhere == 29


def test_without_a_region_the_nations_own_stands_for_all_at_the_best_rank() -> None:
    hits = [hit(1, 7, HAMAN, total=2), hit(2, None), hit(3, 7, total=2)]
    kept = collapse(hits, region=None)
    assert shown(kept) == [3, 2]
    assert kept[0].hidden == (UUID(int=1),)
    assert kept[0].elsewhere == 2


def test_a_resident_sees_the_own_copy_first_and_the_nations_as_well() -> None:
    hits = [hit(1, 7), hit(2, None), hit(3, 7, CHANGNYEONG), hit(4, 7, HAMAN)]
    kept = collapse(hits, region=RegionFilter(*CHANGNYEONG))
    assert shown(kept) == [3, 2, 1]
    assert kept[0].hidden == (UUID(int=4),)


def test_province_and_district_are_two_levels_and_both_stay() -> None:
    hits = [hit(1, 7), hit(2, 7, ("경상남도", "")), hit(3, 7, CHANGNYEONG), hit(4, 7, CHANGNYEONG)]
    kept = collapse(hits, region=RegionFilter(*CHANGNYEONG))
    assert shown(kept) == [3, 2, 1]
    assert kept[0].hidden == (UUID(int=4),)


def test_with_only_the_province_known_one_district_stands_for_all() -> None:
    hits = [hit(1, 7, HAMAN), hit(2, 7, CHANGNYEONG), hit(3, 7)]
    kept = collapse(hits, region=RegionFilter("경상남도"))
    assert shown(kept) == [1, 3]


def test_a_gu_of_a_city_has_what_the_city_has() -> None:
    hits = [hit(1, 7, HAMAN), hit(2, 7, ("경기도", "수원시"))]
    assert shown(collapse(hits, region=RegionFilter("경기도", "수원시 장안구"))) == [2]


def test_former_names_are_the_same_place() -> None:
    hits = [hit(1, 7, HAMAN), hit(2, 7, ("강원도", "춘천시"))]
    assert shown(collapse(hits, region=RegionFilter("강원특별자치도", "춘천시"))) == [2]


def test_where_no_copy_is_of_the_place_the_best_still_shows() -> None:
    hits = [hit(1, 7, HAMAN), hit(2, 7, CHANGNYEONG)]
    assert shown(collapse(hits, region=RegionFilter(*DONGJAK))) == [1]


@pytest.mark.parametrize("region", [None, RegionFilter("경상남도", "창녕군")])
def test_nothing_is_lost_or_shown_twice(region: RegionFilter | None) -> None:
    places = [(), (CHANGNYEONG,), (HAMAN,), (("경상남도", ""),)]
    hits = [hit(n, n % 3 or None, *places[n % 4]) for n in range(1, 25)]
    kept = collapse(hits, region=region)
    seen = [each.policy_id for each in kept] + [one for each in kept for one in each.hidden]
    assert sorted(seen) == sorted(each.policy_id for each in hits)
    assert collapse([], region=region) == []


@pytest.mark.django_db
def test_groups_are_read_in_one_query_in_the_order_asked() -> None:
    group = PolicyGroup.objects.create(name="출산장려금", kind=PolicyGroup.NATIONAL_PROGRAMME)
    one = make_policy("출산장려금", region=HAMAN, group=group)
    two = make_policy("출산장려금 지원", region=CHANGNYEONG, group=group)
    alone = make_policy("치매치료관리비")
    ids = [two.pk, alone.pk, one.pk, two.pk, UUID(int=5)]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        hits = grouped_hits(ids)
    assert len(queries) == 1
    assert [each.policy_id for each in hits] == [two.pk, alone.pk, one.pk]
    assert hits[0].group_places == 2
    kept = collapse_ids(ids, region=None)
    assert [each.policy_id for each in kept] == [two.pk, alone.pk]
    assert kept[0].elsewhere == 1
    assert grouped_hits([]) == []
