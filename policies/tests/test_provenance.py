"""One programme in several sources: each field tells where it is taken from."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from policies.models import PolicyGroup
from policies.provenance import FieldSource, field_sources
from policies.records import RecordContact
from policies.services.groups import groups_rebuild
from policies.tests.admin_support import client_of, superuser
from policies.tests.factories import make_policy
from policies.tests.records import load
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
SUMMARY = "치매 약값과 진료비를 돌려드립니다."


def grouped() -> dict[str, FieldSource]:
    groups_rebuild()
    return {each.label: each for each in field_sources(PolicyGroup.objects.get())}


@pytest.fixture
def both() -> None:
    load(
        "x",
        name="치매치료관리비 지원",
        source="gov24",
        sections={
            Section.SUMMARY: SUMMARY,
            Section.BENEFIT: "월 3만원",
            Section.APPLICATION: "보건소에 방문",
            Section.DOCUMENTS: "신분증",
        },
        contacts=[RecordContact("보건소", "1899-9988")],
    )
    load(
        "y",
        name="치매치료관리비 지원사업",
        source="bokjiro",
        sections={
            Section.SUMMARY: SUMMARY,
            Section.BENEFIT: "월 3만원 안에서 실비",
            Section.APPLICATION: "보건소에  방문",
        },
    )


@pytest.mark.usefixtures("both")
def test_each_field_has_its_own_order_of_sources() -> None:
    fields = grouped()
    taken = {label: each.policy.source for label, each in fields.items()}
    assert taken["지원내용"] == taken["개요"] == "bokjiro"
    assert taken["신청방법"] == taken["구비서류"] == "gov24"
    assert fields["연락처"].text == "보건소 1899-9988"
    assert fields["지원내용"].differing == ("gov24",)
    # Spaces are no difference, and a source that is silent contradicts nobody.
    assert fields["신청방법"].differing == fields["구비서류"].differing == ()
    assert "붙임" not in fields


def test_of_equal_sources_the_newer_text_counts() -> None:
    for key, day in (("x", 1), ("y", 2)):
        load(
            key,
            name="치매치료관리비 지원",
            source=f"site_{key}",
            sections={Section.SUMMARY: SUMMARY, Section.NOTICE: f"안내 {key}"},
            source_updated_at=datetime(2026, 1, day, tzinfo=UTC),
        )
    assert grouped()["유의사항"].policy.source == "site_y"


@pytest.mark.usefixtures("both")
def test_the_group_page_shows_it() -> None:
    groups_rebuild()
    url = reverse("admin:policies_policygroup_change", args=[PolicyGroup.objects.get().pk])
    page = client_of(superuser()).get(url).content.decode()
    assert "월 3만원 안에서 실비" in page
    assert "다르게 적은 출처" in page


def test_a_programme_of_many_places_has_no_one_text() -> None:
    for place in (("경기도", "여주시"), ("경기도", "군포시"), ("경상남도", "고성군")):
        text = {"summary": "출산 가정의 양육 부담을 덜고 출산을 장려하는 장려금을 지급합니다."}
        make_policy("출산장려금 지원", region=place, sections=text)
    assert grouped() == {}
