"""Published fields are stored with a record, and follow it when only they change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from policies.models import DataVersion, LexicalPosting, Listing, PolicyVersion
from policies.records import RecordListing, RecordRegion
from policies.services import policy_load
from policies.tests.records import make_record
from policies.tests.structured.listed import day
from policies.vocabulary import LifeStage, PeriodKind, PolicyStatus

pytestmark = pytest.mark.django_db


def test_a_record_without_fields_is_listed_by_its_common_columns() -> None:
    record = make_record(
        regions=[RecordRegion("서울특별시", "동작구")],
        life_stages=[LifeStage.YOUTH.value],
        period_kind=PeriodKind.RANGE,
        period_start=day("2026-07-01"),
        period_end=day("2026-07-31"),
    )
    listing = policy_load(record=record).policy.listing
    assert (listing.agency, listing.areas, listing.nationwide) == ("보건복지부", ["11590"], False)
    assert listing.codes == ["생애주기=청년"]
    assert list(listing.rounds.values_list("start", "end")) == [
        (day("2026-07-01"), day("2026-07-31"))
    ]


def test_a_closed_record_is_listed_as_closed() -> None:
    record = make_record(status=PolicyStatus.CLOSED, period_kind=PeriodKind.ALWAYS)
    assert policy_load(record=record).policy.listing.period == Listing.CLOSED


def test_changed_views_make_no_version_but_a_data_version() -> None:
    fields = RecordListing(agency="부산광역시", views=1)
    policy_load(record=make_record(listing=fields))
    before = DataVersion.objects.get(group="test").number
    result = policy_load(record=make_record(listing=replace(fields, views=2)))
    assert result.outcome == "unchanged"
    assert Listing.objects.get().views == 2
    assert PolicyVersion.objects.count() == 1
    assert DataVersion.objects.get(group="test").number == before + 1
    policy_load(record=make_record(listing=replace(fields, views=2)))
    assert DataVersion.objects.get(group="test").number == before + 1


def test_fields_alone_can_be_loaded_first_and_the_rest_later() -> None:
    policy = policy_load(record=make_record(), searchable=False).policy
    assert not policy.chunks.exists()
    assert not policy.rules.exists()
    assert policy_load(record=make_record()).outcome == "unchanged"
    assert policy.chunks.exists()
    assert policy.rules.exists()
    assert policy_load(record=make_record(name="새 이름"), searchable=False).outcome == "changed"
    assert policy.chunks.get(ordinal=0).version.number == 2
    assert LexicalPosting.objects.exists()
