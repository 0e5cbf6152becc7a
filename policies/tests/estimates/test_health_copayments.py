"""산정특례, 의료급여, 장기요양 co-payments; 임신·출산 and 난임 support."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.estimates.health_care import CarePlace, Reduction, long_term_care_copay
from policies.estimates.health_medical_aid import Care, medical_aid_copay
from policies.estimates.health_pregnancy import (
    Treatment,
    high_risk_pregnancy_support,
    infertility_support,
    pregnancy_voucher,
)
from policies.estimates.health_special import SpecialGroup, special_copayment, special_group
from policies.estimates.types import Estimate, EstimateStatus
from policies.vocabulary import CareGrade

TODAY = date(2026, 11, 30)
WON = st.integers(min_value=0, max_value=100_000_000)


def special(group: SpecialGroup | None, cost: int | None = None, on: date = TODAY) -> Estimate:
    return special_copayment(as_of=on, group=group, covered_cost=cost)


@pytest.mark.parametrize(
    ("disease", "rate"),
    [("위암", 5), ("백혈병", 5), ("뇌경색", 5), ("심근경색", 5), ("중증화상", 5), ("중증외상", 5),
     ("폐결핵", 0), ("잠복결핵감염", 0), ("중증치매", 10), ("알츠하이머", 10)],
)  # fmt: skip
def test_rates_by_disease(disease: str, rate: int) -> None:
    """복지서비스 안내책자 2023 「건강보험 산정특례」."""
    estimate = special(special_group(disease))
    assert (estimate.low, estimate.high, estimate.unit) == (rate, rate, "%")


def test_rare_diseases_before_and_after_the_announced_cut() -> None:
    """A bill of 10 million: 1 million at 10 %, half a million at 5 % (the announced example)."""
    rare = special_group("루게릭병")
    before = special(rare, 10_000_000, date(2026, 6, 30))
    after = special(rare, 10_000_000, date(2026, 7, 1))
    assert (before.low, before.high) == (1_000_000, 1_000_000)
    assert (after.low, after.high) == (500_000, 1_000_000)
    assert "하반기" in after.notes[0]


def test_disease_that_no_list_has() -> None:
    assert special_group("감기") is None
    assert special_group("중증 외상") is SpecialGroup.TRAUMA
    assert special_group("외상 후 스트레스 장애") is None
    assert special(None).missing == ["disease"]


def aid(kind: int | None, care: Care | None, **said: Any) -> Estimate:
    return medical_aid_copay(as_of=TODAY, kind=kind, care=care, **said)


@pytest.mark.parametrize(
    ("kind", "care", "cost", "paid"),
    [(1, Care.INPATIENT, 2_000_000, 0), (2, Care.INPATIENT, 2_000_000, 200_000),
     (1, Care.CLINIC, None, 1_000), (1, Care.HOSPITAL, None, 1_500),
     (1, Care.TERTIARY, None, 2_000), (2, Care.CLINIC, None, 1_000),
     (2, Care.TERTIARY, 100_000, 15_000), (1, Care.PHARMACY, None, 500),
     (2, Care.PHARMACY, None, 500)],
)  # fmt: skip
def test_medical_aid(kind: int, care: Care, cost: int | None, paid: int) -> None:
    estimate = aid(kind, care, cost=cost)
    assert (estimate.status, estimate.low, estimate.high) == (EstimateStatus.ESTIMATED, paid, paid)


def test_medical_aid_exempt_ages() -> None:
    assert aid(1, Care.CLINIC, age=17).high == 0
    assert aid(1, Care.CLINIC, age=18).high == 1_000
    assert aid(2, Care.INPATIENT, cost=1_000_000, age=5).high == 0
    assert aid(2, Care.INPATIENT, cost=1_000_000, age=6).high == 100_000


def test_medical_aid_asks_what_decides() -> None:
    assert aid(None, None).missing == ["health_insurance", "care"]
    assert aid(2, Care.INPATIENT).missing == ["covered_cost"]


def test_medical_aid_says_what_comes_back() -> None:
    """1종: above 20,000원 in 30 days half comes back; above 50,000원 all of it."""
    assert "일부를 돌려받을" in aid(1, Care.TERTIARY, visits=11).steps[-1]
    assert "돌려받을" not in aid(1, Care.TERTIARY, visits=10).steps[-1]


def care(grade: CareGrade | None, **said: Any) -> Estimate:
    return long_term_care_copay(as_of=TODAY, grade=grade, **said)


@pytest.mark.parametrize(
    ("grade", "limit"),
    [("1", 2_512_900), ("2", 2_331_200), ("3", 1_528_200), ("4", 1_409_700), ("5", 1_208_900),
     ("cognitive", 676_320)],
)  # fmt: skip
def test_home_limits_of_2026(grade: str, limit: int) -> None:
    whole = care(CareGrade(grade))
    over = care(CareGrade(grade), monthly_use=limit + 1_000)
    assert whole.high == limit * 15 // 100
    assert over.high == limit * 15 // 100 + 1_000


def test_facility_month_of_2026() -> None:
    """1등급: 93,070원 × 30일 × 20 %."""
    estimate = care(CareGrade.GRADE_1, place=CarePlace.FACILITY)
    assert estimate.high == 558_420
    assert care(CareGrade.GRADE_5, place=CarePlace.FACILITY, days=1).high == 16_308


def test_reductions() -> None:
    """일반 20 %, 감경 12 %와 8 %, 의료급여 0."""
    said = {"place": CarePlace.FACILITY, "days": 10}
    full, forty, sixty, exempt = (
        care(CareGrade.GRADE_1, reduction=one, **said).high for one in Reduction
    )
    assert (full, forty, sixty, exempt) == (186_140, 111_684, 74_456, 0)


def test_grades_that_a_facility_does_not_take() -> None:
    closed = care(CareGrade.COGNITIVE, place=CarePlace.FACILITY)
    none = care(CareGrade.NONE)
    for estimate in (closed, none):
        assert (estimate.status, estimate.low) == (EstimateStatus.NOT_ENTITLED, None)
    assert care(None).missing == ["long_term_care_grade"]
    assert (
        long_term_care_copay(as_of=date(2025, 6, 1), grade=CareGrade.GRADE_1).status
        is EstimateStatus.NO_PARAMETERS
    )


@settings(max_examples=40, deadline=None)
@given(
    grade=st.sampled_from([one for one in CareGrade if one is not CareGrade.NONE]),
    use=WON,
    more=WON,
    reduction=st.sampled_from(list(Reduction)),
)
def test_care_copay_grows_with_use(
    grade: CareGrade, use: int, more: int, reduction: Reduction
) -> None:
    less = care(grade, monthly_use=use, reduction=reduction)
    greater = care(grade, monthly_use=use + more, reduction=reduction)
    full = care(grade, monthly_use=use)
    assert less.high is not None
    assert greater.high is not None
    assert full.high is not None
    assert 0 <= less.high <= greater.high
    assert less.high <= full.high <= use


def test_pregnancy_voucher() -> None:
    """100만; 쌍둥이 200만 (태아당 100만); 분만취약지 20만 more."""
    amounts = [
        pregnancy_voucher(as_of=TODAY, fetuses=count, underserved=rural).high
        for count, rural in ((1, False), (2, False), (3, False), (1, True), (2, True))
    ]
    assert amounts == [1_000_000, 2_000_000, 3_000_000, 1_200_000, 2_200_000]
    assert len(pregnancy_voucher(as_of=TODAY).assumptions) == 2


@pytest.mark.parametrize(
    ("treatment", "limit", "times"),
    [(Treatment.FRESH, 1_100_000, 20), (Treatment.FROZEN, 500_000, 20),
     (Treatment.INSEMINATION, 300_000, 5)],
)  # fmt: skip
def test_infertility_limits(treatment: Treatment, limit: int, times: int) -> None:
    def of(cost: int | None, done: int | None = None) -> Estimate:
        return infertility_support(as_of=TODAY, treatment=treatment, own_cost=cost, done=done)

    assert [of(cost).high for cost in (limit - 1, limit, limit + 1)] == [limit - 1, limit, limit]
    assert (of(None).low, of(None).high) == (0, limit)
    assert of(limit, times - 1).high == limit
    assert of(limit, times).status is EstimateStatus.NOT_ENTITLED


@settings(max_examples=30, deadline=None)
@given(cost=WON, treatment=st.sampled_from(list(Treatment)))
def test_unknown_treatment_holds_every_kind(cost: int, treatment: Treatment) -> None:
    known = infertility_support(as_of=TODAY, treatment=treatment, own_cost=cost)
    open_ = infertility_support(as_of=TODAY, treatment=None, own_cost=cost)
    assert known.low is not None
    assert open_.low is not None
    assert open_.high is not None
    assert open_.low <= known.low <= open_.high


def test_high_risk_pregnancy() -> None:
    """90 % of the uncovered in-patient costs, at most 3 million."""
    assert high_risk_pregnancy_support(as_of=TODAY, uncovered=1_000_000).high == 900_000
    assert high_risk_pregnancy_support(as_of=TODAY, uncovered=9_000_000).high == 3_000_000
    assert high_risk_pregnancy_support(as_of=TODAY).missing == ["uncovered_cost"]


def test_recipient_who_may_have_medical_aid_is_a_range() -> None:
    """생계급여 alone does not say whether 의료급여 comes with it."""
    estimate = care(CareGrade.GRADE_1, most_reduced=Reduction.EXEMPT)
    assert (estimate.low, estimate.high) == (0, 376_935)
    assert estimate.missing == ["health_insurance"]
