"""Estimates by the name of a benefit, and what facts of a person mean to them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from policies.eligibility.facts import ApplicantFacts, Layer, Provenance, RegionFact
from policies.estimates.areas import Property, Size, property_areas, rent_grades, sizes
from policies.estimates.benefits import ESTIMATORS, BenefitDetails, estimator_of, squeezed
from policies.estimates.disability import HOME_TIERS, Tier
from policies.estimates.income_benefits import BENEFITS
from policies.estimates.of_facts import (
    IncomeKind,
    household_of,
    income_kind,
    is_couple,
    pension_case_of,
    tiers_of,
)
from policies.estimates.reference_lists import TABLES, table_list
from policies.estimates.types import Estimate

DAY = date(2026, 11, 30)
NOTHING = BenefitDetails()


def facts(**known: Any) -> ApplicantFacts:
    return ApplicantFacts(as_of=DAY, **known)


def estimate(name: str, details: BenefitDetails = NOTHING, **known: Any) -> Estimate:
    found = estimator_of(name)
    assert found is not None
    return found(facts(**known), details)


def test_names_stand_for_one_estimator_each() -> None:
    names = [squeezed(name) for names in ESTIMATORS for name in names]
    assert len(names) == len(set(names))
    assert estimator_of("장애인 연금") is estimator_of("장애인연금")
    assert estimator_of("없는 급여") is None


@pytest.mark.parametrize("name", [names[0] for names in BENEFITS])
def test_every_benefit_says_something_of_an_unknown_person(name: str) -> None:
    """Nobody said anything: a question or a range from 0, never an amount out of nothing."""
    result = estimate(name)
    assert result.missing or result.low == 0
    assert result.low in (0, None)
    assert result.formula


@pytest.mark.parametrize("name", [names[0] for names in BENEFITS])
def test_sources_and_years_are_told(name: str) -> None:
    known = {"household_size": 2, "monthly_income": 300_000, "age": 40, "education": "high"}
    result = estimate(name, **known)
    assert result.year_asked == 2026
    assert result.sources
    assert all(source.law and source.checked for source in result.sources)


def test_amounts_of_a_person() -> None:
    person = {"age": 45, "disability": "severe", "household_size": 1}
    alone = estimate("장애인연금", basic_livelihood=["생계"], monthly_income=0, **person)
    assert (alone.low, alone.high) == (439_700, 439_700)
    earnings = {"monthly_income": 0, "income_is_recognised": False}
    open_ = estimate("장애인연금", **person, **earnings)
    assert (open_.low, open_.high, open_.missing[0]) == (0, 439_700, "assets")
    settled = estimate("장애인연금", **person, **earnings, assets=0)
    assert (settled.low, settled.high) == (379_700, 439_700)
    voucher = estimate("에너지바우처", age=70, household_size=2, basic_livelihood=["생계"])
    assert (voucher.low, voucher.unit) == (407_500, "원/년")
    rent = BenefitDetails(rent=300_000, deposit=0)
    seoul = RegionFact(sido="서울특별시")
    paid = estimate("주거급여", rent, household_size=1, monthly_income=0, region=seoul)
    assert (paid.low, paid.high) == (300_000, 300_000)


def test_income_by_the_words_it_was_said_in() -> None:
    def said(quote: str, recognised: bool) -> IncomeKind:
        provenance = {"monthly_income": Provenance(layer=Layer.TURN, quote=quote)}
        known = facts(
            monthly_income=550_000, income_is_recognised=recognised, provenance=provenance
        )
        return income_kind(known)

    assert said("한 달에 55만원 벌어요", False) is IncomeKind.EARNED
    assert said("소득인정액 55만원", True) is IncomeKind.RECOGNISED
    assert said("국민연금 55만원 받는데", False) is IncomeKind.NATIONAL_PENSION
    assert said("유족연금 55만원", False) is IncomeKind.OTHER


def test_pension_said_as_income_is_taken_for_the_pension() -> None:
    provenance = {"monthly_income": Provenance(layer=Layer.TURN, quote="국민연금 55만원 받는데")}
    case = pension_case_of(
        facts(monthly_income=550_000, income_is_recognised=False, provenance=provenance)
    )
    assert (case.national_pension, case.means.earned, case.means.recognised) == (
        550_000,
        None,
        None,
    )


def test_ratio_stands_for_recognised_income() -> None:
    household = household_of(facts(median_income_ratio=50.0, household_size=4))
    assert household.means.recognised == 3_247_369
    assert not household_of(facts(median_income_ratio=50.0)).means.income_known


@pytest.mark.parametrize(
    ("known", "couple"),
    [
        ({"marital_status": "married"}, True), ({"marital_status": "widowed"}, False),
        ({"household_size": 1}, False), ({"marital_status": "married", "household_size": 1}, True),
        ({"marital_status": "separated"}, None), ({}, None), ({"household_size": 2}, None),
    ],
)  # fmt: skip
def test_couple(known: dict[str, Any], couple: bool | None) -> None:
    assert is_couple(facts(**known)) is couple


@pytest.mark.parametrize(
    ("known", "tiers"),
    [
        ({}, HOME_TIERS),
        ({"basic_livelihood": ["의료", "주거"]}, (Tier.RECIPIENT,)),
        ({"basic_livelihood": ["교육"]}, (Tier.NEAR_POOR,)),
        ({"basic_livelihood": [], "near_poor": True}, (Tier.NEAR_POOR,)),
        ({"basic_livelihood": [], "near_poor": False}, (Tier.ABOVE,)),
        ({"basic_livelihood": []}, (Tier.NEAR_POOR, Tier.ABOVE)),
    ],
)
def test_tiers(known: dict[str, Any], tiers: tuple[Tier, ...]) -> None:
    assert tiers_of(facts(**known)) == tiers


@pytest.mark.parametrize(
    ("sido", "sigungu", "area", "grade", "size"),
    [
        ("서울특별시", "동작구", Property.SEOUL, 1, Size.CITY),
        ("경기도", "수원시 장안구", Property.GYEONGGI, 2, Size.CITY),
        ("경기도", "가평군", Property.GYEONGGI, 2, Size.RURAL),
        ("인천광역시", "강화군", Property.METROPOLITAN, 2, Size.CITY),
        ("세종특별자치시", None, Property.METROPOLITAN, 3, Size.TOWN),
        ("경상남도", "창원시 성산구", Property.METROPOLITAN, 3, Size.CITY),
        ("경상남도", "진주시", Property.OTHER, 4, Size.TOWN),
        ("광주광역시", "북구", Property.METROPOLITAN, 3, Size.CITY),
        ("전남광주통합특별시", "목포시", Property.OTHER, 4, Size.TOWN),
    ],
)
def test_places(sido: str, sigungu: str | None, area: Property, grade: int, size: Size) -> None:
    region = RegionFact(sido=sido, sigungu=sigungu)
    assert (property_areas(region), rent_grades(region), sizes(region)) == ([area], [grade], [size])


def test_unknown_places_may_be_anywhere() -> None:
    for region in (None, RegionFact(sido="어딘가")):
        assert property_areas(region) == list(Property)
        assert rent_grades(region) == [1, 2, 3, 4]
        assert sizes(region) == list(Size)
    merged = RegionFact(sido="전남광주통합특별시")
    assert property_areas(merged) == [Property.METROPOLITAN, Property.OTHER]


@pytest.mark.parametrize("table", sorted(TABLES))
def test_tables_can_be_read_out(table: str) -> None:
    found = table_list(table, 2026)
    assert found.rows
    assert found.sources
    assert (found.year == 2026) is not bool(found.notes)
