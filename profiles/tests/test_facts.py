"""A saved profile as facts."""

from __future__ import annotations

from datetime import date

import pytest

from policies.eligibility.facts import Layer
from profiles.facts import facts_of
from profiles.models import HealthFact, Profile
from profiles.services import profile_update
from profiles.tests.factories import make_profile, make_user

pytestmark = pytest.mark.django_db
DAY = date(2026, 7, 1)


def test_new_profile_knows_nothing() -> None:
    profile = make_profile(make_user())
    assert facts_of(profile, as_of=DAY).known() == {}


def test_known_negatives_stay_apart_from_unknown() -> None:
    profile = make_profile(
        make_user(), household_types=[], near_poor=False, monthly_income=0, conditions=[]
    )
    known = facts_of(profile, as_of=DAY).known()
    expected = {"household_types": [], "near_poor": False, "monthly_income": 0, "conditions": []}
    assert known == expected


def test_values_carry_the_saved_layer() -> None:
    profile = make_profile(
        make_user(),
        birth_date=date(1959, 3, 2),
        sido="서울특별시",
        sigungu="동작구",
        conditions=["치매", "고혈압"],
    )
    facts = facts_of(profile, as_of=DAY)
    assert facts.region is not None
    assert facts.region.sigungu == "동작구"
    assert facts.conditions == ["치매", "고혈압"]
    assert facts.provenance["birth_date"].layer is Layer.PROFILE
    assert "sex" not in facts.provenance


def test_other_health_facts_are_no_diseases() -> None:
    profile = make_profile(make_user())
    HealthFact.objects.create(profile=profile, predicate="treatment", object="항암치료")
    assert facts_of(profile, as_of=DAY).conditions is None


def test_diseases_that_stay_keep_their_code() -> None:
    profile = make_profile(make_user(), conditions=["치매", "고혈압"])
    profile.health_facts.filter(object="치매").update(code="F03")
    profile_update(profile=profile, values={"conditions": ["치매", "당뇨병"]})
    stored = dict(profile.health_facts.values_list("object", "code"))
    assert stored == {"치매": "F03", "당뇨병": ""}
    profile_update(profile=profile, values={"conditions": None})
    assert facts_of(Profile.objects.get(), as_of=DAY).conditions is None
