"""부모급여, 아동수당, 첫만남이용권, 가정양육수당, 한부모 양육비, 서울형 산후조리경비."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.eligibility.dates import age_in_years
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.benefits import BenefitDetails, estimator_of
from policies.estimates.types import Estimate, EstimateStatus
from policies.vocabulary import HouseholdType

TODAY = date(2026, 11, 30)
SEOUL = {"sido": "서울특별시"}


def of(name: str, details: BenefitDetails | None = None, **facts: Any) -> Estimate:
    estimator = estimator_of(name)
    assert estimator is not None, name
    known = ApplicantFacts.model_validate({"as_of": TODAY, **facts})
    return estimator(known, details or BenefitDetails())


def child(name: str, born: date, **facts: Any) -> int | None:
    """The exact amount for a child born on a day; None where it is a range."""
    estimate = of(name, children=[born], **facts)
    return estimate.high if estimate.low == estimate.high else None


@pytest.mark.parametrize(
    ("born", "amount"),
    [(date(2026, 11, 30), 1_000_000), (date(2025, 12, 1), 1_000_000),
     (date(2025, 11, 30), 500_000), (date(2024, 12, 1), 500_000), (date(2024, 11, 30), 0)],
)  # fmt: skip
def test_parental_benefit_by_month_of_age(born: date, amount: int) -> None:
    """0~11개월 100만, 12~23개월 50만, paid to the month before the second birthday."""
    assert child("부모급여", born) == amount


def test_parental_benefit_with_a_nursery() -> None:
    """2026: 584,000원 of voucher leave 416,000원 in cash; nothing is left at one year."""
    details = BenefitDetails(attends_daycare=True)
    assert of("부모급여", details, children=[date(2026, 5, 1)]).high == 416_000
    assert of("부모급여", details, children=[date(2025, 5, 1)]).high == 0


def test_parental_benefit_of_two_children() -> None:
    """둘째를 낳아도 아이마다: one of each age is 1.5 million."""
    twins = [date(2026, 8, 1), date(2026, 8, 1)]
    assert of("부모급여", children=twins).high == 2_000_000
    assert of("부모급여", children=[date(2026, 8, 1), date(2025, 1, 5)]).high == 1_500_000


def test_an_age_in_years_is_a_range() -> None:
    """In mid-month a child of 0 years may have its first birthday month."""
    baby = of("부모급여", age=0, as_of=date(2026, 11, 15))
    assert (baby.low, baby.high, baby.missing) == (500_000, 1_000_000, ["birth_date"])


def test_whose_birth_is_asked() -> None:
    """Nothing known: the child's birth date; an adult in focus: the children."""
    assert of("부모급여").missing == ["birth_date"]
    assert of("부모급여", age=33).missing == ["children"]
    assert of("부모급여", children=[]).status is EstimateStatus.NOT_ENTITLED


def test_child_allowance_age_and_place() -> None:
    """2026: under nine, to the month before the birthday; more outside the capital."""
    assert child("아동수당", date(2017, 12, 1), region=SEOUL) == 100_000
    assert child("아동수당", date(2017, 11, 30), region=SEOUL) == 0
    busan = of("아동수당", children=[date(2020, 1, 1)], region={"sido": "부산광역시"})
    gyeonggi = of("아동수당", children=[date(2020, 1, 1)], region={"sido": "경기도"})
    assert (busan.low, busan.high) == (105_000, 130_000)
    assert (gyeonggi.low, gyeonggi.high) == (100_000, 130_000)


def test_child_allowance_for_a_year_that_is_not_held() -> None:
    estimator = estimator_of("아동수당")
    assert estimator is not None
    facts = ApplicantFacts(as_of=date(2025, 5, 1), children=[date(2020, 1, 1)])
    assert estimator(facts, BenefitDetails()).status is EstimateStatus.NO_PARAMETERS


@settings(max_examples=40, deadline=None)
@given(days=st.integers(min_value=0, max_value=4000), order=st.integers(1, 4))
@pytest.mark.parametrize("name", ["부모급여", "아동수당", "가정양육수당", "첫만남이용권"])
def test_range_of_an_age_holds_the_birth_date(name: str, days: int, order: int) -> None:
    born = TODAY - timedelta(days=days)
    details = BenefitDetails(birth_order=order)
    known = of(name, details, birth_date=born, region=SEOUL)
    open_ = of(name, details, age=age_in_years(born, TODAY))
    assert known.low is not None
    assert known.high is not None
    assert open_.low is not None
    assert open_.high is not None
    assert 0 <= open_.low <= known.low <= known.high <= open_.high


@pytest.mark.parametrize(("order", "amount"), [(1, 2_000_000), (2, 3_000_000), (4, 3_000_000)])
def test_first_meeting_voucher(order: int, amount: int) -> None:
    estimate = of("첫만남이용권", BenefitDetails(birth_order=order), birth_date=date(2026, 9, 1))
    assert (estimate.low, estimate.high) == (amount, amount)


def test_first_meeting_voucher_by_the_children() -> None:
    older = date(2021, 3, 1)
    assert of("첫만남이용권", children=[date(2026, 9, 1)]).high == 2_000_000
    assert of("첫만남이용권", children=[older, date(2026, 9, 1)]).high == 3_000_000
    assert of("첫만남이용권", children=[date(2026, 9, 1)] * 2).high == 5_000_000
    assert of("첫만남이용권", children=[older], pregnancy="pregnant").high == 3_000_000
    open_ = of("첫만남이용권", birth_date=date(2026, 9, 1))
    assert (open_.low, open_.high, open_.missing) == (2_000_000, 3_000_000, ["birth_order"])


def test_first_meeting_voucher_ends_after_two_years() -> None:
    assert of("첫만남이용권", children=[date(2024, 12, 1)]).high == 2_000_000
    assert of("첫만남이용권", children=[date(2024, 11, 30)]).high == 0


@pytest.mark.parametrize(
    ("born", "amount"),
    [(date(2024, 12, 1), 0), (date(2024, 11, 30), 100_000), (date(2020, 1, 1), 100_000),
     (date(2019, 12, 31), 0)],
)  # fmt: skip
def test_home_care_allowance(born: date, amount: int) -> None:
    """24개월부터, to the February of the year of school (born 2019: school in March 2026)."""
    assert child("가정양육수당", born) == amount


def test_home_care_allowance_of_a_disabled_child_and_with_a_nursery() -> None:
    disabled = of("가정양육수당", birth_date=date(2024, 6, 1), disability="severe")
    assert disabled.high == 200_000
    assert of("가정양육수당", birth_date=date(2023, 6, 1), disability="severe").high == 100_000
    nursery = BenefitDetails(attends_daycare=True)
    assert of("가정양육수당", nursery, birth_date=date(2024, 6, 1)).high == 0


THREE, NINE = date(2023, 6, 1), date(2017, 6, 1)


@pytest.mark.parametrize(
    ("facts", "low", "high"),
    [
        ({"age": 40, "marital_status": "divorced"}, 460_000, 460_000),
        ({"age": 40, "marital_status": "single"}, 560_000, 560_000),
        ({"age": 34}, 660_000, 660_000),
        ({"age": 24}, 740_000, 740_000),
        ({}, 460_000, 740_000),
        ({"household_types": ["grandparent"], "age": 66}, 560_000, 560_000),
    ],
)
def test_single_parent_of_two(facts: dict[str, Any], low: int, high: int) -> None:
    """자녀 1명당 월 23만원, 둘이면 월 46만원; 24세 이하 부모는 37만원 (2세 이상)."""
    estimate = of("한부모 양육비", children=[THREE, NINE], **facts)
    assert (estimate.low, estimate.high) == (low, high)


def test_single_parent_infant_of_a_young_parent() -> None:
    """2026년 지침: 0~1세 40만, 2세 이상 37만."""
    assert of("청소년한부모 양육비", children=[date(2024, 12, 1)], age=22).high == 400_000
    assert of("청소년한부모 양육비", children=[date(2024, 11, 30)], age=22).high == 370_000


def test_single_parent_limits() -> None:
    facts = {"children": [THREE], "age": 40, "marital_status": "divorced"}
    assert of("한부모 양육비", median_income_ratio=65, **facts).high == 230_000
    over = of("한부모 양육비", median_income_ratio=65.1, **facts)
    assert over.status is EstimateStatus.NOT_ENTITLED
    grown = of("한부모 양육비", children=[date(2008, 11, 30)], age=45)
    assert grown.status is EstimateStatus.NOT_ENTITLED


@settings(max_examples=30, deadline=None)
@given(
    parent=st.integers(min_value=17, max_value=60),
    births=st.lists(st.integers(min_value=0, max_value=6500), min_size=1, max_size=9),
    kind=st.sampled_from([None, HouseholdType.SINGLE_PARENT]),
)
def test_single_parent_range_holds_every_parent(
    parent: int, births: list[int], kind: HouseholdType | None
) -> None:
    children = [TODAY - timedelta(days=days) for days in births]
    types = [kind] if kind else None
    known = of("한부모 양육비", children=children, age=parent, household_types=types)
    open_ = of("한부모 양육비", children=children, household_types=types)
    assert known.low is not None
    assert known.high is not None
    assert open_.low is not None
    assert open_.high is not None
    assert 0 < open_.low <= known.low <= known.high <= open_.high


def test_postpartum_voucher_of_seoul() -> None:
    """아기 1명 100만, 쌍둥이 200만, whatever the birth order."""
    second = [date(2022, 1, 1), date(2026, 11, 5)]
    assert of("산후조리경비", region=SEOUL, delivered_on=date(2026, 11, 5)).high == 1_000_000
    assert of("산후조리경비", region=SEOUL, children=second).high == 1_000_000
    assert of("산후조리경비", region=SEOUL, children=[date(2026, 11, 5)] * 2).high == 2_000_000
    elsewhere = of("산후조리경비", region={"sido": "부산광역시"})
    assert (elsewhere.status, elsewhere.high) == (EstimateStatus.NOT_ENTITLED, None)


def test_postpartum_voucher_says_when_it_is_late() -> None:
    in_time = of("산후조리경비", region=SEOUL, delivered_on=date(2026, 10, 1))
    late = of("산후조리경비", region=SEOUL, delivered_on=date(2026, 9, 30))
    assert "60일이 지나면" not in in_time.notes[0]
    assert "60일이 지나면" in late.notes[0]


@pytest.mark.parametrize("name", ["부모급여", "첫만남이용권", "산후조리경비"])
def test_no_children_is_an_answer(name: str) -> None:
    """FAULTS: a count of 0 is not a missing one."""
    none = of(name, BenefitDetails(child_count=0), birth_date=date(2026, 9, 1), region=SEOUL)
    assert (none.status, none.high) == (EstimateStatus.NOT_ENTITLED, 0)
