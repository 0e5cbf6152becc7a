"""긴급복지, 에너지바우처 and 청년월세 as printed, at both sides of each limit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.eligibility.facts import RegionFact
from policies.estimates.emergency import Crisis, estimate_emergency, financial_limit
from policies.estimates.energy import VoucherHome, estimate_energy_voucher
from policies.estimates.types import Estimate, EstimateStatus
from policies.estimates.youth_rent import Tenant, estimate_youth_rent

DAY = date(2026, 11, 30)
SEOUL = RegionFact(sido="서울특별시")
POOR = Crisis(DAY, size=1, income=0, assets=0, home=0, financial=0, region=SEOUL)
YOUNG = Tenant(
    DAY, ages=(27, 27), rent=450_000, size=1, income=1_200_000, assets=0, owns_home=False,
    public_rental=False, family_ok=True, housing_benefit=0, paid_months=0,
)  # fmt: skip


def ends(estimate: Estimate) -> tuple[int | None, int | None]:
    return estimate.low, estimate.high


@pytest.mark.parametrize(
    ("size", "amount"),
    [(1, 783_000), (2, 1_286_600), (3, 1_644_000), (4, 1_994_600), (5, 2_324_400), (6, 2_636_700),
     (7, 2_923_600), (10, 3_784_300)],
)  # fmt: skip
def test_living_costs_of_2026(size: int, amount: int) -> None:
    """2026년 생계지원 1인 783,000원 … 6인 2,636,700원, 7인부터 1인당 286,900원."""
    assert ends(estimate_emergency(replace(POOR, size=size))) == (amount, amount)


@pytest.mark.parametrize(("size", "limit"), [(1, 8_564_000), (4, 12_494_000)])
def test_financial_limits_are_those_printed(size: int, limit: int) -> None:
    """복지로 긴급복지 주거지원 2026: 1인 8,564천원, 4인 12,494천원."""
    assert financial_limit(DAY, size) == limit
    at = replace(POOR, size=size, financial=limit)
    assert (estimate_emergency(at).high or 0) > 0
    assert ends(estimate_emergency(replace(at, financial=limit + 1))) == (0, 0)


def test_income_limit_is_three_quarters_of_the_median() -> None:
    """2026: 1인 1,923천원 (75 %)."""
    assert ends(estimate_emergency(replace(POOR, income=1_923_179))) == (783_000, 783_000)
    assert ends(estimate_emergency(replace(POOR, income=1_923_180))) == (0, 0)


@pytest.mark.parametrize(
    ("sido", "sigungu", "limit", "home"),
    [
        ("서울특별시", None, 241_000_000, 69_000_000),
        ("강원특별자치도", "춘천시", 152_000_000, 42_000_000),
        ("강원특별자치도", "홍천군", 130_000_000, 35_000_000),
    ],
)
def test_property_limit(sido: str, sigungu: str | None, limit: int, home: int) -> None:
    """대도시 2억 4,100만(사는 집을 빼면 3억 1천만), 중소도시 1억 5,200만, 농어촌 1억 3,000만원."""
    crisis = replace(POOR, region=RegionFact(sido=sido, sigungu=sigungu), assets=limit)
    assert ends(estimate_emergency(crisis)) == (783_000, 783_000)
    above = replace(crisis, assets=limit + 1)
    assert ends(estimate_emergency(above)) == (0, 0)
    at_home = replace(crisis, assets=limit + home, home=400_000_000)
    assert ends(estimate_emergency(at_home)) == (783_000, 783_000)
    assert ends(estimate_emergency(replace(at_home, assets=limit + home + 1))) == (0, 0)
    unsaid = estimate_emergency(replace(above, home=None))
    assert (ends(unsaid), unsaid.missing) == ((0, 783_000), ["home_value"])


def test_emergency_asks_and_refuses() -> None:
    assert estimate_emergency(Crisis(DAY)).missing == ["household_size"]
    vague = estimate_emergency(Crisis(DAY, size=1))
    assert ends(vague) == (0, 783_000)
    assert vague.missing == ["monthly_income", "assets", "financial_assets"]
    four_in_2023 = replace(POOR, size=4, as_of=date(2023, 6, 1))
    assert ends(estimate_emergency(four_in_2023)) == (1_620_200, 1_620_200)  # 안내책자 2023
    for crisis in (replace(POOR, as_of=date(2023, 6, 1)), replace(POOR, as_of=date(2025, 6, 1))):
        assert estimate_emergency(crisis).status is EstimateStatus.NO_PARAMETERS


@pytest.mark.parametrize(
    ("size", "amount"),
    [(1, 295_200), (2, 407_500), (3, 532_700), (4, 701_300), (10, 701_300)],
)
def test_energy_voucher(size: int, amount: int) -> None:
    """정부24: 1인 295,200원 … 4인 이상 701,300원 (2025년도)."""
    home = VoucherHome(date(2025, 12, 1), size=size, recipient=True, member_fits=True)
    estimate = estimate_energy_voucher(home)
    assert (ends(estimate), estimate.notes[:-1]) == ((amount, amount), [])
    next_year = estimate_energy_voucher(replace(home, as_of=DAY))
    assert (next_year.year, next_year.year_asked) == (2025, 2026)
    assert "2025년 기준" in next_year.notes[0]
    assert ends(estimate_energy_voucher(replace(home, recipient=False))) == (0, 0)
    vague = estimate_energy_voucher(replace(home, member_fits=None))
    assert (ends(vague), vague.missing) == ((0, amount), ["member_fits"])


def test_energy_voucher_before_it_is_known() -> None:
    early = VoucherHome(date(2025, 6, 30), size=1)
    assert estimate_energy_voucher(early).status is EstimateStatus.NO_PARAMETERS
    assert estimate_energy_voucher(VoucherHome(DAY)).missing == ["household_size"]


@pytest.mark.parametrize(
    ("change", "amount"),
    [
        ({}, 200_000),  # 월 최대 20만원
        ({"rent": 150_000}, 150_000),
        ({"housing_benefit": 120_000}, 80_000),
        ({"housing_benefit": 300_000}, 0),
        ({"income": 1_538_543}, 200_000),  # 중위소득 60 % of one person, 2026
        ({"income": 1_538_544}, 0),
        ({"assets": 122_000_000}, 200_000),
        ({"assets": 122_000_001}, 0),
        ({"ages": (19, 19)}, 200_000),
        ({"ages": (18, 18)}, 0),
        ({"ages": (34, 34)}, 200_000),
        ({"ages": (35, 35)}, 0),
        ({"owns_home": True}, 0),
        ({"public_rental": True}, 0),
        ({"family_ok": False}, 0),
        ({"family_ok": False, "ages": (30, 30)}, 200_000),  # 30세 이상은 원가구를 보지 않음
        ({"family_ok": False, "married": True}, 200_000),
        ({"paid_months": 23}, 200_000),
        ({"paid_months": 24}, 0),
    ],
)
def test_youth_rent(change: dict[str, object], amount: int) -> None:
    assert ends(estimate_youth_rent(replace(YOUNG, **change))) == (amount, amount)


def test_youth_rent_with_gaps() -> None:
    vague = estimate_youth_rent(replace(YOUNG, rent=None, family_ok=None))
    assert (ends(vague), vague.missing) == ((0, 200_000), ["rent", "family_within_limits"])
    assert any("5월 29일" in note for note in vague.notes)
    assert estimate_youth_rent(replace(YOUNG, as_of=date(2025, 1, 1))).status is (
        EstimateStatus.NO_PARAMETERS
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 10), st.integers(0, 9_000_000), st.integers(0, 500_000_000), st.integers(0))
def test_more_never_pays_more_and_gaps_hold_the_answer(
    size: int, income: int, assets: int, more: int
) -> None:
    crisis = replace(POOR, size=size, income=income, assets=assets)
    answer = estimate_emergency(crisis).high or 0
    assert (estimate_emergency(replace(crisis, income=income + more)).high or 0) <= answer
    assert (estimate_emergency(replace(crisis, assets=assets + more)).high or 0) <= answer
    for vague in (
        replace(crisis, region=None), replace(crisis, home=None), replace(crisis, income=None),
        replace(crisis, assets=None), replace(crisis, financial=None),
    ):  # fmt: skip
        low, high = ends(estimate_emergency(vague))
        assert (low or 0) <= answer <= (high or 0)
