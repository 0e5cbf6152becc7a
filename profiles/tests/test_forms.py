"""The family form: unknown, none and values; money and dates as people write them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import timezone

from profiles.forms import ProfileForm
from profiles.tests.factories import make_profile, make_user

BASE = {"name": "어머니", "relation": "mother"}


def form_of(**data: Any) -> ProfileForm:
    query = QueryDict(mutable=True)
    for name, value in {**BASE, **data}.items():
        query.setlist(name, value if isinstance(value, list) else [value])
    return ProfileForm(query)


def values_of(**data: Any) -> dict[str, Any]:
    form = form_of(**data)
    assert form.is_valid(), form.errors
    return form.values()


def test_empty_form_is_all_unknown() -> None:
    values = values_of()
    assert {name for name, value in values.items() if value is not None} == {"name", "relation"}


@pytest.mark.parametrize(("answer", "value"), [("yes", True), ("no", False), ("unknown", None)])
def test_yes_no_unknown(answer: str, value: bool | None) -> None:
    assert values_of(near_poor=answer)["near_poor"] is value


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ({"household_types_known": "unknown"}, None),
        ({"household_types_known": "no"}, []),
        ({"household_types_known": "yes", "household_types": ["single_parent"]}, ["single_parent"]),
        ({"household_types": ["single_parent"]}, ["single_parent"]),
    ],
)
def test_lists_tell_unknown_from_none(data: dict[str, Any], value: list[str] | None) -> None:
    assert values_of(**data)["household_types"] == value


def test_yes_without_entries_and_no_with_entries_are_asked_again() -> None:
    assert "conditions" in form_of(conditions_known="yes").errors
    assert "receives" in form_of(receives_known="no", receives="기초연금").errors


def test_several_children_and_what_was_typed_stays_on_an_error() -> None:
    both = values_of(children_known="yes", children=["2015-03-02", "20200101", ""])
    assert both["children"] == [date(2015, 3, 2), date(2020, 1, 1)]
    form = form_of(children_known="yes", children=["2015-03-02", "언젠가"])
    assert "children" in form.errors
    assert 'value="언젠가"' in str(form["children"])
    assert 'value="2015-03-02"' in str(form["children"])


@pytest.mark.parametrize(
    "text", ["1959-03-02", "19590302", "1959.3.2", "1959. 3. 2.", "1959년 3월 2일"]
)
def test_dates_as_people_write_them(text: str) -> None:
    assert values_of(birth_date=text)["birth_date"] == date(1959, 3, 2)


def test_birth_date_cannot_lie_ahead_but_a_due_date_can() -> None:
    ahead = (timezone.localdate() + timedelta(days=30)).isoformat()
    assert "birth_date" in form_of(birth_date=ahead).errors
    assert values_of(due_date=ahead)["due_date"].isoformat() == ahead


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("1200000", 1_200_000),
        ("1,200,000원", 1_200_000),
        ("120만원", 1_200_000),
        ("1억 2천만", 120_000_000),
        ("5천", 5_000),
        ("0", 0),
        ("", None),
    ],
)
def test_money(text: str, amount: int | None) -> None:
    assert values_of(monthly_income=text)["monthly_income"] == amount


@pytest.mark.parametrize("text", ["많이", "-5", "만", "원", "9999999억"])
def test_money_that_cannot_be_read(text: str) -> None:
    assert "monthly_income" in form_of(monthly_income=text).errors


def test_district_must_lie_in_the_province() -> None:
    assert "sigungu" in form_of(sido="부산광역시", sigungu="동작구").errors
    assert "sido" in form_of(sigungu="동작구").errors
    assert values_of(sido="서울특별시", sigungu="동작구")["sigungu"] == "동작구"


@pytest.mark.django_db
def test_stored_values_come_back_unchanged() -> None:
    stored = {
        "birth_date": date(1959, 3, 2),
        "sido": "전라남도",
        "sigungu": "목포시",
        "household_types": [],
        "children": [date(1990, 1, 1)],
        "near_poor": False,
        "monthly_income": 1_200_000,
        "conditions": ["치매"],
        "pregnancy": "none",
    }
    profile = make_profile(make_user(), **stored)
    shown = ProfileForm(profile=profile)
    query = QueryDict(mutable=True)
    for name in shown.fields:
        value = shown[name].field.prepare_value(shown.initial.get(name))
        items = value if isinstance(value, list) else [value]
        query.setlist(name, [str(each) for each in items if each is not None])
    again = ProfileForm(query, profile=profile)
    assert again.is_valid(), again.errors
    assert {name: again.values()[name] for name in stored} == stored
