"""A policy named in the talk is the one of the place, under whichever name that has."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync

from chat.agent.store import AgentStore
from policies.records import RecordRegion
from policies.retrieval.types import RegionFilter
from policies.services.regions import regions_load
from policies.tests.records import load

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("region", "expected"),
    [
        (RegionFilter("전남광주통합특별시", "광산구"), {"gwangju", "gwangsan"}),
        (RegionFilter("광주광역시", "광산구"), {"gwangju", "gwangsan"}),
        (RegionFilter("전남광주통합특별시", "순천시"), set()),
        (RegionFilter("대구광역시", "군위군"), {"gunwi"}),
        (RegionFilter("경기도", "수원시 장안구"), {"suwon"}),
        (RegionFilter("경기도", "성남시"), set()),
    ],
)
def test_names_said_are_looked_up_where_the_person_lives(
    region: RegionFilter, expected: set[str]
) -> None:
    regions_load()
    places = {
        "gwangju": RecordRegion("광주광역시"),
        "gwangsan": RecordRegion("광주광역시", "광산구"),
        "gunwi": RecordRegion("경상북도", "군위군"),
        "suwon": RecordRegion("경기도", "수원시"),
    }
    ids = {}
    for key, place in places.items():
        ids[str(load(key, name=f"어르신 밑반찬 나눔 {key}", regions=[place]).id)] = key
    text = " ".join(f"어르신 밑반찬 나눔 {key}" for key in places)
    found = async_to_sync(AgentStore().named)(text, region=region)
    assert {ids[policy_id] for policy_id, *_ in found} == expected
