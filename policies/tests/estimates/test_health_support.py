"""본인부담상한제 and 재난적의료비."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.estimates.health_catastrophic import Means, MedicalBill, catastrophic_support
from policies.estimates.health_ceiling import copayment_ceiling_refund
from policies.estimates.types import Estimate, EstimateStatus
from policies.vocabulary import HealthInsurance

TODAY = date(2026, 11, 30)
WON = st.integers(min_value=0, max_value=200_000_000)


def refund(**said: Any) -> Estimate:
    return copayment_ceiling_refund(as_of=said.pop("as_of", TODAY), **said)


def support(bill: MedicalBill | None, **means: Any) -> Estimate:
    return catastrophic_support(as_of=TODAY, bill=bill, means=Means(**means))


@pytest.mark.parametrize(
    ("decile", "general", "nursing"),
    [(1, 90, 143), (2, 112, 181), (3, 112, 181), (5, 173, 245), (7, 326, 404), (8, 446, 580),
     (9, 536, 698), (10, 843, 1096)],
)  # fmt: skip
def test_ceilings_of_2026(decile: int, general: int, nursing: int) -> None:
    """The published table of 2026, in 만원: one won above each ceiling comes back."""
    for over_120, ceiling in ((False, general), (True, nursing)):
        at = refund(covered=ceiling * 10_000, decile=decile, nursing_over_120=over_120)
        above = refund(covered=ceiling * 10_000 + 1, decile=decile, nursing_over_120=over_120)
        assert (at.status, at.high) == (EstimateStatus.NOT_ENTITLED, 0)
        assert (above.low, above.high) == (1, 1)


def test_year_of_treatment_decides() -> None:
    """2024: 87만 for the first decile; 2025: 89만; 2022 is not held."""
    assert refund(covered=1_000_000, decile=1, as_of=date(2024, 5, 1)).high == 130_000
    assert refund(covered=1_000_000, decile=1, as_of=date(2025, 5, 1)).high == 110_000
    old = refund(covered=1_000_000, decile=1, as_of=date(2022, 5, 1))
    assert old.status is EstimateStatus.NO_PARAMETERS
    assert old.notes


def test_year_without_figures_is_said() -> None:
    later = refund(covered=1_000_000, decile=1, as_of=date(2027, 1, 2))
    assert (later.year, later.year_asked, later.high) == (2026, 2027, 100_000)
    assert "2026년 기준" in later.notes[0]


def test_whole_bill_may_hold_uncovered_costs() -> None:
    """Only covered costs count, so of a whole bill nothing is certain."""
    estimate = refund(total=6_000_000, decile=4)
    assert (estimate.low, estimate.high) == (0, 4_270_000)
    assert "covered_copayment" in estimate.missing


def test_without_a_cost_it_is_asked() -> None:
    assert refund(decile=4).missing[0] == "covered_copayment"


def test_medical_aid_has_ceilings_of_its_own() -> None:
    estimate = refund(covered=6_000_000, insurance=HealthInsurance.MEDICAL_AID_2)
    assert estimate.status is EstimateStatus.NOT_ENTITLED


def test_no_such_decile() -> None:
    with pytest.raises(ValueError, match="decile"):
        refund(covered=1, decile=11)


@settings(max_examples=40, deadline=None)
@given(paid=WON, more=WON, decile=st.sampled_from(list(range(1, 11))))
def test_refund_properties(paid: int, more: int, decile: int) -> None:
    known, richer = refund(covered=paid, decile=decile), refund(covered=paid + more, decile=decile)
    open_ = refund(covered=paid)
    assert known.low is not None
    assert known.high is not None
    assert richer.high is not None
    assert open_.low is not None
    assert open_.high is not None
    assert known.high <= richer.high
    assert open_.low <= known.low <= known.high <= open_.high


def test_recipient_gets_eighty_per_cent() -> None:
    """80만 for recipients, 80 % (복지서비스 안내책자 2023)."""
    bill = MedicalBill(total=22_000_000, uncovered=10_000_000, insured=0)
    estimate = support(bill, recipient=True)
    assert (estimate.low, estimate.high) == (8_000_000, 8_000_000)
    assert support(MedicalBill(800_000, 800_000, 0), recipient=True).high == 0
    assert support(MedicalBill(800_001, 800_000, 0), recipient=True).high == 640_000


@pytest.mark.parametrize(("size", "floor"), [(1, 1_200_000), (2, 1_600_000), (4, 1_600_000)])
def test_floor_up_to_half_of_the_median(size: int, floor: int) -> None:
    at = support(MedicalBill(floor, floor, 0), ratio=50, household_size=size, recipient=False)
    over = support(MedicalBill(floor + 1, floor, 0), ratio=50, household_size=size, recipient=False)
    assert at.status is EstimateStatus.NOT_ENTITLED
    assert over.high == floor * 7 // 10


def test_tenth_of_the_yearly_income() -> None:
    """3 persons, 80 % of 5,359,036원: a year is 51,446,745원, its tenth 5,144,674원."""
    said = {"ratio": 80, "household_size": 3, "recipient": False}
    assert support(MedicalBill(5_144_674, 5_000_000, 0), **said).high == 0
    assert support(MedicalBill(5_144_675, 5_000_000, 0), **said).high == 3_000_000


def test_class_boundaries_of_the_median() -> None:
    bill = MedicalBill(60_000_000, 10_000_000, 0)
    said = {"household_size": 3, "recipient": False}
    highs = [support(bill, ratio=ratio, **said).high for ratio in (50, 50.1, 100, 100.1, 200)]
    assert highs == [7_000_000, 6_000_000, 6_000_000, 5_000_000, 5_000_000]
    assert support(bill, ratio=200.1, **said).status is EstimateStatus.NOT_ENTITLED
    assert support(bill, ratio=150, **said).low == 0  # 개별심사


def test_yearly_limit_least_amount_and_insurance() -> None:
    assert support(MedicalBill(90_000_000, 90_000_000, 0), recipient=True).high == 50_000_000
    assert support(MedicalBill(1_000_000, 124_990, 0), recipient=True).high == 0
    assert support(MedicalBill(1_000_000, 125_000, 0), recipient=True).high == 100_000
    assert support(MedicalBill(5_000_000, 3_000_000, 1_000_000), recipient=True).high == 1_600_000


def test_no_income_at_all_is_known_not_missing() -> None:
    """FAULTS: an income of 0 is an answer."""
    estimate = support(MedicalBill(3_000_000, 2_000_000, 0), monthly_income=0, household_size=2)
    assert (estimate.low, estimate.high) == (1_400_000, 1_400_000)


def test_without_a_bill_it_is_asked() -> None:
    assert support(None, recipient=True).missing == ["medical_cost"]


@settings(max_examples=60, deadline=None)
@given(
    total=WON,
    part=st.floats(min_value=0, max_value=1),
    ratio=st.floats(min_value=0, max_value=300),
    size=st.integers(min_value=1, max_value=10),
    recipient=st.booleans(),
)
def test_open_range_holds_every_answer(
    total: int, part: float, ratio: float, size: int, recipient: bool
) -> None:
    uncovered = int(total * part)
    known = support(
        MedicalBill(total, uncovered, 0), ratio=ratio, household_size=size, recipient=recipient
    )
    assert known.low is not None
    assert known.high is not None
    assert known.high <= 50_000_000
    for bill, means in (
        (MedicalBill(total), {"ratio": ratio, "household_size": size, "recipient": recipient}),
        (MedicalBill(total, uncovered, 0), {"household_size": size, "recipient": recipient}),
        (MedicalBill(total, uncovered, 0), {"ratio": ratio, "recipient": recipient}),
        (MedicalBill(total), {}),
    ):
        open_ = support(bill, **means)
        assert open_.low is not None
        assert open_.high is not None
        assert open_.low <= known.low <= known.high <= open_.high
