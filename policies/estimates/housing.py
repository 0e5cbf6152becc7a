"""주거급여: rent of tenants up to 기준임대료, repairs of owners. 주거급여법 제5조·제7조·제8조.

Amounts are KRW; rents a month. 기준임대료 of households of seven and more is not held.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from policies.estimates.areas import GRADE_NAMES, rent_grades
from policies.estimates.livelihood import (
    HOUSING,
    LIVELIHOOD,
    MEDICAL,
    Household,
    Position,
    absent,
    position,
)
from policies.estimates.parameters import NoParameters, Parameters, parameters
from policies.estimates.results import estimated, money, refused, undecided
from policies.estimates.spans import Span, floored, share
from policies.estimates.types import Estimate
from policies.korean import won

RULE = "housing_benefit"
RENT_FORMULA = (
    "주거급여 = 기준임대료와 실제 임차료(월세 + 보증금의 연 4%를 월로 나눈 금액) 가운데 적은 금액 "
    "− 자기부담(소득인정액이 생계급여 기준을 넘는 금액의 30%)"
)
REPAIR_FORMULA = "수선유지급여 = 집이 낡은 정도에 따른 수선비 한도 × 소득에 따른 지원 비율"
_MONTHS = 12


@dataclass(frozen=True)
class Home:
    """How the household lives. `owned`: in a home of its own; `rent` a month, `deposit` once."""

    owned: bool | None = None
    rent: int | None = None
    deposit: int | None = None


def estimate_housing(household: Household, home: Home) -> Estimate:
    """주거급여: a month's rent, or for owners the limit of one repair (unit "원")."""
    formula = REPAIR_FORMULA if home.owned else RENT_FORMULA
    if missing := absent(household):
        return undecided(HOUSING, missing, formula=formula)
    try:
        found = position(HOUSING, household)
        standard = position(LIVELIHOOD, household)
        figures = parameters(RULE, household.as_of)
        if home.owned:
            return _repairs(found, standard, position(MEDICAL, household), figures)
        return _rent(household, home, found, standard, figures)
    except NoParameters as error:
        return refused(HOUSING, error, household.as_of)


def reference_rents(as_of: date, size: int, grades: list[int]) -> dict[int, int]:
    """기준임대료 by 급지 (KRW a month). Raises NoParameters for households that are not listed."""
    rents = parameters(RULE, as_of).values["rents"]
    if any(size not in rents[grade] for grade in grades):
        raise NoParameters(f"주거급여: {size}인 가구의 기준임대료를 갖고 있지 않습니다.")
    return {grade: rents[grade][size] for grade in grades}


def _rent(
    household: Household, home: Home, found: Position, standard: Position, figures: Parameters
) -> Estimate:
    assert household.size is not None  # noqa: S101 - `absent` was asked before
    grades = rent_grades(household.means.region)
    caps = reference_rents(household.as_of, household.size, grades)
    paid = _actual(home, figures.values)
    low_cap, high_cap = min(caps.values()), max(caps.values())
    base = Span(
        min(low_cap, paid.low),
        high_cap if paid.high is None else min(high_cap, paid.high),
    )
    span = found.recognised.span
    low = 0 if span.high is None else _after_copay(base.low, span.high, found, standard, figures)
    high = _after_copay(base.high or 0, span.low, found, standard, figures)
    amount = Span(low, high)
    missing = list(found.recognised.missing)
    if high:
        missing += ["rent"] if home.rent is None else []
        missing += ["deposit"] if home.deposit is None and paid.low < high_cap else []
        missing += ["region"] if len(caps) > 1 else []
        missing += ["tenure"] if home.owned is None else []
    steps = [
        found.step(HOUSING), *found.recognised.steps,
        *(f"{GRADE_NAMES[grade]} {household.size}인 가구 기준임대료: 월 {won(cap)}"
          for grade, cap in caps.items()),
        *([] if home.rent is None else [f"실제 임차료: 월 {money(paid)}"]),
        f"생계급여 기준 {won(standard.limit.amount)}을 넘는 소득인정액의 30%를 빼면 "
        f"월 {money(amount)}",
    ]  # fmt: skip
    assumptions = list(found.recognised.assumptions)
    assumptions += [] if home.owned is False else ["남의 집에 세 들어 산다고 보았어요."]
    return estimated(
        HOUSING, amount, [figures, *found.used], formula=RENT_FORMULA, steps=steps,
        assumptions=assumptions, missing=missing,
    )  # fmt: skip


def _actual(home: Home, values: dict[str, Any]) -> Span:
    """실제 임차료: bounded by what is known of rent and deposit."""
    of_deposit = Fraction(home.deposit or 0) * share(values["deposit_rate"]) / _MONTHS
    known = floored((home.rent or 0) + of_deposit)
    complete = home.rent is not None and home.deposit is not None
    return Span(known, known if complete else None)


def _after_copay(
    rent: int, recognised: int, found: Position, standard: Position, figures: Parameters
) -> int:
    """Rent less the household's share; below one won is left out. 0 above the limit."""
    if recognised > found.limit.amount:
        return 0
    above = max(recognised - standard.limit.amount, 0)
    return max(floored(rent - above * share(figures.values["copay_rate"])), 0)


def _repairs(
    found: Position, standard: Position, medical: Position, figures: Parameters
) -> Estimate:  # fmt: skip
    repairs, shares = figures.values["repairs"], figures.values["repair_shares"]

    def rate(recognised: int | None) -> float:
        limits = ((standard, "livelihood"), (medical, "medical"), (found, "housing"))
        for place, key in limits:
            if recognised is not None and recognised <= place.limit.amount:
                return float(shares[key])
        return 0.0

    span = found.recognised.span
    least, most = rate(span.high), rate(span.low)
    costs = [one["cost"] for one in repairs]
    amount = Span(floored(min(costs) * share(least)), floored(max(costs) * share(most)))
    return estimated(
        HOUSING, amount, [figures, *found.used], unit="원", formula=REPAIR_FORMULA,
        steps=[
            found.step(HOUSING), *found.recognised.steps,
            *(f"{one['name']}: {one['years']}년마다 {won(one['cost'])}까지" for one in repairs),
        ],
        assumptions=found.recognised.assumptions,
        missing=[*found.recognised.missing, "repair_grade"] if amount.high else [],
        notes=["집이 낡은 정도는 LH가 조사해서 정해요. 현금이 아니라 수리로 지원해요."],
    )  # fmt: skip
